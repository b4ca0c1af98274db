/**
 * The definitions of the commands as data, in the place of `src/cli/usage.ts`: completion and whatever else asks what
 * commands there are then loads no command.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';

const source = 'src/cli/usage.ts';

/** A plugin of esbuild; the validators of the schema must have been made. */
export async function usageAsData(build, options) {
  const text = JSON.stringify(await evaluateUsage(build, options), withoutRun);
  return {
    name: 'usage-as-data',
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`/${source.replaceAll('.', '\\.')}$`) }, () => ({
        contents: `export const usages = ${text};\n`,
        loader: 'js',
      }));
    },
  };
}

async function evaluateUsage(build, { absWorkingDir, ...options }) {
  const { outputFiles } = await build({
    ...options,
    absWorkingDir,
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'cjs',
    define: { 'import.meta.url': 'bundleUrl', inventoryScriptBuild: '""' },
    plugins: [],
  });
  const file = join(absWorkingDir, source);
  const module = { exports: {} };
  compileFunction(outputFiles[0].text, ['module', 'exports', 'require', '__dirname', 'bundleUrl'])(
    module,
    module.exports,
    createRequire(file),
    absWorkingDir,
    new URL(`file://${file}`).href,
  );
  return module.exports.usages;
}

/** A definition is data but for what it runs. */
function withoutRun(key, value) {
  if (typeof value !== 'function') return value;
  if (key === 'run') return undefined;
  throw new Error(`a command is defined with a function for ${key}, which completion cannot have`);
}
