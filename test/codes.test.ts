/** Every code is shown by a fixture or a syntax table, and stands in the reference. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { codes } from '../src/diagnostics/codes.js';
import { codesPage } from '../scripts/codes-page.mjs';
import { fixtureFolder } from './support/golden.js';

const shown = readdirSync(fixtureFolder('diagnostics')).map((name) => readFileSync(join(fixtureFolder('diagnostics', name), 'expected.txt'), 'utf8')).join('\n');

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
