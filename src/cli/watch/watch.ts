/**
 * `--watch`: runs a command again whenever something is different that it has read: the content of a file, its absence,
 * the names in a folder that a glob looked into, where a link leads. What was read is known from the questions that the
 * run asked the system; they are asked again after every event, so only a true difference makes a run. Ctrl-C ends it.
 */
import { askAgain, observe, type Observation } from '../../cache/observe.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { escapeControls } from '../../text/terminal.js';
import { deliver, isTerminal, writeErr, type CommandResult } from '../terminal/output.js';
import { watchFiles, type StopWatching } from './watch-files.js';

type Command = (system: System) => CommandResult | Promise<CommandResult>;

/** Programs write in several steps: so long nothing must happen before the next run. */
const quietMilliseconds = 100;
/** How often to look where the machine cannot tell. */
const pollMilliseconds = 1000;

/** Runs until it is interrupted. */
export async function watchCommand(system: System, command: Command): Promise<CommandResult> {
  const bell = makeBell();
  let changed: readonly string[] = [];
  for (let runs = 0; !bell.isOver(); runs++) {
    const { result, observations } = await runOnce(system, command);
    show(system, result, runs, changed, observations.length);
    let stop: StopWatching | undefined;
    const poll = { timer: undefined as NodeJS.Timeout | undefined };
    try {
      const startPolling = (): void => {
        poll.timer ??= setInterval(bell.ring, pollMilliseconds);
      };
      stop = await watchFiles(
        system,
        pathsOf(observations, false),
        pathsOf(observations, true),
        bell.ring,
        startPolling,
      );
      // What happened before the watch began is found by asking; what happens from now on rings.
      changed = differences(system, observations);
      while (changed.length === 0 && !bell.isOver()) {
        await bell.quiet();
        changed = differences(system, observations);
      }
    } finally {
      clearInterval(poll.timer);
      await stop?.();
    }
  }
  bell.remove();
  if (isTerminal('stderr')) writeErr('\n');
  return { exitCode: 0, stdout: '', stderr: '' };
}

async function runOnce(
  system: System,
  command: Command,
): Promise<{ readonly result: CommandResult; readonly observations: readonly Observation[] }> {
  for (;;) {
    const observer = observe(system);
    const result = await command(askingFiles(system, observer.system));
    const found = observer.observations();
    if (found !== undefined) return { result, observations: found };
    // A file changed while the run read it: the next run sees what it became.
    await new Promise((resolve) => setTimeout(resolve, quietMilliseconds));
  }
}

/** Questions about files go to `observed`; no others are remembered. */
function askingFiles(system: System, observed: System): System {
  return {
    ...system,
    cwd: system.cwd,
    env: system.env,
    readFile: (path) => observed.readFile(path),
    listFolder: (path) => observed.listFolder(path),
    kindOf: (path) => observed.kindOf(path),
    realPath: (path) => observed.realPath(path),
  };
}

/** The folders whose names were read, or all other paths that were asked about. */
function pathsOf(observations: readonly Observation[], isListed: boolean): readonly string[] {
  return [
    ...new Set(
      observations
        .filter(({ question }) => (question === 'names') === isListed)
        .map(({ path }) => path),
    ),
  ];
}

/** The paths about which the system answers otherwise now. */
function differences(system: System, observations: readonly Observation[]): readonly string[] {
  return [
    ...new Set(
      observations.filter((each) => askAgain(system, [each]) === undefined).map(({ path }) => path),
    ),
  ];
}

/** On a terminal each run has the screen to itself; elsewhere a line on standard error tells runs apart. */
function show(
  system: System,
  result: CommandResult,
  runs: number,
  changed: readonly string[],
  asked: number,
): void {
  const onScreen = isTerminal('stdout') && isTerminal('stderr');
  const names = changed.map((path) => escapeControls(displayName(system.cwd, path)));
  const cause =
    names.length === 0
      ? ''
      : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''} changed`;
  if (onScreen) writeErr('\x1b[2J\x1b[3J\x1b[H');
  else if (runs > 0) writeErr(`inventory-script: ${cause}\n`);
  deliver(result);
  if (onScreen)
    writeErr(
      `\n${cause === '' ? '' : `${cause}; `}watching${asked === 0 ? '' : ' what was read'}, Ctrl-C ends\n`,
    );
}

/** Rung by events and by Ctrl-C. */
interface Bell {
  readonly ring: () => void;
  /** Waits for a ring, and then until there is none for a while; at once where it is over. */
  quiet(): Promise<void>;
  isOver(): boolean;
  remove(): void;
}

function makeBell(): Bell {
  let isRung = false;
  let isOver = false;
  let wake: () => void = () => undefined;
  const ring = (): void => {
    isRung = true;
    wake();
  };
  const end = (): void => {
    isOver = true;
    wake();
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  const pause = (milliseconds?: number): Promise<void> =>
    new Promise((resolve) => {
      const timer =
        milliseconds === undefined
          ? setInterval(() => undefined, 2 ** 30)
          : setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    ring,
    async quiet() {
      while (!isRung && !isOver) await pause();
      while (isRung && !isOver) {
        isRung = false;
        await pause(quietMilliseconds);
      }
    },
    isOver: () => isOver,
    remove() {
      process.off('SIGINT', end).off('SIGTERM', end);
    },
  };
}
