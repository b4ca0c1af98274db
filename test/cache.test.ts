/** The cache of `--list`: whatever changes, a second run prints what a run without a cache would. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { askAgain, observe } from '../src/cache/observe.js';
import { resolvePath } from '../src/pipeline.js';
import { emitList } from '../src/ansible/list.js';
import { entryOf, filesOf, fresh, host, list, run, world, type World } from './support/cached.js';
import { fixtureFolder, readRequest } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

const files = {
  'inventory.yaml': [
    'include: ["conf.d/*.yaml", link.yaml]',
    'hosts: [{name: gena, tags: [home]}, {name: lanst}]',
    'tags: {home: {vars: {a: 1}, services: {app: {}}}}',
    'services: {app: {order: 1, file: app.yaml}}',
  ].join('\n'),
  'app.yaml': 'configs: {main: {path: /etc/a.conf, template: {inline: x}}}\n',
  'other.yaml': 'configs: {main: {path: /etc/b.conf, template: {inline: x}}}\n',
  'conf.d/one.yaml': 'tags: {one: {}}\n',
  'link-a.yaml': 'tags: {link-a: {}}\n',
  'link-b.yaml': 'tags: {link-b: {}}\n',
};

/** A world whose list is in the cache. */
function warm(more: Readonly<Record<string, string>> = {}): World {
  const made = world({ ...files, ...more });
  symlinkSync('link-a.yaml', made.at('link.yaml'));
  run(made);
  expect(run(made).from).to.equal('cache');
  return made;
}

