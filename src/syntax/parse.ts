/**
 * YAML text → the tree of a document, as Ansible's loader understands it (`node.ts`), with everything that is wrong.
 * The text is read through js-yaml's events; where those refuse a text that Ansible may accept, it is read again with
 * its flow collections unfolded, then through `yaml`. A text that all of them refuse is one `syntax/invalid`.
 * Never throws. Knows nothing of inventories: the root may be any value.
 */
import type { Outcome } from '../diagnostics/diagnostic.js';
import type { Source } from '../text/source.js';
import { isRefusal, readEvents, tooDeep, type Refusal } from './events.js';
import { explainRefusal, refusedAt } from './explain.js';
import { unfoldFlow } from './flow-layout.js';
import { loadYaml } from './lazy-yaml.js';
import type { Document, MapNode } from './node.js';
import { readSections, type Section } from './quick-read.js';
import { findControlCharacters, findWholeFileVault, withoutControlCharacters } from './text-checks.js';
import { buildDocument, nothing } from './tree.js';
import { isYamlRefusal, readYamlEvents } from './yaml-events.js';

/** Texts longer than this are not given to `yaml`, which needs seconds and much memory for them. */
const longestForYaml = 512 * 1024;

/** Parses a source. The root is undefined where the text could not be understood; a diagnostic says why. */
export function parseDocument(source: Source): Outcome<Document> {
  const vault = findWholeFileVault(source);
  if (vault !== undefined) return nothing(source, [vault]);
  const control = findControlCharacters(source);
  if (control === undefined) return readQuickly(source) ?? readText(source, source.text);
  const { diagnostics } = readText(source, withoutControlCharacters(source.text));
  return nothing(source, [control, ...diagnostics.filter((each) => each.code !== 'syntax/invalid')]);
}

function readText(source: Source, text: string): Outcome<Document> {
  const events = readEvents(text);
  if (!isRefusal(events)) return buildDocument(source, text, events);
  const layout = unfoldFlow(text);
  const unfolded = layout.text === text ? events : readEvents(layout.text);
  if (!isRefusal(unfolded)) return buildDocument(source, text, unfolded, true);
  const second = asksYaml(text, unfolded) ? readYamlEvents(text, loadYaml()) : undefined;
  if (second !== undefined && !isYamlRefusal(second)) return buildDocument(source, text, second);
  return nothing(source, [explainRefusal(source, refusedAt(text, unfolded, layout, second))]);
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
  return { value: { source, root, usesMarkers: rest?.usesMarkers ?? false }, diagnostics: [] };
}

function readRest(source: Source, sections: readonly Section[]): Document | undefined {
  const unread = sections.filter((each) => each.entry === undefined);
  const length = unread.reduce((sum, each) => sum + each.end - each.start, 0);
  if (length > source.text.length / 2) return undefined;
  const text = sections.map((each) => (each.entry === undefined ? source.text.slice(each.start, each.end) : blank(each.end - each.start)));
  const { value, diagnostics } = readText(source, blank(sections[0]?.start ?? 0) + text.join(''));
  const isWhole = value.root?.kind === 'map' && value.root.entries.length === unread.length;
  return isWhole && diagnostics.length === 0 ? value : undefined;
}

/** A comment of that many characters with its line break: unlike blanks, it is never text of a block scalar above. */
function blank(length: number): string {
  return length < 2 ? '\n'.repeat(length) : `#${' '.repeat(length - 2)}\n`;
}

function asksYaml(text: string, refusal: Refusal): boolean {
  return refusal.reason !== tooDeep && text.length <= longestForYaml;
}
