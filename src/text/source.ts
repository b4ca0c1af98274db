/**
 * Texts and places in them. A `Span` names a place by offsets into its own source; line and column are computed
 * only when a message is rendered (`position.ts`).
 */

/** A text that was read. `path` is absolute, `name` is how messages call it; `text` has no byte-order mark. */
export interface Source {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  /** Where the file is a link, or is reached through one. */
  readonly link?: SourceLink | undefined;
  /** Parts of the text that must never be printed, beside what every text shows of itself (`diagnostics/redact.ts`). */
  secrets?: { readonly start: number; readonly end: number }[];
}

/** Where the links on the way to a file lead. */
export interface SourceLink {
  /** The path of the file without links. */
  readonly target: string;
  /** The relative paths in the file that are only there beside the target, as they are written: absolute. */
  readonly paths: Map<string, string>;
}

/** A half-open range of UTF-16 offsets in `source.text`. Syntax nodes are spans themselves. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** A value together with the place where it was written. */
export interface Spanned<T> {
  readonly value: T;
  readonly span: Span;
}

/** The empty range at the start of a source: for messages about a file as a whole. */
export function startOf(source: Source): Span {
  return { source, start: 0, end: 0 };
}

/** The place of what stands in no file, but on the command line: messages about it have no position. */
export const nowhere: Span = startOf({ path: '', name: '', text: '' });

/** True for what stands in no file. */
export function isNowhere({ source }: Span): boolean {
  return source === nowhere.source;
}

/** Keeps a place out of all excerpts. */
export function keepSecret({ source, start, end }: Span): void {
  (source.secrets ??= []).push({ start, end });
}

/** Keeps the whole text out of all excerpts: nobody knows which parts of it are secret. */
export function keepAllSecret(source: Source): void {
  keepSecret({ source, start: 0, end: source.text.length });
}
