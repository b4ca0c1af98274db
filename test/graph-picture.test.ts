/** Pictures of an inventory: what is in them, how large ones are folded, what is around a name, and that no name breaks a format. */
import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOut } from '../src/cli/graph/graphviz.js';
import { mostNodes, foldPicture } from '../src/report/picture-fold.js';
import { pictureDot } from '../src/report/picture-dot.js';
import { pictureMermaid } from '../src/report/picture-mermaid.js';
import { polishSvg } from '../src/report/picture-svg.js';
import type { ArrowKind, Picture, PictureKind, PictureNode } from '../src/report/picture.js';
import { runCommandLine, type CommandOutput } from './support/command-line.js';
import { expectGolden, fixtureFolder, systemIn } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

const fleet = fixtureFolder('graph', 'fleet');

async function graph(folder: string, ...args: readonly string[]): Promise<CommandOutput> {
  return await runCommandLine(systemIn(folder), ['graph', ...args]);
}

describe('graph --format', () => {
  for (const [format, file] of [
    ['mermaid', 'expected.mmd'],
    ['dot', 'expected.dot'],
    ['svg', 'expected.svg'],
  ] as const) {
    it(`${format} draws hosts, tags, services and upstreams`, async () => {
      const { exitCode, stdout } = await graph(fleet, '--format', format);
      expect(exitCode).to.equal(0);
      expectGolden(join(fleet, file), stdout, fleet);
    });
  }

  it('svg of another run is the same, byte for byte', async () => {
    expect((await graph(fleet, '--format', 'svg')).stdout).to.equal(
      readFileSync(join(fleet, 'expected.svg'), 'utf8'),
    );
  });
});

/** The titles of the nodes of a Mermaid text. */
function titlesIn(mermaid: string): readonly string[] {
  return [...mermaid.matchAll(/^ {4}n\d+\W+<b>(.*?)<\/b>/gm)].map((found) =>
    decoded(found[1] ?? ''),
  );
}

