/**
 * The parts of the program that `main.ts` loads only where they are needed. Built, each is a file of its own beside
 * the program, loaded with its compiled code where the cache has it; unbuilt, a module like any other.
 */
import { codeFolder, planCache, type CacheFlag } from '../cache/cache.js';
import { loadPart, type LoadedPart } from '../cache/code-cache.js';
import { nodeDisk } from '../cache/disk.js';
import { nodeSystem } from '../system.js';

/** Set by `scripts/build.mjs`. */
declare const inventoryScriptBuild: string | undefined;

/** True in the standalone binary, which has its parts within: they are modules there too. */
declare const inventoryScriptIsSingle: boolean | undefined;

const loaded: LoadedPart[] = [];

/**
 * The path that the program was started by. The binary has a text wrapper, which says by what path it was called itself:
 * an inventory beside it is found as beside any other script.
 */
export function scriptPathOf(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (typeof inventoryScriptBuild === 'string' && inventoryScriptIsSingle === true)
    return env.INVENTORY_SCRIPT_CALLED_AS ?? process.execPath;
  return argv[1] ?? '';
}

/** What computes answers for Ansible. */
export async function loadHot(flag: CacheFlag): Promise<typeof import('./ansible/hot.js')> {
  if (typeof inventoryScriptBuild !== 'string' || inventoryScriptIsSingle === true)
    return await import('./ansible/hot.js');
  return load('hot.cjs', flag) as typeof import('./ansible/hot.js');
}

/** The full command line; with `avoid` its compiled code is neither used nor kept. */
export async function loadProgram(flag: CacheFlag): Promise<typeof import('./program.js')> {
  if (typeof inventoryScriptBuild !== 'string' || inventoryScriptIsSingle === true)
    return await import('./program.js');
  return load('program.cjs', flag) as typeof import('./program.js');
}

/** Which commands there are: plain data. */
export async function loadUsage(flag: CacheFlag): Promise<typeof import('./usage.js')> {
  if (typeof inventoryScriptBuild !== 'string' || inventoryScriptIsSingle === true)
    return await import('./usage.js');
  return load('usage.cjs', flag) as typeof import('./usage.js');
}

/** What a shell asks for at every TAB. */
export async function loadCompletion(): Promise<typeof import('./completion/complete.js')> {
  if (typeof inventoryScriptBuild !== 'string' || inventoryScriptIsSingle === true)
    return await import('./completion/complete.js');
  return load('complete.cjs', undefined) as typeof import('./completion/complete.js');
}

/** Keeps the compiled code of what was loaded, when all work is done. */
export function keepCode(): void {
  for (const part of loaded) part.keep();
}

function load(name: string, flag: CacheFlag): unknown {
  const folder = codeFolder(nodeDisk, planCache(nodeSystem, flag));
  const part = loadPart(nodeSystem, nodeDisk, `${__dirname}/${name}`, folder);
  loaded.push(part);
  return part.exports;
}
