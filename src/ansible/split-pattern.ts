/**
 * One text of host patterns → the patterns in it, as Ansible splits it: at commas, else at colons where the whole is no
 * name, address or range by itself. Blanks around patterns do not count.
 */
import type { Spanned } from '../text/source.js';

/** The patterns with their places, in written order. */
export function splitPattern({ value, span }: Spanned<string>): Spanned<string>[] {
  return [...value.matchAll(partOf(value))].flatMap((found) => {
    const pattern = found[0].trim();
    if (pattern === '') return [];
    const start = span.start + found.index + found[0].indexOf(pattern);
    return [{ value: pattern, span: { source: span.source, start, end: start + pattern.length } }];
  });
}

function partOf(text: string): RegExp {
  if (text.includes(',')) return /[^,]+/g;
  return isOneAddress(text) ? /.+/gs : /(?:[^\s:[\]]|\[[^\]]*\])+/gu;
}

const step = '(?::[0-9]+)?';
const numericRange = `\\[[0-9]+:[0-9]+${step}\\]`;
const hexRange = `\\[[0-9a-f]+:[0-9a-f]+${step}\\]`;
const labelRange = `\\[(?:[a-z]:[a-z]|[0-9]+:[0-9]+)${step}\\]`;
const four = `(?:[01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5]|${numericRange})`;
const six = `(?:[0-9a-f]{1,4}|${hexRange})`;
const label = `(?:[\\p{L}\\p{N}_]|${labelRange})(?:[\\p{L}\\p{N}_\\-]|${labelRange})*(?<![_\\-])`;
const sixForms = [
  `(?:${six}:){7}${six}`,
  `(?:${six}:){1,6}:`,
  ...[1, 2, 3, 4, 5, 6].map((before) => `(?:${six}:){${before}}(?::${six}){1,${7 - before}}`),
  `:(?::${six}){1,6}`,
  `${six}?::`,
  `(?:0:){6}(?:${four}\\.){3}${four}`,
  `::(?:ffff:)?(?:${four}\\.){3}${four}`,
  `(?:0:){5}ffff:(?:${four}\\.){3}${four}`,
];
const addresses = [
  `(?:${four}\\.){3}${four}`,
  `(?:${sixForms.join('|')})`,
  `${label}(?:\\.${label})*`,
].map((form) => new RegExp(`^${form}$`, 'iu'));

/** A name, an IPv4 or an IPv6 address, each with ranges or not, and perhaps with a port. */
function isOneAddress(text: string): boolean {
  const bracketed = /^\[(.+)\]:[0-9]+$/.exec(text)?.[1] ?? text;
  const bare = /^((?:[^:[\]]|\[[^\]]*\])*):[0-9]+$/.exec(bracketed)?.[1] ?? bracketed;
  return addresses.some((form) => form.test(bare));
}
