/**
 * Where variables and connection settings stand in an inventory or an included file. Below variables everything is
 * free in shape, and only there the merge markers mean something. A tag, a service or a component that happens to be
 * called `vars` or `options` is no such place, so keys are followed from the root of the file.
 */

/**
 * What stands at a place: variables, a plugin's options, a setting that may be a secret, a value or type that is judged
 * elsewhere, or a map or list of places.
 */
export type Place = 'variables' | 'options' | 'setting' | 'free' | Places;

/** Key → what stands there; `*` is any other key, or any item of a list. */
export interface Places {
  get(key: string): Place | undefined;
}

const transport: Places = new Map<string, Place>([
  ['options', 'options'],
  ...['host', 'port', 'user', 'identity_file', 'extra_args'].map((field): [string, Place] => [
    field,
    'setting',
  ]),
]);

/** The list of hosts. */
export const hostList: Places = new Map([
  [
    '*',
    new Map<string, Place>([
      ['vars', 'variables'],
      ['transport', transport],
    ]),
  ],
]);

/** The places of a whole file. The file of a service has none. */
export const placesOfFile: Places = new Map<string, Place>([
  ['vars', 'variables'],
  ['tags', new Map([['*', new Map<string, Place>([['vars', 'variables']])]])],
  ['hosts', hostList],
  ['types', new Map<string, Place>([['*', 'free']])],
  ['variables', 'free'],
  [
    'exports',
    new Map([
      [
        '*',
        new Map<string, Place>([
          ['type', 'free'],
          ['value', 'free'],
        ]),
      ],
    ]),
  ],
]);

/** What stands at `key` of a map, or at an item of a list. */
export function placeAt(place: Place | undefined, key: string): Place | undefined {
  return typeof place === 'object' ? (place.get(key) ?? place.get('*')) : undefined;
}
