/** What lint finds is told in the editor, too, with the same words; quick fixes do what `--fix` does; stale findings go. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Diagnostic } from '../src/diagnostics/diagnostic.js';
import { isOfLint } from '../src/diagnostics/lint-codes.js';
import { lintOptionsFor } from '../src/lint/known.js';
import { findingsWithAdopted } from '../src/lint/lint.js';
import { complete } from '../src/lsp/complete.js';
import { edited } from '../src/lint/take-out.js';
import type { Fix } from '../src/lsp/fixes.js';
import { removalsFor, silencesFor } from '../src/lsp/lint-fixes.js';
import { createSession, type Session } from '../src/lsp/session.js';
import { validatePath } from '../src/pipeline.js';
import { fixtureFolder, systemIn, tellDiagnostics } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

const path = '/inventory.yaml';

/** Lets lint look to its end, and gives all that is told of each file by then. */
function linted(
  session: Session,
  told = new Map<string, readonly Diagnostic[]>(),
): Map<string, readonly Diagnostic[]> {
  for (const [file, found] of session.update()) told.set(file, found);
  const steps = session.lint();
  while (steps.next().done !== true);
  for (const [file, found] of session.update()) told.set(file, found);
  return told;
}

function opened(text: string): Session {
  const session = createSession(memorySystem({ [path]: text }));
  session.put(path, text);
  return session;
}

const applied = (before: string, { edits }: Fix): string =>
  edited(
    before,
    edits.map(({ span, text }) => ({ ...span, text })),
  );

const codesIn = (told: ReadonlyMap<string, readonly Diagnostic[]>): string[] =>
  (told.get(path) ?? []).map(
    ({ code, span }) => `${code} ${span.source.text.slice(span.start, span.end)}`,
  );

describe('the editor says what lint says', () => {
  for (const name of readdirSync(fixtureFolder('lint'))) {
    const folder = fixtureFolder('lint', name);
    const request = join(folder, 'request.json');
    const { file = 'inventory.yaml', consumers = [] } = existsSync(request)
      ? (JSON.parse(readFileSync(request, 'utf8')) as { file?: string; consumers?: string[] })
      : {};
    if (consumers.length > 0) continue;
    it(name, () => {
      const system = systemIn(folder);
      const entry = join(folder, file);
      const resolution = validatePath(system, entry);
      const expected = findingsWithAdopted(resolution, lintOptionsFor(system, resolution, [])).map(
        ({ diagnostic }) => diagnostic,
      );
      const session = createSession(system, { folders: [folder] });
      session.put(entry, readFileSync(entry, 'utf8'));
      const told = [...linted(session).values()]
        .flat()
        .filter(({ code, severity }) => severity === 'error' || isOfLint(code));
      expect(told.map((each) => tellDiagnostics([each])).sort()).to.deep.equal(
        expected.map((each) => tellDiagnostics([each])).sort(),
      );
      expect(expected).to.not.deep.equal([]);
    });
  }
});

