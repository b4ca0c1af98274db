/** Quick fixes of what lint finds: what `--fix` would take out, and a comment that silences one place. */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { fixOfAdopted } from '../lint/adopted.js';
import type { Finding } from '../lint/finding.js';
import { editsFor } from '../lint/take-out.js';
import { mayBeSilenced } from '../syntax/ignore-comments.js';
import { positionAt, lineRange } from '../text/position.js';
import type { Analysis } from './analysis.js';
import type { Fix } from './fixes.js';
import { readLine } from './lines.js';

export function removalsFor(
  diagnostic: Diagnostic,
  { resolution }: Analysis,
  findings: readonly Finding[],
): Fix[] {
  const { documents } = resolution.loaded.workspace;
  const fix =
    findings.find((each) => each.diagnostic === diagnostic)?.fix ??
    fixOfAdopted(diagnostic, documents);
  const edits = fix && editsFor(fix.removals, documents);
  if (fix === undefined || edits === undefined) return [];
  return [
    {
      title: fix.title,
      edits: edits.map(({ source, start, end, text }) => ({ span: { source, start, end }, text })),
      isPreferred: true,
    },
  ];
}

/** Where a line begins with a key or a dash, a comment can stand above it. */
export function silencesFor({ code, span }: Diagnostic): Fix[] {
  const { source } = span;
  if (!mayBeSilenced(code) || code === 'lint/unused-ignore' || code === 'lint/unknown-code')
    return [];
  const { start } = lineRange(source, positionAt(source, span.start).line);
  const { key, dashes } = readLine(source.text, start);
  const [column] = [...dashes, ...(key === undefined ? [] : [key.column])];
  if (column === undefined || (dashes.length === 0 && (key?.column ?? 0) > span.start - start))
    return [];
  const lineBreak = source.text.includes('\r\n') ? '\r\n' : '\n';
  const text = `${source.text.slice(start, start + column)}# inventory-script: ignore ${code}${lineBreak}`;
  return [
    {
      title: `Ignore \`${code}\` here`,
      edits: [{ span: { source, start, end: start }, text }],
      isPreferred: false,
    },
  ];
}
