/**
 * Diagnostics as workflow commands of GitHub Actions, one line each, which it shows beside the changed lines:
 *   ::error title=CODE,file=FILE,line=L,endLine=L,col=C,endColumn=C::MESSAGE
 * A hint is a notice. Columns are given only for a range within one line: of others GitHub takes the lines alone.
 */
import { placeOf, positionAt } from '../text/position.js';
import { isNowhere, type Source, type Span } from '../text/source.js';
import { escapeControls } from '../text/terminal.js';
import type { Diagnostic } from './diagnostic.js';

/** All diagnostics in the order given; '' for none. `nameOf` says what a file is called, by default as in messages. */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  nameOf: (source: Source) => string = ({ name }) => name,
): string {
  return diagnostics.map((each) => `${describe(each, nameOf)}\n`).join('');
}

function describe(
  { code, severity, message, help, span, related }: Diagnostic,
  nameOf: (source: Source) => string,
): string {
  const range = Object.entries(rangeOf(span)).map(([name, value]) => `${name}=${value}`);
  const listed = [
    `title=${escapeProperty(code)}`,
    ...(isNowhere(span) ? [] : [`file=${escapeProperty(nameOf(span.source))}`, ...range]),
  ];
  const lines = [
    message,
    ...related.map((each) => `${placeOf(each.span)}: ${each.message}`),
    ...(help === undefined ? [] : [`help: ${help}`]),
  ];
  return `::${severity === 'hint' ? 'notice' : severity} ${listed.join(',')}::${lines.map((line) => escapeData(escapeControls(line))).join('%0A')}`;
}

function rangeOf({ source, start, end }: Span): Readonly<Record<string, number>> {
  const from = positionAt(source, start);
  const to = positionAt(source, Math.max(start, end));
  const lines = { line: from.line, endLine: to.line };
  return from.line === to.line ? { ...lines, col: from.column, endColumn: to.column } : lines;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(escapeControls(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
