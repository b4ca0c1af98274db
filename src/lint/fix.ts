/**
 * `--fix`: takes out of the files of an inventory what no host would miss, round by round until nothing more is found, as
 * one removal may show another. Proven before it is told: with the new texts over the disk, this inventory and those that
 * are known to read the same files print what they printed, but for groups without hosts of tags and services that went.
 * What would change more is refused, alone. Writes nothing.
 */
import { emitList } from '../ansible/list.js';
import { validatePath, type Resolution } from '../pipeline.js';
import type { ResolvedInventory } from '../resolve/resolve.js';
import type { FileRead, System } from '../system.js';
import { groupedBy } from '../text/grouped-by.js';
import { byCodePoint } from '../text/order.js';
import type { Span } from '../text/source.js';
import { findingsWithAdopted } from './lint.js';
import type { Finding, Fix } from './finding.js';
import { lintOptionsFor } from './known.js';
import { edited, editsFor, type TextEdit } from './take-out.js';

/** A file that is to hold another text. */
export interface FixedFile {
  /** As messages call it. */
  readonly name: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface Fixed {
  readonly files: readonly FixedFile[];
  /** What was taken out, in file order: where it stood, and the title of the fix. */
  readonly done: readonly { readonly at: Span; readonly title: string }[];
  /** The inventory as it is with the new texts. */
  readonly resolution: Resolution;
  /** What is still found. */
  readonly left: readonly Finding[];
}

type Candidate = Finding & { readonly fix: Fix };

/** A fix may show another; no inventory has that many in a row. */
const mostRounds = 50;

export function fixInventory(system: System, path: string, consumers: readonly string[]): Fixed {
  const texts = new Map<
    string,
    {
      readonly name: string;
      readonly before: string;
      after: string;
      shifts: (readonly TextEdit[])[];
    }
  >();
  const now = (): System =>
    withTexts(system, new Map([...texts].map(([file, { after }]) => [file, after])));
  const done: Fixed['done'][number][] = [];
  const refused = new Set<string>();
  let proof: Proof | undefined;
  for (let round = 0; ; round++) {
    const over = now();
    const resolution = validatePath(over, path);
    const options = lintOptionsFor(over, resolution, consumers);
    const left = findingsWithAdopted(resolution, options);
    const wanted =
      round === mostRounds || !resolution.valid
        ? []
        : left.filter(
            (each): each is Candidate =>
              each.fix !== undefined &&
              !refused.has(keyOf(each)) &&
              editsFor(each.fix.removals, resolution.loaded.workspace.documents) !== undefined,
          );
    proof ??= { system, path, before: [resolution, ...options.known.others] };
    const accepted = wanted.length === 0 ? [] : provable(wanted, [], proof, resolution, texts);
    for (const each of wanted) if (!accepted.includes(each)) refused.add(keyOf(each));
    if (accepted.length === 0) {
      const files = [...texts]
        .map(([file, { name, before, after }]) => ({ name, path: file, before, after }))
        .filter((each) => each.before !== each.after);
      if (wanted.length === 0)
        return {
          files,
          done: done.sort(
            (a, b) => byCodePoint(a.at.source.path, b.at.source.path) || a.at.start - b.at.start,
          ),
          resolution,
          left,
        };
      continue;
    }
    for (const each of accepted)
      done.push({
        at: originalPlace(
          each,
          texts.get(system.realPath(each.diagnostic.span.source.path))?.shifts ?? [],
        ),
        title: each.fix.title,
      });
    for (const [file, edits] of byFile(system, editsOf(accepted, resolution) ?? [])) {
      const { text, name } = edits[0].source;
      const known = texts.get(file) ?? { name, before: text, after: text, shifts: [] };
      known.after = edited(text, edits);
      known.shifts.push(edits);
      texts.set(file, known);
    }
  }
}

function keyOf({ diagnostic: { code, message }, fix }: Finding): string {
  return `${code} ${message} ${fix?.title ?? ''}`;
}

function editsOf(
  chosen: readonly Candidate[],
  { loaded }: Resolution,
): readonly TextEdit[] | undefined {
  return editsFor(
    chosen.flatMap(({ fix }) => fix.removals),
    loaded.workspace.documents,
  );
}

interface Proof {
  readonly system: System;
  readonly path: string;
  /** The inventory and those that are known, before anything was changed. */
  readonly before: readonly Resolution[];
}

type Texts = ReadonlyMap<string, { readonly after: string }>;

/** Those of `wanted` that change nothing together with `base`: all, or halves of them, down to single ones. */
function provable(
  wanted: readonly Candidate[],
  base: readonly Candidate[],
  proof: Proof,
  resolution: Resolution,
  texts: Texts,
): readonly Candidate[] {
  if (changesNothing([...base, ...wanted], proof, resolution, texts)) return wanted;
  if (wanted.length === 1) return [];
  const middle = wanted.length >> 1;
  const first = provable(wanted.slice(0, middle), base, proof, resolution, texts);
  return [
    ...first,
    ...provable(wanted.slice(middle), [...base, ...first], proof, resolution, texts),
  ];
}

function changesNothing(
  chosen: readonly Candidate[],
  { system, before }: Proof,
  resolution: Resolution,
  texts: Texts,
): boolean {
  const edits = editsOf(chosen, resolution);
  if (edits === undefined) return false;
  const laid = new Map([...texts].map(([file, { after }]) => [file, after]));
  for (const [file, each] of byFile(system, edits))
    laid.set(file, edited(each[0].source.text, each));
  const over = withTexts(system, laid);
  return before.every((each) => {
    const after = validatePath(over, each.loaded.inventory.path);
    return after.valid && isSameList(each.resolved, after.resolved);
  });
}

/** Whether Ansible gets the same, apart from the groups of tags and services that are no longer there. */
function isSameList(
  before: ResolvedInventory,
  { inventory, ...after }: ResolvedInventory,
): boolean {
  const kept = <T>(
    all: ReadonlyMap<string, T>,
    there: ReadonlyMap<string, unknown>,
  ): ReadonlyMap<string, T> => new Map([...all].filter(([name]) => there.has(name)));
  const reduced = {
    ...before.inventory,
    tags: kept(before.inventory.tags, inventory.tags),
    services: kept(before.inventory.services, inventory.services),
  };
  const one = emitList({ ...before, inventory: reduced }, true);
  const other = emitList({ inventory, ...after }, true);
  for (;;) {
    const [mine, theirs] = [one.next(), other.next()];
    if (mine.done === true || theirs.done === true) return mine.done === theirs.done;
    if (mine.value !== theirs.value) return false;
  }
}

function byFile(
  { realPath }: Pick<System, 'realPath'>,
  edits: readonly TextEdit[],
): ReadonlyMap<string, readonly [TextEdit, ...TextEdit[]]> {
  return groupedBy(edits, ({ source }) => realPath(source.path));
}

/** A place in the text as it was first: every round took something out above it. */
function originalPlace(
  { diagnostic: { span } }: Finding,
  shifts: readonly (readonly TextEdit[])[],
): Span {
  let { start } = span;
  const [first] = shifts;
  for (const edits of [...shifts].reverse()) {
    for (const each of edits) {
      if (each.start > start) break;
      start += each.end - each.start - each.text.length;
    }
  }
  return { source: first?.[0]?.source ?? span.source, start, end: start };
}

/** `system`, in which files hold other texts; by path without links. */
function withTexts(system: System, texts: ReadonlyMap<string, string>): System {
  if (texts.size === 0) return system;
  return {
    ...system,
    cwd: system.cwd,
    env: system.env,
    readFile(path): FileRead {
      const text = texts.get(system.realPath(path));
      return text === undefined
        ? system.readFile(path)
        : { bytes: new TextEncoder().encode(text), stamp: { id: `fixed ${path}`, changedAt: 0 } };
    },
  };
}
