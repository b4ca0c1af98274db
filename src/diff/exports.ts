/** What an inventory exports, on both sides: types and values, and for those that change who uses them. */
import { identical } from '../resolve/unify.js';
import { byCodePoint } from '../text/order.js';
import { typeKey, typeToData } from '../types/data.js';
import { typeText } from '../types/type.js';
import type { Node } from '../syntax/node.js';
import type { OwnExport } from '../upstream/own-exports.js';
import type { Change, Consumer, Shown, Side } from './model.js';
import { shownJson, shownNode, shownText } from './shown.js';

/** A reference of another inventory to an export of this one. */
export interface ExportUse extends Consumer {
  readonly exported: string;
}

export function compareExports(
  old: Side,
  now: Side,
  uses: readonly ExportUse[] | undefined,
): Change[] {
  const [before, after] = [old, now].map(
    ({ exports }) => new Map(exports.map((each) => [each.name, each])),
  );
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
    .sort(byCodePoint)
    .flatMap((name): Change[] => {
      const [was, is] = [before?.get(name), after?.get(name)];
      const consumers =
        was === undefined
          ? undefined
          : uses
              ?.filter(({ exported }) => exported === name)
              .map(({ reference, place }) => ({ reference, place }));
      const base = {
        subject: 'export' as const,
        name,
        hosts: undefined,
        cause: undefined,
        consumers,
      };
      if (was === undefined || is === undefined) {
        return [
          {
            ...base,
            action: was === undefined ? 'added' : 'removed',
            keys: [],
            old: was && { value: shownText(typeText(was.type)), place: was },
            new: is && { value: shownText(typeText(is.type)), place: is },
          },
        ];
      }
      return compareOne(was, is).map((each) => ({ ...base, action: 'changed', ...each }));
    });
}

function compareOne(was: OwnExport, is: OwnExport): Pick<Change, 'keys' | 'old' | 'new'>[] {
  const changes: Pick<Change, 'keys' | 'old' | 'new'>[] = [];
  if (typeKey(was.type) !== typeKey(is.type))
    changes.push({
      keys: ['type'],
      old: { value: shownType(was, is), place: was.typeSpan ?? was },
      new: { value: shownType(is, was), place: is.typeSpan ?? is },
    });
  if (was.sensitive !== is.sensitive)
    changes.push({
      keys: ['sensitive'],
      old: { value: shownJson(was.sensitive), place: was },
      new: { value: shownJson(is.sensitive), place: is },
    });
  if (!sameValue(was.value, is.value)) {
    const isSecret = was.sensitive || is.sensitive;
    changes.push({
      keys: ['value'],
      old: was.value && { value: shownValue(was.value, isSecret), place: was.value },
      new: is.value && { value: shownValue(is.value, isSecret), place: is.value },
    });
  }
  return changes;
}

function sameValue(one: Node | undefined, other: Node | undefined): boolean {
  return one === undefined || other === undefined ? one === other : identical(one, other);
}

/** Named types may differ only in what stands behind their names. */
function shownType({ type }: OwnExport, other: OwnExport): Shown {
  const name = typeText(type);
  return shownText(
    name === typeText(other.type)
      ? `${name} = ${JSON.stringify(typeToData(type.kind === 'named' ? type.type : type))}`
      : name,
  );
}

function shownValue(value: Node, isSecret: boolean): Shown {
  return isSecret
    ? { json: '"<redacted>"', words: '<redacted>', isSecret: true }
    : shownNode(value);
}
