/** `--watch` with real processes and real files: what makes it run again, what does not, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { temporaryFolder, tool } from './support/ansible.js';
import { startOnTerminal } from './support/terminal.js';

/** A run of `--watch` on pipes: waits for what it prints, in order. */
interface Watching {
  /** Waits for the next text that matches, and forgets what stood before it. */
  next(text: RegExp): Promise<void>;
  /** What was printed and not waited for. */
  rest(): string;
  interrupt(signal?: NodeJS.Signals): Promise<number | null>;
}

function start(folder: string, args: readonly string[]): Watching {
  // Both streams through one pipe, so that they arrive in the order in which they were written.
  const child = spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', process.execPath, tool, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  let text = '';
  let notify: () => void = () => undefined;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    notify();
  });
  child.on('close', () => {
    notify();
  });
  after(() => child.kill('SIGKILL'));
  return {
    async next(wanted) {
      for (;;) {
        const found = wanted.exec(text);
        if (found !== null) {
          text = text.slice(found.index + found[0].length);
          return;
        }
        if (child.exitCode !== null) throw new Error(`it ended without ${String(wanted)}: ${text}`);
        await new Promise<void>((resolve) => (notify = resolve));
      }
    },
    rest: () => text,
    async interrupt(signal = 'SIGINT') {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

function fleet(): {
  readonly folder: string;
  readonly write: (name: string, text: string) => void;
  readonly replace: (name: string, text: string) => void;
} {
  const folder = temporaryFolder('watched');
  const write = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const replace = (name: string, text: string): void => {
    const scratch = join(temporaryFolder('scratch'), 'new');
    writeFileSync(scratch, text);
    renameSync(scratch, join(folder, name));
  };
  return { folder, write, replace };
}

describe('validate --watch', () => {
  it('runs again whatever becomes of a file that it has read', async () => {
    const { folder, write, replace } = fleet();
    write('tags.yaml', 'tags: {home: {}}\n');
    write('inventory.yaml', 'include: [tags.yaml]\nhosts: [{name: gena, tags: [home]}]\n');
    const watching = start(folder, ['validate', '--watch']);
    await watching.next(/: 1 host, 1 tag, 0 services: valid/);
    write(
      'inventory.yaml',
      'include: [tags.yaml]\nhosts: [{name: gena, tags: [home]}, {name: lanst}]\n',
    );
    await watching.next(/inventory\.yaml changed[^]*: 2 hosts, 1 tag, /);
    replace(
      'inventory.yaml',
      'include: [tags.yaml]\nhosts: [{name: gena, tags: [home]}, {name: lanst, tags: [net]}]\n',
    );
    await watching.next(/NOT valid \(1 error[^]*unknown tag `net`/);
    replace('tags.yaml', 'tags: {home: {}, net: {}}\n');
    await watching.next(/tags\.yaml changed[^]*: 2 hosts, 2 tags, 0 services: valid/);
    unlinkSync(join(folder, 'tags.yaml'));
    await watching.next(/NOT valid[^]*cannot read `tags\.yaml`/);
    write('tags.yaml', 'tags: {home: {}, net: {}, isp: {}}\n');
    await watching.next(/: 2 hosts, 3 tags, 0 services: valid/);
    write('tags.yaml', 'tags: {home: [\n');
    await watching.next(/NOT valid[^]*\[syntax\//);
    write('tags.yaml', 'tags: {home: {}, net: {}}\n');
    await watching.next(/: 2 hosts, 2 tags, 0 services: valid/);
    expect(await watching.interrupt()).to.equal(0);
    expect(watching.rest()).to.match(/^ \(0 errors, 0 warnings\)\n$/);
  });

  it('runs again when a glob begins to match, a folder appears, and what a link leads to is changed', async () => {
    const { folder, write } = fleet();
    const elsewhere = join(temporaryFolder('elsewhere'), 'vars.yaml');
    writeFileSync(elsewhere, 'vars: {a: 1}\n');
    symlinkSync(elsewhere, join(folder, 'vars.yaml'));
    write('inventory.yaml', 'include: ["hosts/*.yaml", vars.yaml]\nhosts: []\n');
    const watching = start(folder, ['validate', '--watch', '--strict']);
    await watching.next(/NOT valid[^]*matches no file/);
    write('hosts/a.yaml', 'hosts: [{name: gena}]\n');
    await watching.next(/NOT valid[^]*\n/);
    writeFileSync(elsewhere, 'tags: {home: {}}\n');
    await watching.next(/: 1 host, 1 tag, 0 services: valid/);
    write('hosts/b.yaml', 'hosts: [{name: lanst}]\n');
    await watching.next(/: 2 hosts, 1 tag, 0 services: valid/);
    rmSync(join(folder, 'hosts'), { recursive: true });
    await watching.next(/NOT valid[^]*matches no file/);
    expect(await watching.interrupt('SIGTERM')).to.equal(0);
  });

  it('waits for an inventory that is not there yet, and is not disturbed by other files', async () => {
    const { folder, write } = fleet();
    const watching = start(folder, ['validate', '--watch', '-i', 'inventory.yaml']);
    await watching.next(/there is no file `inventory\.yaml`/);
    write('notes.txt', 'one');
    write('inventory.yaml', 'hosts: [{name: gena}]\n');
    await watching.next(/: 1 host, 0 tags, 0 services: valid \(0 errors, 0 warnings\)\n/);
    for (let each = 0; each < 5; each++) {
      write('notes.txt', String(each));
      await delay(120);
    }
    write('inventory.yaml', 'hosts: [{name: gena}, {name: lanst}]\n');
    await watching.next(/^inventory-script: inventory\.yaml changed\n[^]*: 2 hosts/);
    expect(await watching.interrupt()).to.equal(0);
  });
});

describe('show --watch', () => {
  it('has the screen to itself on a terminal, and ends with Ctrl-C', async () => {
    const { folder, write } = fleet();
    write('inventory.yaml', 'hosts: [{name: gena, vars: {rack: a3}}]\n');
    const terminal = startOnTerminal(tool, ['show', '--format', 'text', '--watch'], {
      cwd: folder,
    });
    let at = await terminal.waitFor(/rack = a3\n\nwatching what was read, Ctrl-C ends\n/);
    write('inventory.yaml', 'hosts: [{name: gena, vars: {rack: b4}}]\n');
    at = await terminal.waitFor(
      /rack = b4\n\ninventory\.yaml changed; watching what was read, Ctrl-C ends\n/,
      at,
    );
    terminal.press('\x03');
    expect(await terminal.end()).to.equal(0);
    const screens = terminal.shown().split('\x1b[2J\x1b[3J\x1b[H');
    expect(screens).to.have.length(3);
    expect(screens[0]).to.equal('');
    expect(terminal.shown().slice(at)).to.match(/^(?:\^C)?\n$/);
  });
});
