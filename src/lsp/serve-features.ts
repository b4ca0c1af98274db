/** Requests of the protocol, each answered by one function of a feature. Spans become ranges here, and nowhere below. */
import {
  CodeActionKind,
  CompletionItemKind,
  DocumentSymbol,
  InlayHintKind,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  SymbolKind,
  type CodeAction,
  type CodeLens,
  type CompletionItem,
  type Connection,
  type ServerCapabilities,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { System } from '../system.js';
import type { Source } from '../text/source.js';
import type { Candidate } from './candidate.js';
import { complete } from './complete.js';
import { toDiagnostic, toLocation } from './convert.js';
import type { Edit } from './edits.js';
import { fixesFor } from './fixes.js';
import { hoverAt } from './hover.js';
import { definitionsAt, linksIn, mentionAt, mentionsOf, rename, renameableAt } from './navigate.js';
import { hintsIn, lensPlaces, lensText, outlineOf, type OutlineSymbol } from './outline.js';
import { rangeOf, unitOffset, type UnitPosition } from './positions.js';
import type { Paths } from './server.js';
import type { Located, Session } from './session.js';

/** What the server can do beside diagnostics. */
export const capabilities: ServerCapabilities = {
  completionProvider: { triggerCharacters: ['{', '.', '[', ' ', '/', '"', ':', '-'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  documentLinkProvider: {},
  inlayHintProvider: true,
  codeLensProvider: { resolveProvider: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
};

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: UnitPosition;
}

export function serveFeatures(connection: Connection, system: System, session: () => Session, paths: Paths): void {
  const locate = (uri: string): Located | undefined => {
    const path = paths.pathOf(uri);
    return path === undefined ? undefined : session().locate(path)[0];
  };
  /** A feature of a place, with the offset in the text that was looked at. */
  const at = <T>({ textDocument, position }: At, feature: (located: Located, offset: number) => T): T | undefined => {
    const located = locate(textDocument.uri);
    return located && feature(located, unitOffset(located.draft.source, position));
  };
  connection.onCompletion(({ textDocument, position }) => {
    const path = paths.pathOf(textDocument.uri);
    const text = path === undefined ? undefined : session().textOf(path);
    const [located] = path === undefined ? [] : session().recall(path);
    if (path === undefined || text === undefined || located === undefined) return [];
    const source: Source = { path, name: path, text };
    return complete({ system, located, analyses: session().analyses() }, text, unitOffset(source, position)).map((each) => toItem(each, source));
  });
  connection.onHover((params) => {
    const found = at(params, (located, offset) => hoverAt(located, offset, session().analyses()));
    return found && { contents: { kind: MarkupKind.Markdown, value: found.text }, range: rangeOf(found.span) };
  });
  connection.onDefinition((params) => at(params, (located, offset) => definitionsAt(system, located, offset, session().analyses()).map((span) => toLocation(span, paths))));
  connection.onReferences((params) =>
    at(params, (located, offset) => {
      const mention = mentionAt(located, offset);
      const found = mention === undefined ? [] : mentionsOf(mention, session().analyses());
      return found.filter((each) => params.context.includeDeclaration || !each.isDefinition).map((each) => toLocation(each.span, paths));
    }),
  );
  connection.onPrepareRename((params) => {
    const mention = at(params, (located, offset) => renameableAt(located, offset));
    return mention && { range: rangeOf(mention.span), placeholder: mention.name };
  });
  connection.onRenameRequest((params) =>
    at(params, (located, offset) => {
      const mention = renameableAt(located, offset);
      const renamed = mention === undefined ? { refusal: 'there is no name here that can be changed' } : rename(mention, params.newName, session().analyses());
      if ('refusal' in renamed) return new ResponseError(LSPErrorCodes.RequestFailed, renamed.refusal);
      return toWorkspaceEdit(renamed.map((span) => ({ span, text: params.newName })), paths);
    }),
  );
  connection.onDocumentSymbol(({ textDocument }) => {
    const located = locate(textDocument.uri);
    return located === undefined ? [] : outlineOf(located).map(toSymbol);
  });
  connection.onDocumentLinks(({ textDocument }) => {
    const located = locate(textDocument.uri);
    return located === undefined ? [] : linksIn(system, located).map(({ span, target }) => ({ range: rangeOf(span), target: paths.uriOf(target) }));
  });
  connection.languages.inlayHint.on(({ textDocument, range }) => {
    const located = locate(textDocument.uri);
    if (located === undefined) return [];
    const { source } = located.draft;
    return hintsIn(located, unitOffset(source, range.start), unitOffset(source, range.end)).map((each) => ({ position: rangeOf(each.at).start, label: each.text, ...(each.kind === 'type' ? { kind: InlayHintKind.Type } : {}) }));
  });
  serveLenses(connection, locate);
  serveActions(connection, session, paths, locate);
}

function serveLenses(connection: Connection, locate: (uri: string) => Located | undefined): void {
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const located = locate(uri);
    return located === undefined ? [] : lensPlaces(located).map((span): CodeLens => ({ range: rangeOf(span), data: { uri } }));
  });
  connection.onCodeLensResolve((lens) => {
    const { uri } = lens.data as { readonly uri: string };
    const located = locate(uri);
    const title = located === undefined ? '' : lensText(located, unitOffset(located.draft.source, lens.range.start));
    return { ...lens, command: { title, command: '' } };
  });
}

function serveActions(connection: Connection, session: () => Session, paths: Paths, locate: (uri: string) => Located | undefined): void {
  connection.onCodeAction(({ textDocument, range }) => {
    const located = locate(textDocument.uri);
    if (located === undefined) return [];
    const { analysis, draft } = located;
    const [start, end] = [unitOffset(draft.source, range.start), unitOffset(draft.source, range.end)];
    const here = analysis.resolution.diagnostics.filter(({ span }) => span.source.path === draft.source.path && span.start <= end && span.end >= start);
    return here.flatMap((each) =>
      fixesFor(each, analysis, session().analyses()).map(({ title, edits, isPreferred }): CodeAction => ({ title, kind: CodeActionKind.QuickFix, isPreferred, diagnostics: [toDiagnostic(each, paths)], edit: toWorkspaceEdit(edits, paths) })),
    );
  });
}

function toWorkspaceEdit(edits: readonly Edit[], paths: Paths): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const { span, text } of edits) (changes[paths.uriOf(span.source.path)] ??= []).push({ range: rangeOf(span), newText: text });
  return { changes };
}

