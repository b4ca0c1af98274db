/**
 * What a crash, a full disk, or another process does to a state: whatever happens, what is there is the old state or the
 * new one, whole. Faults and crashes are injected into every single step; then real processes are killed and race.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Machine } from '../src/machine.js';
import type { System, WriteFailure } from '../src/system.js';
import { run } from '../scripts/ansible-core.mjs';
import { temporaryFolder, tool } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { memorySystem, type MemorySystem } from './support/memory-system.js';
import { runTool } from './support/tool.js';

const inventory = 'hosts: []\nexports:\n  zone: {value: example.org}\n  count: {type: integer}\n';
const path = '/net/inventory.yaml';
const state = '/net/.inventory.state.json';

type Step = 'createDurably' | 'rename' | 'remove' | 'syncFolder';
const steps: readonly Step[] = ['createDurably', 'rename', 'remove', 'syncFolder'];

class Crash extends Error {}

/** The system, on which step number `at` is given to `instead` rather than done; counts the steps. */
function failing(
  system: MemorySystem,
  at: number,
  instead: (step: Step, act: () => unknown) => unknown,
): { readonly system: System; readonly count: () => number } {
  let count = 0;
  const machine = system.machine();
  const wrapped = Object.fromEntries(
    steps.map((step) => [
      step,
      (...given: readonly unknown[]) => {
        const act = (): unknown =>
          (machine[step] as (...given: readonly unknown[]) => unknown)(...given);
        return count++ === at ? instead(step, act) : act();
      },
    ]),
  );
  const broken = { ...machine, ...wrapped };
  return { system: { ...system, machine: () => broken }, count: () => count };
}

async function applied(): Promise<MemorySystem> {
  const system = memorySystem({ [path]: inventory }, { cwd: '/net' });
  expect((await runCommandLine(system, ['apply', '--set', 'count=1'])).exitCode).to.equal(0);
  return system;
}

function countIn(system: MemorySystem): number {
  const text = system.files.get(state);
  return (
    JSON.parse(typeof text === 'string' ? text : '') as { exports: { count: { value: number } } }
  ).exports.count.value;
}

function namesIn(system: MemorySystem): string[] {
  return [...system.files.keys()].filter((name) => name !== path && name !== state);
}

