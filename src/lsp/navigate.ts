/**
 * From a place to the name that stands there, from a name to its definitions and to everything that refers to it, in all
 * files of all inventories that are known; and what renaming it changes. Pure; a name of an included file that two
 * inventories share is one name.
 */
import { join } from 'node:path';
import { expandFrom, isGlob } from '../load/paths.js';
import { safeName } from '../model/safe-name.js';
import { pathAt } from '../syntax/path-at.js';
import type { System } from '../system.js';
import { inventoryNames } from '../text/inventory-names.js';
import { pathFrom } from '../text/path-from.js';
import type { Span } from '../text/source.js';
import type { Analysis, Draft, Names } from './analysis.js';
import type { Edit } from './edits.js';
import { variableKeys } from './candidate.js';
import { pathKindAt } from './complete-paths.js';
import type { Mention } from './mentions.js';
import { referencePartAt } from './reference-part.js';
import type { Located } from './session.js';

/** The name at an offset of a file, if there is one. */
export function mentionAt({ analysis, draft }: Located, offset: number): Mention | undefined {
  const isHere = ({ source, start, end }: Span): boolean =>
    source.path === draft.source.path && start <= offset && offset <= end;
  const here = analysis.mentions().filter(({ span, whole = span }) => isHere(whole));
  return here.sort((a, b) => lengthOf(a.whole ?? a.span) - lengthOf(b.whole ?? b.span))[0];
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** Every mention of what `mention` names, definitions too, each place once. */
export function mentionsOf(mention: Mention, analyses: readonly Names[]): readonly Mention[] {
  const isSameName = (each: Mention): boolean =>
    each.kind === mention.kind && each.name === mention.name;
  const all = analyses.flatMap((analysis) => analysis.mentions().filter(isSameName));
  const scopes = new Set([mention.scope]);
  const defined = new Set<string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const each of all) {
      if (!each.isDefinition) continue;
      const place = placeKey(each.span);
      if (scopes.has(each.scope) ? !defined.has(place) : defined.has(place)) {
        scopes.add(each.scope);
        defined.add(place);
        grown = true;
      }
    }
  }
  return [
    ...new Map(
      all.filter((each) => scopes.has(each.scope)).map((each) => [placeKey(each.span), each]),
    ).values(),
  ];
}

function placeKey({ source, start, end }: Span): string {
  return `${start} ${end} ${source.path}`;
}

/** Where what stands at an offset is defined: a name, a path, or a declared variable. */
export function definitionsAt(
  system: System,
  located: Located,
  offset: number,
  analyses: readonly Analysis[],
): readonly Span[] {
  const mention = mentionAt(located, offset);
  if (mention !== undefined) {
    const found = mentionsOf(mention, analyses)
      .filter((each) => each.isDefinition)
      .map((each) => each.span);
    return found;
  }
  const part = referencePartAt(located, offset, analyses);
  if (part !== undefined) return [part.definition];
  const { draft, analysis } = located;
  const steps = pathAt(draft.root, offset);
  const path = steps.map(({ key }) => (typeof key === 'number' ? 0 : key));
  const last = steps.at(-1);
  if (last?.node.kind === 'string' && pathKindAt(draft.kind, path) !== undefined)
    return filesOf(system, draft, last.node.value).map((file) => ({
      source: { path: file, name: file, text: '' },
      start: 0,
      end: 0,
    }));
  const keys = draft.kind === 'service_file' ? undefined : variableKeys(path);
  if (keys === undefined || keys.length === 0) return [];
  const declared = analysis.declarations?.variables.variables.find(
    (each) => each.keys.length <= keys.length && each.keys.every((key, at) => keys[at] === key),
  );
  return declared === undefined ? [] : [declared.span];
}

/** The files that a written path means; of a folder, the inventory in it. */
function filesOf(system: System, { source }: Draft, written: string): readonly string[] {
  if (/^[a-z]+:\/\//i.test(written)) return [];
  if (isGlob(written)) return expandFrom(system, source, written);
  const path = pathFrom(source, written);
  if (system.kindOf(path) === 'file') return [path];
  return inventoryNames
    .map((name) => join(path, name))
    .filter((each) => system.kindOf(each) === 'file')
    .slice(0, 1);
}

/** A written path and the files that it means. */
export interface FileLink {
  readonly span: Span;
  readonly target: string;
}

/** Every path in a file that means exactly one file that is there. */
export function linksIn(system: System, { draft }: Located): readonly FileLink[] {
  const links: FileLink[] = [];
  const visit = (
    node: Draft['root'] | Draft['root']['entries'][number]['value'],
    path: readonly (string | number)[],
  ): void => {
    if (node.kind === 'string') {
      if (pathKindAt(draft.kind, path) === undefined) return;
      const [target, second] = filesOf(system, draft, node.value);
      if (target !== undefined && second === undefined) links.push({ span: node, target });
    } else if (node.kind === 'list' && node.words === undefined)
      for (const item of node.items) visit(item, [...path, 0]);
    else if (node.kind === 'list' && path[0] === 'include')
      for (const item of node.items) visit(item, [...path, 0]);
    else if (node.kind === 'map')
      for (const entry of node.entries)
        if (
          !['vars', 'tags', 'exports', 'types', 'variables', 'ansible'].includes(entry.key) ||
          path.length > 0
        )
          visit(entry.value, [...path, entry.key]);
  };
  visit(draft.root, []);
  return links;
}

const renamed = new Set([
  'tag',
  'service',
  'binary',
  'config',
  'process',
  'upstream',
  'export',
  'type',
  'secret source',
]);

/** What renaming changes; or why it cannot be done. */
export function rename(
  mention: Mention,
  name: string,
  analyses: readonly Names[],
): readonly Edit[] | { readonly refusal: string } {
  if (!renamed.has(mention.kind)) return { refusal: `a ${mention.kind} cannot be renamed here` };
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name))
    return {
      refusal: `\`${name}\` is no name: start with a letter or digit and use only letters, digits, \`-\` and \`_\``,
    };
  const all = mentionsOf(mention, analyses);
  if (!all.some((each) => each.isDefinition))
    return { refusal: `nothing defines the ${mention.kind} \`${mention.name}\`` };
  const scopes = new Set(all.map((each) => each.scope));
  const taken = analyses.some((analysis) =>
    analysis
      .mentions()
      .some(
        (each) =>
          each.isDefinition &&
          each.kind === mention.kind &&
          each.name === name &&
          scopes.has(each.scope),
      ),
  );
  if (taken) return { refusal: `there is a ${mention.kind} \`${name}\` already` };
  const inexact = all.find((each) => textOf(each) === undefined);
  if (inexact !== undefined)
    return {
      refusal: `\`${mention.name}\` is written with escapes in ${inexact.span.source.name}`,
    };
  return all.map((each) => ({
    span: each.span,
    text: each.compared === 'group' ? safeName(name) : name,
  }));
}

/** How a name is written at its place: itself, or the group that it makes; undefined where escapes hide it. */
function textOf({ span, name, compared }: Mention): string | undefined {
  const written = span.source.text.slice(span.start, span.end);
  return written === name || (compared === 'group' && written === safeName(name))
    ? written
    : undefined;
}

/** The name at an offset, if it can be renamed. */
export function renameableAt(located: Located, offset: number): Mention | undefined {
  const mention = mentionAt(located, offset);
  return mention !== undefined && renamed.has(mention.kind) && textOf(mention) !== undefined
    ? mention
    : undefined;
}
