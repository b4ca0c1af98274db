/** `schema`: what the format accepts passes it, and what is misspelt does not, in the eyes of an ordinary validator. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'chai';
import { hasErrors } from '../src/diagnostics/diagnostic.js';
import { validatePath } from '../src/pipeline.js';
import { jsonSchema } from '../src/report/json-schema.js';
import { toPlain } from '../src/schema/plain.js';
import { parseDocument } from '../src/syntax/parse.js';
import { runCommandLine } from './support/command-line.js';
import { fixtureFolder, systemIn } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

function compile(schema: object): ValidateFunction {
  return new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
  }).compile(schema);
}

function plain(text: string): unknown {
  const { root } = parseDocument({ path: '/x.yaml', name: 'x.yaml', text }).value;
  if (root === undefined) throw new Error(`no YAML: ${text}`);
  return toPlain(root, undefined);
}

async function schemaFor(
  files: Readonly<Record<string, string>>,
  kind: 'inventory' | 'included' | 'service' = 'inventory',
): Promise<ValidateFunction> {
  const { exitCode, stdout, stderr } = await runCommandLine(
    memorySystem(files, { cwd: '/fleet' }),
    ['schema', kind, '-i', 'inventory.yaml'],
  );
  expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
  return compile(JSON.parse(stdout) as object);
}

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the JSON Schema of the format', () => {
  it('is in the package as the command prints it', async () => {
    const { stdout } = await runCommandLine(memorySystem({}), ['schema']);
    expect(readFileSync(join(root, 'docs/inventory.schema.json'), 'utf8')).to.equal(
      stdout,
      'run `npm run docs`',
    );
  });

  it('accepts every fixture that validate accepts, also with the names of that inventory', async () => {
    const validate = compile(jsonSchema('inventory'));
    let count = 0;
    for (const kind of ['diagnostics', 'list', 'show', 'explain']) {
      for (const name of readdirSync(fixtureFolder(kind))) {
        const folder = fixtureFolder(kind, name);
        const path = join(folder, 'inventory.yaml');
        if (!existsSync(path)) continue;
        const { diagnostics, loaded } = validatePath(systemIn(folder), path);
        const rootNode = loaded.workspace.documents[0]?.root;
        if (hasErrors(diagnostics) || rootNode === undefined) continue;
        const data = toPlain(rootNode, undefined);
        expect(validate(data), `${kind}/${name}: ${JSON.stringify(validate.errors)}`).to.equal(
          true,
        );
        count++;
        if (kind === 'diagnostics') continue;
        const { stdout } = await runCommandLine(systemIn(folder), ['schema', '-i', path]);
        const own = compile(JSON.parse(stdout) as object);
        expect(own(data), `${kind}/${name} with its names: ${JSON.stringify(own.errors)}`).to.equal(
          true,
        );
      }
    }
    expect(count).to.be.greaterThan(40);
  });

  /** [what is written, whether the format alone accepts it] */
  const format: readonly (readonly [string, boolean])[] = [
    ['hosts: [{name: gena}]', true],
    ['hosts: [{name: gena, tag: [home]}]', false],
    ['hosts: [{name: gena, transport: {type: ssh, port: 22}}]', true],
    ['hosts: [{name: gena, transport: {type: ssh, port: "22"}}]', false],
    ['hosts: [{name: gena, transport: {type: ssh, port: "${network.port}"}}]', true],
    ['hosts: [{name: gena, transport: {type: telnet}}]', false],
    [
      'services: {app: {order: 1, configs: {main: {path: /etc/a, mode: "${network.mode}", template: {inline: ""}}}}}',
      true,
    ],
    [
      'services: {app: {order: 1, configs: {main: {path: /etc/a, mode: "9", template: {inline: ""}}}}}',
      false,
    ],
    ['services: {app: {order: "${network.order}"}}', false],
    ['variables: {listen: {type: string, required: true}, "*": false, port: port}', true],
    ['types: {VpcId: {type: string, pattern: "^vpc-"}, Db: {host: hostname, port?: port}}', true],
  ];
  for (const [text, accepted] of format)
    it(`${accepted ? 'accepts' : 'refuses'} ${text}`, () =>
      void expect(compile(jsonSchema('inventory'))(plain(text))).to.equal(accepted));

  const fleet = `
types: {Name: string}
variables: {vmango.listen: {type: string, required: true}}
tags: {home: {services: {app: {}}}, net: {}}
services: {app: {order: 1, binaries: {tool: {type: deb, package: app}}, processes: {web: {type: systemd, unit: a.service, restart_on: [binary.tool]}}}}
hosts: []
`;
  /** [what is written, whether the schema with the names of the inventory accepts it] */
  const names: readonly (readonly [string, boolean])[] = [
    ['hosts: [{name: gena, tags: [home, net]}]', true],
    ['hosts: [{name: gena, tags: [hom]}]', false],
    ['tags: {x: {includes: [nt]}}', false],
    ['tags: {x: {services: {app: {state: absent}}}}', true],
    ['tags: {x: {services: {ap: {}}}}', false],
    [
      'services: {app: {order: 1, processes: {web: {type: systemd, unit: a.service, restart_on: [binary.tol]}}}}',
      false,
    ],
    [
      'services: {app: {order: 1, processes: {web: {type: systemd, unit: a.service, after: [web]}}}}',
      true,
    ],
    ['hosts: [{name: gena, transport: {type: ssh, port: "${network.port}"}}]', false],
  ];
  for (const [text, accepted] of names)
    it(`with names ${accepted ? 'accepts' : 'refuses'} ${text}`, async () =>
      void expect((await schemaFor({ '/fleet/inventory.yaml': fleet }))(plain(text))).to.equal(
        accepted,
      ));

  it('says what is declared of a variable, wherever variables stand', async () => {
    const { stdout } = await runCommandLine(
      memorySystem({ '/fleet/inventory.yaml': fleet }, { cwd: '/fleet' }),
      ['schema', '-i', 'inventory.yaml'],
    );
    const { definitions } = JSON.parse(stdout) as { definitions: { vars: object } };
    expect(definitions.vars).to.have.nested.property(
      'properties.vmango.properties.listen.description',
      'string, required',
    );
  });

  it('restricts nothing where a file could not be read', async () => {
    const validate = await schemaFor({
      '/fleet/inventory.yaml': 'include: [tags.yaml]\ntags: {home: {}}\nhosts: []\n',
    });
    expect(validate(plain('hosts: [{name: gena, tags: [other]}]'))).to.equal(true);
  });

  it('is there for included files and the files of services', async () => {
    const service = await schemaFor({ '/fleet/inventory.yaml': fleet }, 'service');
    expect(service(plain('binaries: {tool: {type: deb, package: app}}'))).to.equal(true);
    expect(service(plain('order: 1'))).to.equal(false);
    const included = await schemaFor({ '/fleet/inventory.yaml': fleet }, 'included');
    expect(included(plain('tags: {home: {includes: [net]}}'))).to.equal(true);
    expect(included(plain('upstreams: {}'))).to.equal(false);
  });

  it('needs an inventory that can be read', async () => {
    const { exitCode, stdout, stderr } = await runCommandLine(
      memorySystem({ '/fleet/inventory.yaml': 'hosts: [' }, { cwd: '/fleet' }),
      ['schema', '-i', 'inventory.yaml'],
    );
    expect({ exitCode, stdout }).to.deep.equal({ exitCode: 1, stdout: '' });
    expect(stderr).to.include('syntax/');
  });
});
