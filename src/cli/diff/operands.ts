/**
 * What the operands of `diff` mean: paths and revisions of git. A path that exists wins over a revision of that name, but
 * with `--git`. `A..B` and `A...B` are two revisions, `REVISION:PATH` an inventory at a path of its own.
 */
import { resolve } from 'node:path';
import type { System } from '../../system.js';

/** One side as it was asked for. */
export type Operand =
  | { readonly kind: 'path'; readonly written: string }
  /** `path` is below the top folder of the repository, or below the working directory if it begins with `./` or `../`. */
  | { readonly kind: 'revision'; readonly revision: string; readonly path: string | undefined }
  | { readonly kind: 'working tree' };

export interface Comparison {
  readonly old: Operand;
  readonly new: Operand;
  /** True to compare with the commit where both revisions parted. */
  readonly fromMergeBase: boolean;
}

const head: Operand = { kind: 'revision', revision: 'HEAD', path: undefined };
const workingTree: Operand = { kind: 'working tree' };

/** What `written`, at most two operands, ask for. */
export function comparisonOf(
  system: System,
  written: readonly string[],
  onlyRevisions: boolean,
): Comparison {
  const [first, second] = written;
  if (first === undefined) return { old: head, new: workingTree, fromMergeBase: false };
  const isPath = (each: string): boolean =>
    !onlyRevisions && each !== '' && system.kindOf(resolve(system.cwd, each)) !== undefined;
  const operandOf = (each: string): Operand =>
    isPath(each) || (!onlyRevisions && /^\.{0,2}\//.test(each))
      ? { kind: 'path', written: each }
      : revisionOf(each);
  if (second !== undefined)
    return { old: operandOf(first), new: operandOf(second), fromMergeBase: false };
  const range = isPath(first) ? null : /^(?!\.{0,2}\/)(.*?)(\.\.\.?)(?!\/)(.*)$/.exec(first);
  if (range !== null) {
    const [, from = '', dots, to = ''] = range;
    return {
      old: revisionOf(from === '' ? 'HEAD' : from),
      new: revisionOf(to === '' ? 'HEAD' : to),
      fromMergeBase: dots === '...',
    };
  }
  const only = operandOf(first);
  return only.kind === 'path'
    ? { old: head, new: only, fromMergeBase: false }
    : { old: only, new: workingTree, fromMergeBase: false };
}

/** A colon stands before a path, but not inside braces, and not at the beginning, where git has another meaning for it. */
function revisionOf(written: string): Operand {
  const [, revision, path] = /^((?:[^:{}]|\{[^{}]*\}?|\})+):(.*)$/s.exec(written) ?? [];
  return { kind: 'revision', revision: revision ?? written, path };
}
