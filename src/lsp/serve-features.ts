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
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { System } from '../system.js';
import { displayName } from '../text/display-name.js';
import type { Source, Span } from '../text/source.js';
import type { Candidate } from './candidate.js';
import { complete } from './complete.js';
import { toDiagnostic, toLocation } from './convert.js';
import type { Edit } from './edits.js';
import { fixesFor, type Fix } from './fixes.js';
import { removalsFor, silencesFor } from './lint-fixes.js';
import { hoverAt } from './hover.js';
import { definitionsAt, linksIn, mentionAt, mentionsOf, rename, renameableAt } from './navigate.js';
import { hintsIn, lensPlaces, lensText, outlineOf, type OutlineSymbol } from './outline.js';
import { rangeOf, unitOffset, type UnitPosition } from './positions.js';
import type { Paths } from './paths.js';
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
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: UnitPosition;
}

/** What a request is answered from: the file in every inventory that it belongs to, the first one for what needs only one. */
interface Answering {
  readonly all: (uri: string) => readonly Located[];
  readonly first: (uri: string) => Located | undefined;
  readonly session: () => Session;
  readonly paths: Paths;
}

export function serveFeatures(
  connection: Connection,
  system: System,
  session: () => Session,
  paths: Paths,
): void {
  const all = (uri: string): readonly Located[] => {
    const path = paths.pathOf(uri);
    return path === undefined ? [] : session().locate(path);
  };
  const answering: Answering = { all, first: (uri) => all(uri)[0], session, paths };
  servePlaces(connection, system, answering);
  serveNames(connection, answering);
  serveFiles(connection, system, answering);
  serveLenses(connection, answering);
  serveActions(connection, answering);
}

function servePlaces(
  connection: Connection,
  system: System,
  { all, session, paths }: Answering,
): void {
  connection.onCompletion(({ textDocument, position }) => {
    const path = paths.pathOf(textDocument.uri);
    const text = path === undefined ? undefined : session().textOf(path);
    const [located] = path === undefined ? [] : session().recall(path);
    if (path === undefined || text === undefined || located === undefined) return [];
    const source: Source = { path, name: path, text };
    return complete(
      { system, located, analyses: session().analyses() },
      text,
      unitOffset(source, position),
    ).map((each) => toItem(each, source));
  });
  connection.onHover(({ textDocument, position }) => {
    const found = all(textDocument.uri).flatMap((each) => {
      const hover = hoverAt(each, unitOffset(each.draft.source, position), session().analyses());
      return hover === undefined
        ? []
        : [{ ...hover, inventory: displayName(paths.home(), each.analysis.path) }];
    });
    const [first] = found;
    const texts = new Set(found.map((each) => each.text));
    const value =
      texts.size < 2
        ? first?.text
        : found.map((each) => `*${each.inventory}*\n\n${each.text}`).join('\n\n---\n\n');
    return first && value !== undefined
      ? { contents: { kind: MarkupKind.Markdown, value }, range: rangeOf(first.span) }
      : undefined;
  });
  connection.onDefinition(({ textDocument, position }) =>
    distinct(
      all(textDocument.uri).flatMap((each) =>
        definitionsAt(system, each, unitOffset(each.draft.source, position), session().analyses()),
      ),
    ).map((span) => toLocation(span, paths)),
  );
}

/** Each place once. */
function distinct(spans: readonly Span[]): readonly Span[] {
  return [
    ...new Map(
      spans.map((each) => [`${each.start} ${each.end} ${each.source.path}`, each]),
    ).values(),
  ];
}

function serveNames(connection: Connection, { first, session, paths }: Answering): void {
  /** What stands at a place of a file, as it is in the file's first inventory; others that share the file are reached by the name. */
  const at = <T>(
    { textDocument, position }: At,
    feature: (located: Located, offset: number) => T,
  ): T | undefined => {
    const located = first(textDocument.uri);
    return located && feature(located, unitOffset(located.draft.source, position));
  };
  connection.onReferences((params) => {
    const mention = at(params, mentionAt);
    const found = mention === undefined ? [] : mentionsOf(mention, session().everywhere());
    return found
      .filter((each) => params.context.includeDeclaration || !each.isDefinition)
      .map((each) => toLocation(each.span, paths));
  });
  connection.onPrepareRename((params) => {
    const mention = at(params, renameableAt);
    return mention && { range: rangeOf(mention.span), placeholder: mention.name };
  });
  connection.onRenameRequest((params) => {
    const everywhere = session().everywhere();
    const mention = at(params, renameableAt);
    const renamed =
      mention === undefined
        ? { refusal: 'there is no name here that can be changed' }
        : rename(mention, params.newName, everywhere);
    return 'refusal' in renamed
      ? new ResponseError(LSPErrorCodes.RequestFailed, renamed.refusal)
      : toWorkspaceEdit(renamed, paths);
  });
}

