/** What lies in the folders of the client and is not open: inventories that share a file, and those that take values of another. */
import { expect } from 'chai';
import fc from 'fast-check';
import { definitionsAt, mentionAt, mentionsOf, rename } from '../src/lsp/navigate.js';
import { lensText } from '../src/lsp/outline.js';
import { createPaths } from '../src/lsp/paths.js';
import { createSession, type Session } from '../src/lsp/session.js';
import { memorySystem } from './support/memory-system.js';
import { places } from './support/editing.js';

const common = 'tags:\n  home: {order: 1, vars: {a: 1}}\n';
const environments = {
  '/fleet/common/tags.yaml': common,
  '/fleet/common/app.yaml': 'binaries: {tool: {type: deb, package: app}}\n',
  '/fleet/staging/inventory.yaml':
    'include: [../common/tags.yaml]\nservices: {app: {order: 1, file: ../common/app.yaml}}\nhosts: [{name: a, tags: [home]}]\n',
  '/fleet/production/inventory.yaml':
    'include: [../common/tags.yaml]\nhosts: [{name: b, tags: [home]}, {name: c}]\n',
  '/fleet/roles/x/tasks/main.yml': '- name: play\n',
};
const chain = {
  '/fleet/core/inventory.yaml':
    'types: {Id: {type: string, pattern: "^x"}}\nexports:\n  region: {value: eu}\n  id: {type: Id, value: x1}\nhosts: []\n',
  '/fleet/network/inventory.yaml':
    'upstreams: {core: {source: ../core}}\nexports:\n  region: {value: "${core.region}"}\nhosts: []\n',
  '/fleet/web/inventory.yaml':
    'upstreams: {net: {source: ../network}, core: {source: ../core}}\nvariables: {id: core.Id}\nvars: {r: "${net.region}", c: "${core.region}", id: "${core.id}"}\nhosts: [{name: w}]\n',
};

function opened(
  files: Readonly<Record<string, string>>,
  path: string,
  folders = ['/fleet'],
): Session {
  const session = createSession(memorySystem(files, { cwd: '/fleet' }), { folders });
  session.put(path, files[path] ?? '');
  session.update();
  return session;
}

function references(session: Session, path: string, word: string): string[] {
  const [located] = session.locate(path);
  const mention = located && mentionAt(located, located.draft.source.text.indexOf(word) + 1);
  return mention === undefined
    ? []
    : places(mentionsOf(mention, session.everywhere()).map((each) => each.span));
}

