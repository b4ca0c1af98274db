/** What the README shows is what comes out. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runProgram } from '../src/cli/program.js';
import { renderText } from '../src/diagnostics/render-text.js';
import { validatePath } from '../src/pipeline.js';
import { fixtureFolder, systemIn } from './support/golden.js';

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({ language, text }),
);

function block(language: string, start: string): string {
  const found = blocks.find((each) => each.language === language && each.text.startsWith(start));
  if (found === undefined) throw new Error(`the README has no block that starts with ${start}`);
  return found.text;
}

describe('the README', () => {
  it('shows an error as the program shows it', () => {
    const folder = fixtureFolder('readme');
    const { diagnostics } = validatePath(systemIn(folder), join(folder, 'inventory.yaml'));
    expect(
      `${renderText(diagnostics, { colour: false, excerpts: true, limit: 50 }).trimEnd()}\n`,
    ).to.equal(block('', 'error:'));
  });

  it('shows what commands print on its first inventory', async () => {
    await expectRuns(
      { 'inventory.yaml': block('yaml', '#!/usr/bin/env inventory-script') },
      '$ inventory-script validate\n',
      2,
    );
  });

  it('shows what commands print where an inventory uses the values of another one', async () => {
    const names = ['network/inventory.yaml', 'web/inventory.yaml'];
    await expectRuns(
      Object.fromEntries(names.map((name) => [name, block('yaml', `# ${name}\n`)])),
      '$ inventory-script validate web\n',
      3,
    );
  });
});

/** Runs the commands of a block, all in one folder with these files: they print what the block shows, and no word more. */
async function expectRuns(
  files: Readonly<Record<string, string>>,
  start: string,
  count: number,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-script-readme-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const runs = block('', start)
      .split(/^\$ inventory-script (?=[\w-])/m)
      .slice(1);
    expect(runs.length).to.equal(count);
    for (const run of runs) {
      const [command = '', ...output] = run.split('\n');
      const { stdout, stderr, exitCode } = await runProgram(
        systemIn(folder),
        command.split(' '),
        join(folder, 'inventory-script'),
      );
      expect({ stdout: Array.from(stdout).join(''), stderr, exitCode }, command).to.deep.equal({
        stdout: output.join('\n'),
        stderr: '',
        exitCode: 0,
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