function decoded(text: string): string {
  return text.replace(/#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

const focused: readonly (readonly [args: readonly string[], titles: readonly string[]])[] = [
  [
    ['web7.example.org'],
    ['web7.example.org', 'base', 'web', 'site-b', 'canary', 'sshd', 'chrony', 'nginx', 'network'],
  ],
  [['queue'], ['mq1', 'base', 'queue', 'sshd', 'chrony', 'rabbit']],
  [['postgres'], ['2 hosts', 'db3.example.org', 'db', 'postgres']],
  [['service_postgres'], ['2 hosts', 'db3.example.org', 'db', 'postgres']],
  [['site_b'], ['2 hosts', 'web7.example.org', 'db3.example.org', 'site-b']],
  [['old-agent'], ['old-agent']],
  [
    ['upstream:network'],
    ['4 hosts', '2 hosts', 'web7.example.org', 'mq1', 'web', 'this inventory', 'network'],
  ],
  [
    ['bastion', 'canary'],
    ['web7.example.org', 'bastion', 'canary'],
  ],
  [['ungrouped'], ['bastion', 'ungrouped']],
];

describe('graph --focus', () => {
  for (const [names, titles] of focused) {
    it(`shows what is connected with ${names.join(' and ')}`, async () => {
      const { stdout } = await graph(
        fleet,
        '--format',
        'mermaid',
        ...names.flatMap((name) => ['--focus', name]),
      );
      expect(titlesIn(stdout)).to.deep.equal(titles);
    });
  }

  it('shows a group that expressions make, with the groups below it', async () => {
    const { stdout } = await graph(
      fixtureFolder('graph', 'odd'),
      '--format',
      'mermaid',
      '--focus',
      'größe',
      '--focus',
      'racks',
      '--focus',
      'rack_b_1',
    );
    expect(titlesIn(stdout)).to.deep.equal([
      'zeta.example.org',
      '3 hosts',
      '2001:db8::1',
      '10host',
      'solo',
      'größe',
      'racks',
      'rack_b_1',
    ]);
    expect(stdout).to.match(/n8 -\.->\|includes\| n7$/m);
  });

  it('takes a name for everything that has it, and KIND:NAME for one', async () => {
    const system = memorySystem({
      '/inventory.yaml':
        'tags: {a: {services: {a: {}}}, b: {}}\nservices: {a: {order: 1, binaries: {x: {type: deb, package: x}}}}\nhosts: [{name: h, tags: [a, b]}]\nansible: {service_groups: false}\n',
    });
    const titles = async (focus: string): Promise<readonly string[]> =>
      titlesIn(
        (await runCommandLine(system, ['graph', '--format', 'mermaid', '--focus', focus])).stdout,
      );
    expect(await titles('a')).to.deep.equal(['h', 'a', 'a']);
    expect(await titles('service:a')).to.deep.equal(['h', 'a', 'a']);
    expect(await titles('tag:b')).to.deep.equal(['h', 'b']);
  });

  it('suggests what was perhaps meant', async () => {
    const { exitCode, stdout, stderr } = await graph(fleet, '--format', 'svg', '--focus', 'ngnix');
    expect({ exitCode, stdout }).to.deep.equal({ exitCode: 1, stdout: '' });
    expect(stderr).to.match(
      /there is no host, tag, service, upstream or group `ngnix` \(did you mean `nginx`\?\) \[resolve\/unknown-selection\]/,
    );
    expect((await graph(fleet, '--focus', 'host:nginx')).stderr).to.include(
      'there is no host `nginx`',
    );
  });

  it('cuts the tree down to the branches that lead there', async () => {
    expect((await graph(fleet, '--focus', 'mq1')).stdout).to.equal(
      '@all:\n  |--@base:\n  |  |--@queue:\n  |  |  |--mq1\n  |--@service_chrony:\n  |  |--mq1\n  |--@service_rabbit:\n  |  |--mq1\n  |--@service_sshd:\n  |  |--mq1\n  |--@site_a:\n  |  |--mq1\n',
    );
    expect((await graph(fleet, '--focus', 'db')).stdout).to.equal(
      '@all:\n  |--@base:\n  |  |--@db:\n  |  |  |--db1.example.org\n  |  |  |--db2.example.org\n  |  |  |--db3.example.org\n',
    );
    expect((await graph(fleet, '--focus', 'network')).exitCode).to.equal(2);
  });
});

/** A fleet of this many hosts whose tags are drawn at random, the same at each call. */
function largeFleet(hosts: number, extra: boolean): string {
  let state = 7;
  const random = (below: number): number =>
    (state = (state * 1103515245 + 12345) % 2147483648) % below;
  const roles = ['web', 'db', 'cache', 'queue', 'search', 'ci', 'proxy', 'dns'];
  const lines = roles.map(
    (role) => `  ${role}: {order: 10, includes: [base], services: {${role}-server: {}}}`,
  );
  const more = Array.from(
    { length: 25 },
    (_, at) => `  site-${at}: {order: 20}\n  rack-${at}: {order: 30}`,
  );
  const services = roles.map(
    (role, at) =>
      `  ${role}-server: {order: ${at}, binaries: {tool: {type: deb, package: ${role}}}}`,
  );
  const all = Array.from({ length: hosts }, (_, at) => {
    const tags = new Set([
      roles[at % 8] ?? '',
      `site-${random(25)}`,
      ...(extra && random(3) === 0 ? [`rack-${random(25)}`, roles[random(8)] ?? ''] : []),
    ]);
    return `  - {name: h${at}, tags: [${[...tags].join(', ')}]}`;
  });
  return [
    'tags:',
    '  base: {order: 0}',
    ...lines,
    ...more,
    'services:',
    ...services,
    'hosts:',
    ...all,
    '',
  ].join('\n');
}

describe('large fleets', () => {
  for (const extra of [false, true]) {
    it(`stay readable: 5,000 hosts, ${extra ? 'irregular' : 'regular'}`, async () => {
      const { stdout } = await runCommandLine(
        memorySystem({ '/inventory.yaml': largeFleet(5000, extra) }),
        ['graph', '--format', 'mermaid'],
      );
      const titles = titlesIn(stdout);
      expect(titles.length).to.be.within(12, mostNodes);
      expect(titles).to.include.members(['base', 'web', 'db']);
      const hosts = titles.flatMap((title) =>
        title.endsWith(' hosts')
          ? [Number(title.replace(/\D/g, ''))]
          : /^h\d+$/.test(title)
            ? [1]
            : [],
      );
      expect(hosts.reduce((sum, each) => sum + each, 0)).to.equal(5000);
      expect(stdout).to.include('%% drawn as one what is alike: --focus NAME shows more');
    });
  }
});

const kinds: readonly PictureKind[] = ['hosts', 'group', 'tag', 'service', 'upstream', 'inventory'];
const arrowKinds: readonly ArrowKind[] = ['has', 'includes', 'gives', 'removes', 'uses'];

/** Any picture, larger ones too. */
const anyPicture: fc.Arbitrary<Picture> = fc.integer({ min: 1, max: 200 }).chain((count) =>
  fc
    .record({
      nodes: fc.array(
        fc.record({
          kind: fc.constantFrom(...kinds),
          hosts: fc.nat(50),
          order: fc.option(fc.nat(3), { nil: undefined }),
        }),
        { minLength: count, maxLength: count },
      ),
      arrows: fc.array(
        fc.record({
          from: fc.nat(count - 1),
          to: fc.nat(count - 1),
          kind: fc.constantFrom(...arrowKinds),
        }),
        { maxLength: count * 2 },
      ),
    })
    .map(({ nodes, arrows }) => ({
      nodes: nodes.map((node, at): PictureNode => ({
        ...node,
        id: `x${at}`,
        names: [`name${at}`],
        notes: [],
      })),
      arrows: [
        ...new Map(
          arrows.map((each) => [
            JSON.stringify(each),
            { from: `x${each.from}`, to: `x${each.to}`, kind: each.kind },
          ]),
        ).values(),
      ],
      remarks: [],
    })),
);

describe('a folded picture', () => {
  it('has each name once at most, only arrows that were there, and is small', () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        const folded = foldPicture(picture, new Set(['x0']));
        const names = folded.nodes.flatMap((node) => node.names);
        expect(names).to.have.length(new Set(names).size);
        const owner = new Map(
          folded.nodes.flatMap((node) =>
            node.names.map((name) => [name.replace('name', 'x'), node.id]),
          ),
        );
        const images = new Set(
          picture.arrows.map(
            ({ from, to, kind }) => `${owner.get(from) ?? ''} ${kind} ${owner.get(to) ?? ''}`,
          ),
        );
        for (const { from, to, kind } of folded.arrows)
          expect(images.has(`${from} ${kind} ${to}`)).to.equal(true);
        expect(folded.nodes.find((node) => node.id === 'x0')?.names).to.deep.equal(['name0']);
        expect(folded.nodes.length).to.be.at.most(mostNodes + 1);
        if (folded.remarks.length === 0) expect(folded).to.deep.equal(picture);
      }),
      { numRuns: 60 },
    );
  });
});