function serveFiles(connection: Connection, system: System, { first, paths }: Answering): void {
  connection.onDocumentSymbol(({ textDocument }) => {
    const located = first(textDocument.uri);
    return located === undefined ? [] : outlineOf(located).map(toSymbol);
  });
  connection.onDocumentLinks(({ textDocument }) => {
    const located = first(textDocument.uri);
    return located === undefined
      ? []
      : linksIn(system, located).map(({ span, target }) => ({
          range: rangeOf(span),
          target: paths.uriOf(target),
        }));
  });
  connection.languages.inlayHint.on(({ textDocument, range }) => {
    const located = first(textDocument.uri);
    if (located === undefined) return [];
    const { source } = located.draft;
    return hintsIn(located, unitOffset(source, range.start), unitOffset(source, range.end)).map(
      (each) => ({
        position: rangeOf(each.at).start,
        label: each.text,
        ...(each.kind === 'type' ? { kind: InlayHintKind.Type } : {}),
      }),
    );
  });
}

function serveLenses(connection: Connection, { all, first }: Answering): void {
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const located = first(uri);
    return located === undefined
      ? []
      : lensPlaces(located).map((span): CodeLens => ({ range: rangeOf(span), data: { uri } }));
  });
  connection.onCodeLensResolve((lens) => {
    const { uri } = lens.data as { readonly uri: string };
    const title = lensText(all(uri), (source) => unitOffset(source, lens.range.start));
    return { ...lens, command: { title, command: '' } };
  });
}

function serveActions(connection: Connection, { all, session, paths }: Answering): void {
  connection.onCodeAction(({ textDocument, range, context: { only } }) => {
    if (only?.some((kind) => kind === '' || kind === CodeActionKind.QuickFix) === false) return [];
    const found = all(textDocument.uri).flatMap(({ analysis, draft }) => {
      const [start, end] = [
        unitOffset(draft.source, range.start),
        unitOffset(draft.source, range.end),
      ];
      const here = [
        ...analysis.resolution.diagnostics,
        ...session()
          .findings(analysis)
          .map((each) => each.diagnostic),
      ].filter(
        ({ span }) =>
          span.source.path === draft.source.path && span.start <= end && span.end >= start,
      );
      const fixesOf = (each: Diagnostic): readonly Fix[] => [
        ...fixesFor(each, analysis, session().analyses()),
        ...removalsFor(each, analysis, session().findings(analysis)),
        ...silencesFor(each),
      ];
      return here.flatMap((each) =>
        fixesOf(each).map(({ title, edits, isPreferred }): CodeAction => ({
          title,
          kind: CodeActionKind.QuickFix,
          isPreferred,
          diagnostics: [toDiagnostic(each, paths)],
          edit: toWorkspaceEdit(edits, paths),
        })),
      );
    });
    // What several inventories of one file tell is mended once.
    return [
      ...new Map(found.map((each) => [JSON.stringify([each.title, each.edit]), each])).values(),
    ];
  });
}

function toWorkspaceEdit(edits: readonly Edit[], paths: Paths): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const { span, text } of edits)
    (changes[paths.uriOf(span.source.path)] ??= []).push({ range: rangeOf(span), newText: text });
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

function toItem(
  { label, kind, detail, documentation, insert, start, end, rank, filter = label }: Candidate,
  source: Source,
): CompletionItem {
  return {
    label,
    kind: itemKinds[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation }),
    sortText: `${rank}${label}`,
    filterText: filter,
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
  return DocumentSymbol.create(
    name,
    detail,
    symbolKinds[kind],
    rangeOf(span),
    rangeOf(nameSpan),
    children.map(toSymbol),
  );
}
