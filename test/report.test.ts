/** `report`: what is written, when, and over what; that its data say what `explain` says; that no secret is in them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { openModel, type Leaf } from '@inventory-script/report-page/model';
import { resolveApplied } from '../src/pipeline.js';
import { explainLeaves, type Contribution, type Leaf as Explained } from '../src/report/explain.js';
import { nodeText, valueText } from '../src/report/explain-text.js';
import { layersOf } from '../src/report/layers.js';
import type { PageData } from '@inventory-script/report-page/shape';
import { everything } from '../src/resolve/select.js';
import { nodeSystem } from '../src/system.js';
import { pathText } from '../src/text/path-text.js';
import { placeOf } from '../src/text/position.js';
import { temporaryFolder } from './support/ansible.js';
import { draft, draftText } from './support/arbitrary-inventories.js';
import { runCommandLine } from './support/command-line.js';
import { memorySystem, type MemorySystem } from './support/memory-system.js';
import { attack, fleet, pageOf, secrets } from './support/report-fleet.js';
import { runTool } from './support/tool.js';

function dataIn(page: string): PageData {
  const [, text = ''] =
    /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(text) as PageData;
}

/** A leaf with all its parts, as the page knows it. */
function told({ path, outcome, value, winners, remover, losers }: Leaf): object {
  const part = ({ kind, name, order, place, text }: Leaf['winners'][number]): string =>
    [kind, name, order, place, text].join(' ');
  return {
    path,
    outcome,
    value,
    winners: winners.map(part),
    remover: remover && part(remover),
    losers: losers.map((each) => `${each.reason} ${part(each)}`),
  };
}

/** The same from the explanation itself. */
function explained(leaf: Explained): object {
  const part = ({ layer, node, span }: Contribution): string =>
    [layer.kind, layer.name, layer.order, placeOf(span), escaped(nodeText(node, true))].join(' ');
  return {
    path: escaped(pathText(leaf.keys)),
    outcome: leaf.outcome,
    value: leaf.outcome === 'value' ? escaped(valueText(leaf, true)) : undefined,
    winners: leaf.winners.map(part),
    remover: leaf.remover && part(leaf.remover),
    losers: leaf.losers.map((each) => `${each.reason} ${part(each)}`),
  };
}

function escaped(text: string): string {
  return text.replace('\u202e', '\\u202e');
}

/** Every host's values in the page against what `explain` says of them. */
async function expectSame(system: MemorySystem): Promise<number> {
  const model = openModel(dataIn(await pageOf(system)));
  const { resolved } = await resolveApplied(system, `${system.cwd}/inventory.yaml`, everything);
  for (const [at, host] of resolved.hosts.entries()) {
    const layers = layersOf(host, resolved.inventory).filter(({ kind }) => kind !== 'tool');
    expect(model.leavesOf(at).map(told), host.host.name).to.deep.equal(
      explainLeaves(layers, []).map(explained),
    );
    expect(model.kindOf(at)?.tags.map((tag) => model.data.tags[tag]?.name)).to.deep.equal(
      host.tags.map((tag) => tag.name),
    );
  }
  return resolved.hosts.length;
}

