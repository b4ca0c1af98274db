/**
 * The full parser: any YAML text → its tree, or what is wrong. Through js-yaml's events; where those refuse a text that
 * Ansible may accept, it is read again with its flow collections unfolded, then through `yaml`. A text that all of them
 * refuse is one `syntax/invalid`.
 */
import type { Outcome } from '../diagnostics/diagnostic.js';
import type { Source } from '../text/source.js';
import { isRefusal, readEvents, tooDeep, type Refusal } from './events.js';
import { explainRefusal } from './explain.js';
import { unfoldFlow } from './flow-layout.js';
import { loadYaml } from './lazy-yaml.js';
import { nothing, type Document } from './node.js';
import { buildDocument } from './tree.js';
import { isYamlRefusal, readYamlEvents } from './yaml-events.js';
import { refusedAt } from './refused.js';

/** Texts longer than this are not given to `yaml`, which needs seconds and much memory for them. */
const longestForYaml = 512 * 1024;

/** Parses `text`, which has the offsets of `source`. */
export function readText(source: Source, text: string): Outcome<Document> {
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
