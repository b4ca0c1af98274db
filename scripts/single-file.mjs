/**
 * The whole program as one CommonJS text that needs nothing beside it: the parts that the installed program loads as
 * files, and the packages that it loads late, are in it, and are still evaluated only when they are asked for.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { usageAsData } from './usage-data.mjs';

const buildMark = '(the build)';

/** The text of the program; `npm run build` must have made the validator of the schema. */
export async function bundleSingle(root) {
  const common = {
    absWorkingDir: root,
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  };
  const { outputFiles } = await build({
    ...common,
    entryPoints: ['src/cli/main.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    plugins: [packagesWithin(root), await usageAsData(build, common)],
    define: {
      'import.meta.url': 'bundleUrl',
      inventoryScriptBuild: JSON.stringify(buildMark),
      inventoryScriptIsSingle: 'true',
    },
    banner: {
      js: `"use strict";const bundleUrl = require('node:url').pathToFileURL(process.execPath + '.cjs').href;`,
    },
    minifySyntax: true,
    minifyWhitespace: true,
  });
  const text = outputFiles[0].text;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return text.replaceAll(
    buildMark,
    `${version} ${createHash('sha256').update(text).digest('hex')}`,
  );
}

/** In the place of `lazy-package.ts`: the packages that its callers name, each evaluated at the first call. */
function packagesWithin(root) {
  const names = new Set();
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    for (const [, found] of readFileSync(join(root, 'src', name), 'utf8').matchAll(
      /lazyPackage\(\s*'([^']+)'/g,
    ))
      names.add(found);
  }
  const list = [...names]
    .sort()
    .map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)}),`);
  return {
    name: 'packages-within',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/lazy-package\.ts$/ }, () => ({
        contents: `const packages = { ${list.join(' ')} };\nexport function lazyPackage(name) {\n  let loaded;\n  return () => (loaded ??= packages[name]());\n}\n`,
        loader: 'js',
        resolveDir: join(root, 'src'),
      }));
    },
  };
}
