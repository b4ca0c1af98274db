/** Diagnostics for code scanning (SARIF) and for GitHub Actions, and the definitions that use them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { parse } from 'yaml';
import { diagnostic, type Diagnostic } from '../src/diagnostics/diagnostic.js';
import { renderGithub } from '../src/diagnostics/render-github.js';
import { renderSarif } from '../src/diagnostics/render-sarif.js';
import type { Source, Span } from '../src/text/source.js';
import { projectRoot, temporaryFolder, tool } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { memorySystem } from './support/memory-system.js';

/** What SARIF 2.1.0 demands of the parts that are used: the required properties, and no others than it has. */
const region = {
  type: 'object',
  additionalProperties: false,
  required: ['startLine'],
  properties: {
    startLine: { type: 'integer', minimum: 1 },
    startColumn: { type: 'integer', minimum: 1 },
    endLine: { type: 'integer', minimum: 1 },
    endColumn: { type: 'integer', minimum: 1 },
  },
};
const message = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: { text: { type: 'string' } },
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const physicalLocation = {
  type: 'object',
  additionalProperties: false,
  required: ['artifactLocation'],
  properties: {
    artifactLocation: {
      type: 'object',
      additionalProperties: false,
      properties: { uri: { type: 'string' } },
    },
    region,
  },
};
const location = {
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'integer', minimum: -1 }, physicalLocation, message },
};
const result = {
  type: 'object',
  additionalProperties: false,
  required: ['message'],
  properties: {
    ruleId: { type: 'string' },
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message,
    locations: { type: 'array', items: location },
    relatedLocations: { type: 'array', uniqueItems: true, items: location },
  },
};
const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: { type: 'string' },
    shortDescription: message,
    defaultConfiguration: { type: 'object', additionalProperties: false, properties: { level } },
  },
};
const driver = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string' },
    version: { type: 'string' },
    rules: { type: 'array', uniqueItems: true, items: rule },
  },
};
const run = {
  type: 'object',
  additionalProperties: false,
  required: ['tool'],
  properties: {
    tool: {
      type: 'object',
      additionalProperties: false,
      required: ['driver'],
      properties: { driver },
    },
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    results: { type: 'array', items: result },
  },
};
const isSarif = new Ajv({ strict: false }).compile({
  type: 'object',
  additionalProperties: false,
  required: ['version', 'runs'],
  properties: {
    $schema: { type: 'string' },
    version: { const: '2.1.0' },
    runs: { type: 'array', minItems: 1, items: run },
  },
});

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly SarifResult[];
    },
  ];
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: object;
      };
    },
  ];
  readonly relatedLocations?: readonly object[];
}

function sarif(found: readonly Diagnostic[], nameOf?: (source: Source) => string): Sarif {
  const text = renderSarif(found, { version: '1.2.3', ...(nameOf && { nameOf }) });
  const document = JSON.parse(text) as Sarif;
  expect(isSarif(document), JSON.stringify(isSarif.errors)).to.equal(true);
  return document;
}

const at = (text: string, from: string, name = 'inventory.yaml'): Span => ({
  source: { path: `/fleet/${name}`, name, text },
  start: text.indexOf(from),
  end: text.indexOf(from) + from.length,
});
const unknown = diagnostic(
  'check/unknown-tag',
  at('hosts:\n  - {name: 😀, tags: [ips]}\n', 'ips'),
  'host `😀` has the unknown tag `ips`',
  {
    help: 'did you mean `isp`?',
    related: [{ span: at('a: 1', 'a', 'more.yaml'), message: '`isp` is here' }],
  },
);
const warned = diagnostic('check/include-order', at('a:\n  b\n', 'a:\n  b'), 'two lines');

