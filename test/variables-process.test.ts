/** Declared variables through the real program: exit codes, streams, and what is loaded when. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { run } from '../scripts/ansible-core.mjs';
import { resolvePath } from '../src/pipeline.js';
import { nodeSystem } from '../src/system.js';
import { tool } from './support/ansible.js';
import { systemIn } from './support/golden.js';
import { runTool } from './support/tool.js';

describe('declared variables, run', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inventory-script-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const write = (body: string): string => {
    const path = join(folder, 'inventory.yaml');
    writeFileSync(path, body);
    return path;
  };
  const declared =
    'types:\n  VpcId: {type: string, pattern: "^vpc-"}\nvariables:\n  vpc_id: {type: VpcId, required: true}\n  mode: mode\n';

  it('a value that does not fit ends validate with 1, and leaves --list without output', async () => {
    const path = write(`${declared}hosts:\n  - {name: gena, vars: {vpc_id: igw-1, mode: 0644}}\n`);
    const validated = await runTool(['validate', path], folder);
    expect([validated.code, validated.stdout]).to.deep.equal([
      1,
      'inventory.yaml: 1 host, 0 tags, 0 services: NOT valid (2 errors, 0 warnings)\n',
    ]);
    expect(validated.stderr).to.equal(
      [
        'inventory.yaml:7:33: error: `vpc_id` must match `^vpc-`, and is the string `igw-1` (inventory.yaml:2:3: `VpcId` is declared here) [types/value]',
        'inventory.yaml:7:46: error: `mode` must be an octal file mode such as `"0644"`, and is the integer `420` (written `0644`) (inventory.yaml:5:3: `mode` is declared here) (quote it: `mode: "0644"`) [types/value]',
        '',
      ].join('\n'),
    );
    const listed = await runTool([path, '--list'], folder);
    expect([listed.code, listed.stdout, listed.stderr]).to.deep.equal([1, '', validated.stderr]);
  });

  it('values that fit change nothing of what Ansible receives', async () => {
    const body = 'hosts:\n  - {name: gena, vars: {vpc_id: vpc-1, mode: "0644"}}\n';
    const plain = await runTool([write(body), '--list']);
    const typed = await runTool([write(declared + body), '--list']);
    expect([typed.code, typed.stderr, typed.stdout]).to.deep.equal([0, '', plain.stdout]);
  });

  it("loads ajv's compiler only where something is declared", async () => {
    const hook = join(folder, 'hook.cjs');
    const log = join(folder, 'loaded');
    writeFileSync(
      hook,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(log)}, Object.keys(require.cache).join('\\n')));`,
    );
    const loaded = async (body: string): Promise<readonly string[]> => {
      const { code, stderr } = await run(tool, [write(body), '--list'], {
        env: { ...process.env, NODE_OPTIONS: `--require ${hook}` },
      });
      expect([code, stderr]).to.deep.equal([0, '']);
      return readFileSync(log, 'utf8')
        .split('\n')
        .filter((path) => /(?:check-value|types|declared-variables)\.cjs$/.test(path));
    };
    expect(await loaded('hosts:\n  - {name: gena, vars: {vpc_id: vpc-1}}\n')).to.deep.equal([]);
    expect(
      await loaded(`${declared}hosts:\n  - {name: gena, vars: {vpc_id: vpc-1}}\n`),
    ).to.have.length(3);
  });

  it('an expression or a transport may set what is required; what it composes is judged', () => {
    const path = write(`variables:
  ansible_host: {type: ip, required: true}
  double: {type: integer, required: true, maximum: 4}
ansible: {compose: {double: n * 2}}
hosts:
  - {name: gena, transport: {type: ssh, host: 192.0.2.7}, vars: {n: 2}}
  - {name: lanst, vars: {n: 3, ansible_host: 192.0.2.8}}
`);
    expect(
      resolvePath(systemIn(folder), path).diagnostics.map(({ code, message, span }) => [
        code,
        message,
        span.source.text.slice(span.start, span.end),
      ]),
    ).to.deep.equal([
      [
        'types/value',
        '`double` must be at most 4, and is the integer `6` (written `n * 2`)',
        'n * 2',
      ],
    ]);
  });

  it('what many hosts share is judged once, told once', () => {
    const hosts = Array.from(
      { length: 3000 },
      (_, at) => `  - {name: h${at}, tags: [home], vars: {rack: r${at % 7}}}\n`,
    ).join('');
    const path = write(
      `variables:\n  listen: port\n  rack: {enum: [r0, r1, r2, r3, r4, r5]}\n  db: {host: hostname}\ntags:\n  home: {vars: {listen: 0, db: {}}}\nhosts:\n${hosts}`,
    );
    const { diagnostics } = resolvePath(nodeSystem, path);
    const messages = diagnostics.map((each) => each.message);
    expect(messages.slice(0, 2)).to.deep.equal([
      '`listen` must be a port (an integer from 1 to 65535), and is the integer `0`',
      '`db` lacks the field `host`, on hosts `h0`, `h1`, `h2` and 2997 more',
    ]);
    expect(messages.slice(2).every((each) => each.includes('`r6`'))).to.equal(true);
    expect(messages).to.have.length(2 + Math.floor(3000 / 7));
  });

  it('names of types and variables that a missing file may declare are no errors of their own', () => {
    const path = write(
      'include: [gone.yaml]\nvariables:\n  vpc_id: VpcId\n  "*": false\nvars: {zone: a}\nhosts: []\n',
    );
    expect(resolvePath(systemIn(folder), path).diagnostics.map((each) => each.code)).to.deep.equal([
      'load/not-found',
    ]);
  });

  it('only selected hosts are judged', () => {
    const path = write(
      'variables:\n  a: {type: integer, required: true}\nhosts:\n  - {name: gena, vars: {a: 1}}\n  - {name: lanst, vars: {a: x}}\n  - {name: pi}\n',
    );
    const codesFor = (...hosts: string[]): string[] =>
      resolvePath(nodeSystem, path, { hosts, tags: [], services: [] }).diagnostics.map(
        (each) => each.code,
      );
    expect([codesFor('gena'), codesFor('lanst'), codesFor('pi'), codesFor()]).to.deep.equal([
      [],
      ['types/value'],
      ['resolve/required-variable'],
      ['resolve/required-variable', 'types/value'],
    ]);
  });
});
