/** Requests of the protocol, each answered by one function of a feature. */
import type { Connection, ServerCapabilities } from 'vscode-languageserver/node';
import type { Paths } from './server.js';
import type { Session } from './session.js';

/** What the server can do beside diagnostics. */
export const capabilities: ServerCapabilities = {};

export function serveFeatures(connection: Connection, session: () => Session, paths: Paths): void {
  void connection;
  void session;
  void paths;
}
