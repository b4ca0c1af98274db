/**
 * Where references may stand (format reference, section 9): variables, transports, component fields and the values of
 * exports. Keys are never looked at, nor are names, files, sources, types, and fields that choose the shape of others.
 */

/** `deep`: a value of any shape. `field`: one scalar that has a field's type. */
export type Scanned = 'deep' | 'field' | ScannedMap;

/** Key → what stands there; `*` is any other key, or any item of a list. */
export type ScannedMap = ReadonlyMap<string, Scanned>;

const each = (of: Scanned): ScannedMap => new Map([['*', of]]);
const fields = (...names: readonly string[]): ScannedMap =>
  new Map(names.map((name) => [name, 'field']));

const transport: ScannedMap = new Map<string, Scanned>([
  ...fields('host', 'port', 'user', 'identity_file', 'proxy_jump', 'extra_args', 'connection'),
  ['options', each('deep')],
]);

const config: ScannedMap = new Map<string, Scanned>([
  ...fields('path', 'owner', 'group', 'mode', 'selinux', 'sensitive'),
  ['template', fields('inline')],
]);

const components: readonly (readonly [string, Scanned])[] = [
  ['binaries', each(fields('manager', 'package', 'version'))],
  ['configs', each(config)],
  [
    'processes',
    each(
      new Map<string, Scanned>([
        ...fields('unit', 'state', 'enabled', 'timeout'),
        ['unit_file', config],
        ['overrides', each(config)],
      ]),
    ),
  ],
];

/** The places of an inventory and of an included file. */
export const scannedInInventory: ScannedMap = new Map<string, Scanned>([
  ['vars', each('deep')],
  ['tags', each(new Map([['vars', each('deep')]]))],
  [
    'hosts',
    each(
      new Map<string, Scanned>([
        ['vars', each('deep')],
        ['transport', transport],
      ]),
    ),
  ],
  ['services', each(new Map(components))],
  ['exports', each(new Map([['value', 'deep']]))],
]);

/** The places of the file of a service. */
export const scannedInService: ScannedMap = new Map(components);
