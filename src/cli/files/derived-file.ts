/**
 * Files that are made from others: nobody can read one who could not read all that it was made from. What its folder and
 * the user's mask allow is the upper bound, as for every new file.
 */
import type { LoadedInventory } from '../../pipeline.js';
import type { System, WriteFailure } from '../../system.js';

/** What a file is made from. */
export interface Origin {
  readonly files: readonly string[];
  /** Folders whose permissions keep others from those files. */
  readonly folders?: readonly string[];
  /** True where it holds what was encrypted before. */
  readonly isDecrypted?: boolean;
}

interface Permissions {
  readonly mode: number;
  /** The only group that may read it; undefined where it matters to nobody which one it is. */
  readonly group: number | undefined;
}

/** The files that an inventory was read from, and those of its upstreams that declare values of it. */
export function originOf({ workspace }: Pick<LoadedInventory, 'workspace'>): Origin {
  const { documents, upstreams } = workspace;
  const own = documents.map(({ source }) => source.path);
  const others = (upstreams?.uses ?? []).flatMap(({ found }) =>
    found.kind === 'failed' || found.exported === undefined ? [] : found.exported.source.path,
  );
  return { files: [...new Set([...own, ...others])] };
}

const ofGroup = 0o070;
const ofOthers = 0o007;

/** Makes a new file with these permissions at most; never touches one that exists. */
export function createDerived(
  system: System,
  { path, text, mode }: { readonly path: string; readonly text: string; readonly mode: number },
  origin: Origin,
): WriteFailure | undefined {
  const permissions = permissionsFrom(system, mode, origin);
  const { group } = permissions;
  if (group === undefined) return system.createFile(path, text, permissions.mode);
  const machine = system.machine();
  const failure = system.createFile(path, '', permissions.mode);
  if (failure !== undefined) return failure;
  const unfinished = keepToGroup(system, path, group) ?? machine.writeThrough(path, text);
  if (unfinished !== undefined) machine.remove(path);
  return unfinished;
}

/** The file belongs to the group, or no group may read it. */
function keepToGroup(system: System, path: string, group: number): WriteFailure | undefined {
  const machine = system.machine();
  const facts = machine.factsOf(path);
  if (facts === undefined || facts.group === group) return undefined;
  return machine.giveTo(path, { ...facts, group }) === undefined
    ? undefined
    : machine.setMode(path, facts.mode & ~ofGroup);
}

function permissionsFrom(system: System, mode: number, origin: Origin): Permissions {
  const { files, folders = [], isDecrypted = false } = origin;
  const access = [
    ...files.map(accessTo(system, 0o4)),
    ...folders.map(accessTo(system, 0o1)),
  ].flatMap((each) => each ?? []);
  const isForGroup = !isDecrypted && access.every((each) => each.ofGroup);
  const isForOthers = !isDecrypted && access.every((each) => each.ofOthers);
  const groups = new Set(access.filter((each) => !each.ofOthers).map((each) => each.group));
  const [group] = groups;
  const hidden = (isForGroup && groups.size <= 1 ? 0 : ofGroup) | (isForOthers ? 0 : ofOthers);
  return { mode: mode & ~hidden, group: (hidden & ofGroup) === 0 ? group : undefined };
}

/** Who beside the owner has the right with this bit; undefined for what is no file or folder: a pipe keeps nobody out. */
function accessTo(
  system: System,
  bit: number,
): (
  path: string,
) => { readonly ofGroup: boolean; readonly ofOthers: boolean; readonly group: number } | undefined {
  return (path) => {
    const isOther = system.kindOf(path) === 'other';
    const facts = isOther ? undefined : system.machine().factsOf(path);
    return (
      facts && {
        ofGroup: (facts.mode & (bit << 3)) !== 0,
        ofOthers: (facts.mode & bit) !== 0,
        group: facts.group,
      }
    );
  };
}
