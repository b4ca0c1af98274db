/**
 * Quoted scalars whose line breaks js-yaml folds in another way than PyYAML: blank lines behind an escaped line break,
 * and U+0085, U+2028 and U+2029, which are line breaks to PyYAML (YAML 1.1) and text to every YAML 1.2 parser. Outside
 * quotes those three would change what the lines mean, and are an error.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../text/source.js';
import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event, type ScalarEvent } from './events.js';

const oldLineBreak = /[\x85\u2028\u2029]/;
const anyLineBreak = /\r\n|[\r\n\x85\u2028\u2029]/g;
const breakRun = /[ \t]*(?:\r\n|[\r\n\x85\u2028\u2029])[ \t\r\n\x85\u2028\u2029]*/g;
const escapeOrBreakRun =
  /\\(?:\r\n|[\r\n\x85\u2028\u2029])[ \t\r\n\x85\u2028\u2029]*|\\[^]|[ \t]*(?:\r\n|[\r\n\x85\u2028\u2029])[ \t\r\n\x85\u2028\u2029]*/g;

/** True if a text holds one of the three. */
export function hasOldLineBreak(text: string): boolean {
  return oldLineBreak.test(text);
}

/** True if a double-quoted text has an escaped line break. */
export function hasEscapedLineBreak(written: string): boolean {
  return /\\[\r\n]/.test(written);
}

/** The value of a quoted scalar, with its line breaks folded as PyYAML folds them. */
export function foldedAsPyYaml(written: string, event: ScalarEvent): string {
  if (event.style === SCALAR_STYLE.SINGLE_QUOTED)
    return written.replace(breakRun, folded).replaceAll("''", "'");
  const escaped = written.replace(escapeOrBreakRun, (match) => {
    if (!match.startsWith('\\')) return inEscapes(folded(match));
    return breaksOf(match).length === 0 ? match : inEscapes(breaksOf(match).slice(1).join(''));
  });
  return getScalarValue(escaped, {
    ...event,
    valueStart: 0,
    valueEnd: escaped.length,
    fast: false,
  });
}

/** The first of them that stands outside quotes. */
export function findOldLineBreak(
  source: Source,
  text: string,
  events: readonly Event[],
): Diagnostic | undefined {
  const quoted = events.filter((event) => event.type === EVENT_ID.SCALAR).filter(isQuoted);
  let next = 0;
  for (const match of text.matchAll(/[\x85\u2028\u2029]/g)) {
    while ((quoted[next]?.valueEnd ?? Infinity) <= match.index) next++;
    if (match.index >= (quoted[next]?.valueStart ?? Infinity)) continue;
    const name = `U+${match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    return diagnostic(
      'syntax/invalid',
      { source, start: match.index, end: match.index + 1 },
      `the character ${name} is a line break to Ansible, and stands outside quotes`,
      { help: `remove it, or write \`\\u${name.slice(2).toLowerCase()}\` inside double quotes` },
    );
  }
  return undefined;
}

function isQuoted(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
}

/** A run of line breaks as one: a line feed folds to a blank or makes way for the others, the rest stay. */
function folded(run: string): string {
  const breaks = breaksOf(run);
  if (breaks[0] !== '\n') return breaks.join('');
  return breaks.length === 1 ? ' ' : breaks.slice(1).join('');
}

function breaksOf(run: string): string[] {
  return (run.match(anyLineBreak) ?? []).map((each) => (/[\u2028\u2029]/.test(each) ? each : '\n'));
}

function inEscapes(text: string): string {
  return text
    .replaceAll(' ', '\\ ')
    .replaceAll('\n', '\\n')
    .replaceAll('\u2028', '\\L')
    .replaceAll('\u2029', '\\P');
}
