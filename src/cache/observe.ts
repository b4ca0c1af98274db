/**
 * What a run asked the `System`, and what it was told: recorded while an inventory is loaded, and asked again later.
 * Absence is an answer too: a file that was looked for, a folder's names, a link's target. `cache.ts` says why equal
 * answers mean equal output.
 */
import type { Stamp, System, Unreadable } from '../system.js';

/** `content` of a file, `kind` of what stands at a path, `names` in a folder, `target` that all links lead to. */
export type Question = 'content' | 'kind' | 'names' | 'target';

/** A text, the names in a folder, or null for nothing there. */
export type Answer = string | readonly string[] | null;

/** One question and its answer; of a file that changed just before it was read also a hash of its content. */
export interface Observation {
  readonly question: Question;
  readonly path: string;
  readonly answer: Answer;
  readonly sha256?: string;
}

export interface Observer {
  /** Answers as the observed system does. */
  readonly system: System;
  /** What was asked so far; undefined if that cannot be asked again, or was answered in two ways. */
  observations(): readonly Observation[] | undefined;
}

/** A file may change once more without a trace for as long after a change: the coarsest clock of a file system. */
const doubtfulMilliseconds = 2000;

interface Known {
  readonly answer: Answer;
  /** The content of a file whose stamp cannot be trusted. */
  readonly doubtful: Uint8Array | undefined;
}

/** A system that answers as `system` does, and remembers it. */
export function observe(system: System): Observer {
  const records = new Map<string, Known>();
  let isComplete = true;
  const remember = (
    question: Question,
    path: string,
    answer: Answer,
    doubtful?: Uint8Array,
  ): void => {
    const key = `${question} ${path}`;
    const known = records.get(key);
    if (known === undefined) records.set(key, { answer, doubtful });
    else if (!isSame(known.answer, answer)) isComplete = false;
  };
  // What is neither a question above nor the folder that messages name files from makes a run that is not kept.
  const unrepeatable = (): System => {
    isComplete = false;
    return system;
  };
  const observed: System = {
    cwd: system.cwd,
    get env() {
      return unrepeatable().env;
    },
    readFile(path) {
      const asked = system.now();
      const read = system.readFile(path);
      if ('failure' in read) remember('content', path, contentAnswer(read));
      else
        remember(
          'content',
          path,
          contentAnswer(read.stamp),
          isDoubtful(read.stamp, asked) ? read.bytes : undefined,
        );
      return read;
    },
    stampOf: (path) => unrepeatable().stampOf(path),
    makeTemporaryFolder: () => unrepeatable().makeTemporaryFolder(),
    removeFolder: (path) => {
      unrepeatable().removeFolder(path);
    },
    run: (program, args, options) => unrepeatable().run(program, args, options),
    listFolder(path) {
      const names = system.listFolder(path);
      remember('names', path, names ?? null);
      return names;
    },
    kindOf(path) {
      const kind = system.kindOf(path);
      remember('kind', path, kind ?? null);
      return kind;
    },
    realPath(path) {
      const target = system.realPath(path);
      remember('target', path, target);
      return target;
    },
    createFile: (path, text, mode) => unrepeatable().createFile(path, text, mode),
    makeFolder: (path) => unrepeatable().makeFolder(path),
    now: () => unrepeatable().now(),
    machine: () => unrepeatable().machine(),
  };
  return {
    system: observed,
    observations: () => (isComplete ? [...records].map(observationOf) : undefined),
  };
}

/**
 * Asks everything again. undefined: something is answered in another way. Else the observations, without the hashes
 * of files whose stamps can be trusted by now; the same list if nothing was gained.
 */
export function askAgain(
  system: System,
  observations: readonly Observation[],
): readonly Observation[] | undefined {
  let isRenewed = false;
  const now: Observation[] = [];
  for (const observation of observations) {
    const { question, path, answer, sha256 } = observation;
    if (sha256 === undefined) {
      if (!isSame(ask(system, question, path), answer)) return undefined;
      now.push(observation);
      continue;
    }
    const asked = system.now();
    const read = system.readFile(path);
    if (!('stamp' in read) || read.stamp.id !== answer || digest(read.bytes) !== sha256)
      return undefined;
    const isTrusted = !isDoubtful(read.stamp, asked);
    isRenewed ||= isTrusted;
    now.push(isTrusted ? { question, path, answer } : observation);
  }
  return isRenewed ? now : observations;
}

/** Whether a file that has this stamp when it is read may change once more and keep it. */
function isDoubtful({ changedAt }: Stamp, readAt: number): boolean {
  return changedAt >= readAt - doubtfulMilliseconds;
}

function ask(system: System, question: Question, path: string): Answer {
  switch (question) {
    case 'content':
      return contentAnswer(system.stampOf(path));
    case 'kind':
      return system.kindOf(path) ?? null;
    case 'names':
      return system.listFolder(path) ?? null;
    case 'target':
      return system.realPath(path);
  }
}

function contentAnswer(found: Stamp | Unreadable): string {
  return 'failure' in found ? found.failure : found.id;
}

function observationOf([key, { answer, doubtful }]: [string, Known]): Observation {
  const blank = key.indexOf(' ');
  const asked = { question: key.slice(0, blank) as Question, path: key.slice(blank + 1), answer };
  return doubtful === undefined ? asked : { ...asked, sha256: digest(doubtful) };
}

function isSame(one: Answer, other: Answer): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** Loaded only for a file that changed just now: it is slow to start. */
function digest(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
}
