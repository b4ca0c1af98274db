/**
 * The other inventories that read files of one, or take values from it: those beside and below it, where it includes files
 * that they may read, too, and those in folders that a user names as all that there are. Reads through the `System`.
 */
import { dirname, join } from 'node:path';
import { resolvePath, type Resolution } from '../pipeline.js';
import { everything } from '../resolve/select.js';
import type { ParseText } from '../syntax/parse.js';
import type { System } from '../system.js';
import { pathFrom } from '../text/path-from.js';
import type { Known, LintedOptions } from './linted.js';

/** How deep folders are looked into, and how many files there are looked at. */
const beside = { depth: 3, files: 300 };
const named = { depth: 8, files: 5000 };

/** What finding the others needs; `parse` keeps the trees of texts that stay. */
export interface KnownOptions {
  /** Absolute paths of folders; empty where nobody said where all consumers are. */
  readonly consumers: readonly string[];
  readonly parse?: ParseText | undefined;
}

/** In steps, one for each inventory that is read. */
function* findKnown(
  system: System,
  { loaded }: Resolution,
  { consumers, parse }: KnownOptions,
): Generator<undefined, Known> {
  const own = new Set(loaded.workspace.documents.map(({ source }) => system.realPath(source.path)));
  const entry = system.realPath(loaded.inventory.path);
  const home = dirname(entry);
  const included = new Set([...own].filter((path) => path !== entry));
  const paths = new Set<string>();
  if (loaded.workspace.files.some(({ path }) => system.realPath(path) !== entry))
    collect(system, home, beside, paths);
  for (const folder of consumers) collect(system, folder, named, paths);
  const others: Resolution[] = [];
  const broken: string[] = [];
  const shared = new Set<string>();
  for (const path of paths) {
    if (own.has(system.realPath(path)) || !looksLikeInventory(system, path)) continue;
    const other = resolvePath(system, path, everything, { parse });
    yield undefined;
    const common = other.loaded.workspace.documents
      .map(({ source }) => system.realPath(source.path))
      .filter((each) => included.has(each));
    if (common.length === 0 && !takesFrom(system, other, home)) continue;
    if (other.valid) others.push(other);
    else {
      broken.push(path);
      for (const each of other.loaded.workspace.complete ? common : included) shared.add(each);
    }
  }
  return { others, isComplete: consumers.length > 0, broken, shared };
}

/** All that lint wants to know beside the inventory. */
export function lintOptionsFor(
  system: System,
  resolution: Resolution,
  consumers: readonly string[],
): LintedOptions {
  const steps = lintOptionSteps(system, resolution, { consumers });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps. */
export function* lintOptionSteps(
  system: System,
  resolution: Resolution,
  options: KnownOptions,
): Generator<undefined, LintedOptions> {
  const read = (path: string): string | undefined => {
    const found = system.readFile(path);
    return 'failure' in found ? undefined : new TextDecoder().decode(found.bytes);
  };
  return {
    known: yield* findKnown(system, resolution, options),
    realPath: (path) => system.realPath(path),
    read,
  };
}

function takesFrom(system: System, { loaded }: Resolution, home: string): boolean {
  return loaded.inventory.upstreams.some(
    ({ directory }) =>
      directory !== undefined &&
      system.realPath(pathFrom(directory.span.source, directory.value)) === home,
  );
}

/** The YAML files below a folder, hidden folders and those of packages left out. */
function collect(system: System, folder: string, most: typeof beside, into: Set<string>): void {
  let left = most.files;
  const visit = (path: string, depth: number): void => {
    for (const name of system.listFolder(path) ?? []) {
      if (left <= 0) return;
      if (name.startsWith('.') || name === 'node_modules') continue;
      const below = join(path, name);
      if (/\.ya?ml$/.test(name)) {
        left--;
        if (system.kindOf(below) === 'file') into.add(below);
      } else if (depth > 0 && !/\.[a-z0-9]+$/i.test(name) && system.kindOf(below) === 'folder')
        visit(below, depth - 1);
    }
  };
  visit(folder, most.depth);
}

const inLines =
  /^["']?(?:plugin["']?[ \t]*:[ \t]*["']?inventory-script|include["']?[ \t]*:|upstreams["']?[ \t]*:)/m;
const inBraces =
  /[{,]\s*["']?(?:plugin["']?\s*:\s*["']?inventory-script|include["']?\s*:|upstreams["']?\s*:)/;

/** True for a file that says that it is an inventory of this format, or that it reads or uses others. */
function looksLikeInventory(system: System, path: string): boolean {
  const read = system.readFile(path);
  if ('failure' in read) return false;
  const text = new TextDecoder().decode(read.bytes);
  return (/^\s*\{/.test(text) ? inBraces : inLines).test(text);
}