describe('report', () => {
  it('says of every value of every host what explain says', async () => {
    expect(await expectSame(await fleet())).to.equal(12);
  });

  it('says so of any inventory', async () => {
    await fc.assert(
      fc.asyncProperty(draft, async (each) => {
        await expectSame(
          memorySystem({ '/fleet/inventory.yaml': draftText(each) }, { cwd: '/fleet' }),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('holds no secret, and nothing that ends its blocks', async () => {
    const page = await pageOf(await fleet());
    for (const secret of secrets) expect(page).not.to.include(secret);
    expect(page).not.to.include('secrets/default.yaml');
    expect(page).not.to.include(attack.slice(0, 20));
    expect(page.match(/<\/script>/g)).to.have.lengthOf(2);
    expect(dataIn(page).texts).to.include(JSON.stringify(attack)).and.to.include('"a\\u202eb"');
    expect(page)
      .to.include("default-src 'none'")
      .and.not.to.match(/https?:\/\/(?!x:|<redacted>|www\.w3\.org)/);
  });

  it('holds no secret in what follows from one either: components, what they own, addresses, expressions', async () => {
    const reference = '${network.root_token}';
    const text = `
upstreams: {network: {source: network}}
tags: {web: {services: {s: {}}, vars: {token: "${reference}", list: [a, "${reference}"]}}}
services:
  s:
    order: 1
    binaries: {p: {type: deb, package: "${reference}", version: "1-${reference}"}}
    configs:
      c: {path: "/etc/${reference}", template: {inline: "x ${reference}"}}
      d: {path: /etc/d, owner: "${reference}", template: {file: "t/${reference}.j2"}}
    processes: {w: {type: systemd, unit: "${reference}.service", unit_file: {template: {inline: "${reference}"}}}}
exports: {again: {type: string, value: "${reference}"}}
ansible: {compose: {made: token | upper, listed: "[token]"}}
hosts: [{name: a, tags: [web], transport: {type: ssh, host: "${reference}", proxy_jump: "${reference}"}}]
`;
    const system = await fleet({ '/fleet/inventory.yaml': text });
    const { exitCode, stdout } = await runCommandLine(system, ['report', '-o', '-']);
    expect(exitCode).to.equal(0);
    expect(stdout.toLowerCase()).not.to.include(secrets[0]);
    expect(
      dataIn(stdout).services[0]?.claims.map(([kind, what]) => `${kind} ${what}`),
    ).to.deep.equal([
      'package <redacted>',
      'path <redacted>',
      'path /etc/d',
      'unit <redacted>',
      'path <redacted>',
    ]);
    expect(
      openModel(dataIn(stdout))
        .leavesOf(0)
        .filter((leaf) => leaf.isSecret)
        .map((leaf) => leaf.path),
    ).to.deep.equal(['ansible_host', 'ansible_ssh_common_args', 'list', 'listed', 'made', 'token']);
  });

  it('holds no secret in what is wrong with it, though a mistake keeps the model from knowing it', async () => {
    const wrong = `
hosts: [{name: a}]
exports: {t: {type: string, sensitive: true, valu: secret-1}}
secret_sources: {default: {type: yaml, file: "https://secret-2/x"}, b: {type: yaml, fil: secret-3}, c: {type: vault, file: secret-4}}
services:
  s:
    order: one
    configs:
      c: {path: relative, sensitive: true, mode: 0644, template: {inlin: secret-5}}
      d: {path: /d, sensitive: true, template: secret-6 ${'and more '.repeat(20)}}
      e: {path: /e, sensitive: false, template: shown-1}
      g: {path: /g, sensitive: true, templat: {inline: "first
          secret-7"}}
`;
    for (const [text, codes] of [
      [wrong, 14],
      [
        'hosts: [\nservices: {s: {configs: {c: {path: /c, sensitive: true, template: {inline: secret-8',
        1,
      ],
    ] as const) {
      const page = await pageOf(memorySystem({ '/inventory.yaml': text }));
      expect(page).not.to.match(/secret-\d/);
      expect(dataIn(page).errors).to.equal(codes);
      const lines = dataIn(page).diagnostics.flatMap(({ excerpt }) =>
        excerpt.map(([, line]) => line),
      );
      if (text === wrong)
        expect(lines)
          .to.include(
            '      c: {path: relative, sensitive: true, mode: 0644, template: {inlin: <redacted>}}',
          )
          .and.to.include('      e: {path: /e, sensitive: false, template: shown-1}');
    }
  });

  it('is the same for the same inventory at any time', async () => {
    const [one, other] = await Promise.all([fleet(), fleet()]);
    expect(await pageOf(one)).to.equal(await pageOf({ ...other, now: () => 0 }));
  });

  it('tells how fresh upstreams and exports are', async () => {
    const system = await fleet();
    const before = dataIn(await pageOf(system));
    expect(before.upstreams).to.have.lengthOf(1);
    expect(before.upstreams[0]).to.deep.include({
      name: 'network',
      waits: ['network.subnet'],
      state: {
        kind: 'present',
        place: 'network/.inventory.state.json',
        serial: 1,
        time: '2026-11-01T12:00:00Z',
        tool: before.tool,
      },
    });
    expect(
      before.upstreams[0]?.exports.map(({ name, value }) => `${name} ${value ?? ''}`),
    ).to.deep.equal([
      'db {"host": "db.example.org", "port": 5432}',
      'root_token <redacted>',
      'vpc_id "vpc-0a1b2c3d"',
    ]);
    expect(before.state).to.deep.equal({ kind: 'absent', place: '.inventory.state.json' });
    await runCommandLine(system, ['apply', '--set', 'password=hunter3', '--allow-sensitive']);
    const applied = dataIn(await pageOf(system));
    expect(applied.state)
      .to.include({ kind: 'present', serial: 1 })
      .and.not.to.have.property('isOutdated');
    expect(
      applied.exports.map(({ name, value, applied: kept }) => [name, value, kept]),
    ).to.deep.equal([
      ['password', '<redacted>', undefined],
      ['web_port', '443', undefined],
    ]);
    const changed = memorySystem(
      Object.fromEntries(
        [...system.files].map(([path, text]) => [
          path,
          typeof text === 'string' ? text.replace('value: 443', 'value: 8443') : text,
        ]),
      ),
      { cwd: '/fleet' },
    );
    const later = dataIn(await pageOf(changed));
    expect(later.state).to.include({ isOutdated: true });
    expect(later.exports[1]).to.include({ value: '8443', applied: '443' });
  });

  it('shows what is wrong with a broken inventory, and ends with 1', async () => {
    const text =
      'hosts: [{name: a, tags: [x, y]}]\ntags: {x: {vars: {p: 1, q: 2}}, y: {vars: {p: 2}}}\n';
    const { exitCode, stdout, stderr } = await runCommandLine(
      memorySystem({ '/inventory.yaml': text }),
      ['report', '-o', '-'],
    );
    const data = dataIn(stdout);
    expect(exitCode).to.equal(1);
    expect(stderr).to.include('resolve/equal-order-conflict');
    expect(data).to.include({ errors: 1, warnings: 1 });
    expect(data.diagnostics[0]).to.include({
      severity: 'error',
      code: 'resolve/equal-order-conflict',
    });
    expect(data.diagnostics[0]?.excerpt).to.deep.equal([
      [2, 'tags: {x: {vars: {p: 1, q: 2}}, y: {vars: {p: 2}}}', 46, 1],
    ]);
    expect(
      openModel(data)
        .leavesOf(0)
        .map(({ path, isConflict }) => `${path} ${isConflict}`),
    ).to.deep.equal(['p true', 'q false']);
    const unreadable = await runCommandLine(memorySystem({ '/inventory.yaml': 'hosts: [' }), [
      'report',
      '-o',
      '-',
    ]);
    expect(unreadable.exitCode).to.equal(1);
    expect(dataIn(unreadable.stdout)).to.deep.include({ errors: 1, hosts: [] });
  });
});

describe('report writes', () => {
  it('from the built program what it writes from its sources', async () => {
    const folder = temporaryFolder('report-process');
    writeFileSync(
      join(folder, 'inventory.yaml'),
      'hosts: [{name: gena, tags: [x]}]\ntags: {x: {vars: {p: 1}}}\n',
    );
    const { code, stdout, stderr } = await runTool(['report', '-o', 'report.html'], folder);
    expect({ code, stdout, stderr }).to.deep.equal({
      code: 0,
      stdout: 'wrote report.html: 1 host, 1 tag, 0 services (0 errors, 0 warnings)\n',
      stderr: '',
    });
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).to.equal(
      await pageOf({ ...nodeSystem, cwd: folder }, '-i', join(folder, 'inventory.yaml')),
    );
  });

  const inventory = { '/fleet/inventory.yaml': 'hosts: [{name: gena}]\n' };
  const at = (more: Readonly<Record<string, string>> = {}): MemorySystem =>
    memorySystem({ ...inventory, ...more }, { cwd: '/fleet' });
  const run = (
    system: MemorySystem,
    ...args: readonly string[]
  ): ReturnType<typeof runCommandLine> => runCommandLine(system, ['report', ...args]);

  it('a new file, and over an earlier report, whose permissions stay', async () => {
    const system = at();
    expect(await run(system, '-o', 'report.html')).to.deep.equal({
      exitCode: 0,
      stdout: 'wrote report.html: 1 host, 0 tags, 0 services (0 errors, 0 warnings)\n',
      stderr: '',
    });
    const first = system.files.get('/fleet/report.html');
    (system.modes as Map<string, number>).set('/fleet/report.html', 0o640);
    expect((await run(system, '-o', 'report.html')).exitCode).to.equal(0);
    expect(system.files.get('/fleet/report.html')).to.equal(first);
    expect(system.modes.get('/fleet/report.html')).to.equal(0o640);
    expect([...system.files.keys()]).to.deep.equal(['/fleet/inventory.yaml', '/fleet/report.html']);
  });

  it('over no other file without --force', async () => {
    const system = at({ '/fleet/notes.html': '<!doctype html>\n<p>mine' });
    const refused = await run(system, '-o', 'notes.html');
    expect(refused).to.deep.equal({
      exitCode: 1,
      stdout: '',
      stderr:
        'notes.html:1:1: error: `notes.html` cannot be written: it exists already, and is no report of an inventory (choose another name, or replace it with `--force`) [report/not-written]\n',
    });
    expect(system.files.get('/fleet/notes.html')).to.equal('<!doctype html>\n<p>mine');
    expect((await run(system, '-o', 'notes.html', '--force')).exitCode).to.equal(0);
    expect(system.files.get('/fleet/notes.html')).to.include('inventory-script report');
  });

  it('the file that a link leads to', async () => {
    const system = memorySystem(
      {
        ...inventory,
        '/fleet/latest.html': { linkTo: '/www/report.html' },
        '/www/report.html': '',
      },
      { cwd: '/fleet' },
    );
    expect((await run(system, '-o', 'latest.html')).exitCode).to.equal(0);
    expect(system.files.get('/www/report.html')).to.include('<!doctype html>');
    expect(system.files.get('/fleet/latest.html')).to.deep.equal({ linkTo: '/www/report.html' });
  });

  for (const [args, exitCode, message] of [
    [[], 2, 'report needs -o FILE'],
    [['-o', 'none/report.html'], 1, 'no such folder'],
    [['-o', '/fleet'], 1, 'it is a folder'],
    [['-o', 'report.html', '--host', 'gina'], 1, 'gena'],
    [['-o', 'report.html', '-i', 'missing.yaml'], 1, 'missing.yaml'],
  ] as const) {
    it(`nothing for ${args.join(' ') || 'no file'}`, async () => {
      const system = at();
      const { exitCode: code, stdout, stderr } = await run(system, ...args);
      expect({ code, stdout }).to.deep.equal({ code: exitCode, stdout: '' });
      expect(stderr).to.include(message);
      expect([...system.files.keys()]).to.deep.equal(['/fleet/inventory.yaml']);
    });
  }

  it('only the hosts that are asked for', async () => {
    const system = await fleet();
    expect(
      dataIn(await pageOf(system, '--host', 'loner', '--tag', 'db')).hosts.map(([name]) => name),
    ).to.deep.equal(['db1.example.org', '2001:db8::7', 'loner']);
  });
});