describe('a second run', () => {
  const kept: [what: string, act: (within: World) => void][] = [
    ['nothing changed', () => undefined],
    [
      'a file that nothing names appeared',
      ({ at }) => {
        writeFileSync(at('note.txt'), 'x');
      },
    ],
    [
      'the template of a config appeared',
      ({ at }) => {
        writeFileSync(at('x'), 'x');
      },
    ],
    [
      'a service file that is not named changed',
      ({ at }) => {
        writeFileSync(at('other.yaml'), 'x');
      },
    ],
  ];
  for (const [what, act] of kept) {
    it(`is answered from the cache where ${what}`, () => {
      const made = warm();
      act(made);
      const second = run(made);
      expect(second.from).to.equal('cache');
      expect(second.text).to.equal(fresh(made));
    });
  }

  const changes: [what: string, act: (within: World) => void][] = [
    [
      'the inventory was edited',
      ({ at }) => {
        writeFileSync(at('inventory.yaml'), files['inventory.yaml'].replace('a: 1', 'a: 12'));
      },
    ],
    [
      'it was edited to the same size',
      ({ at }) => {
        writeFileSync(at('inventory.yaml'), files['inventory.yaml'].replace('a: 1', 'a: 2'));
      },
    ],
    [
      'a file was edited to the same size and given its old time',
      ({ at }) => {
        utimesSync(at('app.yaml'), 1000, 1000);
        writeFileSync(at('app.yaml'), files['other.yaml']);
        utimesSync(at('app.yaml'), 1000, 1000);
      },
    ],
    [
      'another file was renamed over it',
      ({ at }) => {
        renameSync(at('other.yaml'), at('app.yaml'));
      },
    ],
    [
      'a new file matches a glob',
      ({ at }) => {
        writeFileSync(at('conf.d/two.yaml'), 'tags: {two: {}}\n');
      },
    ],
    [
      'a file that matched a glob is gone',
      ({ at }) => {
        unlinkSync(at('conf.d/one.yaml'));
      },
    ],
    [
      'a file that matched a glob is a folder',
      ({ at }) => {
        unlinkSync(at('conf.d/one.yaml'));
        mkdirSync(at('conf.d/one.yaml'));
      },
    ],
    [
      'the folder of a glob is gone',
      ({ at }) => {
        rmSync(at('conf.d'), { recursive: true });
      },
    ],
    [
      'a link leads to another file',
      ({ at }) => {
        unlinkSync(at('link.yaml'));
        symlinkSync('link-b.yaml', at('link.yaml'));
      },
    ],
    [
      'the folder is another one with the same files',
      ({ folder, at }) => {
        cpSync(folder, `${folder}-new`, { recursive: true });
        renameSync(folder, `${folder}-old`);
        renameSync(`${folder}-new`, folder);
        writeFileSync(at('link-a.yaml'), 'tags: {link-c: {}}\n');
      },
    ],
    [
      'permissions changed',
      ({ at }) => {
        chmodSync(at('app.yaml'), 0o600);
      },
    ],
  ];
  for (const [what, act] of changes) {
    it(`is computed where ${what}, and kept again`, () => {
      const made = warm();
      act(made);
      const second = run(made);
      expect(second).to.include({ from: 'computed', exitCode: 0 });
      expect(second.text).to.equal(fresh(made));
      expect(run(made)).to.deep.equal({ ...second, from: 'cache' });
    });
  }

  const faults: [what: string, act: (within: World) => void, told: string][] = [
    [
      'a service file is gone',
      ({ at }) => {
        unlinkSync(at('app.yaml'));
      },
      'app.yaml',
    ],
    [
      'the inventory is no YAML any more',
      ({ at }) => {
        writeFileSync(at('inventory.yaml'), '{');
      },
      'inventory.yaml',
    ],
    [
      'a second inventory stands beside it',
      ({ at }) => {
        writeFileSync(at('inventory.yml'), 'hosts: []\n');
      },
      'holds both',
    ],
    [
      'a link leads nowhere',
      ({ at }) => {
        unlinkSync(at('link-a.yaml'));
      },
      'link.yaml',
    ],
  ];
  for (const [what, act, told] of faults) {
    it(`fails as without a cache where ${what}, and keeps no failure`, () => {
      const made = warm();
      act(made);
      const inFolder = { ...list, file: '.' };
      for (let round = 0; round < 2; round++) {
        const answer = run(made, inFolder);
        expect(answer).to.include({ from: 'computed', exitCode: 1, text: '' });
        expect(answer.stderr).to.include(told);
      }
    });
  }

  it('sees a file that was not there', () => {
    const made = warm({ 'conf.d/two.yaml': 'include: ["more/*.yaml"]\n' });
    mkdirSync(made.at('conf.d/more'));
    writeFileSync(made.at('conf.d/more/three.yaml'), 'tags: {three: {}}\n');
    const second = run(made);
    expect(second.from).to.equal('computed');
    expect(second.text).to.include('"three"').and.to.equal(fresh(made));
  });

  it('sees that a link which led nowhere leads to a file that a glob matches', () => {
    const made = world(files);
    symlinkSync('link-a.yaml', made.at('link.yaml'));
    symlinkSync('../late', made.at('conf.d/late.yaml'));
    run(made);
    expect(run(made).from).to.equal('cache');
    writeFileSync(made.at('late'), 'tags: {late: {}}\n');
    const second = run(made);
    expect(second.from).to.equal('computed');
    expect(second.text).to.include('"late"').and.to.equal(fresh(made));
  });

  it('sees that a link which led to a file included already leads to another', () => {
    const made = world({
      ...files,
      'inventory.yaml': 'include: [link-a.yaml, link.yaml]\nhosts: []\n',
    });
    symlinkSync('link-a.yaml', made.at('link.yaml'));
    run(made);
    expect(run(made).from).to.equal('cache');
    unlinkSync(made.at('link.yaml'));
    symlinkSync('link-b.yaml', made.at('link.yaml'));
    const second = run(made);
    expect(second.from).to.equal('computed');
    expect(second.text).to.include('"link_b"').and.to.equal(fresh(made));
  });

  it('believes no time that is too fresh: an edit that leaves all of them alone is seen by its content', () => {
    // What the disk cannot be made to do, a system can be: all stamps of a file are equal.
    const world1 = memorySystem(
      { '/inventory.yaml': 'hosts: [{name: gena}]\n' },
      { now: () => 5000, changedAt: 4000 },
    );
    const observer = observe(world1);
    resolvePath(observer.system, '/inventory.yaml');
    const observations = observer.observations() ?? [];
    expect(observations.filter((each) => each.sha256 !== undefined)).to.have.length(1);
    const edited = memorySystem(
      { '/inventory.yaml': 'hosts: [{name: lena}]\n' },
      { now: () => 9000, changedAt: 4000 },
    );
    const disguised = {
      ...edited,
      stampOf: world1.stampOf.bind(world1),
      readFile: (path: string) => ({ ...edited.readFile(path), stamp: world1.stampOf(path) }),
    };
    expect(askAgain(disguised as typeof edited, observations)).to.equal(undefined);
    expect(askAgain(world1, observations)).to.equal(observations);
    const later = { ...world1, now: () => 6001 };
    expect(askAgain(later, observations)?.map((each) => each.sha256)).to.deep.equal(
      observations.map(() => undefined),
    );
  });

  it('needs no hash of a file once its time can be believed', () => {
    const made = warm();
    const hashes = (): number => readFileSync(entryOf(made), 'latin1').split('sha256').length - 1;
    expect(hashes()).to.be.greaterThan(0);
    expect(run(made, list, { later: 10_000 }).from).to.equal('cache');
    expect(hashes()).to.equal(0);
    expect(run(made)).to.deep.include({ from: 'cache', text: fresh(made) });
  });

  it('is the same from every folder', () => {
    const made = warm();
    const elsewhere = { ...made, folder: '/' };
    const answer = run(elsewhere, { ...list, file: made.at('inventory.yaml') });
    expect(answer).to.deep.include({ from: 'cache', text: fresh(made) });
  });
});

