/** What may be kept of an inventory that takes values from others. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { answerAnsible } from '../src/cli/ansible/hot.js';
import { answerFromCache } from '../src/cli/ansible/stored.js';
import { runProgram } from '../src/cli/program.js';
import { nodeDisk } from '../src/cache/disk.js';

import { filesOf, list, systemOf, world, type World } from './support/cached.js';

const web =
  'upstreams: {network: {source: network}}\nhosts: [{name: gena, vars: {a: "${network.id}"}}]\n';

/** Runs `--list`; where it came from, and what it prints. */
async function ask(
  within: World,
): Promise<{ readonly from: string; readonly text: string; readonly stderr: string }> {
  const system = systemOf(within);
  const stored = answerFromCache(system, list, within.at('script'), nodeDisk);
  const result = stored ?? (await answerAnsible(system, list, within.at('script'), nodeDisk));
  const text =
    typeof result.stdout === 'string'
      ? result.stdout
      : [...result.stdout]
          .map((each) => (typeof each === 'string' ? each : Buffer.from(each).toString()))
          .join('');
  result.delivered?.(true);
  return { from: stored === undefined ? 'computed' : 'cache', text, stderr: result.stderr };
}

async function apply(within: World, ...args: string[]): Promise<void> {
  const { exitCode, stderr } = await runProgram(
    systemOf(within),
    ['apply', '-i', 'network', ...args],
    within.at('script'),
  );
  if (exitCode !== 0) throw new Error(stderr);
}

describe('the cache and upstreams', () => {
  it('is used until a state or the file of an upstream changes', async () => {
    const made = world({
      'inventory.yaml': web,
      'network/inventory.yaml': 'exports: {id: {type: string}}\nhosts: []\n',
    });
    expect([(await ask(made)).from, (await ask(made)).from]).to.deep.equal(['computed', 'cache']);
    await apply(made, '--set', 'id=1');
    const applied = await ask(made);
    expect([applied.from, (await ask(made)).from]).to.deep.equal(['computed', 'cache']);
    expect(applied.text).to.include('"a": "1"');
    await apply(made, '--set', 'id=2');
    expect((await ask(made)).text).to.include('"a": "2"');
    rmSync(made.at('network/.inventory.state.json'));
    expect((await ask(made)).text).to.include('undef');
    writeFileSync(made.at('network/inventory.yaml'), 'exports: {id: {value: "3"}}\nhosts: []\n');
    expect((await ask(made)).text).to.include('"a": "3"');
  });

  it('never holds a sensitive value, whoever asks', async () => {
    const made = world({
      'inventory.yaml': `${web}ansible: {cache: true}\n`,
      'network/inventory.yaml': 'exports: {id: {type: string, sensitive: true}}\nhosts: []\n',
    });
    await ask(made);
    expect(filesOf(made)).to.have.lengthOf(1);
    await apply(made, '--set', 'id=hunter2', '--allow-sensitive');
    const computed = await ask(made);
    expect(computed.text).to.include('hunter2');
    expect((await ask(made)).from).to.equal('computed');
    expect(readdirSync(made.cache).length).to.equal(1);
  });

  for (const [cache, kept] of [
    ['true', false],
    ['{timeout: 60}', true],
  ] as const) {
    it(`${kept ? 'holds' : 'does not hold'} what was read over the network with cache: ${cache}`, async () => {
      const { createServer } = process.getBuiltinModule('node:http');
      let asked = 0;
      const server = createServer((_request, response) => {
        asked++;
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code></Error>');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const address = server.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        const state = `state: {type: s3, bucket: bucket, key: key, region: r, endpoint: "http://127.0.0.1:${port}", path_style: true}\n`;
        const made = world({
          'inventory.yaml': `${web}ansible: {cache: ${cache}}\n`,
          'network/inventory.yaml': `${state}exports: {id: {type: string}}\nhosts: []\n`,
        });
        Object.assign(made.env, { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' });
        const first = await ask(made);
        expect(first.stderr).to.equal('');
        expect(asked).to.be.greaterThan(0);
        const before = asked;
        expect((await ask(made)).from).to.equal(kept ? 'cache' : 'computed');
        expect(asked > before).to.equal(!kept);
      } finally {
        server.close();
      }
    });
  }
});
