/**
 * `diff [OLD] [NEW]`: what changes for Ansible between two inventories, or two revisions of one. Exit code 0: nothing,
 * 1: something, 2: trouble, which is also an inventory with errors on either side.
 */
import { styleText } from 'node:util';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { compareInventories } from '../../diff/compare.js';
import { renderDiffJson } from '../../diff/render-json.js';
import { renderDiffMarkdown } from '../../diff/render-markdown.js';
import { renderDiffText, type Paint } from '../../diff/render-text.js';
import {
  findRepository,
  mergeBase,
  openRepository,
  resolveRevision,
  type Commit,
  type GitFailure,
  type Repository,
} from '../../git/repository.js';
import { openRevision } from '../../git/revision-tree.js';
import type { System } from '../../system.js';
import { placeOf } from '../../text/position.js';
import { escapeControls } from '../../text/terminal.js';
import { decideColour } from '../terminal/colour.js';
import { findUses } from './consumers.js';
import { comparisonOf, type Comparison, type Operand } from './operands.js';
import { findEntry, loadSide, rememberingParser, type LoadedSide, type Origin } from './side.js';
import { fileVariable } from '../inventory/find-inventory.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import { isTerminal, type CommandResult } from '../terminal/output.js';
import { diagnosticsText, notAppliedText } from '../terminal/report-failure.js';

export interface DiffOptions {
  readonly operands: readonly string[];
  /** True where operands are revisions, whatever paths there are. */
  readonly git: boolean;
  readonly format: 'text' | 'json' | 'markdown';
  /** Folders with inventories that may use the exports of this one; undefined where nobody asked. */
  readonly consumers: readonly string[] | undefined;
}

/** Why there is no answer. */
type Trouble = GitFailure;

export async function runDiff(
  system: System,
  given: Given,
  options: DiffOptions,
): Promise<CommandResult> {
  const comparison = comparisonOf(system, options.operands, options.git);
  const absent = absentPaths(system, given, comparison);
  if (absent.length > 0)
    return { exitCode: 2, stdout: '', stderr: diagnosticsText(system, absent, given.colour) };
  const origins = await originsOf(system, given, comparison);
  if ('problem' in origins) return trouble(origins);
  const [old, now] = [findEntry(system, origins.old), findEntry(system, origins.new)];
  if ('problem' in old) return trouble(old);
  if ('problem' in now) return trouble(now);
  if (old.path === undefined && now.path === undefined)
    return nowhere(system, given, comparison, origins);
  const parse = rememberingParser();
  const [before, after] = [
    await loadSide(system, origins.old, old.path, parse),
    await loadSide(system, origins.new, now.path, parse),
  ];
  if (!before.valid || !after.valid) return invalid(system, [before, after], given.colour);
  const uses =
    options.consumers &&
    (await findUses(
      system,
      origins.new.tree,
      options.consumers,
      after.path ?? before.path ?? '',
      parse,
    ));
  if (uses !== undefined && 'problem' in uses) return trouble(uses);
  const diff = compareInventories(before.side, after.side, uses);
  const names = { old: before.name, new: after.name };
  const render = {
    text: () => renderDiffText(diff, names, painter(system, given.colour)),
    json: () => renderDiffJson(diff, names),
    markdown: () => renderDiffMarkdown(diff, names),
  };
  return {
    exitCode: diff.changes.length === 0 ? 0 : 1,
    exitCodeOfLoss: 2,
    stdout: render[options.format](),
    stderr: warnings(system, [after, before], given.colour),
  };
}

/** Why two paths cannot be compared: only of git is it known what was not there yet. */
function absentPaths(
  system: System,
  given: Given,
  { old, new: now }: Comparison,
): readonly Diagnostic[] {
  if (old.kind !== 'path' || now.kind !== 'path' || given.file !== undefined) return [];
  return [old, now].flatMap(({ written }) => {
    const located = locateInventory(system, { ...given, file: written });
    return 'error' in located ? [located.error] : [];
  });
}