describe('the answers that a list was made from', () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    '/w/inventory.yaml': [
      'include: ["d/*.yaml", x.yaml]\nhosts: [{name: gena, tags: [t]}]\n',
      'include: ["d/**/*.yaml"]\nhosts: [{name: gena}]\n',
    ],
    '/w/x.yaml': ['tags: {t: {vars: {a: 1}}}\n', 'tags: {t: {vars: {a: 2}}}\n'],
    '/w/d/a.yaml': ['tags: {a: {}}\n', 'tags: {a: {vars: {b: 1}}}\n'],
    '/w/d/b.yaml': ['tags: {b: {}}\n', 'include: [c/c.yaml]\n'],
    '/w/d/c/c.yaml': ['tags: {c: {}}\n', 'tags: {}\n'],
    '/w/d/c/note': ['1', '2'],
  };
  const anyWorld = fc.record(
    Object.fromEntries(
      Object.entries(texts).map(([path, each]) => [path, fc.constantFrom(undefined, ...each)]),
    ),
  );
  const systemFrom = (
    entries: Record<string, string | undefined>,
  ): ReturnType<typeof memorySystem> =>
    memorySystem(
      Object.fromEntries(
        Object.entries(entries).filter((each): each is [string, string] => each[1] !== undefined),
      ),
    );

  it('are the same only where the list is the same, whatever else changed', () => {
    let held = 0;
    fc.assert(
      fc.property(anyWorld, anyWorld, (before, after) => {
        const observer = observe(systemFrom(before));
        const first = resolvePath(observer.system, '/w/inventory.yaml');
        const observations = observer.observations() ?? [];
        expect(askAgain(systemFrom(before), observations)).to.equal(observations);
        if (askAgain(systemFrom(after), observations) === undefined) return;
        held++;
        const second = resolvePath(systemFrom(after), '/w/inventory.yaml');
        expect(second.valid).to.equal(first.valid);
        if (first.valid)
          expect([...emitList(second.resolved, false)]).to.deep.equal([
            ...emitList(first.resolved, false),
          ]);
      }),
      { numRuns: 1500 },
    );
    expect(held).to.be.greaterThan(10);
  });

  it('are not kept where something cannot be asked again, or was answered in two ways', () => {
    const system = memorySystem({ '/a': '1' });
    for (const ask of [
      (each: typeof system) => each.env,
      (each: typeof system) => each.now(),
      (each: typeof system) => each.makeFolder('/b'),
    ]) {
      const observer = observe(system);
      ask(observer.system as typeof system);
      expect(observer.observations()).to.equal(undefined);
    }
    let content = '1';
    const changing = observe({
      ...system,
      readFile: (path) => memorySystem({ '/a': content }).readFile(path),
    });
    changing.system.readFile('/a');
    expect(changing.observations()).to.have.length(1);
    content = '2';
    changing.system.readFile('/a');
    expect(changing.observations()).to.equal(undefined);
  });
});