const itemKinds: Readonly<Record<Candidate['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  reference: CompletionItemKind.Reference,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  type: CompletionItemKind.TypeParameter,
  variable: CompletionItemKind.Variable,
  tag: CompletionItemKind.Constant,
  service: CompletionItemKind.Module,
  binary: CompletionItemKind.Unit,
  config: CompletionItemKind.Unit,
  process: CompletionItemKind.Unit,
  upstream: CompletionItemKind.Module,
  export: CompletionItemKind.Value,
  'secret source': CompletionItemKind.Constant,
  host: CompletionItemKind.Constant,
};

function toItem({ label, kind, detail, documentation, insert, start, end, rank }: Candidate, source: Source): CompletionItem {
  return {
    label,
    kind: itemKinds[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation }),
    sortText: `${rank}${label}`,
    filterText: label,
    textEdit: { range: rangeOf({ source, start, end }), newText: insert },
  };
}

const symbolKinds: Readonly<Record<OutlineSymbol['kind'], SymbolKind>> = {
  section: SymbolKind.Namespace,
  host: SymbolKind.Object,
  tag: SymbolKind.Constant,
  service: SymbolKind.Module,
  component: SymbolKind.Field,
  type: SymbolKind.Class,
  value: SymbolKind.Variable,
  upstream: SymbolKind.Package,
};

function toSymbol({ name, detail, kind, span, nameSpan, children }: OutlineSymbol): DocumentSymbol {
  return DocumentSymbol.create(name, detail, symbolKinds[kind], rangeOf(span), rangeOf(nameSpan), children.map(toSymbol));
}
