/**
 * The protocol around a session: what the client says in, what the features answer out. The only importer of the packages
 * of the language server. Loaded late. Every answer is made from texts as they are at that moment; nothing here judges.
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import type { System } from '../system.js';
import { toDiagnostic } from './convert.js';
import { createPaths, type Paths } from './paths.js';
import { serveFeatures, capabilities } from './serve-features.js';
import { createSession, type Session } from './session.js';

export interface ServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly inventory: string | undefined;
  readonly version: string;
}

/** So long nothing must be typed before everything is looked at anew. */
const quietMilliseconds = 40;
/** What takes longer than this is rehearsed when so long nothing happened. */
const longMilliseconds = 100;
const idleMilliseconds = 300;
/** Then lint begins, and works for so long before it looks whether there is something else to do. */
const lintMilliseconds = 400;
const sliceMilliseconds = 15;

/** Serves one client; the connection ends the process when the client does. */
export function serve(system: System, { input, output, inventory, version }: ServerOptions): void {
  const connection = createConnection(ProposedFeatures.all, input, output);
  const documents = new TextDocuments(TextDocument);
  let folders: readonly string[] = [];
  const paths = createPaths(
    () => folders[0] ?? system.cwd,
    (path) => session.nameOf(path),
  );
  let session: Session = createSession(system, { inventory });
  let watches = false;
  let tellsFolders = false;
  connection.onInitialize((params): InitializeResult => {
    folders = foldersOf(params, paths);
    // As if `validate` were called there.
    session = createSession(
      { ...system, env: system.env, cwd: paths.home() },
      { inventory, folders },
    );
    const { workspace } = params.capabilities;
    watches = workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    tellsFolders = workspace?.workspaceFolders === true;
    return {
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        ...capabilities,
      },
      serverInfo: { name: 'inventory-script', version },
    };
  });
  connection.onInitialized(() => {
    if (watches)
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{yaml,yml}' }],
      });
    if (!tellsFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => paths.folderOf(uri)));
      folders = [
        ...folders.filter((each) => !gone.has(each)),
        ...added.flatMap(({ uri }) => paths.folderOf(uri) ?? []),
      ];
      session.setFolders(folders);
      publish.soon();
    });
  });
  const publish = publisher(
    connection,
    () => session,
    paths,
    (uri) => documents.get(uri)?.version,
  );
  documents.onDidChangeContent(({ document }) => {
    const path = paths.open(document.uri);
    if (path === undefined) return;
    session.put(path, document.getText());
    publish.soon();
  });
  documents.onDidClose(({ document }) => {
    const path = paths.close(document.uri);
    if (path === undefined) return;
    session.close(path);
    publish.soon();
  });
  documents.onDidSave(({ document }) => {
    const path = paths.pathOf(document.uri);
    if (path === undefined) return;
    session.touch([path]);
    publish.soon();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    session.touch(changes.flatMap(({ uri }) => paths.pathOf(uri) ?? []));
    publish.soon();
  });
  serveFeatures(connection, system, () => session, paths);
  // A client that is gone reads nothing more.
  output.on('error', () => process.exit(1));
  documents.listen(connection);
  connection.listen();
}

/** The folders that the client works in; older clients name only one. */
function foldersOf(params: InitializeParams, paths: Paths): string[] {
  const { rootUri } = params as unknown as Readonly<Record<string, unknown>>;
  const uris =
    params.workspaceFolders?.map((each) => each.uri) ??
    (typeof rootUri === 'string' ? [rootUri] : []);
  return uris.flatMap((uri) => paths.folderOf(uri) ?? []);
}

function publisher(
  connection: Connection,
  session: () => Session,
  paths: Paths,
  versionOf: (uri: string) => number | undefined,
): { soon(): void } {
  let timer: NodeJS.Timeout | undefined;
  let lintTimer: NodeJS.Timeout | undefined;
  let rehearsals = 2;
  const now = (): void => {
    const start = performance.now();
    tell();
    if (performance.now() - start > longMilliseconds)
      timer = setTimeout(rehearse, idleMilliseconds);
    lintTimer = setTimeout(() => {
      lint(session().lint());
    }, lintMilliseconds);
  };
  const tell = (): void => {
    for (const [path, diagnostics] of session().update()) {
      const uri = paths.uriOf(path);
      const version = versionOf(uri);
      void connection.sendDiagnostics({
        uri,
        ...(version === undefined ? {} : { version }),
        diagnostics: diagnostics.map((each) => toDiagnostic(each, paths)),
      });
    }
  };
  /** Takes some steps, lets messages in, and goes on; a change clears the timer, and with it what would have been found. */
  const lint = (steps: Generator<undefined, void>): void => {
    const until = performance.now() + sliceMilliseconds;
    let isDone = false;
    while (!isDone && performance.now() < until) isDone = steps.next().done === true;
    if (isDone) tell();
    else lintTimer = setTimeout(lint, 0, steps);
  };
  const rehearse = (): void => {
    if (rehearsals-- <= 0) return;
    session().rehearse();
    timer = setTimeout(rehearse, idleMilliseconds);
  };
  return {
    soon() {
      clearTimeout(timer);
      clearTimeout(lintTimer);
      timer = setTimeout(now, quietMilliseconds);
    },
  };
}