describe('renderSarif', () => {
  it('is valid without and with diagnostics', () => {
    expect(sarif([]).runs[0].results).to.deep.equal([]);
    const [
      {
        tool: {
          driver: { rules },
        },
        results,
      },
    ] = sarif([unknown, warned, unknown]).runs;
    expect(rules.map((each) => each.id)).to.deep.equal([
      'check/unknown-tag',
      'check/include-order',
    ]);
    expect(results.map((each) => [each.ruleId, each.ruleIndex, each.level])).to.deep.equal([
      ['check/unknown-tag', 0, 'error'],
      ['check/include-order', 1, 'warning'],
      ['check/unknown-tag', 0, 'error'],
    ]);
    expect(results[0]?.message.text).to.equal(
      'host `😀` has the unknown tag `ips`\nhelp: did you mean `isp`?',
    );
    expect(results[0]?.locations[0].physicalLocation).to.deep.equal({
      artifactLocation: { uri: 'inventory.yaml' },
      region: { startLine: 2, startColumn: 22, endLine: 2, endColumn: 25 },
    });
    expect(results[0]?.relatedLocations).to.have.length(1);
    expect(results[1]?.locations[0].physicalLocation.region).to.deep.equal({
      startLine: 1,
      startColumn: 1,
      endLine: 2,
      endColumn: 4,
    });
  });

  const uris: [name: string, uri: string][] = [
    ['fleet/inventory.yaml', 'fleet/inventory.yaml'],
    ['/srv/my fleet/ü.yaml', 'file:///srv/my%20fleet/%C3%BC.yaml'],
    ['a b/50%#?.yaml', 'a%20b/50%25%23%3F.yaml'],
    ['c:x/y.yaml', './c%3Ax/y.yaml'],
  ];
  for (const [name, uri] of uris) {
    it(`calls ${name} ${uri}`, () => {
      expect(
        sarif([warned], () => name).runs[0].results[0]?.locations[0].physicalLocation
          .artifactLocation.uri,
      ).to.equal(uri);
    });
  }

  it('holds no link that a text of the user makes, and no raw control character', () => {
    const found = diagnostic('check/unknown-tag', warned.span, 'unknown `[x](http://y)` \u202e');
    expect(sarif([found]).runs[0].results[0]?.message.text).to.equal(
      'unknown `\\[x](http://y)` \u202e',
    );
    expect(renderSarif([found], { version: '1' })).to.include('\\u202e');
  });
});

describe('renderGithub', () => {
  it('writes one line for each, and columns only within one line', () => {
    expect(renderGithub([unknown, warned])).to.equal(
      '::error title=check/unknown-tag,file=inventory.yaml,line=2,endLine=2,col=22,endColumn=25::host `😀` has the unknown tag `ips`%0Amore.yaml:1:1: `isp` is here%0Ahelp: did you mean `isp`?\n' +
        '::warning title=check/include-order,file=inventory.yaml,line=1,endLine=2::two lines\n',
    );
  });

  it('escapes what would end a property or a command', () => {
    const found = diagnostic('check/unknown-tag', at('x', 'x', 'a,b:c%.yaml'), '100%\n::error::no');
    expect(renderGithub([found])).to.equal(
      '::error title=check/unknown-tag,file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=1,endColumn=2::100%25\\n::error::no\n',
    );
  });
});

describe('validate --format', () => {
  it('gives no place to what is about the command line', async () => {
    const system = memorySystem({ '/net/inventory.yaml': 'hosts: []\ntags: {web: {}}\n' });
    const run = async (format: string): Promise<string> =>
      (
        await runCommandLine({ ...system, cwd: '/net' }, [
          'validate',
          '--tag',
          'wbe',
          '--format',
          format,
        ])
      ).stdout;
    expect(await run('json')).to.not.match(/"(?:file|line)"/);
    expect(await run('sarif')).to.include('"locations": []');
    expect(await run('github')).to.match(
      /^::error title=resolve\/unknown-selection::there is no tag/,
    );
  });

  const broken = 'hosts: [{name: gena, tags: [ips]}]\n';
  const files = { '/repo/fleet/inventory.yaml': broken };

  it('github prints annotations and the summary on standard output, named from the checkout', async () => {
    const system = memorySystem(files, { cwd: '/repo/fleet', env: { GITHUB_WORKSPACE: '/repo' } });
    const { exitCode, stdout, stderr } = await runCommandLine(system, [
      'validate',
      '--format',
      'github',
    ]);
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 1, stderr: '' });
    expect(stdout).to.equal(
      '::error title=check/unknown-tag,file=fleet/inventory.yaml,line=1,endLine=1,col=29,endColumn=32::host `gena` has the unknown tag `ips`\ninventory.yaml: 1 host, 0 tags, 0 services: NOT valid (1 error, 0 warnings)\n',
    );
  });

  it('sarif prints one document, also where there is no inventory', async () => {
    for (const [entries, exit] of [
      [files, 1],
      [{}, 1],
      [{ '/repo/fleet/inventory.yaml': 'hosts: []\n' }, 0],
    ] as const) {
      const { exitCode, stdout, stderr } = await runCommandLine(
        memorySystem(entries, { cwd: '/repo/fleet' }),
        ['validate', '--format', 'sarif'],
      );
      expect({ exitCode, stderr }).to.deep.equal({ exitCode: exit, stderr: '' });
      expect(isSarif(JSON.parse(stdout)), stdout).to.equal(true);
    }
  });
});