describe('a state survives', () => {
  const noSpace: WriteFailure = { failure: 'io-error', detail: 'no space left on the device' };

  it('a full disk at every step: the old state stays, nothing else is left, and the next apply goes through', async () => {
    let failures = 0;
    for (let at = 0; ; at++) {
      const system = await applied();
      const before = system.files.get(state);
      const faulty = failing(system, at, (step) =>
        step === 'createDurably' || step === 'rename' ? noSpace : undefined,
      );
      const { exitCode, stdout, stderr } = await runCommandLine(faulty.system, [
        'apply',
        '--set',
        'count=2',
      ]);
      if (faulty.count() <= at) break;
      if (exitCode === 1) {
        failures++;
        expect(stdout).to.equal('');
        expect(stderr).to.match(
          /^inventory\.yaml:1:1: error: the (state|lock) `\/net\/\.inventory\.state\.json(\.lock)?` cannot be written: no space left on the device.*\[state\/unwritable\]\n$/,
        );
        expect(system.files.get(state)).to.equal(before);
        expect(namesIn(system)).to.deep.equal([]);
      } else expect(countIn(system)).to.equal(2);
      const dead = { ...system.machine(), processId: 3, isRunning: (id: number) => id === 3 };
      expect(
        (await runCommandLine({ ...system, machine: () => dead }, ['apply', '--set', 'count=3']))
          .exitCode,
      ).to.equal(0);
      expect(countIn(system)).to.equal(3);
    }
    expect(failures).to.equal(3);
  });

  for (const when of ['before', 'after'] as const) {
    it(`a crash ${when} every step: what is there is whole, and the next apply goes through and tidies up`, async () => {
      let crashes = 0;
      for (let at = 0; ; at++) {
        const system = await applied();
        const faulty = failing(system, at, (_, act) => {
          if (when === 'after') act();
          throw new Crash();
        });
        // A process that died does nothing any more, not even what would follow a failure.
        const gone = failing(system, Infinity, () => undefined);
        const outcome = await runCommandLine(stopAfter(faulty.system, gone.system), [
          'apply',
          '--set',
          'count=2',
        ]).catch((error: unknown) => error);
        if (faulty.count() <= at) break;
        expect(outcome).to.be.instanceOf(Crash);
        crashes++;
        expect([1, 2]).to.include(countIn(system));
        const other = { ...system.machine(), processId: 3, isRunning: (id: number) => id === 3 };
        const next = await runCommandLine({ ...system, machine: () => other }, [
          'apply',
          '--set',
          'count=3',
        ]);
        expect(next.stderr).to.equal('');
        expect(countIn(system)).to.equal(3);
        expect(namesIn(system)).to.deep.equal([]);
      }
      expect(crashes).to.be.greaterThan(4);
    });
  }

  it('a crash while a dead lock is taken over, at every step', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; ; at++) {
        const system = await applied();
        const record = {
          id: 'x',
          owner: 'berta@build1',
          operation: 'apply',
          created: '1970-01-01T00:00:00Z',
          expires: '1970-01-01T00:10:00Z',
          processId: 2,
          processSpace: 'build1',
        };
        expect(
          system.machine().createDurably(`${state}.lock`, JSON.stringify(record), 0o644),
        ).to.equal(undefined);
        const faulty = failing(system, at, (_, act) => {
          if (when === 'after') act();
          throw new Crash();
        });
        const outcome = await runCommandLine(stopAfter(faulty.system, system), [
          'apply',
          '--set',
          'count=2',
        ]).catch((error: unknown) => error);
        if (faulty.count() <= at) break;
        expect(outcome).to.be.instanceOf(Crash);
        const other = { ...system.machine(), processId: 3, isRunning: (id: number) => id === 3 };
        expect(
          (await runCommandLine({ ...system, machine: () => other }, ['apply', '--set', 'count=3']))
            .stderr,
        ).to.equal('');
        expect(countIn(system)).to.equal(3);
        expect(namesIn(system)).to.deep.equal([]);
      }
    }
  });

  it('a lock that is lost meanwhile: nothing is written', async () => {
    const system = await applied();
    const before = system.files.get(state);
    const files = system.files as Map<string, string>;
    const machine = system.machine();
    const robbed: Machine = {
      ...machine,
      createDurably: (at, text, mode) => {
        const made = machine.createDurably(at, text, mode);
        if (at.endsWith('.lock')) files.set(at, text.replace('anna@', 'berta@'));
        return made;
      },
    };
    const { exitCode, stderr } = await runCommandLine({ ...system, machine: () => robbed }, [
      'apply',
      '--set',
      'count=2',
    ]);
    expect(exitCode).to.equal(1);
    expect(stderr).to.include(
      'the lock of `/net/.inventory.state.json` was lost before the state could be written; nothing was changed',
    );
    expect(system.files.get(state)).to.equal(before);
    expect(files.get(`${state}.lock`)).to.include('berta@');
  });

  const unreadable: readonly [string, Parameters<typeof memorySystem>[0], string][] = [
    [
      'a state that may not be read',
      { [state]: { failure: 'forbidden', detail: 'permission denied' } },
      'state/unreadable: the state `/net/.inventory.state.json` cannot be read: permission denied',
    ],
    [
      'a folder in its place',
      { [state]: { folder: true } },
      'state/unreadable: the state `/net/.inventory.state.json` cannot be read: it is a folder',
    ],
    [
      'bytes that are no text',
      { [state]: Uint8Array.of(0x7b, 0xff, 0x7d) },
      'state/invalid: the state `/net/.inventory.state.json` is not UTF-8 text',
    ],
    [
      'a lock that may not be read',
      { [`${state}.lock`]: { failure: 'forbidden', detail: 'permission denied' } },
      'state/unreadable: the lock `/net/.inventory.state.json.lock` cannot be read: permission denied',
    ],
  ];
  for (const [title, entries, expected] of unreadable) {
    it(`${title}: an error, and nothing is changed`, async () => {
      const system = memorySystem({ [path]: inventory, ...entries }, { cwd: '/net' });
      const before = new Map(system.files);
      const { exitCode, stderr } = await runCommandLine(system, ['apply']);
      expect(exitCode).to.equal(1);
      const [code = '', message = ''] = expected.split(/: (.*)/s);
      expect(stderr).to.include(message).and.to.include(`[${code}]`);
      expect(system.files).to.deep.equal(before);
    });
  }

  /** As `first` until it crashes, and then as nothing that writes. */
  function stopAfter(first: System, rest: System): System {
    let isDead = false;
    const silent = Object.fromEntries(
      steps.map((step) => [
        step,
        () => {
          throw new Crash();
        },
      ]),
    );
    const machine = first.machine();
    const watched = Object.fromEntries(
      steps.map((step) => [
        step,
        (...given: readonly unknown[]) => {
          if (isDead) throw new Crash();
          try {
            return (machine[step] as (...given: readonly unknown[]) => unknown)(...given);
          } catch (error) {
            isDead = true;
            throw error;
          }
        },
      ]),
    );
    return { ...rest, machine: () => ({ ...machine, ...(isDead ? silent : watched) }) };
  }
});

