/** From the tree of a service, or of the file that it names, to its components. Reads what fits, like `build.ts`. */
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import type {
  Binary,
  Components,
  Config,
  Name,
  Process,
  SpecialFields,
  Template,
} from './inventory.js';
import { boolOf, childMap, entriesOf, filledAt, namesOf, textAt, textOf } from './read.js';

const kinds = ['binaries', 'configs', 'processes'];

/** What may stand beside the components where a service is declared. */
const besides = ['order', 'file'];

/** The components in `map`; `complete` is false where a key of it is unknown or does not hold a map. */
export function buildComponents(
  path: string,
  map: MapNode | undefined,
  complete: boolean,
): Components {
  return {
    path,
    binaries: map ? entriesOf(map, 'binaries').map(buildBinary) : [],
    configs: map ? entriesOf(map, 'configs').map(buildConfig) : [],
    processes: map ? entriesOf(map, 'processes').map(buildProcess) : [],
    complete:
      complete &&
      (map?.entries.every(({ key, value }) =>
        kinds.includes(key) ? holdsMap(value) : besides.includes(key),
      ) ??
        false),
    kinds: map ? map.entries.filter((entry) => kinds.includes(entry.key)).map(keyOf) : [],
  };
}

function holdsMap(node: Node): boolean {
  return node.kind === 'map' || node.kind === 'null';
}

function keyOf({ key: name, source, start, end }: Entry): Name {
  return { name, source, start, end };
}

function buildBinary(entry: Entry): Binary {
  const map = mapOf(entry);
  const type = textOf(map && findEntry(map, 'type')?.value);
  return {
    ...keyOf(entry),
    special: specialIn(map),
    type: type === 'rpm' || type === 'deb' ? type : undefined,
    manager: textOf(map && findEntry(map, 'manager')?.value) === 'yum' ? 'yum' : 'dnf',
    package: filledAt(map, 'package'),
    version: filledAt(map, 'version'),
  };
}

function buildConfig(entry: Entry): Config {
  const map = mapOf(entry);
  return {
    ...keyOf(entry),
    special: specialIn(map),
    path: filledAt(map, 'path'),
    owner: textAt(map, 'owner')?.value,
    group: textAt(map, 'group')?.value,
    mode: textAt(map, 'mode')?.value,
    selinux: textAt(map, 'selinux')?.value,
    sensitive: boolOf(map && findEntry(map, 'sensitive')?.value) ?? false,
    template: buildTemplate(map && findEntry(map, 'template')),
  };
}

function buildTemplate(entry: Entry | undefined): Template | undefined {
  if (entry === undefined || !holdsMap(entry.value)) return undefined;
  const map = mapOf(entry);
  const broken = map?.entries.some((each) => textOf(each.value) === undefined) ?? false;
  if (broken) return undefined;
  const { source, start, end } = entry;
  return { source, start, end, file: textAt(map, 'file'), inline: textAt(map, 'inline') };
}

function buildProcess(entry: Entry): Process {
  const map = mapOf(entry);
  const unitFile = map && findEntry(map, 'unit_file');
  return {
    ...keyOf(entry),
    special: specialIn(map),
    unit: filledAt(map, 'unit'),
    state: textAt(map, 'state')?.value === 'stopped' ? 'stopped' : 'running',
    enabled: boolOf(map && findEntry(map, 'enabled')?.value),
    timeout: textAt(map, 'timeout'),
    restartOn: map ? namesOf(map, 'restart_on') : [],
    reloadOn: map ? namesOf(map, 'reload_on') : [],
    after: map ? namesOf(map, 'after') : [],
    unitFile: unitFile?.value.kind === 'map' ? buildConfig(unitFile) : undefined,
    overrides: map ? (childMap(map, 'overrides')?.entries ?? []).map(buildConfig) : [],
  };
}

function mapOf(entry: Entry): MapNode | undefined {
  return entry.value.kind === 'map' ? entry.value : undefined;
}

/** Few components have any. */
function specialIn(map: MapNode | undefined): SpecialFields | undefined {
  let special: Map<string, Node> | undefined;
  for (const { key, value } of map?.entries ?? []) {
    if (isSpecial(value)) (special ??= new Map()).set(key, value);
    else if (key === 'template' && value.kind === 'map') {
      const inline = findEntry(value, 'inline')?.value;
      if (inline !== undefined && isSpecial(inline))
        (special ??= new Map()).set('template.inline', inline);
    }
  }
  return special;
}

function isSpecial(value: Node): boolean {
  return value.kind === 'unknown' || (value.kind !== 'unset' && value.sensitive === true);
}
