/**
 * Lint: an inventory as `validate` resolved it, and what is known of others, in; findings out, in reading order, graded as
 * the inventory says and without what comments silence. An inventory with errors has no findings: what it means is not
 * known. Works in steps, so that an editor can do something else in between.
 */
import { inFileOrder, type Diagnostic } from '../diagnostics/diagnostic.js';
import { isOfLint } from '../diagnostics/lint-codes.js';
import { inReadingOrder, type Resolution } from '../pipeline.js';
import { withoutSilenced } from '../syntax/ignore-comments.js';
import type { Span } from '../text/source.js';
import { fixOfAdopted } from './adopted.js';
import { plain, type Finding } from './finding.js';
import { elsewhereFinder, lintedOf, sharedFinder, type LintedOptions } from './linted.js';
import { lintRules } from './rules.js';
import { graded, readSettings, type LintSettings } from './settings.js';
import { judgeComments } from './silencing.js';

/** All findings of an inventory, at once. */
export function lint(resolution: Resolution, options: LintedOptions): Finding[] {
  const steps = lintSteps(resolution, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps. `resolution` is what `validatePath` gives, in which comments have silenced warnings already. */
export function* lintSteps(
  resolution: Resolution,
  options: LintedOptions,
): Generator<undefined, Finding[]> {
  const { loaded, valid } = resolution;
  const settings = readSettings(loaded.workspace);
  if (!valid) return [];
  const linted = lintedOf(resolution, options);
  const found: Finding[] = settings.diagnostics.map(plain);
  for (const rule of lintRules) {
    for (const each of rule(linted)) {
      if (each === undefined) yield undefined;
      else found.push(each);
    }
    yield undefined;
  }
  const isShared = sharedFinder(options);
  const comments = resolution.silencing?.comments ?? [];
  const used = new Set<Span>(resolution.silencing?.used);
  const told = withoutSilenced(found, ({ diagnostic }) => diagnostic, comments, used);
  const aboutComments = judgeComments(
    comments,
    used,
    (span) => linted.mayBeUsedElsewhere(span) || isShared(span),
  );
  const all = [
    ...told,
    ...withoutSilenced(aboutComments, ({ diagnostic }) => diagnostic, comments),
  ];
  return inOrder(resolution, all, settings);
}

/** The findings of lint, and those of `validate` that lint tells, too, with errors: what the command line prints. */
export function findingsWithAdopted(resolution: Resolution, options: LintedOptions): Finding[] {
  const { documents } = resolution.loaded.workspace;
  const mayBeUsedElsewhere = elsewhereFinder(resolution, options);
  const all = [
    ...adoptedFrom(resolution).map((each): Finding => ({
      diagnostic: each,
      fix: mayBeUsedElsewhere(each.span) ? undefined : fixOfAdopted(each, documents),
    })),
    ...lint(resolution, options),
  ];
  const fixes = new Map(all.map((each) => [each.diagnostic, each]));
  return inFileOrder(
    [...fixes.keys()],
    documents.map(({ source }) => source.path),
  ).flatMap((each) => fixes.get(each) ?? []);
}

/** Those warnings of `validate` that lint tells, too, as the inventory grades them; and its errors. */
export function adoptedFrom(resolution: Resolution): Diagnostic[] {
  const settings = readSettings(resolution.loaded.workspace);
  return resolution.diagnostics.flatMap((each) =>
    each.severity === 'error' || isOfLint(each.code) ? (graded(each, settings) ?? []) : [],
  );
}

function inOrder(
  { loaded }: Resolution,
  findings: readonly Finding[],
  settings: LintSettings,
): Finding[] {
  const fixes = new Map<Diagnostic, Finding['fix']>();
  for (const { diagnostic, fix } of findings) {
    const [shown = diagnostic] = loaded.workspace.upstreams?.redacted([diagnostic]) ?? [];
    const each = graded(shown, settings);
    if (each !== undefined) fixes.set(each, fix);
  }
  return inReadingOrder(loaded, [...fixes.keys()]).map((diagnostic) => ({
    diagnostic,
    fix: fixes.get(diagnostic),
  }));
}
