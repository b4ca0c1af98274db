/**
 * Builds `dist/` and, before it, the precompiled validators of the inventory's schema and the code of the page of `report`:
 *   dist/cli.cjs                  the program that `bin/inventory-script` loads: the little that an answer from the
 *                                 cache needs
 *   dist/hot.cjs                  what it loads to compute an answer for Ansible
 *   dist/program.cjs              what it loads for the full command line
 *   dist/complete.cjs             what it loads for a shell that completes a word
 *   dist/usage.cjs                what it loads to know a command from a file: what commands there are, as data
 *   dist/full-parse.cjs, dist/expressions.cjs, dist/judge-sections.cjs, …  what they load late, for the inventories that need it (`lateModules`)
 *   dist/index.js, dist/types/    the library and its types; its dependencies stay imports
 *   dist/THIRD-PARTY-LICENSES.txt what is bundled, and under which terms
 * Silent when all is well; otherwise the cause on stderr, and exit code 1.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { usageAsData } from './usage-data.mjs';

/** Stands for the name of the build until everything that it is made of is known. */
const buildMark = '(the build)';

/** Modules that only some runs need: files of their own in the program, loaded when one of their functions is called. */
const lateModules = [
  'src/syntax/full-parse.ts',
  'src/expr/expressions.ts',
  'src/machine.ts',
  'src/state/read-state.ts',
  'src/state/s3.ts',
  'src/upstream/upstreams.ts',
  'src/upstream/own-exports.ts',
  'src/ansible/unknown.ts',
  'src/check/types.ts',
  'src/types/check-value.ts',
  'src/resolve/declared-variables.ts',
  'src/cli/completion/load-names.ts',
  'src/cli/watch/watch-files.ts',
  'src/lsp/server.ts',
  'src/cli/lint/run-lint.ts',
  'src/cli/diff/run-diff.ts',
  'src/schema/judge-sections.ts',
  'src/ansible/host-pattern.ts',
  'src/report/host-lists.ts',
  'src/report/graph-text.ts',
  'src/report/graph-picture.ts',
  'src/report/page.ts',
];

/** Sections that most inventories do not have: they are judged by a validator of their own, in a late module. */
const lateSections = ['types', 'variables', 'upstreams', 'exports', 'state'];

/** What `src/cli/parts.ts` loads, and the file that each becomes. */
const partFiles = [
  ['src/cli/ansible/hot.ts', 'hot.cjs'],
  ['src/cli/program.ts', 'program.cjs'],
  ['src/cli/completion/complete.ts', 'complete.cjs'],
  ['src/cli/usage.ts', 'usage.cjs'],
];

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);

try {
  const { build } = await importOrExplain('esbuild');
  const made = [
    ...(await buildValidators(build)),
    ...(existsSync(at('packages/report-page')) ? [await buildPage(build)] : []),
  ];
  for (const entry of ['src/cli/main.ts', 'src/index.ts']) {
    if (!existsSync(at(entry))) throw new Error(`${entry} does not exist`);
  }
  const parts = await buildParts(build);
  const [library] = await Promise.all([buildLibrary(build), buildTypes()]);
  for (const { path, text } of [...nameBuild(parts), ...library.outputFiles])
    writeIfChanged(path, text);
  writeIfChanged(
    at('dist/THIRD-PARTY-LICENSES.txt'),
    licensesOf([...made, ...parts, library].map((each) => each.metafile)),
  );
} catch (error) {
  const told = Array.isArray(error.errors);
  console.error(`build: ${told ? 'the sources cannot be bundled (see above)' : error.message}`);
  process.exitCode = 1;
}

async function importOrExplain(name) {
  try {
    return await import(name);
  } catch {
    throw new Error(
      `the package ${name} is not installed: run \`npm ci\` (with development dependencies)`,
    );
  }
}

/** The parts of the program, the one that loads the others last. */
async function buildParts(build) {
  const usage = existsSync(at('src/cli/usage.ts')) ? [await usageAsData(build, common())] : [];
  const late = await Promise.all(
    lateModules.filter((path) => existsSync(at(path))).map((path) => describeLate(build, path)),
  );
  const others = { late, plugins: [loadLate(late), ...usage] };
  return Promise.all([
    ...late.map(({ path, file }) => {
      const rest = late.filter((each) => each.path !== path);
      return buildPart(build, path, file, { late: rest, plugins: [loadLate(rest), ...usage] });
    }),
    ...partFiles
      .filter(([source]) => existsSync(at(source)))
      .map(([source, file]) => buildPart(build, source, file, others)),
    buildPart(build, 'src/cli/main.ts', 'cli.cjs', others),
  ]);
}