interface Origins {
  readonly old: Origin;
  readonly new: Origin;
}

/** Where both sides come from. */
async function originsOf(
  system: System,
  given: Given,
  { old, new: now, fromMergeBase }: Comparison,
): Promise<Origins | Trouble> {
  const paths = [old, now].flatMap((each) => (each.kind === 'path' ? [each.written] : []));
  if (paths.length > 0 && given.file !== undefined)
    return { problem: `two inventories are named: ${given.file} and ${paths.join(' and ')}` };
  const fromPath = (written: string): Origin => ({
    kind: 'path',
    name: written,
    commit: undefined,
    target: resolve(system.cwd, written),
    tree: undefined,
  });
  if (old.kind === 'path' && now.kind === 'path')
    return { old: fromPath(old.written), new: fromPath(now.written) };
  const target = targetOf(system, given, paths[0], [old, now]);
  const found =
    target === undefined
      ? await openRepository(system, system.cwd)
      : await findRepository(system, target);
  if ('problem' in found) return missingFile(system, [old, now]) ?? found;
  const repository = 'repository' in found ? found.repository : found;
  const inRepository =
    'repository' in found
      ? join(repository.root, found.path)
      : (ownPath(system, repository, old) ?? ownPath(system, repository, now) ?? repository.root);
  const commits = await commitsOf(repository, [old, now], fromMergeBase);
  if ('problem' in commits) return withPathHelp(system, commits);
  const originOf = async (
    operand: Operand,
    commit: Commit | undefined,
  ): Promise<Origin | Trouble> => {
    if (operand.kind !== 'revision' || commit === undefined)
      return {
        kind: 'working tree',
        name: '',
        commit: undefined,
        target: inRepository,
        tree: undefined,
      };
    const path = ownPath(system, repository, operand) ?? inRepository;
    if (!`${path}/`.startsWith(`${repository.root}/`))
      return { problem: `\`${path}\` is outside of the repository \`${repository.root}\`` };
    const tree = await openRevision(system, repository, commit);
    if ('problem' in tree) return tree;
    return { kind: 'revision', name: commit.revision, commit: commit.id, target: path, tree };
  };
  const [before, after] = [await originOf(old, commits[0]), await originOf(now, commits[1])];
  if ('problem' in before) return before;
  return 'problem' in after ? after : { old: before, new: after };
}

/** Outside of a repository an operand that is not there is a file that is missing, unless it can only be a revision. */
function missingFile(system: System, operands: readonly Operand[]): Trouble | undefined {
  if (operands.every((operand) => operand.kind === 'revision')) return undefined;
  const missing = operands.find(
    (operand) =>
      operand.kind === 'revision' &&
      operand.path === undefined &&
      operand.revision !== 'HEAD' &&
      !/[~^@{}]/.test(operand.revision),
  );
  return missing?.kind === 'revision'
    ? {
        problem: `there is no file or folder \`${missing.revision}\`, and \`${system.cwd}\` is not in a git repository`,
      }
    : undefined;
}

/** Where the inventory of `REVISION:PATH` is. */
function ownPath(system: System, { root }: Repository, operand: Operand): string | undefined {
  if (operand.kind !== 'revision' || operand.path === undefined) return undefined;
  return /^\.\.?(?:\/|$)/.test(operand.path)
    ? resolve(system.realPath(system.cwd), operand.path)
    : join(root, operand.path);
}

/** The inventory that revisions are of: the one that is named or found, else where it would be; undefined where it is that of a `REVISION:PATH`. */
function targetOf(
  system: System,
  given: Given,
  path: string | undefined,
  operands: readonly Operand[],
): string | undefined {
  if (path !== undefined) return resolve(system.cwd, path);
  const own = operands.filter((each) => each.kind === 'revision' && each.path !== undefined);
  if (own.length === operands.length) return undefined;
  const named = given.file ?? system.env[fileVariable] ?? '';
  if (named !== '') return resolve(system.cwd, named);
  const located = locateInventory(system, given);
  if ('path' in located) return dirname(located.path);
  return own.length === 0 ? system.cwd : undefined;
}

