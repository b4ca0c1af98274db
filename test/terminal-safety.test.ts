/**
 * Nothing that a terminal would obey reaches a person: whatever the user's files, names and arguments hold, commands print
 * it escaped, no text of the user's begins a line, and JSON stays the same document.
 */
import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeJson, isUnsafe } from '../src/text/terminal.js';
import { complete } from '../src/cli/completion/complete.js';
import { temporaryFolder, tool } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { memorySystem, type MemorySystem } from './support/memory-system.js';
import { runOnTerminal } from './support/terminal.js';

/** Controls, also those of one byte in Latin-1, marks that turn or hide text, separators, and a line of its own. */
const evil =
  'a\u001b[31mb\u009b31mc\u007fd\u202ee\u2066f\u200eg\u061ch\u2028i\u2029j\u200bk\ufeffl\nFORGED m';
const inYaml = escapeJson(JSON.stringify(evil));
const folder = `/fleet/${evil}`;

const network = `hosts: []
types: {Evil: {enum: [${inYaml}, x]}}
state: {type: file, file: ${escapeJson(JSON.stringify(`${evil}.json`))}}
exports: {open: {type: string, value: ${inYaml}, description: ${inYaml}}, given: {type: any}, chosen: {type: Evil, value: ${inYaml}}}
`;
const web = `upstreams: {network: {source: ${escapeJson(JSON.stringify(`../${evil}`))}}}
vars:
  text: ${inYaml}
  taken: "\${network.open}"
  list: [${inYaml}]
  ${inYaml}: {${inYaml}: ${inYaml}}
tags: {a: {order: 1, description: ${inYaml}, vars: {text: ${inYaml}, b: !append [1]}, services: {app: {}}}}
types: {T: {enum: [${inYaml}, x]}}
variables: {text: {type: T, description: ${inYaml}}}
services: {app: {order: 1, configs: {c: {path: /etc/app, template: {inline: ${inYaml}}}}}}
exports: {out: {type: string, value: ${inYaml}}}
ansible: {compose: {made: "text"}}
hosts:
  - {name: web1, tags: [a], transport: {type: ssh, user: ${inYaml}}}
  - {name: web2, tags: [a], vars: {text: x}}
`;

async function fleet(): Promise<MemorySystem> {
  const system = memorySystem(
    {
      [`${folder}/inventory.yaml`]: network,
      '/fleet/web/inventory.yaml': web,
      [`/fleet/${evil}.yaml`]: web.replace('"../', '"./'),
      [`/fleet/broken${evil}.yaml`]: `hosts: [\n${inYaml}: ${evil}`,
      '/fleet/values.json': JSON.stringify({ given: { [evil]: evil }, [evil]: evil }),
      '/fleet/outputs.json': JSON.stringify({
        given: { value: evil, type: 'string', sensitive: false },
        [evil]: { value: evil, type: 'string', sensitive: false },
      }),
    },
    { cwd: '/fleet' },
  );
  await runCommandLine(system, ['apply', '-i', folder, '--set-file', 'outputs.json']);
  return system;
}

const file = `${evil}.yaml`;

const questions: readonly (readonly string[])[] = [
  ...['web', file, `broken${evil}.yaml`, `missing${evil}`].flatMap((inventory) =>
    [
      ['validate'],
      ['validate', '--format', 'json'],
      ['validate', '--format', 'sarif'],
      ['validate', '--format', 'github'],
      ['show'],
      ['show', '--format', 'text'],
      ['show', '--format', 'yaml'],
      ['explain', 'web1'],
      ['explain', 'web1', 'text'],
      ['explain', 'web1', '--json'],
      ['explain', 'web1', 'tags'],
      ['explain', 'web1', 'services'],
      ['explain', 'web1', evil],
      ['explain', evil],
      ['explain', '--at', `${inventory}:5`],
      ['explain', '--at', 'web/inventory.yaml:5', '--json'],
      ['lint'],
      ['lint', '--format', 'json'],
      ['lint', '--fix', '--dry-run'],
      ['doctor'],
      ['doctor', '--format', 'json'],
      ['hosts'],
      ['hosts', evil],
      ['hosts', '--format', 'table', '--columns', 'host,user,vars.text,vars.list'],
      ['hosts', '--format', 'json', '--vars'],
      ['hosts', '--where', `text == '${evil}`],
      ['hosts', '--tag', evil],
      ['graph'],
      ['graph', '--focus', evil],
      ['graph', evil],
      ['apply'],
      ['apply', '--set', `out=${evil}`],
      ['apply', '--set', `${evil}=x`],
      ['apply', '--all'],
      ['exports'],
      ['exports', '--json'],
      ['exports', 'out'],
      ['exports', evil],
      ['exports', '--declared'],
      ['state', 'show'],
      ['state', 'show', '--json'],
      ['state', 'unlock'],
      ['state', evil],
      ['cache', 'show'],
      ['schema'],
      ['report', '-o', `made${evil}.html`],
      ['--host', evil],
      [evil],
      [`--${evil}`],
      ['--list', evil],
    ].map(([command = '', ...rest]) =>
      command.startsWith('-') || command === evil
        ? ['-i', inventory, command, ...rest]
        : [command, '-i', inventory, ...rest],
    ),
  ),
  ['apply', '-i', folder, '--set-file', 'values.json'],
  ['apply', '-i', folder, '--set-file', 'outputs.json'],
  ['apply', '-i', folder, '--set-file', `missing${evil}`],
  ['state', 'show', '-i', folder],
  ['exports', '-i', folder],
  ['diff', 'web', file],
  ['diff', 'web', file, '--json'],
  ['diff', 'web', `missing${evil}`],
  ['diff', 'web', folder, '--markdown'],
  ['init', `new${evil}`],
  ['import', '--json', `missing${evil}`],
  ['import', '-i', evil, '-o', 'x'],
];

