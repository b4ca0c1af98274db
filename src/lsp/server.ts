/**
 * The protocol around a session: what the client says in, what the features answer out. The only importer of the packages
 * of the language server. Loaded late. Every answer is made from texts as they are at that moment; nothing here judges.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
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
import { serveFeatures, capabilities } from './serve-features.js';
import { createSession, type Session } from './session.js';

export interface ServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly inventory: string | undefined;
  readonly version: string;
}

/** So long nothing must be typed before everything is looked at anew. */
const quietMilliseconds = 60;

/** Serves one client; the connection ends the process when the client does. */
export function serve(system: System, { input, output, inventory, version }: ServerOptions): void {
  const connection = createConnection(ProposedFeatures.all, input, output);
  const documents = new TextDocuments(TextDocument);
  const paths = createPaths();
  let session: Session = createSession(system, { inventory });
  let watches = false;
  connection.onInitialize((params): InitializeResult => {
    session = createSession(system, { inventory, folders: foldersOf(params) });
    watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return { capabilities: { positionEncoding: 'utf-16', textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true }, ...capabilities }, serverInfo: { name: 'inventory-script', version } };
  });
  connection.onInitialized(() => {
    if (watches) void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*.{yaml,yml}' }] });
  });
  const publish = publisher(connection, () => session, paths);
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
  documents.listen(connection);
  connection.listen();
}

/** The paths of files, and the URIs by which the client knows them. */
export interface Paths {
  open(uri: string): string | undefined;
  close(uri: string): string | undefined;
  pathOf(uri: string): string | undefined;
  uriOf(path: string): string;
}

function createPaths(): Paths {
  const uris = new Map<string, string>();
  return {
    open(uri) {
      const path = pathOf(uri);
      if (path !== undefined) uris.set(path, uri);
      return path;
    },
    close(uri) {
      const path = pathOf(uri);
      if (path !== undefined) uris.delete(path);
      return path;
    },
    pathOf,
    uriOf: (path) => uris.get(path) ?? pathToFileURL(path).href,
  };
}

/** The folders that the client works in; older clients name only one. */
function foldersOf(params: InitializeParams): string[] {
  const { rootUri } = params as unknown as Readonly<Record<string, unknown>>;
  const uris = params.workspaceFolders?.map((each) => each.uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
  return uris.flatMap((uri) => pathOf(uri)?.replace(/(?<=.)\/$/, '') ?? []);
}

function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

function publisher(connection: Connection, session: () => Session, paths: Paths): { soon(): void } {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    timer = undefined;
    for (const [path, diagnostics] of session().update()) {
      void connection.sendDiagnostics({ uri: paths.uriOf(path), diagnostics: diagnostics.map((each) => toDiagnostic(each, paths)) });
    }
  };
  return {
    soon() {
      clearTimeout(timer);
      timer = setTimeout(now, quietMilliseconds);
    },
  };
}
