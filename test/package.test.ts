/** The package as people get it: `npm pack`, installed globally and into a project, run and imported from there. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('..', import.meta.url));
const inventory = `#!/usr/bin/env inventory-script
plugin: inventory-script
include: ["more/*.yaml"]
hosts: [{name: gena}, {name: lanst, vars: {rack: [a3
  ]}}]
`;

describe('the package', function () {
  this.timeout(240_000);
  let folder = '';
  let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'inventory-script-package-'));
    const told = execFileSync(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      { cwd: root, encoding: 'utf8' },
    );
    const [first] = JSON.parse(told.slice(told.indexOf('['))) as (typeof packed)[];
    if (first === undefined) throw new Error('npm pack made nothing');
    packed = first;
    execFileSync(
      'npm',
      [
        'install',
        '--global',
        '--prefix',
        folder,
        '--no-audit',
        '--no-fund',
        '--prefer-offline',
        join(folder, packed.filename),
      ],
      { stdio: 'pipe' },
    );
    writeFileSync(join(folder, 'inventory.yaml'), inventory);
    chmodSync(join(folder, 'inventory.yaml'), 0o755);
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): string =>
    execFileSync(program, [...args], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...env,
        PATH: [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      },
    });

  it('holds the built program, the library with its types, the documents and the license', () => {
    const paths = packed.files.map((each) => each.path);
    expect(paths).to.include.members([
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'bin/inventory-script',
      'bin/package.json',
      'dist/cli.cjs',
      'dist/index.js',
      'dist/types/index.d.ts',
      'dist/THIRD-PARTY-LICENSES.txt',
      'docs/format.md',
      'man/inventory-script.1',
      'docs/inventory.schema.json',
    ]);
    expect(
      paths.filter((path) => /^(?:test|node_modules|\.cache|bench)\//.test(path)),
    ).to.deep.equal([]);
  });

  it('runs where it is installed globally, also through a shebang and with the packages it loads late', () => {
    expect(run('inventory-script', ['--version'])).to.match(
      /^inventory-script \d+\.\d+\.\d+ \(Node /,
    );
    const listed = JSON.parse(run(join(folder, 'inventory.yaml'), ['--list'])) as {
      all: { hosts: string[] };
      _meta: { hostvars: Record<string, object> };
    };
    expect(listed.all.hosts).to.deep.equal(['gena', 'lanst']);
    expect(listed._meta.hostvars.lanst).to.have.property('rack').that.deep.equals(['a3']);
    expect(run('inventory-script', ['show', '--format', 'yaml'])).to.include('name: lanst');
    expect(run('inventory-script', ['graph', '--format', 'svg'])).to.match(
      /^<svg [^]*lanst[^]*<\/svg>\n$/,
    );
    expect(run('inventory-script', ['--help'])).to.include('validate');
  });

  it('is a library to a project that installs it', () => {
    const script = `
      import { everything, loadInventory, nodeSystem, resolveHosts } from 'inventory-script';
      const { value } = loadInventory(nodeSystem, ${JSON.stringify(join(folder, 'inventory.yaml'))});
      console.log(resolveHosts(value, everything).value.hosts.map((each) => each.host.name).join());
    `;
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, packed.filename)],
      { cwd: folder, stdio: 'pipe' },
    );
    writeFileSync(join(folder, 'use.mjs'), script);
    expect(run('node', ['use.mjs'])).to.equal('gena,lanst\n');
  });
});
