/**
 * What Ansible's programs write on standard error → its single messages. Older cores fold lines at 79 columns; newer
 * ones add where a message comes from, and an excerpt.
 */

/** One message in Ansible's own words. */
export interface AnsibleMessage {
  readonly kind: 'warning' | 'deprecation' | 'error';
  readonly text: string;
  /** The first place that newer cores name; `line` counts from 1. */
  readonly origin: { readonly path: string; readonly line: number } | undefined;
  /** How many times it is said, each of another place. */
  readonly count: number;
}

const start = /^(?:\[(WARNING|DEPRECATION WARNING|ERROR)\]: |(ERROR!|fatal:) )/;
const originLine = /^Origin: (.+?)(?::([0-9]+))?(?::([0-9]+))?$/;

/** All messages in order, each text once. What stands before the first is an error where there is no other. */
export function readMessages(stderr: string): AnsibleMessage[] {
  const messages = new Map<string, AnsibleMessage>();
  const seen = new Set<string>();
  const lines = stderr.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const begin = start.exec(lines[at] ?? '');
    if (begin === null) continue;
    const block = [(lines[at] ?? '').slice(begin[0].length)];
    while (at + 1 < lines.length && !start.test(lines[at + 1] ?? '')) block.push(lines[++at] ?? '');
    const message = messageOf(kindOf(begin[1] ?? 'ERROR'), block);
    const place = JSON.stringify(message);
    const key = `${message.kind} ${message.text}`;
    if (!seen.has(place))
      messages.set(key, {
        ...(messages.get(key) ?? message),
        count: (messages.get(key)?.count ?? 0) + 1,
      });
    seen.add(place);
  }
  if (messages.size > 0) return [...messages.values()];
  const rest = stderr.trim();
  return rest === ''
    ? []
    : [{ kind: 'error', text: oneLine(rest.split('\n').slice(-20)), origin: undefined, count: 1 }];
}

/** True for a warning that says that something in a source was not read. */
export function tellsOfSkipping({ text }: AnsibleMessage): boolean {
  return /^Skipping|\bUnable to parse\b|\bFailed to parse\b|\bnot a valid group definition\b/i.test(
    text,
  );
}

function kindOf(word: string): AnsibleMessage['kind'] {
  return word === 'WARNING' ? 'warning' : word === 'DEPRECATION WARNING' ? 'deprecation' : 'error';
}

function messageOf(kind: AnsibleMessage['kind'], block: readonly string[]): AnsibleMessage {
  const whole = oneLine(block);
  const older = /The error appears to be in '(.+?)': line ([0-9]+), column/.exec(whole);
  const newer = block.map((line) => originLine.exec(line)).find((match) => match !== null);
  const [, path, line] = newer ?? older ?? [];
  const ends = block.findIndex(
    (each, at) => at > 0 && (each.trim() === '' || originLine.test(each)),
  );
  const text = (ends < 0 ? whole : oneLine(block.slice(0, ends))).replace(
    / *(?:The error appears to (?:be in|have been)|The offending line appears to be).*$/s,
    '',
  );
  return {
    kind,
    text,
    origin: path === undefined ? undefined : { path, line: Number(line ?? 1) },
    count: 1,
  };
}

/** Lines as one; older cores break them behind hyphens, too. */
function oneLine(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join(' ')
    .replace(/(?<=\w-) (?=\w)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(/^\* /, '');
}
