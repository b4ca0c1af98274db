/** Quick fixes: what each writes, and that every fix that is offered for any fixture mends what it is offered for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Diagnostic } from '../src/diagnostics/diagnostic.js';
import type { Edit } from '../src/lsp/edits.js';
import { fixesFor } from '../src/lsp/fixes.js';
import { createSession } from '../src/lsp/session.js';
import { fixtureFolder, systemIn } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

/** The texts of files after edits, none of which touches another. */
function applied(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { span, text } of [...edits].sort((a, b) => b.span.start - a.span.start)) {
    const now = texts.get(span.source.path) ?? span.source.text;
    texts.set(span.source.path, now.slice(0, span.start) + text + now.slice(span.end));
  }
  return texts;
}

/** [what is wrong, the titles of the fixes, the text after the first one] */
const rows: readonly (readonly [string, readonly string[], string])[] = [
  [
    'hosts: [{name: gena, tags: [hom]}]\ntags: {home: {}}\n',
    ['Replace by `home`', 'Add the tag `hom`'],
    'hosts: [{name: gena, tags: [home]}]\ntags: {home: {}}\n',
  ],
  [
    'hosts: [{name: gena, tags: ["hom"]}]\ntags: {home: {}}\n',
    ['Replace by `home`', 'Add the tag `hom`'],
    'hosts: [{name: gena, tags: ["home"]}]\ntags: {home: {}}\n',
  ],
  [
    'hosts: [{name: gena, tags: [net]}]\n',
    ['Add the tag `net`'],
    'hosts: [{name: gena, tags: [net]}]\ntags:\n  net: {}\n',
  ],
  [
    'hosts: [{name: gena, tags: [net]}]\ntags:\n  isp_and_more:\n    order: 1\n',
    ['Add the tag `net`'],
    'hosts: [{name: gena, tags: [net]}]\ntags:\n  net: {}\n  isp_and_more:\n    order: 1\n',
  ],
  [
    'hosts: [{name: gena, tags: [net]}]\ntags: {}\n',
    ['Add the tag `net`'],
    'hosts: [{name: gena, tags: [net]}]\ntags: {net: {}}\n',
  ],
  [
    'hosts: [{name: gena, tags: [net]}]\ntags:\n',
    ['Add the tag `net`'],
    'hosts: [{name: gena, tags: [net]}]\ntags:\n  net: {}\n',
  ],
  [
    'hosts: []\ntags: {home: {services: {app: {}}}}\n',
    ['Add the service `app`'],
    'hosts: []\ntags: {home: {services: {app: {}}}}\nservices:\n  app: {order: 10, binaries: {app: {type: deb, package: app}}}\n',
  ],
  ['hosts: []\nvars: {a: 1e3}\n', ['Write "1e3"'], 'hosts: []\nvars: {a: "1e3"}\n'],
  ['hosts: []\nvars: {a: 0644}\n', ['Write "0644"', 'Write 420'], 'hosts: []\nvars: {a: "0644"}\n'],
  [
    'hosts: []\nvars: {a: 2001-02-30}\n',
    ['Write "2001-02-30"'],
    'hosts: []\nvars: {a: "2001-02-30"}\n',
  ],
  ['hosts: []\nvars: {a: -.inf}\n', ['Write "-.inf"'], 'hosts: []\nvars: {a: "-.inf"}\n'],
  ['hosts: []\nvars: {a: *b}\n', ['Write "*b"'], 'hosts: []\nvars: {a: "*b"}\n'],
  ['hosts: []\nvars: {"a b": 1}\n', ['Write "a_b"'], 'hosts: []\nvars: {"a_b": 1}\n'],
  [
    'hosts: [{name: a}]\nvariables: {t: boolean}\nvars: {t: "true"}\n',
    ['Write true'],
    'hosts: [{name: a}]\nvariables: {t: boolean}\nvars: {t: true}\n',
  ],
  ['hosts: [{name: 12}]\n', ['Write "12"'], 'hosts: [{name: "12"}]\n'],
  [
    'hosts: [{name: gena, tags: [a, b]}]\ntags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 1, vars: {x: 2}}\n',
    ['Raise the order of the tag `b` to 2', 'Raise the order of the tag `a` to 2'],
    'hosts: [{name: gena, tags: [a, b]}]\ntags:\n  a: {order: 1, vars: {x: 1}}\n  b: {order: 2, vars: {x: 2}}\n',
  ],
  [
    'hosts: [{name: gena, tags: [a, b]}]\ntags:\n  a: {vars: {x: 1}}\n  b:\n    vars: {x: 2}\n',
    ['Raise the order of the tag `b` to 1', 'Raise the order of the tag `a` to 1'],
    'hosts: [{name: gena, tags: [a, b]}]\ntags:\n  a: {vars: {x: 1}}\n  b:\n    order: 1\n    vars: {x: 2}\n',
  ],
  [
    'hosts: []\ntags:\n  a: {order: 1, includes: [b]}\n  b: {order: 1}\n',
    ['Raise the order of the tag `a` to 2'],
    'hosts: []\ntags:\n  a: {order: 2, includes: [b]}\n  b: {order: 1}\n',
  ],
  [
    'hosts: []\nvariables: {"*": false}\nvars: {a: 1}\n',
    ['Add the declaration of `a`'],
    'hosts: []\nvariables: {a: {type: any}, "*": false}\nvars: {a: 1}\n',
  ],
];

