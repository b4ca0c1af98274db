/**
 * Lint: what is found in each fixture (`test/fixtures/lint/<case>`), by the command line and by the editor alike.
 * UPDATE_GOLDEN=1 rewrites the expectations.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { starterInventory } from '../src/cli/init/starter.js';
import { adoptedFrom, findingsWithAdopted, lint } from '../src/lint/lint.js';
import { lintOptionsFor } from '../src/lint/known.js';
import { inReadingOrder, validatePath } from '../src/pipeline.js';
import { projectRoot } from './support/ansible.js';
import { memorySystem } from './support/memory-system.js';
import { expectGolden, fixtureFolder, systemIn, tellDiagnostics } from './support/golden.js';

interface Request {
  readonly file?: string;
  readonly consumers?: readonly string[];
}

/** Every inventory of `examples/`. */
const examples = join(projectRoot, 'examples');
const inventories = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.yaml') && readFileSync(join(examples, name), 'utf8').startsWith('#!'),
);

const cases = readdirSync(fixtureFolder('lint'));

function requestOf(folder: string): Request {
  const path = join(folder, 'request.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Request) : {};
}

describe('lint finds', () => {
  for (const name of cases) {
    it(name, () => {
      const folder = fixtureFolder('lint', name);
      const { file = 'inventory.yaml', consumers = [] } = requestOf(folder);
      const system = systemIn(folder);
      const resolution = validatePath(system, join(folder, file));
      const findings = lint(
        resolution,
        lintOptionsFor(
          system,
          resolution,
          consumers.map((each) => join(folder, each)),
        ),
      );
      const told = inReadingOrder(resolution.loaded, [
        ...adoptedFrom(resolution),
        ...findings.map(({ diagnostic }) => diagnostic),
      ]);
      expectGolden(join(folder, 'expected.txt'), tellDiagnostics(told), folder);
    });
  }
});

describe('lint finds nothing', () => {
  for (const name of inventories) {
    it(`in examples/${name}`, () => {
      const system = systemIn(projectRoot);
      const resolution = validatePath(system, join(examples, name));
      expect(
        tellDiagnostics(
          findingsWithAdopted(resolution, lintOptionsFor(system, resolution, [])).map(
            ({ diagnostic }) => diagnostic,
          ),
        ),
      ).to.equal('');
    });
  }

  it('of that kind in what `init` writes', () => {
    const system = memorySystem({ '/inventory.yaml': starterInventory });
    const resolution = validatePath(system, '/inventory.yaml');
    expect(resolution.valid).to.equal(true);
    expect(
      tellDiagnostics(
        findingsWithAdopted(resolution, lintOptionsFor(system, resolution, [])).map(
          ({ diagnostic }) => diagnostic,
        ),
      ),
    ).to.equal('');
  });
});