describe('real processes', () => {
  const many =
    'hosts: []\nexports:\n  pad: {value: "' +
    'x'.repeat(200_000) +
    '"}\n' +
    Array.from({ length: 8 }, (_, at) => `  n${at}: {type: integer}\n`).join('');

  interface Envelope {
    readonly serial: number;
    readonly lineage: string;
    readonly exports: Readonly<Record<string, { readonly value: unknown }>>;
  }
  const envelope = (folder: string): Envelope =>
    JSON.parse(readFileSync(join(folder, '.inventory.state.json'), 'utf8')) as Envelope;

  function newFolder(text: string): string {
    const folder = temporaryFolder('state');
    writeFileSync(join(folder, 'inventory.yaml'), text);
    return folder;
  }

  /** Starts the tool, and kills it without warning after so many milliseconds. */
  function killed(folder: string, args: readonly string[], after: number): Promise<boolean> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [tool, ...args], { cwd: folder, stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGKILL'), after);
      child.on('close', (code) => {
        clearTimeout(timer);
        resolve(code === 0);
      });
    });
  }

  it('killed again and again while they apply lose no state, and block nobody', async function () {
    this.timeout(240_000);
    const folder = newFolder(many);
    expect((await runTool(['apply', '--set', 'n0=0'], folder)).code).to.equal(0);
    const first = Date.now();
    expect((await runTool(['apply', '--set', 'n0=1'], folder)).code).to.equal(0);
    let duration = Date.now() - first;
    let last = 1;
    let kills = 0;
    for (let at = 2; at < 26; at++) {
      // From the time a process needs to begin until a little after its usual end.
      const started = Date.now();
      const done = await killed(
        folder,
        ['apply', '--set', `n0=${at}`],
        duration * (0.3 + (0.75 * ((at * 7) % 24)) / 24),
      );
      if (done) duration = Math.min(duration, Date.now() - started);
      else kills++;
      const value = Number(envelope(folder).exports.n0?.value);
      expect(value === at || (value === last && !done), `n0 is ${value} after ${at}`).to.equal(
        true,
      );
      last = value;
    }
    expect(kills).to.be.greaterThan(0);
    const { code, stderr } = await runTool(['apply', '--set', 'n0=100'], folder);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(envelope(folder).exports.n0?.value).to.equal(100);
    expect(readdirSync(folder).sort()).to.deep.equal(['.inventory.state.json', 'inventory.yaml']);
  });

  it('that apply at once each add their value, one serial each', async function () {
    this.timeout(120_000);
    const folder = newFolder(many);
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        runTool(['apply', '--lock-timeout', '100', '--set', `n${at}=${at}`], folder),
      ),
    );
    expect(results.map(({ code, stderr }) => [code, stderr])).to.deep.equal(
      results.map(() => [0, '']),
    );
    const { serial, exports } = envelope(folder);
    expect(serial).to.equal(5);
    for (let at = 0; at < 5; at++) expect(exports[`n${at}`]?.value).to.equal(at);
    expect(readdirSync(folder).sort()).to.deep.equal(['.inventory.state.json', 'inventory.yaml']);
  });

  it('that find the lock of a dead one at once: one after the other takes it', async function () {
    this.timeout(120_000);
    const folder = newFolder(many);
    const dead = {
      id: 'x',
      owner: 'berta@nowhere',
      operation: 'apply',
      created: '2020-01-01T00:00:00Z',
      expires: '2020-01-01T00:05:00Z',
      processId: 1,
      processSpace: 'elsewhere',
    };
    writeFileSync(join(folder, '.inventory.state.json.lock'), JSON.stringify(dead));
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        runTool(['apply', '--lock-timeout', '100', '--set', `n${at}=${at}`], folder),
      ),
    );
    expect(results.map(({ code, stderr }) => [code, stderr])).to.deep.equal(
      results.map(() => [0, '']),
    );
    expect(envelope(folder).serial).to.equal(4);
    expect(readdirSync(folder).sort()).to.deep.equal(['.inventory.state.json', 'inventory.yaml']);
  });

  it('whose file may not grow so large end with the cause, and the old state stays', async () => {
    const folder = newFolder(inventory);
    expect((await runTool(['apply', '--set', 'count=1'], folder)).code).to.equal(0);
    const before = readFileSync(join(folder, '.inventory.state.json'), 'utf8');
    writeFileSync(join(folder, 'inventory.yaml'), many);
    // At most 64 blocks of 512 or 1024 bytes, in any file that the process writes.
    const { code, stderr } = await run(
      'bash',
      ['-c', `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`, process.execPath, tool, 'apply'],
      { cwd: folder },
    );
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /the state `.*\.inventory\.state\.json` cannot be written: .*(?:too large|EFBIG)/,
    );
    expect(readFileSync(join(folder, '.inventory.state.json'), 'utf8')).to.equal(before);
    expect(readdirSync(folder).sort()).to.deep.equal(['.inventory.state.json', 'inventory.yaml']);
  });

  it('that may not write there say so', async () => {
    const folder = newFolder(
      'hosts: []\nstate: {type: file, file: /sys/inventory.state.json}\nexports: {zone: {value: example.org}}\n',
    );
    const { code, stderr } = await runTool(['apply'], folder);
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/state\/unwritable|\[state\/unwritable\]/)
      .and.to.match(
        /cannot be written: (?:permission denied|the file system is read-only); the state is as it was \(make `\/sys` writable for you/,
      );
  });

  it('keep a state with secrets to the user, also where others could read it before', async () => {
    const folder = newFolder(
      'hosts: []\nexports: {token: {type: string, sensitive: true}, zone: {value: a}}\n',
    );
    const file = join(folder, '.inventory.state.json');
    expect((await runTool(['apply'], folder)).code).to.equal(0);
    expect(statSync(file).mode & 0o777).to.equal(0o644);
    expect(
      (await runTool(['apply', '--set', 'token=hush', '--allow-sensitive'], folder)).code,
    ).to.equal(0);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('follow a link to the state, and leave the link', async () => {
    const folder = newFolder(inventory);
    const real = join(temporaryFolder('shared'), 'net.json');
    symlinkSync(real, join(folder, '.inventory.state.json'));
    for (const count of [1, 2])
      expect((await runTool(['apply', '--set', `count=${count}`], folder)).code).to.equal(0);
    expect(JSON.parse(readFileSync(real, 'utf8'))).to.have.nested.property(
      'exports.count.value',
      2,
    );
  });
});
