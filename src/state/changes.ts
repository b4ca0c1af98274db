/** What one state has that another has not: export by export, and as text for people. */
import { nodeToJson } from '../model/json.js';
import type { Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { escapeControls } from '../text/terminal.js';
import { typeKey } from '../types/data.js';
import { typeText } from '../types/type.js';
import type { ExportContent } from './envelope.js';
import { withoutUnsafe } from './nodes.js';

export interface Change {
  readonly name: string;
  readonly before: ExportContent | undefined;
  readonly after: ExportContent | undefined;
}

type Exports = ReadonlyMap<string, ExportContent>;

/** How much of a value a line shows. */
const maxShown = 120;

/** The exports that differ, by code point; `1` and `1.0` differ. */
export function changesBetween(before: Exports, after: Exports): readonly Change[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort(byCodePoint);
  const changes = names.map((name): Change => ({
    name,
    before: before.get(name),
    after: after.get(name),
  }));
  return changes.filter((change) => identity(change.before) !== identity(change.after));
}

/** Two contents are the same if these texts are. Order counts in maps, as it does for plays. */
function identity(content: ExportContent | undefined): string {
  return content === undefined
    ? ''
    : [typeKey(content.type), content.sensitive, content.origin, exactJson(content.value)].join(
        '\n',
      );
}

/** `+ name: type = value`, `~ name: type = old → new`, `- name: type = value`; not yet escaped for a terminal. */
export function changeText({ name, before, after }: Change): string {
  if (before === undefined || after === undefined) {
    const content = after ?? before;
    return content === undefined
      ? ''
      : `${before === undefined ? '+' : '-'} ${name}: ${typeText(content.type)} = ${shownValue(content)}`;
  }
  const isSecret = before.sensitive || after.sensitive;
  const types =
    typeKey(before.type) === typeKey(after.type)
      ? typeText(after.type)
      : `${typeText(before.type)} → ${typeText(after.type)}`;
  const [old, now] = [before, after].map((content) =>
    shownValue({ ...content, sensitive: isSecret }),
  );
  const isSame = exactJson(before.value) === exactJson(after.value);
  const secrecy =
    before.sensitive === after.sensitive
      ? ''
      : after.sensitive
        ? ' (now sensitive)'
        : ' (no longer sensitive)';
  const origin =
    before.origin === after.origin
      ? ''
      : after.origin === 'declared'
        ? ' (now declared by the inventory)'
        : ' (now given)';
  const value = isSame
    ? (now ?? '')
    : isSecret
      ? `${now ?? ''} (changed)`
      : `${old ?? ''} → ${now ?? ''}`;
  return `~ ${name}: ${types} = ${value}${secrecy}${origin}`;
}

/** A value for people, on one line and not endless. */
export function shownValue({
  value,
  sensitive,
}: Pick<ExportContent, 'value' | 'sensitive'>): string {
  if (sensitive) return '<sensitive>';
  const text = escapeControls(
    nodeToJson(withoutUnsafe(value), { unit: '', redact: true, markTemplates: false }, ''),
  );
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function exactJson(value: Node): string {
  return nodeToJson(value, { unit: '', redact: false, markTemplates: false }, '');
}
