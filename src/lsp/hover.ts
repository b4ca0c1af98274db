/**
 * What is said of a place: a variable's values with where they come from, host by host or tag set by tag set; an export's
 * type and value, or why it is not known; what a name defines; what a field is for. As Markdown.
 */
import { originText, valueText } from '../report/explain-text.js';
import { servicesIn, usesOf, writtenAt, type Use } from '../report/uses.js';
import { nodeToJson } from '../model/json.js';
import { pathAt, type PathStep } from '../syntax/path-at.js';
import type { Node } from '../syntax/node.js';
import { pathText } from '../text/path-text.js';
import type { Span } from '../text/source.js';
import { typeText } from '../types/type.js';
import type { OwnExport } from '../upstream/own-exports.js';
import type { Analysis } from './analysis.js';
import { variableKeys } from './candidate.js';
import { exportsOf } from './exports-of.js';
import type { Mention } from './mentions.js';
import { mentionAt, mentionsOf } from './navigate.js';
import { referencePartAt, type ReferencePart } from './reference-part.js';
import { fieldsAt, schemasAt } from './schema-at.js';
import type { Located } from './session.js';
import { typeFieldsAt } from './type-fields.js';

export interface Hover {
  readonly text: string;
  readonly span: Span;
}

/** How many different values are listed. */
const mostValues = 8;
const mostNames = 6;

export function hoverAt(
  located: Located,
  offset: number,
  analyses: readonly Analysis[],
): Hover | undefined {
  const mention = mentionAt(located, offset);
  const steps = pathAt(located.draft.root, offset);
  if (mention !== undefined) {
    const text = aboutName(located, mention, analyses);
    return text === undefined ? undefined : { text, span: mention.span };
  }
  const part = referencePartAt(located, offset, analyses);
  if (part !== undefined) return { text: aboutPart(part), span: part.span };
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const span = last.entry !== undefined && offset <= last.entry.end ? last.entry : last.node;
  const text = [aboutValue(located, steps), aboutField(located, steps)]
    .filter((each) => each !== undefined)
    .join('\n\n');
  return text === '' ? undefined : { text, span };
}

function aboutName(
  { analysis }: Located,
  mention: Mention,
  analyses: readonly Analysis[],
): string | undefined {
  const { kind, name } = mention;
  const definition = mentionsOf(mention, analyses).find((each) => each.isDefinition);
  const head = headOf(mention);
  switch (kind) {
    case 'tag':
      return aboutTag(analysis, mention, definition?.value) ?? (definition && head);
    case 'service':
      return aboutService(analysis, mention) ?? (definition && head);
    case 'export':
      return aboutExport(mention, analyses);
    case 'upstream':
      return `${head}${definition === undefined ? ' is not declared' : `: \`${analysis.upstreams.get(name) ?? 'no inventory is there'}\``}`;
    case 'host':
      return aboutHost(analysis, mention);
    case 'type':
    case 'variable':
    case 'binary':
    case 'config':
    case 'process':
    case 'secret source':
      return definition === undefined
        ? undefined
        : `${head}\n\n\`\`\`yaml\n${written(definition.value)}\n\`\`\``;
  }
}

function headOf({ kind, name }: Mention): string {
  return `**${kind}** \`${name}\``;
}

function aboutTag(
  analysis: Analysis,
  mention: Mention,
  definition: Node | undefined,
): string | undefined {
  const resolution = analysis.known();
  const tag = resolution.loaded.inventory.tags.get(mention.name);
  if (tag === undefined) return undefined;
  const hosts = usesOf({ kind: 'tag', name: mention.name, at: mention.span }, resolution.resolved);
  const includes =
    tag.includes.length === 0
      ? ''
      : `, includes ${tag.includes.map((each) => `\`${each.name}\``).join(', ')}`;
  return [
    `${headOf(mention)}, order ${tag.order}${includes}`,
    descriptionOf(definition),
    namesOf(hosts),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

function aboutExport(mention: Mention, analyses: readonly Analysis[]): string | undefined {
  const found = exportsOf(analyses, mention.scope).find((each) => each.name === mention.name);
  return found && `${headOf(mention)}: \`${typeText(found.type)}\`\n\n${exportValue(found)}`;
}

function aboutService(analysis: Analysis, mention: Mention): string | undefined {
  const resolution = analysis.known();
  const service = resolution.loaded.inventory.services.get(mention.name);
  if (service === undefined) return undefined;
  const hosts = usesOf(
    {
      kind: 'service',
      name: mention.name,
      keys: [],
      node: { kind: 'null', ...mention.span },
      at: mention.span,
    },
    resolution.resolved,
  );
  return `${headOf(mention)}, order ${service.order ?? 'missing'}\n\n${namesOf(hosts)}`;
}

