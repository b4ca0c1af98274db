/** A `System` in which what is open in the editor lies over the disk, and which remembers the paths it was asked about. */
import type { FileRead, Stamp, System } from '../system.js';

/** A text that is open in the editor. */
export interface Buffer {
  readonly path: string;
  /** The path without links. */
  readonly real: string;
  readonly text: string;
  readonly version: number;
  /** True while nobody typed: then it may be what the disk holds, whose bytes say more than text. */
  readonly isAsOpened: boolean;
}

/** `asked` takes the paths of all files and folders that were asked about, with and without links. */
export function overlaySystem(
  system: System,
  buffers: ReadonlyMap<string, Buffer>,
  asked: Set<string>,
): System {
  const byReal = new Map([...buffers.values()].map((each) => [each.real, each]));
  const bufferAt = (path: string): Buffer | undefined =>
    buffers.get(path) ??
    byReal.get(path) ??
    (byReal.size === 0 ? undefined : byReal.get(system.realPath(path)));
  const ask = (path: string): void => {
    asked.add(path);
    const real = system.realPath(path);
    if (real !== path) asked.add(real);
  };
  const stampOf = ({ path, version }: Buffer): Stamp => ({
    id: `buffer ${version} ${path}`,
    changedAt: 0,
  });
  return {
    ...system,
    cwd: system.cwd,
    env: system.env,
    readFile(path): FileRead {
      ask(path);
      const buffer = bufferAt(path);
      if (buffer === undefined) return system.readFile(path);
      const onDisk = buffer.isAsOpened ? system.readFile(path) : undefined;
      if (
        onDisk !== undefined &&
        !('failure' in onDisk) &&
        new TextDecoder().decode(onDisk.bytes) === buffer.text
      )
        return onDisk;
      return { bytes: new TextEncoder().encode(buffer.text), stamp: stampOf(buffer) };
    },
    stampOf(path) {
      const buffer = bufferAt(path);
      return buffer === undefined ? system.stampOf(path) : stampOf(buffer);
    },
    listFolder(path) {
      ask(path);
      return system.listFolder(path);
    },
    kindOf(path) {
      ask(path);
      return bufferAt(path) === undefined ? system.kindOf(path) : 'file';
    },
    realPath: (path) => system.realPath(path),
  };
}