async function commitsOf(
  repository: Repository,
  operands: readonly Operand[],
  fromMergeBase: boolean,
): Promise<readonly (Commit | undefined)[] | Trouble> {
  const commits: (Commit | undefined)[] = [];
  for (const operand of operands) {
    const commit =
      operand.kind === 'revision' ? await resolveRevision(repository, operand.revision) : undefined;
    if (commit !== undefined && 'problem' in commit) return commit;
    commits.push(commit);
  }
  const [one, other] = commits;
  if (!fromMergeBase || one === undefined || other === undefined) return commits;
  const base = await mergeBase(repository, one, other);
  return 'problem' in base ? base : [base, other];
}

/** An operand that git does not know may be a path that is not there, or one that `--git` hides. */
function withPathHelp(system: System, failure: Trouble): Trouble {
  const { unknown, help } = failure;
  if (unknown === undefined || help !== undefined) return failure;
  if (system.kindOf(resolve(system.cwd, unknown)) !== undefined)
    return {
      ...failure,
      help: 'there is a file or folder of that name: leave out `--git` to compare it',
    };
  return {
    ...failure,
    help: `and there is no file \`${unknown}\` in \`${system.cwd}\` (one that was removed is named with -i)`,
  };
}

function nowhere(
  system: System,
  given: Given,
  comparison: Comparison,
  { old, new: now }: Origins,
): CommandResult {
  const path = [comparison.old, comparison.new].find((each) => each.kind === 'path')?.written;
  const located = locateInventory(system, { ...given, file: given.file ?? path });
  if (given.file === undefined && 'error' in located && old.target === now.target)
    return {
      exitCode: 2,
      stdout: '',
      stderr: diagnosticsText(system, [located.error], given.colour),
    };
  return trouble({ problem: `there is no inventory \`${now.target}\` on either side` });
}

function invalid(
  system: System,
  sides: readonly LoadedSide[],
  colour: boolean | undefined,
): CommandResult {
  const texts = sides
    .filter((each) => !each.valid)
    .map(({ name, diagnostics }) => {
      const what =
        name.kind === 'revision' ? `\`${name.path}\` in ${name.name}` : `\`${name.path}\``;
      return `${escapeControls(`inventory-script: ${what} has errors`)}\n${diagnosticsText(
        system,
        diagnostics.filter(({ severity }) => severity === 'error'),
        colour,
      )}`;
    });
  return { exitCode: 2, stdout: '', stderr: texts.join('') };
}

/** Of an upstream that neither side has values of, one warning. */
function warnings(
  system: System,
  sides: readonly LoadedSide[],
  colour: boolean | undefined,
): string {
  const told = new Map(
    sides
      .flatMap(({ diagnostics }) => diagnostics)
      .reverse()
      .map((each) => [`${each.code} ${each.message}`, each]),
  );
  return notAppliedText(
    system,
    [...told.values()].sort((a, b) => (placeOf(a.span) < placeOf(b.span) ? -1 : 1)),
    colour,
  );
}

function trouble({ problem, help }: Trouble): CommandResult {
  return {
    exitCode: 2,
    stdout: '',
    stderr: `inventory-script: ${escapeControls(`${problem}${help === undefined ? '' : `; ${help}`}`.replaceAll('`', ''))}\n`,
  };
}

function painter(system: System, flag: boolean | undefined): Paint {
  if (!decideColour({ flag, env: system.env, isTerminal: isTerminal('stdout') }))
    return (_, text) => text;
  const formats = {
    '+': ['green'],
    '-': ['red'],
    '~': ['yellow'],
    '@': ['cyan'],
    ' ': ['dim'],
    title: ['bold'],
  } as const;
  return (style, text) => styleText([...formats[style]], text, { validateStream: false });
}
