/** The exports of a loaded inventory with their types and values. */
import type { LoadedInventory } from '../pipeline.js';
import type { DeclaredExport } from '../state/publish.js';
import { inferType } from '../types/infer.js';
import { parseType } from '../types/parse.js';
import { noTypes } from '../types/parse-text.js';
import { unknownType, type Type } from '../types/type.js';

export function ownExports({ inventory }: LoadedInventory): readonly DeclaredExport[] {
  return inventory.exports.map(({ name, type: written, value, sensitive, source, start, end }): DeclaredExport => {
    const inferred = value === undefined ? undefined : inferType(value, () => undefined);
    const type: Type = written !== undefined ? parseType(written, noTypes).value : inferred !== undefined && 'type' in inferred ? inferred.type : unknownType;
    return { name, type, typeSpan: written, value, sensitive, source, start, end };
  });
}
