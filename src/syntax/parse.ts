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
import type { Document } from './node.js';
import { findControlCharacters, findWholeFileVault, withoutControlCharacters } from './text-checks.js';
import { buildDocument, nothing } from './tree.js';
import { isYamlRefusal, readYamlEvents } from './yaml-events.js';

/** Texts longer than this are not given to `yaml`, which needs seconds and much memory for them. */
const longestForYaml = 4 * 1024 * 1024;

/** Parses a source. The root is undefined where the text could not be understood; a diagnostic says why. */
export function parseDocument(source: Source): Outcome<Document> {
  const vault = findWholeFileVault(source);
  if (vault !== undefined) return nothing(source, [vault]);
  const control = findControlCharacters(source);
  if (control === undefined) return readText(source, source.text);
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

function asksYaml(text: string, refusal: Refusal): boolean {
  return refusal.reason !== tooDeep && text.length <= longestForYaml;
}
