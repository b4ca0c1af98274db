/** A real protocol client that speaks to the built server over standard input and output. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/node';
import { tool } from './ansible.js';

export interface LanguageClient {
  readonly connection: ProtocolConnection;
  readonly started: InitializeResult;
  open(path: string, text: string): Promise<void>;
  change(
    path: string,
    version: number,
    changes: readonly {
      readonly range?: { start: Position; end: Position };
      readonly text: string;
    }[],
  ): Promise<void>;
  /** Waits until the diagnostics of a file fulfil a condition; those that are there count, and none at all where `orNone` says so. */
  diagnostics(
    path: string,
    isRight: (found: readonly Diagnostic[]) => boolean,
    orNone?: boolean,
  ): Promise<readonly Diagnostic[]>;
  /** Ends the session as a client does; the exit code, and what the server wrote to standard error. */
  end(): Promise<{ readonly code: number | null; readonly stderr: string }>;
  /** Reads nothing more while the server answers, as a client that crashed. */
  vanish(): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

export async function startClient(
  folder: string,
  args: readonly string[] = ['lsp', '--stdio'],
  [program, ...before]: readonly [string, ...string[]] = [process.execPath, tool],
): Promise<LanguageClient> {
  const child: ChildProcessWithoutNullStreams = spawn(program, [...before, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  after(() => child.kill('SIGKILL'));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const known = new Map<string, readonly Diagnostic[]>();
  let notify: () => void = () => undefined;
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: PublishDiagnosticsParams) => {
      known.set(uri, diagnostics);
      notify();
    },
  );
  connection.listen();
  const started = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'fleet' }],
    capabilities: {},
  });
  await connection.sendNotification('initialized', {});
  const uri = (path: string): string => pathToFileURL(path).href;
  return {
    connection,
    started,
    open: (path, text) =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(path), languageId: 'yaml', version: 1, text },
      }),
    change: (path, version, changes) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uri(path), version },
        contentChanges: changes,
      }),
    async diagnostics(path, isRight, orNone = false) {
      for (;;) {
        const found = known.get(uri(path)) ?? (orNone ? [] : undefined);
        if (found !== undefined && isRight(found)) return found;
        if (child.exitCode !== null) throw new Error(`the server ended: ${stderr}`);
        await new Promise<void>((resolve) => (notify = resolve));
      }
    },
    async vanish() {
      child.stdout.destroy();
      void connection.sendRequest('shutdown').catch(() => undefined);
      return { code: await ended, stderr };
    },
    async end() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return { code: await ended, stderr };
    },
  };
}
