/**
 * Puts a text in the place of a file of the user as if they had edited it: owner, group, permissions, hard links, access
 * control lists and extended attributes stay. A complete copy is on the disk first. It takes the place of the file in one
 * step where it can be given to the same owner and no other name leads to the file; else the text goes through the file
 * itself, and the copy stays beside it until that is done. Nothing is lost by a crash or a full disk.
 */
import type { System, WriteFailure } from './system.js';

export interface Replacement {
  /** The file itself: links are followed before. */
  readonly path: string;
  readonly text: string;
  /** Where the copy is while it is made, in the same folder. */
  readonly scratch: string;
  /** True to take the file from everybody but its owner. */
  readonly isPrivate?: boolean;
}

/** A complete copy on the disk, which `put` puts in its place, or `drop` removes. */
export interface Prepared {
  readonly put: () => WriteFailure | undefined;
  readonly drop: () => void;
}

export async function replaceFile(
  system: System,
  replacement: Replacement,
): Promise<WriteFailure | undefined> {
  const prepared = await prepareReplacement(system, replacement);
  return 'failure' in prepared ? prepared : prepared.put();
}

export async function prepareReplacement(
  system: System,
  replacement: Replacement,
): Promise<Prepared | WriteFailure> {
  const machine = system.machine();
  const { path, text, scratch, isPrivate = false } = replacement;
  const facts = machine.factsOf(path);
  if (facts === undefined) return { failure: 'missing', detail: 'no such file' };
  if (isReadOnly(system, path)) return { failure: 'forbidden', detail: 'it is read-only' };
  const mode = isPrivate ? 0o600 : facts.mode;
  // While the copy is made its group may be another: nobody reads it whom the file is kept from.
  const failure = machine.createDurably(
    scratch,
    text,
    mode & ((mode & 0o007) === 0 ? 0o700 : 0o777),
  );
  if (failure !== undefined) return failure;
  const drop = (): void => {
    machine.remove(scratch);
  };
  const isAlone = facts.links === 1 && machine.giveTo(scratch, { ...facts, mode }) === undefined;
  if (isAlone && !isPrivate) await copyAttributes(system, path, scratch);
  return {
    drop,
    put: () => (isAlone ? putInPlace(system, replacement) : putThrough(system, replacement, mode)),
  };
}

/** True for a file that nobody may write, whatever a superuser can. */
export function isReadOnly(system: System, path: string): boolean {
  const mode = system.machine().modeOf(path);
  return mode !== undefined && (mode & 0o222) === 0;
}

function putInPlace(
  system: System,
  { path, scratch }: Pick<Replacement, 'path' | 'scratch'>,
): WriteFailure | undefined {
  const failure = system.machine().rename(scratch, path);
  if (failure !== undefined) system.machine().remove(scratch);
  return failure;
}

/** The copy stays where the file is neither as it was nor as it is to be. */
function putThrough(
  system: System,
  { path, text, scratch, isPrivate = false }: Replacement,
  mode: number,
): WriteFailure | undefined {
  const machine = system.machine();
  const exposed = isPrivate ? machine.setMode(path, mode) : undefined;
  const failure = exposed ?? machine.writeThrough(path, text);
  // To write to a file may take the bits for set-user-id and set-group-id away.
  if (machine.factsOf(path)?.mode !== mode) machine.setMode(path, mode);
  if (failure?.isTorn === true)
    return {
      ...failure,
      detail: `${failure.detail}; it is incomplete, and whole in \`${scratch}\``,
    };
  machine.remove(scratch);
  return failure;
}

/** As far as the machine has a `cp` that knows them: Node has no way to access control lists and extended attributes. */
async function copyAttributes(system: System, from: string, to: string): Promise<void> {
  await system.run('cp', [
    '--attributes-only',
    '--preserve=all',
    '--no-preserve=timestamps',
    '--',
    from,
    to,
  ]);
}
