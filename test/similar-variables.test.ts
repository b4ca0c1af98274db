/** Which names of variables are taken for slips of the keyboard, and which come in pairs on purpose. */
import { expect } from 'chai';
import { validatePath } from '../src/pipeline.js';
import { memorySystem } from './support/memory-system.js';

const warnings = (yaml: string): string[] =>
  validatePath(memorySystem({ '/inventory.yaml': yaml }), '/inventory.yaml')
    .diagnostics.filter((each) => each.code === 'check/similar-variable')
    .map(({ span }) => span.source.text.slice(span.start, span.end));

/** Two tags that set one variable each. */
const pair = (one: string, other: string): string =>
  `tags:\n  home: {vars: {${one}: 1}}\n  net: {vars: {${other}: 2}}\nhosts: []\n`;

describe('similar names of variables', () => {
  const slips: readonly (readonly [string, string])[] = [
    ['cloud_name', 'cluod_name'],
    ['cluod_name', 'cloud_name'],
    ['replicas', 'repilcas'],
    ['database_host', 'databse_host'],
    ['listen_address', 'listen_adddress'],
    ['listen_addresses', 'listen_adresses'],
    ['cloudName', 'cloud_name'],
    ['timeout_seconds', 'time_out_seconds'],
    ['environment', 'enviroment'],
  ];
  const meant: readonly (readonly [string, string])[] = [
    ['web1', 'web2'],
    ['port', 'ports'],
    ['replica', 'replicas'],
    ['enable', 'enabled'],
    ['min_size', 'max_size'],
    ['host_a', 'host_b'],
    ['ipv4_address', 'ipv6_address'],
    ['form_id', 'from_id'],
    ['cert', 'cart'],
    ['region_a_zone', 'region_b_zone'],
    ['input', 'output'],
    ['read_timeout', 'dead_timeout'],
    ['stone_size', 'store_size'],
    ['upstream', 'stream'],
    ['a1', '1a'],
    ['x_y', 'xy'],
    ['interface10', 'interface01'],
    ['rack', 'track'],
    ['cloud_name', 'crowd_name'],
  ];
  for (const [one, other] of slips)
    it(`${one} and ${other}: one of them is told`, () =>
      void expect(warnings(pair(one, other))).to.deep.equal([other]));
  for (const [one, other] of meant)
    it(`${one} and ${other}: silent`, () =>
      void expect(warnings(pair(one, other))).to.deep.equal([]));

  it('the rarer one is told, wherever it stands', () => {
    expect(
      warnings(
        'vars: {cluod_name: 1}\ntags:\n  a: {vars: {cloud_name: 1}}\n  b: {vars: {cloud_name: 2}}\nhosts: []\n',
      ),
    ).to.deep.equal(['cluod_name']);
    expect(
      warnings(
        'tags: {a: {vars: {cloud_name: 1}}}\nhosts:\n  - {name: gena, vars: {cluod_name: 2}}\n',
      ),
    ).to.deep.equal(['cluod_name']);
  });
  it('names that are set together, often, or to other kinds of values are meant', () => {
    expect(
      warnings(
        'tags:\n  a: {vars: {cloud_name: 1, cluod_name: 2}}\n  b: {vars: {cluod_name: 2}}\nhosts: []\n',
      ),
    ).to.deep.equal([]);
    expect(
      warnings(
        'tags:\n  a: {vars: {cloud_name: 1}}\n  b: {vars: {cloud_name: 1}}\n  c: {vars: {cluod_name: 1}}\n  d: {vars: {cluod_name: 1}}\nhosts: []\n',
      ),
    ).to.deep.equal([]);
    expect(
      warnings(
        'tags:\n  a: {vars: {contract: {id: 1}}}\n  b: {vars: {contact: admin}}\nhosts: []\n',
      ),
    ).to.deep.equal([]);
  });
  it('only keys of one map are compared, and maps with many keys are data', () => {
    expect(
      warnings(
        'tags:\n  a: {vars: {x: {cloud_name: 1}}}\n  b: {vars: {y: {cluod_name: 1}}}\nhosts: []\n',
      ),
    ).to.deep.equal([]);
    expect(
      warnings(
        'tags:\n  a: {vars: {x: {deep: {cloud_name: 1}}}}\n  b: {vars: {x: {deep: {cluod_name: 1}}}}\nhosts: []\n',
      ),
    ).to.deep.equal(['cluod_name']);
    const users = Array.from({ length: 400 }, (_, at) => `user${at}: 1`).join(', ');
    expect(
      warnings(
        `tags:\n  a: {vars: {users: {${users}, johnson: 1}}}\n  b: {vars: {users: {jhonson: 1}}}\nhosts: []\n`,
      ),
    ).to.deep.equal([]);
  });
  it('what is declared is meant, and the measure of what is not', () => {
    expect(
      warnings(
        `variables: {cloud_name: integer, cluod_name: integer}\n${pair('cloud_name', 'cluod_name')}`,
      ),
    ).to.deep.equal([]);
    expect(
      warnings(
        'variables: {cloud_name: integer}\ntags:\n  a: {vars: {cluod_name: 1}}\n  b: {vars: {cluod_name: 1}}\nhosts: []\n',
      ),
    ).to.deep.equal(['cluod_name']);
    expect(
      warnings(
        'variables: {vmango.cloud_name: integer}\nvars: {vmango: {cluod_name: 1}}\nhosts: []\n',
      ),
    ).to.deep.equal(['cluod_name']);
  });
});
