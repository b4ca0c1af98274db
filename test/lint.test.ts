/**
 * Lint: what is found in each fixture (`test/fixtures/lint/<case>`), by the command line and by the editor alike.
 * UPDATE_GOLDEN=1 rewrites the expectations.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adoptedFrom, lint } from '../src/lint/lint.js';
import { lintOptionsFor } from '../src/lint/known.js';
import { inReadingOrder, validatePath } from '../src/pipeline.js';
import { expectGolden, fixtureFolder, systemIn, tellDiagnostics } from './support/golden.js';

interface Request {
  readonly file?: string;
  readonly consumers?: readonly string[];
}

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
      const findings = lint(resolution, lintOptionsFor(system, resolution, consumers.map((each) => join(folder, each))));
      const told = inReadingOrder(resolution.loaded, [...adoptedFrom(resolution), ...findings.map(({ diagnostic }) => diagnostic)]);
      expectGolden(join(folder, 'expected.txt'), tellDiagnostics(told), folder);
    });
  }
});