const evil = [
  'a"]',
  '<script>alert(1)</script>',
  'a\nb',
  'back\\slash',
  '--> <b>',
  '%% comment',
  '#quot;',
  'end',
  '\u202eabc',
  '🙂 日本語',
  '{{x}}',
  '`md`',
  'nul\0',
  '\ud800',
  '&amp; &lt;',
  "it's",
  'x;y',
  '|pipe|',
  '\\N\\G\\l',
  '**bold** _it_',
  ']]>',
  '$&$1',
];

describe('names in pictures', () => {
  const picture: Picture = {
    nodes: evil.map((name, at) => ({
      id: `e${at}`,
      kind: kinds[at % kinds.length] ?? 'tag',
      names: at % 3 === 0 ? [name, `${name}2`] : [name],
      hosts: 2,
      order: at,
      notes: [name],
    })),
    arrows: evil.slice(1).map((_, at) => ({
      from: `e${at}`,
      to: `e${at + 1}`,
      kind: arrowKinds[at % arrowKinds.length] ?? 'has',
    })),
    remarks: [],
  };

  it('are text for Mermaid', () => {
    const lines = pictureMermaid(picture).trimEnd().split('\n');
    const node =
      /^ {4}n\d+(?:\[\[?|\(\[|\[\(|\{\{|>)"<b>[^"<>`]*<\/b>(?:<br\/><small>[^"<>`]*<\/small>)*"(?:\]\]?|\]\)|\)\]|\}\})$/u;
    const other =
      /^(?:flowchart LR| {4}(?:n\d+ (?:-->|-\.->(?:\|includes\|)?|==>|--x(?:\|absent\|)?|--o(?:\|uses\|)?) n\d+|classDef [a-z]+ fill:#[\da-f]{6},stroke:#[\da-f]{6},color:#[\da-f]{6}|class n\d+(?:,n\d+)* [a-z]+))$/;
    expect(lines.filter((line) => !node.test(line) && !other.test(line))).to.deep.equal([]);
    expect(lines.filter((line) => node.test(line))).to.have.length(evil.length);
    expect(titlesIn(pictureMermaid(picture))).to.include.members([
      '<script>alert(1)</script>',
      '--> <b>',
      '`md`',
      '&amp; &lt;',
      'a b',
    ]);
  });

  it('are text for Graphviz and in SVG', async () => {
    const svg = polishSvg(await layOut(pictureDot(picture)), picture, 'a <b> & "c".yaml');
    expect(unclosed(svg)).to.deep.equal([]);
    expect(svg).to.not.match(/<script|<b>|[\0\u202e]/);
    const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((found) =>
      plain(found[1] ?? ''),
    );
    expect(texts).to.include.members([
      '<script>alert(1)</script>',
      '--> <b>',
      '%% comment',
      '{{x}}',
      '&amp; &lt;',
      'back\\slash, back\\slash2',
      '🙂 日本語, 🙂 日本語2',
      '\\N\\G\\l, \\N\\G\\l2',
    ]);
    const titles = [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map((found) =>
      plain(found[1] ?? ''),
    );
    expect(titles[0]).to.equal(`a <b> & "c".yaml: ${evil.length} nodes`);
    expect(titles.filter((title) => /^n\d/.test(title))).to.deep.equal([]);
  });
});

/** Entities as the characters that they stand for. */
function plain(text: string): string {
  const named: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  };
  return text.replace(
    /&(?:#(\d+)|(\w+));/g,
    (_, code: string | undefined, name: string | undefined) =>
      code === undefined ? (named[name ?? ''] ?? '?') : String.fromCodePoint(Number(code)),
  );
}

/** Elements that are not closed in turn. */
function unclosed(xml: string): readonly string[] {
  const open: string[] = [];
  for (const [, closes, name = '', , itself] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (closes === '/' && open.at(-1) === name) open.pop();
    else if (itself !== '/') open.push(name);
  }
  return open;
}
