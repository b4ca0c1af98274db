/** The layers of `src/README.md`, and one door for each thing outside. Reads imports as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../src/', import.meta.url));

/** Lowest first; the names on one line ignore each other. */
const layers = [
  ['machine-files'],
  ['machine'],
  ['text', 'system', 'lazy-package'],
  ['replace-file'],
  ['diagnostics'],
  ['syntax', 'git'],
  ['model', 'schema', 'types'],
  ['expr'],
  ['state'],
  ['upstream'],
  ['check', 'resolve', 'load'],
  ['ansible'],
  ['report'],
  ['diff'],
  ['pipeline'],
  ['lint'],
  ['cache', 'import'],
  ['doctor'],
  ['lsp'],
  ['index', 'cli'],
];

/** Who may import what comes from outside: a folder, or a file. */
const doors: Readonly<Record<string, readonly string[]>> = {
  yaml: ['syntax'],
  'js-yaml': ['syntax'],
  '@inventory-script/report-page/shape': ['report'],
  ajv: ['schema', 'types/schema-check.ts'],
  yargs: ['cli/program.ts'],
  aws4fetch: ['state/s3-request.ts'],
  'vscode-languageserver/node': ['lsp'],
  'vscode-languageserver-textdocument': ['lsp/server.ts'],
  '@hpcc-js/wasm-graphviz': ['cli/graph/graphviz.ts'],
  chokidar: ['cli/watch/watch-files.ts'],
  picomatch: ['load/paths.ts'],
  'fastest-levenshtein': ['text/suggest.ts'],
  'node:fs': [
    'system.ts',
    'machine.ts',
    'machine-files.ts',
    'cli/terminal/output.ts',
    'cli/terminal/progress.ts',
    'cache',
  ],
  'node:crypto': ['expr/jinja', 'cache', 'system.ts', 'machine.ts'],
  'node:tty': ['cli/terminal/output.ts'],
  'node:worker_threads': ['cli/terminal/progress.ts'],
  'node:zlib': ['cache'],
  'node:vm': ['cli', 'cache'],
  'node:v8': ['cli', 'cache'],
  'node:net': ['text/address.ts', 'expr/jinja/ip'],
  'node:module': ['lazy-package.ts', 'cli', 'cache'],
  'node:util': ['diagnostics', 'cli/diff/run-diff.ts'],
  'node:os': ['cache', 'machine.ts'],
  'node:child_process': ['system.ts'],
};

/** May be imported anywhere: pure functions. */
const free = new Set(['node:path', 'node:url']);

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
);
const imports: readonly Import[] = files.flatMap((from) =>
  [
    ...code(from).matchAll(
      /^(?:import|export|\}) .*from '([^']+)'|(?:import|require\w*)\(\s*'([^']+)'|(?:lazyPackage|getBuiltinModule)\(\s*'([^']+)'/gm,
    ),
  ].map((found) => ({
    from,
    to: found[1] ?? found[2] ?? found[3] ?? '',
  })),
);

function layerOf(file: string): number {
  const top = file.split('/')[0]?.replace(/\.ts$/, '') ?? '';
  return layers.findIndex((names) => names.includes(top));
}

describe('architecture', () => {
  it('every file belongs to a layer', () => {
    expect(files.filter((file) => layerOf(file) < 0)).to.deep.equal([]);
    expect(files.length).to.be.greaterThan(50);
  });

  it('a file imports from its own folder and from the layers below it', () => {
    const wrong = imports
      .filter(({ to }) => to.startsWith('.') && !to.includes('package.json'))
      .map(({ from, to }) => ({
        from,
        to: relative(root, resolve(root, dirname(from), to)).replace(/\.js$/, '.ts'),
      }))
      .filter(
        ({ from, to }) => from.split('/')[0] !== to.split('/')[0] && layerOf(to) >= layerOf(from),
      );
    expect(wrong).to.deep.equal([]);
  });

  it('whatever is outside has one door', () => {
    const wrong = imports.filter(({ from, to }) => {
      if (to.startsWith('.') || free.has(to)) return false;
      return !(doors[to] ?? []).some((door) => from === door || from.startsWith(`${door}/`));
    });
    expect(wrong).to.deep.equal([]);
  });

  it('the page of report takes of all this nothing but the shape of its data, and knows no disk and no network', () => {
    const page = fileURLToPath(new URL('../packages/report-page/src/', import.meta.url));
    const packages: Readonly<Record<string, readonly string[]>> = {
      '@tanstack/virtual-core': ['virtual.ts', 'list.tsx'],
      '@leeoniya/ufuzzy': ['match.ts'],
    };
    const sources = readdirSync(page)
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [name, readFileSync(join(page, name), 'utf8')] as const);
    const taken = sources.flatMap(([name, text]) =>
      [...text.matchAll(/from '([^']+)'/g)].map(([, to = '']) => [name, to] as const),
    );
    expect(
      taken.filter(
        ([name, to]) =>
          !to.startsWith('./') && !to.startsWith('preact') && packages[to]?.includes(name) !== true,
      ),
    ).to.deep.equal([]);
    expect(
      sources
        .filter(([, text]) =>
          /\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|innerHTML|dangerouslySetInnerHTML|eval|localStorage)\b|\bimport\(/.test(
            text,
          ),
        )
        .map(([name]) => name),
    ).to.deep.equal([]);
  });

  it('the process is touched only by the program and by the system', () => {
    const touches =
      /\bprocess\.(?:argv|env|exit|exitCode|cwd|std\w+|platform|arch|version|versions|pid|hrtime|getuid|kill|on)\b/;
    const allowed = /^(?:system\.ts|machine\.ts|cli\/|cache\/)/;
    expect(files.filter((file) => !allowed.test(file) && touches.test(code(file)))).to.deep.equal(
      [],
    );
  });

  it('nothing prints by itself', () => {
    expect(files.filter((file) => /\bconsole\./.test(code(file)))).to.deep.equal([]);
  });

  it('the map names folders and files that exist', () => {
    const map = readFileSync(join(root, 'README.md'), 'utf8');
    const named = [...map.matchAll(/`([a-z][\w./-]*(?:\/|\.ts|\.json))`/g)]
      .map((found) => found[1] ?? '')
      .filter((name) => !/^(?:test|packages|scripts)\//.test(name));
    const known = [...files, 'schema/inventory.schema.json'];
    expect(
      named.filter(
        (name) => !known.some((file) => file.startsWith(name) || file.endsWith(`/${name}`)),
      ),
    ).to.deep.equal([]);
  });
});

function code(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}