describe('lint in the editor', () => {
  const text = 'hosts: [{name: gena, tags: [home]}]\ntags:\n  home: {}\n  net: {}\nvars: {}\n';

  it('tells nothing before it has looked, and then only what is new', () => {
    const session = opened(text);
    expect(codesIn(session.update())).to.deep.equal([]);
    expect(codesIn(linted(session))).to.deep.equal([
      'lint/unused-tag net',
      'lint/empty-section vars',
    ]);
    expect([...linted(session)]).to.deep.equal([]);
  });

  it('what was found stays where its text is now, without what was changed, until it has looked again', () => {
    const session = opened(text);
    linted(session);
    session.put(path, text.replace('  net', '  # more\n  net'));
    expect(codesIn(session.update())).to.deep.equal([
      'lint/unused-tag net',
      'lint/empty-section vars',
    ]);
    session.put(path, text.replace('  net: {}', '  nets: {}'));
    expect(codesIn(session.update())).to.deep.equal(['lint/empty-section vars']);
    expect(codesIn(linted(session))).to.deep.equal([
      'lint/unused-tag nets',
      'lint/empty-section vars',
    ]);
  });

  it('a text with errors keeps what was found in the one before', () => {
    const session = opened(text);
    linted(session);
    session.put(path, text.replace('tags: [home]', 'tags: [hom]'));
    expect(codesIn(linted(session))).to.deep.equal([
      'check/unknown-tag hom',
      'lint/unused-tag net',
      'lint/empty-section vars',
    ]);
  });

  it('steps that are dropped leave nothing', () => {
    const session = opened(text);
    session.update();
    const steps = session.lint();
    steps.next();
    session.put(path, `${text}# more\n`);
    const [analysis] = session.analyses();
    expect(analysis && session.findings(analysis)).to.deep.equal([]);
    expect(codesIn(linted(session))).to.deep.equal([
      'lint/unused-tag net',
      'lint/empty-section vars',
    ]);
  });

  it('another file that is opened beside it makes it look again', () => {
    const files = {
      [path]: 'include: [tags.yaml]\nhosts: [{name: gena}]\n',
      '/tags.yaml': 'tags: {net: {}}\n',
      '/staging.yaml': 'plugin: inventory-script\ninclude: [tags.yaml]\nhosts: [{name: lanst}]\n',
    };
    const session = createSession(memorySystem(files));
    session.put(path, files[path]);
    expect(
      [...linted(session)].flatMap(([file, found]) => found.map(({ code }) => `${file} ${code}`)),
    ).to.deep.equal(['/tags.yaml lint/unused-tag']);
    session.put('/staging.yaml', files['/staging.yaml'].replace('lanst', 'lanst, tags: [net]'));
    expect(
      [...linted(session)].flatMap(([file, found]) => found.map(({ code }) => `${file} ${code}`)),
    ).to.deep.equal([]);
  });

  /** [a finding, the titles of its fixes, the text after each] */
  const rows: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
    [
      'lint/unused-tag',
      text,
      [
        ['Remove the tag `net`', text.replace('  net: {}\n', '')],
        [
          'Ignore `lint/unused-tag` here',
          text.replace('  net', '  # inventory-script: ignore lint/unused-tag\n  net'),
        ],
      ],
    ],
    [
      'lint/empty-section',
      text,
      [
        ['Remove `vars`', text.replace('vars: {}\n', '')],
        [
          'Ignore `lint/empty-section` here',
          text.replace('vars', '# inventory-script: ignore lint/empty-section\nvars'),
        ],
      ],
    ],
    [
      'resolve/marker-no-effect',
      'hosts: [{name: gena}]\nvars:\n  a: !append [1]\n',
      [
        ['Remove `!append`', 'hosts: [{name: gena}]\nvars:\n  a: [1]\n'],
        [
          'Ignore `resolve/marker-no-effect` here',
          'hosts: [{name: gena}]\nvars:\n  # inventory-script: ignore resolve/marker-no-effect\n  a: !append [1]\n',
        ],
      ],
    ],
    [
      'lint/unused-ignore',
      'hosts: [] # inventory-script: ignore lint/unused-tag\n',
      [['Remove the comment', 'hosts: []\n']],
    ],
    [
      'lint/same-address',
      'hosts:\n  - {name: gena, vars: {ansible_host: 192.0.2.7}}\n  - {name: lanst, vars: {ansible_host: 192.0.2.7}}\n',
      [
        [
          'Ignore `lint/same-address` here',
          'hosts:\n  - {name: gena, vars: {ansible_host: 192.0.2.7}}\n  # inventory-script: ignore lint/same-address\n  - {name: lanst, vars: {ansible_host: 192.0.2.7}}\n',
        ],
      ],
    ],
  ];
  for (const [code, before, fixes] of rows) {
    it(`fixes ${code}`, () => {
      const session = opened(before);
      const found = (linted(session).get(path) ?? []).find((each) => each.code === code);
      const [analysis] = session.analyses();
      if (found === undefined || analysis === undefined) throw new Error('nothing found');
      const offered = [
        ...removalsFor(found, analysis, session.findings(analysis)),
        ...silencesFor(found),
      ];
      expect(offered.map((each) => [each.title, applied(before, each)])).to.deep.equal(fixes);
      const silenced = offered.find(({ title }) => title.startsWith('Ignore'));
      if (silenced !== undefined)
        expect(
          codesIn(linted(opened(applied(before, silenced)))).filter((each) =>
            each.startsWith(code),
          ),
        ).to.deep.equal([]);
    });
  }
});

describe('completion below `ansible.lint`', () => {
  const offered = (text: string): string[] => {
    const session = opened(text.replace('|>', ''));
    session.update();
    const [located] = session.recall(path);
    if (located === undefined) throw new Error('no inventory');
    return complete(
      { system: memorySystem({}), located, analyses: session.analyses() },
      text.replace('|>', ''),
      text.indexOf('|>'),
    ).map((each) => each.label);
  };
  it('offers the codes that are not there, and their levels', () => {
    const found = offered('hosts: []\nansible:\n  lint:\n    lint/unused-tag: off\n    |>\n');
    expect(found)
      .to.include.members(['lint/same-address', 'check/similar-variable'])
      .and.not.include.members(['lint/unused-tag']);
    expect(found).to.not.include('check/unknown-tag');
    expect(offered('hosts: []\nansible:\n  lint:\n    lint/unused-tag: |>\n')).to.include.members([
      'off',
      'hint',
      'warning',
      'error',
    ]);
  });
});
