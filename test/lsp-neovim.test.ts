/** A real editor: Neovim opens a broken inventory, shows what is wrong, completes an export, and jumps to its definition. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { run } from '../scripts/ansible-core.mjs';
import { findNeovim } from '../scripts/neovim.mjs';
import { temporaryFolder, tool } from './support/ansible.js';

describe('Neovim with the language server', function () {
  this.timeout(180_000);

  it('shows diagnostics, completes an export by its menu and jumps to its definition', async () => {
    const neovim = await findNeovim();
    const folder = temporaryFolder('neovim');
    mkdirSync(join(folder, 'network'));
    const inventory = join(folder, 'inventory.yaml');
    writeFileSync(
      inventory,
      'upstreams: {network: {source: network}}\nhosts: []\nvars: {a: "${network.}"}\n',
    );
    writeFileSync(
      join(folder, 'network', 'inventory.yaml'),
      'exports:\n  vpc_id: {type: string}\nhosts: []\n',
    );
    const script = fileURLToPath(new URL('data/neovim.lua', import.meta.url));
    const env = {
      ...neovim.env,
      PATH: process.env.PATH ?? '',
      HOME: folder,
      XDG_STATE_HOME: folder,
      INVENTORY: inventory,
      TOOL: tool,
      NODE: process.execPath,
    };
    const { code, stdout, stderr } = await run(
      neovim.command,
      ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `luafile ${script}`],
      { cwd: folder, env },
    );
    expect(
      stdout.split('\n').filter((line) => line !== ''),
      stderr,
    ).to.deep.equal([
      'diagnostic 1:13 upstream/unused nothing refers to the upstream `network`',
      'diagnostic 3:12 upstream/reference `${network.}` is no reference',
      'menu vpc_id Reference',
      'line vars: {a: "${network.vpc_id}"}',
      'at network/inventory.yaml 2:2 vpc_id',
    ]);
    expect(code).to.equal(0);
  });
});
