/**
 * Ansible's host ranges: `web[01:12]`, `db[a:f]`, `n[0:20:5]`, several in one name (the first varies slowest).
 * Zero padding is kept; both ends are included. See "adding ranges of hosts" in Ansible's inventory guide.
 */

/** What a name with ranges stands for, or why it cannot be expanded. */
export type Expansion = { readonly names: readonly string[] } | { readonly fault: string };

/** A name may stand for this many hosts at most. */
export const maxHostsOfRange = 1_000_000;

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** True if a name holds a bracket, and so may stand for several hosts. */
export function hasRange(pattern: string): boolean {
  return pattern.includes('[') || pattern.includes(']');
}

/** Expands every range in `pattern`; a pattern without one stands for itself. */
export function expandRange(pattern: string): Expansion {
  if (!hasRange(pattern)) return { names: [pattern] };
  const parts = pattern.split(/(\[[^[\]]*\])/);
  let names: readonly string[] = [''];
  for (const [index, part] of parts.entries()) {
    const values = index % 2 === 0 ? [part] : rangeValues(part.slice(1, -1));
    if (typeof values === 'string') return { fault: values };
    if (index % 2 === 0 && /[[\]]/.test(part)) return { fault: 'a bracket has no partner' };
    if (names.length * values.length > maxHostsOfRange)
      return { fault: `it stands for more than ${maxHostsOfRange} hosts` };
    const before = names;
    names =
      values.length === 1
        ? before.map((each) => each + (values[0] ?? ''))
        : before.flatMap((each) => values.map((value) => each + value));
  }
  return { names };
}

/** The values of `begin:end[:step]`, or the fault. */
function rangeValues(range: string): string[] | string {
  const [begin = '', end = '', step = '1', ...more] = range.split(':');
  if (!range.includes(':') || more.length > 0)
    return `\`[${range}]\` is no range: write \`[begin:end]\` or \`[begin:end:step]\``;
  if (end === '') return `the range \`[${range}]\` has no end`;
  if (!/^[0-9]+$/.test(step) || Number(step) === 0)
    return `the step of the range \`[${range}]\` is no positive number`;
  if (/^[A-Za-z]$/.test(begin) && /^[A-Za-z]$/.test(end))
    return letterValues(range, begin, end, Number(step));
  const first = begin === '' ? '0' : begin;
  if (!/^[0-9]{1,15}$/.test(first) || !/^[0-9]{1,15}$/.test(end))
    return `the range \`[${range}]\` has ends that are no numbers or single letters`;
  return numberValues(range, first, end, Number(step));
}

function letterValues(range: string, begin: string, end: string, step: number): string[] | string {
  const from = letters.indexOf(begin);
  const to = letters.indexOf(end);
  if (from > to) return `the range \`[${range}]\` is empty`;
  return Array.from(letters.slice(from, to + 1)).filter((_, index) => index % step === 0);
}

function numberValues(range: string, begin: string, end: string, step: number): string[] | string {
  const padded = begin.length > 1 && begin.startsWith('0');
  if (padded && begin.length !== end.length)
    return `the range \`[${range}]\` is padded, so both ends need the same length`;
  const from = Number(begin);
  const to = Number(end);
  if (from > to) return `the range \`[${range}]\` is empty`;
  if ((to - from) / step >= maxHostsOfRange)
    return `it stands for more than ${maxHostsOfRange} hosts`;
  const values: string[] = [];
  for (let value = from; value <= to; value += step)
    values.push(padded ? String(value).padStart(begin.length, '0') : String(value));
  return values;
}
