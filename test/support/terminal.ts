/** A real terminal around a process, through Python's `pty`: what a person would see, and keys that a person presses. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const relay = `
import fcntl, os, pty, select, struct, sys, termios
rows, columns, streams = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
out = os.dup(1)
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
    if streams == 'stderr':
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.execvp(sys.argv[4], sys.argv[4:])
keys = True
while True:
    ready, _, _ = select.select([terminal, 0] if keys else [terminal], [], [])
    if terminal in ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        keys = len(data) > 0
        if keys:
            os.write(terminal, data)
_, status = os.waitpid(pid, 0)
sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
`;

export interface TerminalOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** `stderr`: standard output goes nowhere. */
  readonly streams?: 'both' | 'stderr';
}

export interface Terminal {
  readonly process: ChildProcess;
  /** Everything that was shown so far, with line breaks as the program wrote them. */
  shown(): string;
  /** Waits until what is shown from `from` on matches, and gives the place behind the match. */
  waitFor(text: RegExp, from?: number): Promise<number>;
  press(keys: string): void;
  /** Waits for the end; its exit code, 128 and the signal's number where one ended it. */
  end(): Promise<number>;
}

/** Starts a program on a terminal of its own. */
export function startOnTerminal(
  command: string,
  args: readonly string[],
  options: TerminalOptions = {},
): Terminal {
  const { cwd, env = {}, columns = 80, streams = 'both' } = options;
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:INVENTORY_SCRIPT_|NO_COLOR|FORCE_COLOR|COLUMNS|TERM$)/.test(name),
    ),
  );
  const child = spawn('python3', ['-c', relay, '50', String(columns), streams, command, ...args], {
    cwd,
    env: { ...clean, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close') as Promise<[number]>;
  let text = '';
  let notify: () => void = () => undefined;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk.replaceAll('\r\n', '\n');
    notify();
  });
  void ended.then(() => {
    notify();
  });
  const waitFor = async (wanted: RegExp, from = 0): Promise<number> => {
    for (;;) {
      const found = wanted.exec(text.slice(from));
      if (found !== null) return from + found.index + found[0].length;
      if (child.exitCode !== null)
        throw new Error(`it ended without ${String(wanted)}: ${JSON.stringify(text.slice(from))}`);
      await new Promise<void>((resolve) => (notify = resolve));
    }
  };
  return {
    process: child,
    shown: () => text,
    waitFor,
    press: (keys) => child.stdin.write(keys),
    end: async () => (await ended)[0],
  };
}

/** Runs a program on a terminal to its end. */
export async function runOnTerminal(
  command: string,
  args: readonly string[],
  options: TerminalOptions = {},
): Promise<{ readonly code: number; readonly shown: string }> {
  const terminal = startOnTerminal(command, args, options);
  const code = await terminal.end();
  return { code, shown: terminal.shown() };
}