describe('definitions for pre-commit and GitHub Actions', () => {
  const read = (name: string): unknown => parse(readFileSync(join(projectRoot, name), 'utf8'));
  const folder = temporaryFolder('checkout');
  const env = {
    PATH: `${dirname(tool)}:${dirname(process.execPath)}:/usr/bin:/bin`,
    GITHUB_WORKSPACE: folder,
  };

  before(() => {
    mkdirSync(join(folder, 'fleet'));
    writeFileSync(join(folder, 'fleet/inventory.yaml'), 'hosts: [{name: gena, vars: {up: yes}}]\n');
    writeFileSync(join(folder, 'inventory.yaml'), 'hosts: [{name: gena, tags: [ips]}]\n');
  });

  it('the hook validates the inventory of the repository', () => {
    const [hook, ...others] = read('.pre-commit-hooks.yaml') as readonly Record<string, unknown>[];
    expect(others).to.deep.equal([]);
    expect(hook).to.include({ id: 'inventory-script', language: 'node', pass_filenames: false });
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', String(hook?.entry)], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect({ status, stdout }).to.deep.equal({
      status: 1,
      stdout: 'inventory.yaml: 1 host, 0 tags, 0 services: NOT valid (1 error, 0 warnings)\n',
    });
    expect(stderr).to.match(/^inventory\.yaml:1:29: error: /);
  });

  interface Step {
    readonly id?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }
  const action = read('action.yml') as {
    readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
    readonly runs: { readonly using: string; readonly steps: readonly Step[] };
  };

  /** Runs the step that validates as a runner does, with these inputs. */
  function validate(given: Readonly<Record<string, string>>): ReturnType<typeof spawnSync> {
    const step = action.runs.steps.find((each) => each.id === 'validate');
    const values = Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => [
        name,
        given[name] ?? input.default ?? '',
      ]),
    );
    const inputs = Object.entries(step?.env ?? {}).map(([name, text]) => [
      name,
      text
        .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => values[input] ?? '')
        .replaceAll('${{ github.action_path }}', projectRoot),
    ]);
    return spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'false'],
      {
        cwd: folder,
        env: { ...env, ...(Object.fromEntries(inputs) as Record<string, string>) },
        encoding: 'utf8',
      },
    );
  }

  it('the action annotates what is wrong, and fails', () => {
    expect(action.runs.using).to.equal('composite');
    const { status, stdout, stderr } = validate({});
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: '' });
    expect(stdout).to.match(/^::error title=check\/unknown-tag,file=inventory\.yaml,line=1/);
  });

  it('the action takes a file, strictness and a place for SARIF', () => {
    expect(validate({ file: 'fleet' }).status).to.equal(0);
    const strict = validate({ file: 'fleet', strict: 'true', sarif: 'found.sarif' });
    expect(strict.status).to.equal(1);
    expect(strict.stdout).to.match(
      /^::error title=syntax\/reads-differently,file=fleet\/inventory\.yaml,/,
    );
    expect(isSarif(JSON.parse(readFileSync(join(folder, 'found.sarif'), 'utf8')))).to.equal(true);
  });
});
