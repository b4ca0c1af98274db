/** Which values lint calls idle: a row is an inventory, and the paths that it tells with `-` (never wins) or `=` (repeats). */
import { expect } from 'chai';
import { lintOptionsFor } from '../src/lint/known.js';
import { lint } from '../src/lint/lint.js';
import { validatePath } from '../src/pipeline.js';
import { memorySystem } from './support/memory-system.js';

/** What is found in `vars` (the inventory's), tags `a` (1), `b` (2), `c` (3) and the host `gena`, which has them all. */
function idle(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  const system = memorySystem({ '/inventory.yaml': text, ...files });
  const resolution = validatePath(system, '/inventory.yaml');
  expect(
    resolution.diagnostics.filter((each) => each.severity === 'error').map((each) => each.message),
  ).to.deep.equal([]);
  return lint(resolution, lintOptionsFor(system, resolution, [])).flatMap(
    ({ diagnostic: { code, message } }) => {
      const [, who = '', what = ''] =
        /^(inventory|tag `\w+`|the inventory|host `\w+`)(?: \(order \d+\))? sets `([^`]+)`/.exec(
          message,
        ) ?? [];
      const sign =
        code === 'lint/value-never-wins' ? '-' : code === 'lint/value-repeats' ? '=' : undefined;
      return sign === undefined ? [] : [`${sign}${who.replace(/^the |tag |host |`/g, '')} ${what}`];
    },
  );
}

function layers(vars: string, a: string, b = '', c = '', host = ''): string {
  const tag = (name: string, order: number, own: string): string =>
    `  ${name}: {order: ${order}, vars: {${own}}}\n`;
  return `vars: {${vars}}\ntags:\n${tag('a', 1, a)}${tag('b', 2, b)}${tag('c', 3, c)}hosts:\n  - {name: gena, tags: [a, b, c], vars: {${host}}}\n`;
}

