/** What the README shows is what comes out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runProgram } from '../src/cli/program.js';
import { renderText } from '../src/diagnostics/render-text.js';
import { validatePath } from '../src/pipeline.js';
import { fixtureFolder, systemIn } from './support/golden.js';

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }));

function block(language: string, start: string): string {
  const found = blocks.find((each) => each.language === language && each.text.startsWith(start));
  if (found === undefined) throw new Error(`the README has no block that starts with ${start}`);
  return found.text;
}

describe('the README', () => {
  it('shows an error as the program shows it', () => {
    const folder = fixtureFolder('readme');
    const { diagnostics } = validatePath(systemIn(folder), join(folder, 'inventory.yaml'));
    expect(`${renderText(diagnostics, { colour: false, excerpts: true, limit: 50 }).trimEnd()}\n`).to.equal(block('', 'error:'));
  });

  it('shows what commands print on its first inventory', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inventory-script-readme-'));
    try {
      writeFileSync(join(folder, 'inventory.yaml'), block('yaml', '#!/usr/bin/env inventory-script'));
      const runs = block('', '$ inventory-script validate').split(/^\$ inventory-script (?=\w)/m).slice(1);
      expect(runs.length).to.equal(2);
      for (const run of runs) {
        const [command = '', ...output] = run.split('\n');
        const { stdout, exitCode } = await runProgram(systemIn(folder), command.split(' '), join(folder, 'inventory-script'));
        expect(Array.from(stdout).join(''), command).to.equal(output.join('\n'));
        expect(exitCode).to.equal(0);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
