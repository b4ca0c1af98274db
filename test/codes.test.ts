/** Every code is shown by a fixture or a table of a test, and stands in the reference. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { codes } from '../src/diagnostics/codes.js';
import { codesPage } from '../scripts/codes-page.mjs';
import { fixtureFolder } from './support/golden.js';

/** What the cases of a kind print. */
function printed(kind: string, file = 'expected.txt'): string {
  return readdirSync(fixtureFolder(kind))
    .map((name) => readFileSync(join(fixtureFolder(kind, name), file), 'utf8'))
    .join('\n');
}

/** What says a code, however it is said: `code: `, or `[code]` at the end of a line, also in a regular expression. */
function saidIn(text: string): string {
  return text.replace(/([\w-]+)\\?\/([\w-]+)(?:: |\\?\])/g, ' $1/$2: ');
}

const shown = [
  printed('diagnostics'),
  printed('lint'),
  saidIn(printed('state')),
  saidIn(printed('import', 'report.txt')),
  saidIn(
    readFileSync(join(fixtureFolder('import', 'printed-otherwise'), 'report.oldest.txt'), 'utf8'),
  ),
  saidIn(printed('upstreams')),
  saidIn(printed('hosts')),
  // What needs a network, a broken disk or a file in the way is shown by tables.
  ...['state-s3.test.ts', 'state-faults.test.ts', 'report.test.ts', 'lint-fix.test.ts'].map(
    (name) => saidIn(readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')),
  ),
].join('\n');

describe('codes', () => {
  for (const code of Object.keys(codes)) {
    it(`${code} has a fixture`, () => {
      expect(shown).to.include(` ${code}: `);
    });
  }
  it('are listed in the reference as they are', () => {
    const page = readFileSync(fileURLToPath(new URL('../docs/codes.md', import.meta.url)), 'utf8');
    expect(page).to.equal(codesPage(codes), 'run `npm run docs`');
  });
});