const rows: readonly (readonly [string, string, readonly string[]])[] = [
  ['a scalar that is replaced', layers('x: 1', 'x: 2'), ['-inventory x']],
  [
    'all but the last',
    layers('x: 1', 'x: 2', 'x: 3', '', 'x: 4'),
    ['-inventory x', '-a x', '-b x'],
  ],
  [
    'the first of equal values is the one that counts',
    layers('x: 1', 'x: 1', 'x: 1'),
    ['=a x', '=b x'],
  ],
  ['equal again after another value', layers('x: 1', 'x: 2', 'x: 1'), ['-inventory x', '-a x']],
  [
    'kinds differ',
    layers('x: 1, y: "1", z: 1', 'x: 1.0, y: 1, z: "1"'),
    ['-inventory x', '-inventory y', '-inventory z'],
  ],
  ['null is a value', layers('x: 1', 'x: null', 'x: null'), ['-inventory x', '=b x']],
  [
    'maps merge',
    layers('m: {x: 1, y: 2}', 'm: {y: 3, z: 4}', 'm: {z: 4}'),
    ['-inventory m.y', '=b m'],
  ],
  [
    'a map whose keys are all replaced is told once',
    layers('m: {x: 1, y: {z: 2}}', 'm: {x: 3, y: {z: 4}}'),
    ['-inventory m'],
  ],
  [
    'lists are replaced whole',
    layers('l: [1, 2]', 'l: [1, 2]', 'l: [3]'),
    ['-inventory l', '-a l'],
  ],
  ['!append adds', layers('l: [1]', 'l: !append [2]', 'l: !append [3]'), []],
  [
    '!append onto what is replaced',
    layers('l: [1]', 'l: !append [2]', 'l: [3]', 'l: !append [4]'),
    ['-inventory l', '-a l'],
  ],
  ['!replace hides', layers('m: {x: 1}', 'm: !replace {y: 2}'), ['-inventory m']],
  [
    'a !replace whose keys lose still hides',
    layers('m: {x: 1}', 'm: !replace {y: 2}', 'm: {y: 3}'),
    ['-inventory m', '-a m.y'],
  ],
  ['!unset removes', layers('x: 1', 'x: !unset '), ['-inventory x']],
  ['an !unset that is set again', layers('x: 1', 'x: !unset ', 'x: 2'), ['-inventory x', '-a x']],
  [
    'an !unset that keeps a map from coming through',
    layers('m: {x: 1}', 'm: !unset ', 'm: {y: 1}'),
    ['-inventory m'],
  ],
  [
    'an !unset that keeps a list from coming through',
    layers('l: [1]', 'l: !unset ', 'l: !append [2]'),
    ['-inventory l'],
  ],
  [
    'a scalar that keeps a map from coming through',
    layers('m: {x: 1}', 'm: 1', 'm: {y: 1}'),
    ['-inventory m'],
  ],
  ['a scalar below a map is replaced', layers('m: 1', 'm: {x: 1}'), ['-inventory m']],
  [
    'a key that is unset in a map',
    layers('m: {x: 1, y: 2}', 'm: {x: !unset }'),
    ['-inventory m.x'],
  ],
  ['an empty map that others fill is a default', layers('m: {}', 'm: {x: 1}'), []],
  ['an empty map over a map', layers('m: {x: 1}', 'm: {}', 'm: {}'), ['=a m', '=b m']],
  [
    'an empty map over a map that is emptied',
    layers('m: {x: 1}', 'm: {}', 'm: {x: !unset }'),
    ['-inventory m'],
  ],
  [
    '!append of nothing',
    layers('l: [1]', 'l: !append []', 'l: !append [2]', 'k: !append []'),
    ['=a l'],
  ],
  [
    'a vault value is compared as text',
    layers('x: !vault a', 'x: !vault a', 'x: !vault b'),
    ['-inventory x', '-a x'],
  ],
  ['a vault value again', layers('x: !vault a', 'x: !vault a'), ['=a x']],
  [
    'tags of one order that agree',
    'tags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 1, vars: {x: 1}}\nhosts: [{name: gena, tags: [a, b]}]\n',
    [],
  ],
  [
    'tags of one order that agree, one of them needed alone',
    'tags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 1, vars: {x: 1}}\nhosts: [{name: gena, tags: [a, b]}, {name: lanst, tags: [b]}]\n',
    ['=a x'],
  ],
  [
    'tags of one order that are replaced',
    'tags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 1, vars: {x: 1}}\n  c: {order: 2, vars: {x: 2}}\nhosts: [{name: gena, tags: [a, b, c]}]\n',
    ['-a x', '-b x'],
  ],
  [
    'one host is enough',
    'tags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 2, vars: {x: 2}}\nhosts: [{name: gena, tags: [a, b]}, {name: lanst, tags: [a]}]\n',
    [],
  ],
  [
    'each host sets its own',
    'tags: {a: {vars: {x: 1}}}\nhosts: [{name: gena, tags: [a], vars: {x: 2}}, {name: lanst, tags: [a], vars: {x: 3}}]\n',
    ['-a x'],
  ],
  [
    'repeated on one host, needed on another',
    'vars: {x: 1}\ntags:\n  a: {order: 1, vars: {x: 2}}\n  b: {order: 2, vars: {x: 1}}\nhosts: [{name: gena, tags: [b]}, {name: lanst, tags: [a, b]}, {name: isp, tags: [a]}]\n',
    ['=inventory x'],
  ],
  [
    'equal to a higher one that is needed elsewhere',
    'tags:\n  a: {order: 1, vars: {x: 1, y: 1}}\n  b: {order: 2, vars: {x: 1, y: 1}}\nhosts: [{name: gena, tags: [a, b]}, {name: lanst, tags: [b], vars: {y: 2}}]\n',
    ['=a x', '=b y'],
  ],
  [
    'a default that every host has otherwise, too',
    'vars: {x: 1, y: 1}\ntags:\n  a: {order: 1, vars: {x: 1, y: 1}}\nhosts: [{name: gena, tags: [a]}, {name: lanst}]\n',
    ['=a x', '=a y'],
  ],
  [
    'a tag that no host has is told as a whole',
    'tags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 2, includes: [a], vars: {x: 2}}\nhosts: [{name: gena}]\n',
    [],
  ],
  [
    'included tags count',
    'tags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 2, includes: [a], vars: {x: 2}}\nhosts: [{name: gena, tags: [b]}]\n',
    ['-a x'],
  ],
  [
    'a transport stands over all',
    'vars: {ansible_user: root, ansible_port: 22}\nhosts: [{name: gena, transport: {type: ssh, user: admin}}]\n',
    ['-inventory ansible_user'],
  ],
  [
    'a transport of one host only',
    'vars: {ansible_user: root}\nhosts: [{name: gena, transport: {type: ssh, user: admin}}, {name: lanst}]\n',
    [],
  ],
  [
    'an expression that reads what it replaces',
    'vars: {zone: a, rack: b}\nansible: {compose: {zone: "zone | upper", rack: "1"}}\nhosts: [{name: gena}]\n',
    ['-inventory rack'],
  ],
  [
    'an expression that reads it through a template',
    'vars: {zone: a, region: "{{ zone }}-1"}\nansible: {compose: {zone: "region"}}\nhosts: [{name: gena}]\n',
    [],
  ],
  [
    'an alias that wins elsewhere',
    'vars: {x: &x [1]}\ntags: {a: {vars: {x: [2], y: *x}}}\nhosts: [{name: gena, tags: [a]}]\n',
    [],
  ],
  [
    'an alias that loses, of a value that wins',
    'vars: {y: *x}\n'.replace('{y: *x}', '{x: &x [1], y: *x}') +
      'tags: {a: {vars: {y: [2]}}}\nhosts: [{name: gena, tags: [a]}]\n',
    ['-inventory y'],
  ],
  [
    'merge keys: used in one place, replaced in the other',
    'tags:\n  a: {order: 1, vars: {m: &m {x: 1, y: 2}}}\n  b: {order: 2, vars: {m: {<<: *m, x: 3}, n: {<<: *m}}}\nhosts: [{name: gena, tags: [a, b]}]\n',
    [],
  ],
  [
    'declared keys that look like those of objects',
    layers('constructor: 1, __proto__: 2', 'constructor: 3, __proto__: 4'),
    ['-inventory constructor', '-inventory __proto__'],
  ],
];