describe('quick fixes', () => {
  for (const [text, titles, after] of rows) {
    it(`${JSON.stringify(text)}: ${titles.join(', ')}`, () => {
      const session = createSession(
        memorySystem({ '/fleet/inventory.yaml': text }, { cwd: '/fleet' }),
      );
      session.put('/fleet/inventory.yaml', text);
      session.update();
      const [analysis] = session.analyses();
      const fixes =
        analysis === undefined
          ? []
          : analysis.resolution.diagnostics.flatMap((each) =>
              fixesFor(each, analysis, session.analyses()),
            );
      expect(fixes.map((each) => each.title)).to.deep.equal(titles);
      expect(applied(fixes[0]?.edits ?? []).get('/fleet/inventory.yaml')).to.equal(after);
    });
  }

  it('add an export to the upstream', () => {
    const files = {
      '/fleet/inventory.yaml':
        'upstreams: {network: {source: network}}\nvars: {a: "${network.vpc_id}"}\nhosts: [{name: a, transport: {type: ssh, port: "${network.ssh}"}}]\n',
      '/fleet/network/inventory.yaml': 'hosts: []\n',
    };
    const session = createSession(memorySystem(files, { cwd: '/fleet' }));
    session.put('/fleet/inventory.yaml', files['/fleet/inventory.yaml']);
    session.update();
    const [analysis] = session.analyses();
    const fixes =
      analysis === undefined
        ? []
        : analysis.resolution.diagnostics.flatMap((each) =>
            fixesFor(each, analysis, session.analyses()),
          );
    expect(fixes.map((each) => each.title)).to.deep.equal([
      'Add the export `vpc_id`',
      'Add the export `ssh`',
    ]);
    const texts = fixes.map(({ edits }) => applied(edits).get('/fleet/network/inventory.yaml'));
    expect(texts).to.deep.equal(
      ['string', 'port'].map(
        (type, at) => `hosts: []\nexports:\n  ${['vpc_id', 'ssh'][at]}: {type: ${type}}\n`,
      ),
    );
  });

  let count = 0;
  for (const name of readdirSync(fixtureFolder('diagnostics'))) {
    const folder = fixtureFolder('diagnostics', name);
    const path = join(folder, 'inventory.yaml');
    if (!existsSync(path)) continue;
    it(`mend what they are offered for: ${name}`, () => {
      const open = (): ReturnType<typeof createSession> => {
        const session = createSession(systemIn(folder), { folders: [folder] });
        session.put(path, new TextDecoder().decode(readFileSync(path)));
        session.update();
        return session;
      };
      const session = open();
      const [analysis] = session.analyses().filter((each) => each.path === path);
      for (const diagnostic of analysis?.resolution.diagnostics ?? []) {
        for (const fix of analysis === undefined
          ? []
          : fixesFor(diagnostic, analysis, session.analyses())) {
          const after = open();
          for (const [file, text] of applied(fix.edits)) after.put(file, text);
          after.update();
          // The same fault may stand elsewhere too.
          const same = (found: readonly Diagnostic[]): number =>
            found.filter(
              (each) =>
                each.code === diagnostic.code &&
                each.message === diagnostic.message &&
                each.span.start === diagnostic.span.start,
            ).length;
          const left =
            after.analyses().find((each) => each.path === path)?.resolution.diagnostics ?? [];
          expect(
            same(left),
            `${fix.title} for ${diagnostic.code}: ${diagnostic.message}\n${[...applied(fix.edits).values()].join('')}`,
          ).to.be.lessThan(same(analysis?.resolution.diagnostics ?? []));
          count++;
        }
      }
    });
  }

  it('were offered', () => {
    expect(count).to.be.greaterThan(60);
  });
});
