/**
 * Situations that users of inventories ran into, each a folder of `fixtures/cases` with what must come out of it:
 * `case.json` holds steps, each a run of the command line in that folder. `-i inventory.yaml` is added where a step
 * names no file. Wording is not fixed here, only names, places and values; what is printed in full is golden elsewhere.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommandLine } from './support/command-line.js';
import { fixtureFolder, systemIn } from './support/golden.js';

interface Case {
  /** The situation and its right outcome, in a sentence. */
  readonly about: string;
  readonly steps: readonly Step[];
}

interface Step {
  readonly args: readonly string[];
  readonly exit: number;
  /** Texts that standard output, or standard error, holds. */
  readonly stdout?: readonly string[];
  readonly stderr?: readonly string[];
  /** Texts that neither holds. */
  readonly without?: readonly string[];
  /** Streams that are empty. */
  readonly silent?: readonly ('stdout' | 'stderr')[];
  /** `file:line` of every place that is cited. */
  readonly places?: readonly string[];
  /** JSON pointer into standard output → the value there. */
  readonly json?: Readonly<Record<string, unknown>>;
}

describe('cases', () => {
  for (const name of readdirSync(fixtureFolder('cases'))) {
    const folder = fixtureFolder('cases', name);
    const { about, steps } = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as Case;
    it(`${name}: ${about}`, async () => {
      expect(steps).to.not.be.empty;
      for (const step of steps) await check(folder, step);
    });
  }
});

async function check(folder: string, step: Step): Promise<void> {
  const args = step.args.includes('-i') ? step.args : [...step.args, '-i', 'inventory.yaml'];
  const { exitCode, stdout, stderr } = await runCommandLine(systemIn(folder), args);
  const told = `${args.join(' ')}:\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`;
  expect(exitCode, told).to.equal(step.exit);
  for (const text of step.stdout ?? []) expect(stdout, args.join(' ')).to.include(text);
  for (const text of step.stderr ?? []) expect(stderr, args.join(' ')).to.include(text);
  for (const text of step.without ?? [])
    expect(stdout + stderr, args.join(' ')).to.not.include(text);
  for (const stream of step.silent ?? [])
    expect({ stdout, stderr }[stream], args.join(' ')).to.equal('');
  const cited = [...stderr.matchAll(/([\w.-]+:[0-9]+):[0-9]+/g)].map((match) => match[1]);
  for (const place of step.places ?? []) expect(cited, told).to.include(place);
  for (const [pointer, value] of Object.entries(step.json ?? {}))
    expect(valueAt(JSON.parse(stdout), pointer), `${told}\n${pointer}`).to.deep.equal(value);
}

function valueAt(data: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce(
    (at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key],
    data,
  );
}