const network =
  'hosts: []\nexports:\n  map: {type: map<string>}\n  list: {type: list<string>}\n  text: {type: string}\n';
const unknown: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a scalar that is not known yet replaces',
    layers('x: 1', 'x: "${network.text}"'),
    ['-inventory x'],
  ],
  ['the same reference again', layers('x: "${network.text}"', 'x: "${network.text}"'), ['=a x']],
  ['what may be a map merges', layers('m: {x: 1}', 'm: "${network.map}"', 'm: {y: 1}'), []],
  ['what may be a list takes more', layers('l: "${network.list}"', 'l: !append [1]'), []],
  ['one that is replaced', layers('x: "${network.text}"', 'x: 1'), ['-inventory x']],
];

describe('values that nobody would miss', () => {
  for (const [name, text, told] of rows)
    it(name, () => void expect(idle(text)).to.deep.equal(told));
  for (const [name, text, told] of unknown) {
    it(
      name,
      () =>
        void expect(
          idle(`upstreams: {network: {source: network}}\n${text}`, {
            '/network/inventory.yaml': network,
          }),
        ).to.deep.equal(told),
    );
  }
  for (const other of [
    '"include": [common.yaml]\n"hosts": [{name: lanst, tags: [a]}]\n',
    '{"include": ["common.yaml"],\n  "hosts": [{"name": "lanst", "tags": ["a"]}]}\n',
  ]) {
    it(`a file that another inventory reads, too, which begins with ${other.slice(0, 10)}`, () => {
      expect(
        idle('include: [common.yaml]\nhosts: [{name: gena, tags: [a, b]}]\n', {
          '/common.yaml': 'tags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 2, vars: {x: 2}}\n',
          '/other.yaml': other,
        }),
      ).to.deep.equal([]);
    });
  }
  it('a file that another inventory reads, too', () => {
    const files = {
      '/common.yaml':
        'tags:\n  a: {order: 1, vars: {x: 1, y: 1}}\n  b: {order: 2, vars: {x: 2, y: 2}}\n',
      '/other.yaml':
        'plugin: inventory-script\ninclude: [common.yaml]\nhosts: [{name: lanst, tags: [a], vars: {y: 3}}]\n',
    };
    expect(
      idle('include: [common.yaml]\nhosts: [{name: gena, tags: [a, b]}]\n', files),
    ).to.deep.equal(['-a y']);
  });
});
