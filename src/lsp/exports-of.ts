/** What another inventory exports, as far as it is known: its own analysis says it. */
import type { OwnExport } from '../upstream/own-exports.js';
import type { Analysis } from './analysis.js';

/** The exports of the inventory at `path`. */
export function exportsOf(
  analyses: readonly Analysis[],
  path: string | undefined,
): readonly OwnExport[] {
  return analyses.find((each) => each.path === path)?.exports ?? [];
}
