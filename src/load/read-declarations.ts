/**
 * What other inventories see of an inventory: its exports, upstreams and state, and the types of all its files. Nothing
 * else of it is judged, so that a fault elsewhere in it is its own affair.
 */
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.js';
import { buildDefinitions } from '../model/build.js';
import type { FileDefinitions } from '../model/inventory.js';
import type { FileKind } from '../schema/locate.js';
import { validateShape } from '../schema/validate.js';
import { parseDocument, type ParseText } from '../syntax/parse.js';
import type { MapNode } from '../syntax/node.js';
import type { System } from '../system.js';
import { keepSecret, type Spanned } from '../text/source.js';
import { pathFrom } from '../text/path-from.js';
import { noteLinkedPaths } from './linked-paths.js';
import { expandFrom, isGlob } from './paths.js';
import { readSource } from './read-source.js';

/** The sections that others see, in each kind of file. */
const seen: Readonly<Record<'inventory' | 'included_file', ReadonlySet<string>>> = {
  inventory: new Set(['upstreams', 'exports', 'state', 'types', 'include']),
  included_file: new Set(['types', 'include']),
};

interface Reading {
  readonly system: System;
  readonly parse: ParseText;
  readonly files: FileDefinitions[];
  readonly diagnostics: Diagnostic[];
  readonly reached: Set<string>;
}

/** The definitions of the inventory at `path` and of the files it includes, the entry file first; none if it cannot be read. */
export function readDeclarations(
  system: System,
  path: string,
  parse: ParseText = parseDocument,
): Outcome<readonly FileDefinitions[]> {
  const reading: Reading = { system, parse, files: [], diagnostics: [], reached: new Set() };
  readFile(reading, path, 'inventory');
  return { value: reading.files, diagnostics: reading.diagnostics };
}

function readFile(reading: Reading, path: string, kind: 'inventory' | 'included_file'): void {
  const { system, files, reached } = reading;
  const real = system.realPath(path);
  if (reached.has(real)) return;
  reached.add(real);
  const root = readSections(reading, path, kind);
  if (root === undefined) return;
  const definitions = buildDefinitions(path, root);
  for (const each of definitions.exports)
    if (each.sensitive && each.value !== undefined) keepSecret(each.value);
  files.push(definitions);
  for (const include of definitions.includes) {
    for (const each of filesOf(system, include)) readFile(reading, each, 'included_file');
  }
}

function readSections(
  { system, parse, diagnostics }: Reading,
  path: string,
  kind: FileKind & keyof typeof seen,
): MapNode | undefined {
  const tell = (found: readonly Diagnostic[]): void => {
    for (const each of found) diagnostics.push(each);
  };
  const { value: source, diagnostics: unreadable } = readSource(system, path);
  tell(unreadable);
  if (source === undefined) return undefined;
  const parsed = parse(source);
  tell(parsed.diagnostics);
  const { root } = parsed.value;
  if (root?.kind !== 'map') {
    if (root !== undefined) tell(validateShape(root, kind));
    return undefined;
  }
  const sections: MapNode = {
    ...root,
    entries: root.entries.filter((entry) => seen[kind].has(entry.key)),
  };
  tell(validateShape(sections, kind));
  noteLinkedPaths(system, sections);
  return sections;
}

/** The files that an include names; one that is not there is for the inventory itself to tell. */
function filesOf(
  system: System,
  { value: written, span: { source } }: Spanned<string>,
): readonly string[] {
  if (isGlob(written)) return expandFrom(system, source, written);
  const path = pathFrom(source, written);
  return system.kindOf(path) === 'file' ? [path] : [];
}
