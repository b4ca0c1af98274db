/** Where a cursor is in a text, read from its lines: the cursor is a `|`. */
import { expect } from 'chai';
import { whereAt } from '../src/lsp/where.js';

/** [text with the cursor, the path, what is there, the part of the word before the cursor] */
const rows: readonly (readonly [string, string, 'key' | 'value', string])[] = [
  ['|', '', 'key', ''],
  ['ta|gs:\n', '', 'key', 'ta'],
  ['tags:\n  |', 'tags', 'key', ''],
  ['tags:\n  home:\n    or|\n', 'tags.home', 'key', 'or'],
  ['tags:\n  home:\n    order: 2|0\n', 'tags.home.order', 'value', '2'],
  ['tags:\n  home:\n    order: |\n', 'tags.home.order', 'value', ''],
  ['tags:\n  home:\n    includes: [base, ho|]\n', 'tags.home.includes.0', 'value', 'ho'],
  ['tags:\n  home:\n    includes: [base, |', 'tags.home.includes.0', 'value', ''],
  ['tags:\n  home:\n    includes:\n      - ba|\n', 'tags.home.includes.0', 'value', 'ba'],
  ['tags:\n  home:\n    includes:\n    - ba|\n', 'tags.home.includes.0', 'value', 'ba'],
  ['tags:\n  home: {order: 1, inc|}\n', 'tags.home', 'key', 'inc'],
  ['tags:\n  home: {order: 1, services: {a|', 'tags.home.services', 'key', 'a'],
  ['hosts:\n  - name: web\n    tags: [home]\n    tr|\n', 'hosts.0', 'key', 'tr'],
  ['hosts:\n- name: web\n  transport:\n    type: ss|\n', 'hosts.0.transport.type', 'value', 'ss'],
  ['hosts:\n  - na|', 'hosts.0', 'value', 'na'],
  ['hosts:\n  - {name: web, tags: [ho|me]}\n', 'hosts.0.tags.0', 'value', 'ho'],
  [
    'hosts: [{name: web, transport: {type: ssh,\n  po|rt: 22}}]\n',
    'hosts.0.transport',
    'key',
    'po',
  ],
  ['vars: {a: "x ${network.|"}\n', 'vars.a', 'value', 'x ${network.'],
  ["vars:\n  a: 'it''s |'\n", 'vars.a', 'value', "it''s "],
  ['vars:\n  a: |\n', 'vars.a', 'value', ''],
  ['vars:\n  text: >\n    one ${net|\n', 'vars.text', 'value', 'one ${net'],
  ['vars:\n  "a b":\n    c: x|\n', 'vars.a b.c', 'value', 'x'],
  ['vars:\n  a: {b: [1, {c: d}], e: |\n', 'vars.a.e', 'value', ''],
  ['vars: {a: 1}\ntags:\n  x: {}\n\n  y|\n', 'tags', 'key', 'y'],
  [
    'services:\n  app:\n    processes:\n      web:\n        restart_on: [binary.|]\n',
    'services.app.processes.web.restart_on.0',
    'value',
    'binary.',
  ],
  ['tags:\n  broken: {order: 1\n  next:\n    or|', 'tags.next', 'key', 'or'],
  ['tags:\n  a: !replace {x: {y|: 1}}', 'tags.a.x', 'key', 'y'],
  ['include: ["tags/|"]', 'include.0', 'value', 'tags/'],
  ['vars:\r\n  a:\r\n    b: c|\r\n', 'vars.a.b', 'value', 'c'],
  ['a: 1 # co|mment\n', '(comment)', 'value', ''],
  ['# |', '(comment)', 'value', ''],
  ['a: "x # |y"\n', 'a', 'value', 'x # '],
];

describe('where a cursor is', () => {
  for (const [marked, path, at, before] of rows) {
    it(JSON.stringify(marked), () => {
      const offset = marked.lastIndexOf(
        '|',
        marked.includes('|\n    ') && !marked.endsWith('|') ? undefined : marked.length,
      );
      const text = marked.slice(0, offset) + marked.slice(offset + 1);
      const found = whereAt(text, offset);
      const told =
        found === undefined
          ? { path: '(comment)', at: 'value', before: '' }
          : { path: found.path.join('.'), at: found.at, before: found.before };
      expect(told).to.deep.equal({ path, at, before });
    });
  }

  it('knows the keys beside it, above and below, in block and flow maps', () => {
    const siblings = (marked: string): object =>
      Object.fromEntries(whereAt(marked.replace('|', ''), marked.indexOf('|'))?.siblings ?? []);
    expect(
      siblings(
        'hosts:\n  - name: web\n    |\n    transport:\n      type: ssh\n    tags: [a]\n  - name: x\n',
      ),
    ).to.deep.equal({ name: 'web', transport: '', tags: '[a]' });
    expect(siblings('t:\n  type: ssh\n  ho|\n  port: 22\nz: 1\n')).to.deep.equal({
      type: 'ssh',
      port: '22',
    });
    expect(siblings('t: {type: ssh, port: 22, |}')).to.deep.equal({ type: 'ssh', port: '22' });
  });

  it('knows what a completed word replaces', () => {
    const replaced = (marked: string): string | undefined => {
      const text = marked.replace('|', '');
      const found = whereAt(text, marked.indexOf('|'));
      return found && text.slice(found.start, found.end);
    };
    expect(replaced('tags: [ho|me, x]')).to.equal('home');
    expect(replaced('tags: ["ho|me", x]')).to.equal('home');
    expect(replaced('a:\n  ho|me: 1')).to.equal('home');
    expect(replaced('a: ho|me # x')).to.equal('home');
  });
});