function aboutHost(analysis: Analysis, mention: Mention): string {
  const resolution = analysis.known();
  const definition = resolution.loaded.inventory.hosts.find(
    (each) => each.definition.name.name === mention.name,
  )?.definition;
  const [first] =
    definition === undefined
      ? []
      : usesOf({ kind: 'host', definition, at: mention.span }, resolution.resolved);
  const tags = first?.host.tags ?? [];
  return tags.length === 0
    ? `${headOf(mention)}, no tags`
    : `${headOf(mention)}\n\ntags, by order: ${tags.map((tag) => `\`${tag.name}\` (${tag.order})`).join(', ')}`;
}

function descriptionOf(node: Node | undefined): string {
  const found =
    node?.kind === 'map'
      ? node.entries.find((entry) => entry.key === 'description')?.value
      : undefined;
  return found?.kind === 'string' ? found.value : '';
}

function aboutPart({ name, type, value, isSensitive }: ReferencePart): string {
  const known = isSensitive
    ? hiddenText
    : value === undefined
      ? 'known after apply'
      : knownText(value);
  return `\`${name}\`: \`${typeText(type)}\`\n\n${known}`;
}

const hiddenText = 'sensitive: its value is shown to nobody';

function exportValue({ value, sensitive, name }: OwnExport): string {
  if (sensitive) return hiddenText;
  if (value === undefined)
    return `known after apply: the value is not written here, \`inventory-script exports ${name}\` shows what was applied`;
  return knownText(value);
}

function knownText(value: Node): string {
  if (value.kind === 'unknown')
    return `not known yet: ${value.references.map((each) => `\`${each.name}\` (${each.reason})`).join(', ')}`;
  return `value: \`${shorten(textOf(value))}\``;
}

function textOf(node: Node): string {
  return node.kind === 'unset'
    ? '!unset'
    : nodeToJson(node, { unit: '', redact: true, markTemplates: false }, '');
}

/** A node as it is written, its lines as far to the left as its first one. */
function written(node: Node | undefined): string {
  if (node === undefined) return '';
  const { source, start, end } = node;
  const indent = start - (source.text.lastIndexOf('\n', start - 1) + 1);
  const lines = source.text
    .slice(start, end)
    .split('\n')
    .map((line, at) => (at === 0 ? line : line.replace(new RegExp(`^ {0,${indent}}`), '')));
  return shorten(lines.join('\n').replaceAll('```', '`` `'), 600);
}

function namesOf(uses: readonly Use[]): string {
  const names = [...new Set(uses.map(({ host }) => host.host.name))];
  if (names.length === 0) return 'no host has it';
  return `${names.length} host${names.length === 1 ? '' : 's'}: ${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ' …' : ''}`;
}

/** The values that hosts get at the variable of a place, each with its hosts and where it comes from. */
function aboutValue({ analysis, draft }: Located, steps: readonly PathStep[]): string | undefined {
  const { loaded, resolved } = analysis.known();
  const found = writtenAt(
    loaded.inventory,
    steps,
    draft.kind === 'service_file' ? servicesIn(loaded.inventory.services, draft.source.path) : [],
  );
  const [subject] = found;
  if (subject?.kind !== 'variable') return undefined;
  const uses = usesOf(subject, resolved);
  const groups = new Map<string, string[]>();
  for (const { host, keys, leaf } of uses) {
    if (leaf === undefined) continue;
    const line = `\`${pathText(keys)}\` ${leaf.outcome === 'nothing' ? 'is not set' : leaf.outcome === 'map' ? 'is a map' : `= \`${shorten(valueText(leaf, true))}\``}  \n${originText(leaf.winners.length > 0 ? leaf.winners : leaf.remover === undefined ? [] : [leaf.remover])}`;
    const names = groups.get(line);
    if (names === undefined) groups.set(line, [host.host.name]);
    else names.push(host.host.name);
  }
  if (groups.size === 0)
    return `no host gets ${subject.keys.length === 0 ? 'any of it' : `\`${pathText(subject.keys)}\` from here`}`;
  const shown = [...groups]
    .slice(0, mostValues)
    .map(
      ([line, names]) =>
        `${line}  \n${names.length} host${names.length === 1 ? '' : 's'}: ${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ' …' : ''}`,
    );
  return [
    ...shown,
    ...(groups.size > mostValues ? [`and ${groups.size - mostValues} more`] : []),
  ].join('\n\n');
}

function aboutField({ draft, analysis }: Located, steps: readonly PathStep[]): string | undefined {
  const path = steps.map(({ key }) => (typeof key === 'number' ? 0 : key));
  const keys = draft.kind === 'service_file' ? undefined : variableKeys(path);
  const declared =
    keys === undefined
      ? undefined
      : analysis.declarations?.variables.variables.find(
          (each) => pathText(each.keys) === pathText(keys),
        );
  if (declared !== undefined)
    return `declared as \`${typeText(declared.type)}\`${declared.required ? ', required' : ''}`;
  // Of an item, what its list is for.
  while (typeof path.at(-1) === 'number') path.pop();
  const last = path.at(-1);
  if (typeof last !== 'string') return undefined;
  const above = steps.at(-2)?.node ?? draft.root;
  const type =
    above.kind === 'map' ? above.entries.find((entry) => entry.key === 'type')?.value : undefined;
  const field = fieldsAt(
    schemasAt(draft.kind, path.slice(0, -1)),
    type?.kind === 'string' ? type.value : undefined,
  ).get(last);
  return field?.description ?? typeFieldsAt(draft.kind, path.slice(0, -1)).get(last);
}

function shorten(text: string, most = 160): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