function linesOf(text: string): readonly string[] {
  return text.split('\n');
}

/** Those lines that hold what a terminal would obey, or that the user's text began. */
function badLines(text: string): readonly string[] {
  return linesOf(text).filter((line) => isUnsafe(line) || line.startsWith('FORGED'));
}

describe('text of the user on its way to a person', function () {
  this.timeout(60_000);
  let system: MemorySystem;

  before(async () => {
    system = await fleet();
  });

  for (const question of questions) {
    it(`is escaped by \`${question.map((word) => (word.includes(evil) ? word.replaceAll(evil, 'EVIL') : word)).join(' ')}\``, async () => {
      const { stdout, stderr } = await runCommandLine(system, question);
      expect(stdout + stderr).to.not.equal('');
      expect(badLines(stdout)).to.deep.equal([]);
      expect(badLines(stderr)).to.deep.equal([]);
    });
  }

  it('is the same in JSON, for who reads it', async () => {
    const { stdout } = await runCommandLine(system, ['show', '-i', 'web', '--host', 'web1']);
    const shown = JSON.parse(stdout) as { hosts: { vars: Record<string, unknown> }[] };
    const vars = shown.hosts[0]?.vars;
    expect(vars?.text).to.equal(evil);
    expect(vars?.[evil]).to.deep.equal({ [evil]: evil });
    expect(stdout).to.include('\\u009b').and.to.include('\\u202e');
  });

  it('is as it was written for Ansible, and for who asks for it raw', async () => {
    const list = await runCommandLine(system, ['-i', 'web', '--host', 'web1']);
    expect((JSON.parse(list.stdout) as Record<string, unknown>).text).to.equal(evil);
    expect(list.stdout).to.include('\u009b');
    const raw = await runCommandLine(system, ['exports', '-i', folder, 'open', '--raw']);
    expect(raw.stdout).to.equal(evil);
  });

  it('is not offered for completion where it cannot be typed', () => {
    const names = memorySystem(
      { '/inventory.yaml': 'hosts: [{name: "x\\u202e"}, {name: good}]\ntags: {"t\\u009b": {}}\n' },
      { cwd: '/' },
    );
    const answer = complete(names, ['inventory-script', 'explain', ''], '/inventory-script');
    expect(answer).to.include('good');
    expect(badLines(answer)).to.deep.equal([]);
  });
});

describe('a terminal', () => {
  const place = temporaryFolder('terminal-safety');
  const args: readonly (readonly string[])[] = [
    ['--list'],
    ['--host', 'gena'],
    ['graph', '--vars', '--no-color'],
    ['exports', 'open', '--raw'],
    ['show'],
    ['explain', 'gena', '--color'],
  ];

  before(async () => {
    writeFileSync(
      join(place, 'inventory.yaml'),
      `vars: {text: ${inYaml}}\nexports: {open: {type: string, value: ${inYaml}}}\nhosts: [{name: gena}]\n`,
    );
    await runOnTerminal(tool, ['apply'], { cwd: place });
  });

  for (const words of args) {
    it(`is safe from \`${words.join(' ')}\``, async () => {
      const { code, shown } = await runOnTerminal(tool, words, { cwd: place });
      expect(code).to.equal(0);
      const text = shown.replaceAll('\r', '');
      expect(text).to.include('31m');
      expect(linesOf(text).filter(isUnsafe)).to.deep.equal([]);
    });
  }
});