/** A late module, the file it becomes, and what it exports: functions, all of them. */
async function describeLate(build, path) {
  const { metafile } = await build({
    ...common(),
    entryPoints: [at(path)],
    outfile: at('dist/late.js'),
    format: 'esm',
    packages: 'external',
  });
  const { exports } = Object.values(metafile.outputs)[0];
  return { path, file: path.replace(/^.*\/|\.ts$/g, '') + '.cjs', exports };
}

function buildPart(build, source, file, { late, plugins }) {
  return build({
    ...common(),
    entryPoints: [at(source)],
    outfile: at('dist', file),
    format: 'cjs',
    plugins,
    external: late.map((each) => `./${each.file}`),
    // yargs asks where it is itself installed. This answer makes it take our package.json as the program's, and
    // find no translations, so that messages are the same on every machine.
    define: {
      'import.meta.url': 'bundleUrl',
      inventoryScriptBuild: JSON.stringify(buildMark),
      inventoryScriptIsSingle: 'false',
    },
    banner: {
      js: `"use strict";const bundleUrl = require('node:url').pathToFileURL(__dirname + '/node_modules/bundle.mjs').href;`,
    },
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

/** In the place of a late module: functions of the same names that load it when they are called. */
function loadLate(late) {
  return {
    name: 'load-late',
    setup({ onLoad }) {
      for (const { path, file, exports } of late) {
        onLoad({ filter: new RegExp(`/${path.replaceAll('.', '\\.')}$`) }, () => ({
          contents: `let part;\nconst load = () => (part ??= require('./${file}'));\n${exports.map((name) => `export const ${name} = (...given) => load().${name}(...given);\n`).join('')}`,
          loader: 'js',
          resolveDir: at('src'),
        }));
      }
    },
  };
}

/** The parts with their own version and digest in the place of `buildMark`: what the cache knows this build by. */
function nameBuild(parts) {
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const digest = createHash('sha256');
  for (const { outputFiles } of parts) digest.update(outputFiles[0].text);
  const name = `${version} ${digest.digest('hex')}`;
  return parts.map(({ outputFiles: [{ path, text }] }) => ({
    path,
    text: text.replaceAll(buildMark, name),
  }));
}

function buildLibrary(build) {
  return build({
    ...common(),
    entryPoints: [at('src/index.ts')],
    outfile: at('dist/index.js'),
    format: 'esm',
    external: dependencies(),
  });
}

/** What the library imports at run time. The validator asks for files inside ajv, which only a bundle finds. */
function dependencies() {
  const { dependencies: all } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return Object.keys(all).filter((name) => name !== 'ajv');
}

function common() {
  return {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  };
}

async function buildTypes() {
  const compiler = fileURLToPath(
    new URL('bin/tsc', import.meta.resolve('typescript/package.json')),
  );
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', at('tsconfig.build.json')]);
  } catch (error) {
    throw new Error(`the types cannot be built\n${error.stdout || error.stderr}`, { cause: error });
  }
  mkdirSync(at('dist/types/schema'), { recursive: true });
  for (const name of ['inventory-validator', 'sections-validator']) {
    const validator = `schema/${name}.generated.d.ts`;
    copyFileSync(at('src', validator), at('dist/types', validator));
  }
}

/**
 * Compiles the schema to two self-contained modules, with types: `inventory-validator` has a validator for the whole
 * inventory (`inventory`), one for each definition whose name ends in `_file`, and the names of the sections that they let
 * pass (`lateSections`); `sections-validator` has the one for these (`sections`). Rewritten only where something changed.
 */
async function buildValidators(build) {
  const { definitions = {}, ...inventory } = withoutDescriptions(
    JSON.parse(readFileSync(at('src/schema/inventory.schema.json'), 'utf8')),
  );
  delete inventory.$schema; // it says so of a whole document only
  const files = ['inventory', ...Object.keys(definitions).filter((name) => name.endsWith('_file'))];
  const late = lateSections.filter((name) => inventory.properties?.[name] !== undefined);
  const sections = {
    type: 'object',
    properties: Object.fromEntries(late.map((name) => [name, inventory.properties[name]])),
  };
  const all = { ...definitions, inventory, sections };
  for (const name of files) all[name] = passing(all[name], late);
  return Promise.all([
    buildValidator(build, all, { module: 'inventory-validator', names: files, late }),
    buildValidator(build, all, { module: 'sections-validator', names: ['sections'] }),
  ]);
}

/** A schema without its texts: a validator holds the schema of every map with many fields. */
function withoutDescriptions(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (typeof value === 'object' && typeof value?.description === 'string')
      delete value.description;
    return value;
  });
}

