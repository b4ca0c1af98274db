/**
 * Comments that silence: `# inventory-script: ignore CODE, CODE -- why` on a line, or on lines of comments directly above it.
 * A document in, what its comments name out, and diagnostics without what they silence. Text that only looks like such
 * a comment, inside a string, is none. Errors are never silenced.
 */
import { codes, type Code } from '../diagnostics/codes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { lineRange, positionAt } from '../text/position.js';
import type { Source, Span } from '../text/source.js';
import type { Document, Node } from './node.js';

/** One comment. */
export interface IgnoreComment {
  /** The comment from its `#` to the end of what belongs to it. */
  readonly span: Span;
  /** The codes as they are written, each with its place. */
  readonly named: readonly (Span & { readonly name: string })[];
  /** The line that it is about, from 1. */
  readonly line: number;
}

const pattern =
  /(?<=^|[ \t])#+[ \t]*inventory-script:[ \t]*ignore\b[ \t:]*((?:(?!--)[^\n#])*)[^\n#]*/gm;

/** All such comments of a document, in order. */
export function findIgnoreComments({ source, root }: Document): IgnoreComment[] {
  if (root === undefined || !source.text.includes('inventory-script:')) return [];
  const found = [...source.text.matchAll(pattern)];
  if (found.length === 0) return [];
  const isText = textFinder(root, source);
  return found
    .filter(({ index }) => !isText(index))
    .map((match) => {
      const written = match[0].trimEnd();
      const start = match.index;
      const names = start + match[0].indexOf(match[1] ?? '', match[0].indexOf('ignore') + 6);
      const named = [...(match[1] ?? '').matchAll(/[^\s,]+/g)].map(({ 0: name, index }) => ({
        name,
        source,
        start: names + index,
        end: names + index + name.length,
      }));
      return {
        span: { source, start, end: start + written.length },
        named,
        line: lineMeant(source, positionAt(source, start).line),
      };
    });
}

/** The line of a comment, or the first line below that is more than a comment, where nothing stands before it. */
function lineMeant(source: Source, line: number): number {
  const textOf = (number: number): string => {
    const { start, end } = lineRange(source, number);
    return source.text.slice(start, end);
  };
  if (!/^[ \t]*#/.test(textOf(line))) return line;
  let meant = line + 1;
  while (/^[ \t]*#/.test(textOf(meant))) meant++;
  return meant;
}

/** Whether a place is inside a scalar: what aliases repeat is looked at once. */
function textFinder(root: Node, source: Source): (offset: number) => boolean {
  const scalars: { readonly start: number; readonly end: number }[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === 'map') {
      for (const entry of node.entries) {
        if (entry.source === source) scalars.push(entry);
        visit(entry.value);
      }
    } else if (node.kind === 'list') for (const item of node.items) visit(item);
    else if (node.source === source) scalars.push(node);
  };
  visit(root);
  return (offset) => scalars.some(({ start, end }) => start <= offset && offset < end);
}

/** True for a code that a comment may silence: what `validate` or `lint` says and what is no error. */
export function mayBeSilenced(name: string): name is Code {
  return (
    Object.hasOwn(codes, name) &&
    codes[name as Code].severity !== 'error' &&
    !name.startsWith('import/') &&
    name !== 'upstream/no-state'
  );
}

/** What is left of `diagnostics`; `used` takes the places of the names that silenced something. */
export function withoutSilenced<T>(
  all: readonly T[],
  of: (each: T) => Diagnostic,
  comments: readonly IgnoreComment[],
  used?: Set<Span>,
): T[] {
  if (comments.length === 0) return [...all];
  const byLine = new Map<string, Map<string, Span>>();
  for (const { span, named, line } of comments) {
    const key = `${line} ${span.source.path}`;
    const codesThere = byLine.get(key) ?? new Map<string, Span>();
    for (const each of named) if (!codesThere.has(each.name)) codesThere.set(each.name, each);
    byLine.set(key, codesThere);
  }
  return all.filter((each) => {
    const { code, span } = of(each);
    const found = byLine
      .get(`${positionAt(span.source, span.start).line} ${span.source.path}`)
      ?.get(code);
    if (found === undefined || !mayBeSilenced(code)) return true;
    used?.add(found);
    return false;
  });
}
