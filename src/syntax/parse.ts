/**
 * YAML text → the tree of a document, as Ansible's loader understands it (`node.ts`), with everything that is wrong.
 * What nearly every inventory consists of is read at once (`quick-read.ts`), everything else by the full parser
 * (`full-parse.ts`), which also tells whatever is wrong. Never throws. Knows nothing of inventories: the root may be any value.
 */
import type { Outcome } from '../diagnostics/diagnostic.js';
import type { Source } from '../text/source.js';
import { readText } from './full-parse.js';
import { nothing, type Document, type MapNode } from './node.js';
import { readSections, type Section } from './quick-read.js';
import {
  findControlCharacters,
  findWholeFileVault,
  withoutControlCharacters,
} from './text-checks.js';

/** What makes a document of a source. */
export type ParseText = (source: Source) => Outcome<Document>;

/** Parses a source. The root is undefined where the text could not be understood; a diagnostic says why. */
export function parseDocument(source: Source): Outcome<Document> {
  const vault = findWholeFileVault(source);
  if (vault !== undefined) return nothing(source, [vault]);
  const control = findControlCharacters(source);
  if (control === undefined) return readQuickly(source) ?? readText(source, source.text);
  const { diagnostics } = readText(source, withoutControlCharacters(source.text));
  return nothing(source, [
    control,
    ...diagnostics.filter((each) => each.code !== 'syntax/invalid'),
  ]);
}

/**
 * The tree of a text whose sections are read without the full parser as far as they can be; the rest goes through it
 * with the others blanked out, so that offsets stay. Undefined where that is not worth while, or anything is wrong:
 * then the full parser reads the whole text and tells.
 */
function readQuickly(source: Source): Outcome<Document> | undefined {
  const sections = readSections(source);
  if (sections === undefined) return undefined;
  const read = sections.flatMap((each) => each.entry ?? []);
  const rest = read.length === sections.length ? undefined : readRest(source, sections);
  if (rest === undefined && read.length < sections.length) return undefined;
  const slow = rest?.root?.kind === 'map' ? rest.root.entries : [];
  const entries = [...read, ...slow].sort((a, b) => a.start - b.start);
  const [start, end] = [entries[0]?.start ?? 0, entries.at(-1)?.value.end ?? 0];
  const root: MapNode = { source, start, end, kind: 'map', entries, marker: undefined };
  const { usesMarkers = false, merges } = rest ?? {};
  return { value: { source, root, usesMarkers, merges }, diagnostics: [] };
}

function readRest(source: Source, sections: readonly Section[]): Document | undefined {
  const unread = sections.filter((each) => each.entry === undefined);
  const length = unread.reduce((sum, each) => sum + each.end - each.start, 0);
  if (length > source.text.length / 2) return undefined;
  const text = sections.map((each) =>
    each.entry === undefined
      ? source.text.slice(each.start, each.end)
      : blank(each.end - each.start),
  );
  const { value, diagnostics } = readText(source, blank(sections[0]?.start ?? 0) + text.join(''));
  const isWhole = value.root?.kind === 'map' && value.root.entries.length === unread.length;
  return isWhole && diagnostics.length === 0 ? value : undefined;
}

/** A comment of that many characters with its line break: unlike blanks, it is never text of a block scalar above. */
function blank(length: number): string {
  return length < 2 ? '\n'.repeat(length) : `#${' '.repeat(length - 2)}\n`;
}
