/** What another inventory exports, as far as it is known: its own analysis says it. */
import type { OwnExport } from '../upstream/own-exports.js';
import { unknownType } from '../types/type.js';
import type { Analysis } from './analysis.js';

/** The exports of the inventory at `path`; while it does not parse, those that its lines show. */
export function exportsOf(analyses: readonly Analysis[], path: string | undefined): readonly OwnExport[] {
  const analysis = analyses.find((each) => each.path === path);
  if (analysis === undefined) return [];
  const { exports } = analysis.resolution.loaded;
  if (exports.length > 0) return exports;
  return (analysis.definitions[0]?.exports ?? []).map(({ name, sensitive, value, source, start, end }) => ({ name, type: unknownType, typeSpan: undefined, value, sensitive, source, start, end }));
}