/** The schema of a file that takes anything as one of these sections. */
function passing(file, sections) {
  const properties = Object.entries(file.properties ?? {}).map(([name, value]) => [
    name,
    sections.includes(name) ? true : value,
  ]);
  return { ...file, ...(file.properties && { properties: Object.fromEntries(properties) }) };
}

/**
 * One module with a validator for each of `names`, and the names of the sections that these let pass; the texts of ajv are
 * left out, since ours say more.
 */
async function buildValidator(build, definitions, { module, names, late }) {
  const { default: Ajv } = await importOrExplain('ajv');
  const { default: standaloneCode } = await importOrExplain('ajv/dist/standalone/index.js');
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    strict: true,
    allowUnionTypes: true,
    messages: false,
    code: { source: true, esm: true },
  });
  ajv.addSchema({ definitions }, 'all');
  const code = standaloneCode(
    ajv,
    Object.fromEntries(names.map((name) => [name, `all#/definitions/${name}`])),
  );
  const sections =
    late === undefined ? '' : `export const lateSections = ${JSON.stringify(late)};\n`;
  const { outputFiles, metafile } = await build({
    ...common(),
    stdin: { contents: code + sections, resolveDir: root, sourcefile: `${module}.js` },
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
  });
  const banner = '// Made from inventory.schema.json by scripts/build.mjs; not to be edited.\n';
  const types =
    names.map((name) => `export declare const ${name}: Validator;\n`).join('') +
    (late === undefined ? '' : 'export declare const lateSections: readonly string[];\n');
  const validator =
    'export interface Validator {\n  (data: unknown): boolean;\n  errors?: ErrorObject[] | null;\n}\n';
  const target = at(`src/schema/${module}.generated`);
  writeIfChanged(`${target}.js`, banner + outputFiles[0].text);
  writeIfChanged(
    `${target}.d.ts`,
    `${banner}import type { ErrorObject } from 'ajv';\n${validator}${types}`,
  );
  return { metafile };
}

/** The code and the style of the page of `report`, as the texts of a module: the page holds both. */
async function buildPage(build) {
  const options = { ...common(), platform: 'browser', target: 'es2022', minify: true };
  const [code, style] = await Promise.all([
    build({
      ...options,
      entryPoints: [at('packages/report-page/src/main.tsx')],
      outfile: at('page.js'),
      format: 'iife',
      jsx: 'automatic',
      jsxImportSource: 'preact',
    }),
    build({
      ...options,
      entryPoints: [at('packages/report-page/src/page.css')],
      outfile: at('page.css'),
    }),
  ]);
  const [script, css] = [code, style].map(({ outputFiles }) => outputFiles[0].text.trim());
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(css))
    throw new Error('the code of the page would end its own block');
  const target = at('src/report/page.generated');
  const head = '// Made from packages/report-page by scripts/build.mjs; not to be edited.\n';
  writeIfChanged(
    `${target}.js`,
    `${head}export const script = ${JSON.stringify(script)};\nexport const style = ${JSON.stringify(css)};\n`,
  );
  writeIfChanged(
    `${target}.d.ts`,
    `${head}export declare const script: string;\nexport declare const style: string;\n`,
  );
  return code;
}

/** The licence texts of every package that has a file in one of the bundles. */
function licensesOf(metafiles) {
  const folders = new Set();
  for (const { inputs } of metafiles) {
    for (const path of Object.keys(inputs)) {
      const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
      if (match) folders.add(match[0]);
    }
  }
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'));
    const file = [
      'LICENSE',
      'LICENSE.md',
      'LICENSE.txt',
      'license',
      'LICENCE',
      'LICENSE-MIT.txt',
      'License.txt',
    ]
      .map((each) => at(folder, each))
      .find((each) => existsSync(each));
    if (file === undefined) throw new Error(`no licence text found in ${folder}`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(78)}\n\n`);
}

/** Replaces a file in one step, so that a program that is started meanwhile sees the old or the new one. */
function writeIfChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const scratch = `${path}.${process.pid}.new`;
  writeFileSync(scratch, text);
  renameSync(scratch, path);
}
