/**
 * What lint finds in the inventories that are open: computed in small steps when nothing else is to be done, and shown from
 * then on. While a text changes, or has errors, what was found last stays where its text stands now; what the change
 * touches goes.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { isOfLint } from '../diagnostics/lint-codes.js';
import type { Finding } from '../lint/finding.js';
import { lintOptionSteps } from '../lint/known.js';
import { lintSteps } from '../lint/lint.js';
import { graded, readSettings } from '../lint/settings.js';
import type { ParseText } from '../syntax/parse.js';
import type { System } from '../system.js';
import type { Source, Span } from '../text/source.js';
import type { Analysis } from './analysis.js';

/** No editor shows more than so many of one inventory to anybody's use. */
const most = 1000;

export interface Linting {
  /** What is to be shown of an inventory: what `validate` says, as the inventory grades it, and what lint found. */
  shown(analysis: Analysis): readonly Diagnostic[];
  /** What was found in exactly these texts; nothing while that is not known. */
  findings(analysis: Analysis): readonly Finding[];
  /** Something changed: whatever was found may be found no more. */
  spoil(): void;
  /** Finds what is not known yet; whoever drops the steps drops what they would have found. */
  steps(
    analyses: readonly Analysis[],
    system: System,
    parse: ParseText,
  ): Generator<undefined, void>;
}

export function createLinting(): Linting {
  let current = new WeakMap<Analysis, readonly Finding[]>();
  /** By entry file. */
  const last = new Map<string, readonly Finding[]>();
  return {
    shown(analysis) {
      const settings = readSettings(analysis.resolution.loaded.workspace);
      const said = analysis.resolution.diagnostics.flatMap((each) =>
        isOfLint(each.code) ? (graded(each, settings) ?? []) : [each],
      );
      const found = current.get(analysis) ?? moved(last.get(analysis.path) ?? [], analysis);
      return found.length === 0 ? said : [...said, ...found.map(({ diagnostic }) => diagnostic)];
    },
    findings: (analysis) => current.get(analysis) ?? [],
    spoil() {
      current = new WeakMap();
    },
    *steps(analyses, system, parse) {
      const paths = new Set(analyses.map(({ path }) => path));
      for (const path of last.keys()) if (!paths.has(path)) last.delete(path);
      for (const analysis of analyses) {
        const { resolution, path } = analysis;
        if (current.has(analysis) || !resolution.valid) continue;
        const options = yield* lintOptionSteps(system, resolution, { consumers: [], parse });
        const found = (yield* lintSteps(resolution, options)).slice(0, most);
        current.set(analysis, found);
        last.set(path, found);
      }
    },
  };
}

/** Findings of former texts at their places in the present ones, without those whose text changed. */
function moved(findings: readonly Finding[], { drafts }: Analysis): readonly Finding[] {
  if (findings.length === 0) return findings;
  const present = new Map(drafts.map(({ source }) => [source.path, source]));
  const changes = new Map<Source, Change | undefined>();
  const move = (span: Span): Span | undefined => {
    if (!changes.has(span.source))
      changes.set(span.source, changeOf(span.source, present.get(span.source.path)));
    const change = changes.get(span.source);
    if (change === undefined) return undefined;
    const { source, from, to, shift } = change;
    if (span.end < from) return { source, start: span.start, end: span.end };
    return span.start >= to
      ? { source, start: span.start + shift, end: span.end + shift }
      : undefined;
  };
  return findings.flatMap(({ diagnostic }) => {
    const span = move(diagnostic.span);
    if (span === undefined) return [];
    const related = diagnostic.related.flatMap((each) => {
      const at = move(each.span);
      return at === undefined ? [] : [{ ...each, span: at }];
    });
    return [{ diagnostic: { ...diagnostic, span, related }, fix: undefined }];
  });
}

/** What lies between two texts: a range of the old one is another, and all behind it is moved. */
interface Change {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

function changeOf({ text: before }: Source, source: Source | undefined): Change | undefined {
  if (source === undefined) return undefined;
  const { text: after } = source;
  if (before === after) return { source, from: before.length + 1, to: before.length, shift: 0 };
  const least = Math.min(before.length, after.length);
  let from = 0;
  while (from < least && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let same = 0;
  while (
    same < least - from &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  return { source, from, to: before.length - same, shift: after.length - before.length };
}
