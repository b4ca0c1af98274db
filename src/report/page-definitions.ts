/** Tags and services as they are written, for the page: descriptions, settings, components and what these own. */
import { claimsOf } from '../model/claims.js';
import { componentData, isSpecial, type Data } from '../model/component-data.js';
import { dataToJson } from '../model/json.js';
import type {
  Components,
  Inventory,
  Name,
  Service,
  SpecialFields,
  Tag,
} from '../model/inventory.js';
import { findEntry, markerOf, type Document, type MapNode, type Node } from '../syntax/node.js';
import { escapeControls } from '../text/terminal.js';
import { pathText } from '../text/path-text.js';
import type { Span } from '../text/source.js';
import { nodeText } from './explain-text.js';
import type { Ledger } from './page-ledger.js';
import type { Numbers } from './page-hosts.js';
import type {
  PageClaim,
  PageComponent,
  PageField,
  PageService,
  PageSetting,
  PageTag,
} from '@inventory-script/report-page/shape';
import { holdsSecret } from './secrets.js';

/** What the page shows of definitions beside the definitions themselves. */
export interface Surroundings {
  readonly ledger: Ledger;
  readonly documents: readonly Document[];
  /** How people call a file. */
  readonly nameOf: (path: string) => string;
}

export function pageTags(
  { tags }: Inventory,
  numbers: Numbers,
  { ledger, documents }: Surroundings,
): PageTag[] {
  const described = descriptionsIn(documents, 'tags');
  return inOrder(tags.values(), numbers.tags).map((tag: Tag) => ({
    name: tag.name,
    order: tag.order,
    place: ledger.place(tag),
    ...descriptionOf(described, tag),
    includes: tag.includes.map((each) => each.name),
    services: tag.services.map((each) => [each.name, each.state]),
    vars: settingsOf(tag.vars, ledger),
  }));
}

/** Every leaf of a written map, in written order. */
export function settingsOf(vars: MapNode | undefined, ledger: Ledger): PageSetting[] {
  const settings: PageSetting[] = [];
  const walk = (map: MapNode, keys: readonly string[]): void => {
    for (const entry of map.entries) {
      const { key, value } = entry;
      const below = [...keys, key];
      if (
        value.kind === 'map' &&
        value.entries.length > 0 &&
        value.marker === undefined &&
        value.sensitive !== true
      )
        walk(value, below);
      else
        settings.push([
          ledger.text(pathText(below)),
          ledger.place(value),
          ledger.text(writtenText(value)),
        ]);
    }
  };
  if (vars !== undefined) walk(vars, []);
  return settings;
}

function writtenText(node: Node): string {
  const marker = markerOf(node);
  return marker === undefined || node.kind === 'unset'
    ? nodeText(node, true)
    : `${marker} ${nodeText(node, true)}`;
}

export function pageServices(
  { services }: Inventory,
  numbers: Numbers,
  around: Surroundings,
): PageService[] {
  const described = descriptionsIn(around.documents, 'services');
  return inOrder(services.values(), numbers.services).map((service: Service) => ({
    name: service.name,
    order: service.order ?? null,
    place: around.ledger.place(service),
    ...descriptionOf(described, service),
    ...(service.file === undefined ? {} : { file: around.nameOf(service.components.path) }),
    components: pageComponents(service.components, around),
    claims: pageClaims(service.components, around.ledger),
  }));
}

/** Defaults filled in as `show` prints them; the text of a template whose file is sensitive is left out, too. */
function pageComponents(components: Components, { ledger, nameOf }: Surroundings): PageComponent[] {
  const data = componentData(components);
  const { binaries, configs, processes } = components;
  const sections = [
    ['binary', 'binaries', binaries],
    ['config', 'configs', configs],
    ['process', 'processes', processes],
  ] as const;
  return sections.flatMap(([kind, section, named]) => {
    const byName = data[section];
    if (!(byName instanceof Map)) return [];
    return [...named].map((each): PageComponent => {
      const fields = fieldsOf(byName.get(each.name) as Data, nameOf);
      return {
        kind,
        name: each.name,
        place: ledger.place(each),
        fields: typeof fields === 'string' ? [] : fields,
      };
    });
  });
}

function fieldsOf(data: Data, nameOf: (path: string) => string): string | readonly PageField[] {
  if (isSpecial(data))
    return escapeControls(
      dataToJson(data, { unit: '', redact: true, inWords: true, markTemplates: false }, ''),
    );
  if (typeof data !== 'object') return escapeControls(String(data));
  if (Array.isArray(data))
    return data.map((each: Data) => String(fieldsOf(each, nameOf))).join(', ');
  const pairs: readonly (readonly [string, Data | undefined])[] =
    data instanceof Map
      ? [...(data as ReadonlyMap<string, Data>)]
      : Object.entries(data as Readonly<Record<string, Data | undefined>>);
  const isSecret = pairs.some(([name, value]) => name === 'sensitive' && value === true);
  return pairs.flatMap(([name, value]): PageField[] => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    if (name === 'template' && typeof value === 'object')
      return [templateField(value, isSecret, nameOf)];
    return [[name, fieldsOf(value, nameOf)]];
  });
}

function templateField(
  template: Data,
  isSecret: boolean,
  nameOf: (path: string) => string,
): PageField {
  const { file, inline } = template as Readonly<Record<string, Data | undefined>>;
  if (typeof file === 'string') return ['template', escapeControls(nameOf(file))];
  if (file !== undefined) return ['template', fieldsOf(file, nameOf)];
  if (isSecret || inline === undefined) return ['template', '<redacted>'];
  return [
    'template',
    typeof inline === 'string'
      ? inline.split('\n').map(escapeControls).join('\n')
      : fieldsOf(inline, nameOf),
  ];
}

/** What components own. Where that came from a sensitive value it is told only that there is something. */
function pageClaims(components: Components, ledger: Ledger): PageClaim[] {
  const secret = new Set<string>();
  const note = (
    kind: PageComponent['kind'],
    field: string,
    all: readonly (Name & { readonly special: SpecialFields | undefined })[],
  ): void => {
    for (const { name, special } of all) {
      const node = special?.get(field);
      if (node !== undefined && holdsSecret(node)) secret.add(`${kind}.${name}`);
    }
  };
  note('binary', 'package', components.binaries);
  note('config', 'path', components.configs);
  note('process', 'unit', components.processes);
  return claimsOf(components).map(({ kind, key, component, span }) => [
    kind,
    secret.has(component) ? '<redacted>' : escapeControls(key),
    component,
    ledger.place(span),
  ]);
}

/** Descriptions by the place of the name that they belong to: the model has no use for them. */
function descriptionsIn(
  documents: readonly Document[],
  section: 'tags' | 'services',
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { root } of documents) {
    const map = root?.kind === 'map' ? findEntry(root, section)?.value : undefined;
    for (const entry of map?.kind === 'map' ? map.entries : []) {
      const description =
        entry.value.kind === 'map' ? findEntry(entry.value, 'description')?.value : undefined;
      if (description?.kind === 'string') found.set(keyOf(entry), description.value);
    }
  }
  return found;
}

function keyOf({ source, start }: Span): string {
  return `${start} ${source.path}`;
}

function descriptionOf(
  described: ReadonlyMap<string, string>,
  at: Span,
): { readonly description?: string } {
  const description = described.get(keyOf(at));
  return description === undefined ? {} : { description: escapeControls(description) };
}

function inOrder<T extends Name>(all: Iterable<T>, numbers: ReadonlyMap<string, number>): T[] {
  return [...all].sort((a, b) => (numbers.get(a.name) ?? 0) - (numbers.get(b.name) ?? 0));
}