describe('the folders of the client', () => {
  it('find the inventories of a shared file that is opened alone', () => {
    const session = opened(environments, '/fleet/common/tags.yaml');
    expect(session.analyses().map((each) => each.path)).to.have.members([
      '/fleet/production/inventory.yaml',
      '/fleet/staging/inventory.yaml',
    ]);
    expect(references(session, '/fleet/common/tags.yaml', 'home')).to.deep.equal([
      'common/tags.yaml:2:3 "home"',
      'production/inventory.yaml:2:26 "home"',
      'staging/inventory.yaml:3:26 "home"',
    ]);
    expect(
      lensText(session.locate('/fleet/common/tags.yaml'), () => common.indexOf('home')).split(
        ' · ',
      ),
    ).to.have.members(['production: 1 of 2 hosts', 'staging: 1 of 1 host']);
    expect(
      opened(environments, '/fleet/common/app.yaml')
        .analyses()
        .map((each) => each.path),
    ).to.deep.equal(['/fleet/staging/inventory.yaml']);
    expect(opened(environments, '/fleet/roles/x/tasks/main.yml').analyses()).to.deep.equal([]);
  });

  it('find the same whatever was opened before', () => {
    const session = opened(environments, '/fleet/staging/inventory.yaml');
    session.put('/fleet/common/tags.yaml', common);
    session.update();
    expect(session.locate('/fleet/common/tags.yaml')).to.have.length(2);
    session.close('/fleet/common/tags.yaml');
    session.update();
    expect(session.analyses().map((each) => each.path)).to.deep.equal([
      '/fleet/staging/inventory.yaml',
    ]);
  });

  it('show who takes the values of an inventory, though nobody opened them', () => {
    const session = opened(chain, '/fleet/core/inventory.yaml');
    expect(references(session, '/fleet/core/inventory.yaml', 'region')).to.deep.equal([
      'core/inventory.yaml:3:3 "region"',
      'network/inventory.yaml:3:27 "region"',
      'web/inventory.yaml:3:39 "region"',
    ]);
    expect(references(session, '/fleet/core/inventory.yaml', 'Id')).to.deep.equal([
      'core/inventory.yaml:1:9 "Id"',
      'core/inventory.yaml:4:14 "Id"',
      'web/inventory.yaml:2:22 "Id"',
    ]);
    // An export is not that of the same name which passes it on.
    session.put('/fleet/network/inventory.yaml', chain['/fleet/network/inventory.yaml']);
    expect(references(session, '/fleet/network/inventory.yaml', 'region: {')).to.deep.equal([
      'network/inventory.yaml:3:3 "region"',
      'web/inventory.yaml:3:18 "region"',
    ]);
  });

  it('are renamed in as they are by now, also where the client does not tell what happens on disk', () => {
    const files: Record<string, string> = { ...chain };
    const system = memorySystem(files, { cwd: '/fleet' });
    const session = createSession(
      {
        ...system,
        readFile: (path) => memorySystem(files).readFile(path),
        stampOf: (path) => memorySystem(files).stampOf(path),
        kindOf: (path) => memorySystem(files).kindOf(path),
      },
      { folders: ['/fleet'] },
    );
    session.put('/fleet/core/inventory.yaml', chain['/fleet/core/inventory.yaml']);
    expect(references(session, '/fleet/core/inventory.yaml', 'region')).to.have.length(3);
    files['/fleet/web/inventory.yaml'] =
      'upstreams: {core: {source: ../core}}\n\nvars: {c: "${core.region}"}\nhosts: []\n';
    const [located] = session.locate('/fleet/core/inventory.yaml');
    const mention = located && mentionAt(located, located.draft.source.text.indexOf('region'));
    const edits = mention && rename(mention, 'area', session.everywhere());
    expect(
      edits && 'refusal' in edits ? edits.refusal : places(edits?.map((each) => each.span) ?? []),
    ).to.deep.equal([
      'core/inventory.yaml:3:3 "region"',
      'network/inventory.yaml:3:27 "region"',
      'web/inventory.yaml:3:19 "region"',
    ]);
  });

  it('come and go', () => {
    const session = opened(environments, '/fleet/common/tags.yaml', []);
    expect(session.analyses()).to.deep.equal([]);
    session.setFolders(['/fleet/staging']);
    session.update();
    expect(session.analyses().map((each) => each.path)).to.deep.equal([
      '/fleet/staging/inventory.yaml',
    ]);
  });

  it('take the buffer of an upstream for what it is, three inventories deep', () => {
    const session = opened(chain, '/fleet/web/inventory.yaml');
    session.put(
      '/fleet/core/inventory.yaml',
      chain['/fleet/core/inventory.yaml'].replace('region: {value: eu}', 'regions: {value: eu}'),
    );
    const told = [...session.update()].map(
      ([path, found]) => `${path} ${found.map((each) => each.code).join()}`,
    );
    expect(told).to.have.members([
      '/fleet/web/inventory.yaml upstream/unknown-export',
      '/fleet/network/inventory.yaml upstream/unknown-export',
    ]);
    const [located] = session.locate('/fleet/web/inventory.yaml');
    const at = chain['/fleet/web/inventory.yaml'].indexOf('core.region') + 6;
    expect(
      located && definitionsAt(memorySystem(chain), located, at, session.analyses()),
    ).to.deep.equal([]);
  });

  it('know an included file that includes others for a part', () => {
    const files = {
      '/fleet/inventory.yaml': 'include: [common.yaml]\nhosts: [{name: a, tags: [home]}]\n',
      '/fleet/common.yaml': 'include: [tags.yaml]\n',
      '/fleet/tags.yaml': common,
    };
    for (const path of Object.keys(files))
      expect(
        opened(files, path)
          .analyses()
          .map((each) => each.path),
        path,
      ).to.deep.equal(['/fleet/inventory.yaml']);
    const staging = {
      '/fleet/staging.yaml': 'include: [common.yaml]\nhosts: []\n',
      '/fleet/common.yaml': 'include: [tags.yaml]\n',
      '/fleet/tags.yaml': common,
    };
    for (const path of Object.keys(staging))
      expect(
        opened(staging, path)
          .analyses()
          .map((each) => each.path),
        path,
      ).to.deep.equal(['/fleet/staging.yaml']);
  });

  it('matter, and not what was typed before', () => {
    const files: Readonly<Record<string, string>> = {
      ...environments,
      '/fleet/inventory.yaml': 'include: [common/tags.yaml]\nhosts: [{name: d, tags: [home]}]\n',
    };
    const paths = Object.keys(files);
    const texts = fc.constantFrom(
      ...Object.values(files).filter((text) => !text.startsWith('- ')),
      '',
      'hosts: []\ntags: {}\n',
      'plugin: inventory-script\nhosts: [{name: x, tags: [y]}]\n',
      'tags: {x: [\n',
    );
    const step = fc.record({
      path: fc.constantFrom(...paths),
      text: fc.option(texts, { nil: undefined }),
      updates: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const system = memorySystem(files, { cwd: '/fleet' });
        const session = createSession(system, { folders: ['/fleet'] });
        const open = new Map<string, string>();
        for (const { path, text, updates } of steps) {
          if (text === undefined) session.close(path);
          else session.put(path, text);
          if (text === undefined) open.delete(path);
          else open.set(path, text);
          if (updates) session.update();
        }
        session.update();
        const fresh = createSession(system, { folders: ['/fleet'] });
        for (const [path, text] of open) fresh.put(path, text);
        fresh.update();
        const told = (each: Session): string[] =>
          each
            .analyses()
            .map((one) =>
              [
                one.path,
                ...one.resolution.diagnostics.map(
                  ({ code, span }) => `${code} ${span.source.path} ${span.start}`,
                ),
              ].join('\n'),
            )
            .sort();
        expect(told(session)).to.deep.equal(told(fresh));
      }),
      { numRuns: 60 },
    );
  });

  it('hold the texts that were never saved', () => {
    const paths = createPaths(
      () => '/fleet',
      (path) => path,
    );
    expect([paths.open('untitled:Untitled-1'), paths.uriOf('/fleet/Untitled-1')]).to.deep.equal([
      '/fleet/Untitled-1',
      'untitled:Untitled-1',
    ]);
    expect([
      paths.pathOf('untitled:/fleet/new%20one.yaml'),
      paths.pathOf('untitled:%zz'),
      paths.pathOf('git:/fleet/x.yaml'),
      paths.folderOf('file:///fleet/'),
    ]).to.deep.equal(['/fleet/new one.yaml', undefined, undefined, '/fleet']);
  });

  it('may be reached through links: a file has the name by which it was opened', () => {
    const real = {
      '/fleet/real/inventory.yaml': 'include: [tags.yaml]\nhosts: [{name: a, tags: [home]}]\n',
      '/fleet/real/tags.yaml': common,
      '/fleet/link': { linkTo: 'real' },
    };
    const session = createSession(memorySystem(real, { cwd: '/fleet' }), { folders: ['/fleet'] });
    session.put('/fleet/link/inventory.yaml', real['/fleet/real/inventory.yaml']);
    session.put('/fleet/real/tags.yaml', 'tags: {hom: {}}\n');
    expect([...session.update()].map(([path, found]) => `${path} ${found.length}`)).to.have.members(
      ['/fleet/link/inventory.yaml 1', '/fleet/real/tags.yaml 0'],
    );
    expect(session.nameOf('/fleet/link/tags.yaml')).to.equal('/fleet/real/tags.yaml');
  });

  it('are looked through from the file outwards, so that what is near is found among very many', () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`/fleet/x${at}/inventory.yaml`, 'hosts: []\n']),
    );
    expect(
      opened(
        {
          ...many,
          '/fleet/a/common/tags.yaml': common,
          '/fleet/a/prod/inventory.yaml': 'include: [../common/tags.yaml]\nhosts: []\n',
        },
        '/fleet/a/common/tags.yaml',
      )
        .analyses()
        .map((each) => each.path),
    ).to.deep.equal(['/fleet/a/prod/inventory.yaml']);
  });
});
