/** `scripts/build.mjs` on a project of a few lines, so that what it makes can be told from what is in it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot, temporaryFolder } from './support/ansible.js';

const root = temporaryFolder('project');

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

const build = (): ReturnType<typeof run> => run(join(projectRoot, 'scripts/build.mjs'), root);

const schema = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 } },
  definitions: { part_file: { type: 'array' }, part: { type: 'string' } },
};
const main = `
  import { inventory, part_file } from '../schema/inventory-validator.generated.js';
  function describe(): string {
    const ok = inventory({ name: 'gena' });
    return JSON.stringify([ok, inventory({ name: 'g' }), inventory.errors?.[0]?.instancePath, part_file([]), part_file({})]);
  }
  console.log(describe());
`;

describe('scripts/build.mjs', () => {
  before(() => {
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json'])
      cpSync(join(projectRoot, name), join(root, name));
    symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
    write('src/schema/inventory.schema.json', JSON.stringify(schema));
    write('src/cli/main.ts', main);
    for (const part of ['hot', 'program']) write(`src/cli/${part}.ts`, 'export {};\n');
    write(
      'src/index.ts',
      `import { distance } from 'fastest-levenshtein';\n/** Edits. */\nexport function edits(a: string, b: string): number { return distance(a, b); }\n`,
    );
  });

  it('makes the program, the library, its types and the licences, without a word', () => {
    expect(build()).to.include({ status: 0, stdout: '', stderr: '' });
    expect(run('dist/cli.cjs').stdout).to.equal('[true,false,"/name",true,false]\n');
    const script = `import('./dist/index.js').then((library) => console.log(library.edits('home', 'hoem')))`;
    expect(run('-e', script)).to.include({ stdout: '2\n', stderr: '' });
    expect(readFileSync(join(root, 'dist/index.js'), 'utf8')).to.match(
      /from ["']fastest-levenshtein["']/,
    );
    expect(readFileSync(join(root, 'dist/types/index.d.ts'), 'utf8')).to.equal(
      '/** Edits. */\nexport declare function edits(a: string, b: string): number;\n',
    );
    expect(readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')).to.match(
      /^ajv 8\.\d+\.\d+ \(MIT\)\n\nThe MIT License/,
    );
  });

  it('keeps the names of functions, for stack traces', () => {
    expect(readFileSync(join(root, 'dist/cli.cjs'), 'utf8')).to.include('function describe(');
  });

  it('rewrites nothing that did not change', () => {
    const paths = [
      'dist/cli.cjs',
      'dist/index.js',
      'src/schema/inventory-validator.generated.js',
      'src/schema/inventory-validator.generated.d.ts',
    ];
    const times = (): number[] => paths.map((path) => statSync(join(root, path)).mtimeMs);
    const before = times();
    expect(build().status).to.equal(0);
    expect(times()).to.deep.equal(before);
  });

  it('shows what is wrong in a source, and fails', () => {
    write('src/cli/main.ts', 'import { lost } from "./lost.js";\nconsole.log(lost);\n');
    const { status, stdout, stderr } = build();
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.include('Could not resolve "./lost.js"').and.include('src/cli/main.ts:1:21');
    expect(stderr.trimEnd().split('\n').at(-1)).to.equal(
      'build: the sources cannot be bundled (see above)',
    );
  });

  it('names a schema that cannot be compiled, and fails', () => {
    write('src/schema/inventory.schema.json', JSON.stringify({ type: 'object', requird: [] }));
    expect(build()).to.include({
      status: 1,
      stdout: '',
      stderr: 'build: strict mode: unknown keyword: "requird"\n',
    });
  });
});