describe('what is kept', () => {
  for (const name of readdirSync(fixtureFolder('list'))) {
    it(`is what was printed, and every host in it: fixture ${name}`, () => {
      const made = world({});
      cpSync(fixtureFolder('list', name), made.folder, { recursive: true });
      const { tags, services } = readRequest(made.folder);
      for (const request of [list, { ...list, compact: true }, { ...list, tags, services }]) {
        const first = run(made, request);
        expect(first.exitCode).to.equal(0);
        expect(run(made, request)).to.deep.equal({ ...first, from: 'cache' });
        expect(first.text).to.equal(fresh(made, request));
      }
      expectEveryHost(made);
    });
  }

  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '\n            x',
      '": {',
      '\\',
      '\u2028',
      '😀',
      ' '.repeat(30),
      '}\n}',
      '{{ x }}',
    ),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  const inventory = fc.record({
    vars: fc.dictionary(fc.stringMatching(/^v[a-z]{1,5}$/), value, { maxKeys: 4 }),
    names: fc.uniqueArray(fc.stringMatching(/^[b-z0-9][a-z0-9]{0,5}(\.[a-z]{1,3})?$/), {
      maxLength: 20,
    }),
    tagged: fc.dictionary(fc.stringMatching(/^w[a-z]{1,5}$/), value, { maxKeys: 4 }),
  });

  it('is what was printed, and every host in it: inventories made at random', () => {
    fc.assert(
      fc.property(inventory, ({ vars, names, tagged }) => {
        const hosts = names.map((name, at) => ({
          name,
          tags: at % 2 === 0 ? ['Tag'] : [],
          vars: { at },
        }));
        const made = world({
          'inventory.yaml': JSON.stringify({ hosts, vars, tags: { Tag: { vars: tagged } } }),
        });
        const first = run(made);
        expect(first.exitCode, first.stderr).to.equal(0);
        expect(run(made)).to.deep.equal({ ...first, from: 'cache' });
        run(made, { ...list, compact: true });
        expectEveryHost(made);
      }),
      { numRuns: 60 },
    );
  });

  it('answers for no host that it does not hold', () => {
    const made = warm();
    expect(run(made, host('gen'))).to.deep.include({ from: 'computed', text: '{}\n' });
    expect(run(made, host('gena')).from).to.equal('cache');
    expect(run(made, host('gena', true)).from).to.equal('computed');
  });

  it('is neither used nor filled by a selection for another', () => {
    const made = warm();
    const tagged = { ...list, tags: ['home'] };
    expect(run(made, tagged).from).to.equal('computed');
    expect(run(made, tagged).from).to.equal('cache');
    expect(run(made, { ...list, services: ['app'] }).from).to.equal('computed');
    expect(filesOf(made)).to.have.length(3);
  });
});

/** Every host out of the cache, where there is a list, is what `--host` computes. */
function expectEveryHost(within: World): void {
  const { _meta } = JSON.parse(fresh(within)) as { _meta: { hostvars: Record<string, unknown> } };
  for (const name of Object.keys(_meta.hostvars)) {
    for (const compact of [false, true]) {
      const answer = run(within, host(name, compact));
      expect(answer.from, name).to.equal('cache');
      expect(answer.text).to.equal(fresh(within, host(name, compact)));
    }
  }
}
