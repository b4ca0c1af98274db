/**
 * The files of variables, and the sources, that are YAML, read with our own reader for the report only: where each variable stands, and
 * what in them two readers of YAML take differently, or say twice.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { readSource } from '../load/read-source.js';
import { parseDocument } from '../syntax/parse.js';
import type { Entry, Node } from '../syntax/node.js';
import { findMergeOverlaps } from '../resolve/merge-overlaps.js';
import { findDifferentReadings } from '../syntax/readings.js';
import type { System } from '../system.js';
import { startOf, type Source, type Span } from '../text/source.js';

export interface VarsPlaces {
  /** Where a variable stands in the strongest of these files; the start of that file where it cannot be read. */
  placeOf(files: readonly string[] | undefined, variable: string): Span | undefined;
  /** The value of a variable in the strongest of these files that has it, as our own reader reads it; undefined where that file has a fault. */
  valueOf(files: readonly string[] | undefined, variable: string): Node | undefined;
  /** The variables in a file; none where it cannot be read. */
  entriesIn(path: string): ReadonlyMap<string, Entry>;
  /** True for a warning of Ansible about what our own reader judges: it takes a key beside `<<` for a duplicate. */
  tells(warning: Diagnostic): boolean;
  /** What is wrong or doubtful in all that was read, as warnings: to Ansible it is fine. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those of them that are errors to our own reader. */
  readonly faults: readonly Diagnostic[];
}

interface ReadFile {
  readonly source: Source;
  /** Variable → its key and value. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** False where our reader may take a value for another than Ansible does. */
  readonly isSound: boolean;
}

/** Reads `files`; those in `secret` are left closed. */
export function readVarsFiles(
  system: System,
  files: Iterable<string>,
  secret: ReadonlySet<string>,
): VarsPlaces {
  const read = new Map<string, ReadFile>();
  const [diagnostics, faults]: [Diagnostic[], Diagnostic[]] = [[], []];
  const asWarning = (each: Diagnostic): Diagnostic => ({ ...each, severity: 'warning' });
  for (const path of new Set(files)) {
    if (secret.has(path)) continue;
    const { value: source } = readSource(system, path);
    if (source === undefined) continue;
    const parsed = parseDocument(source);
    const { root } = parsed.value;
    const told = parsed.diagnostics.filter((each) => each.code !== 'syntax/empty');
    const warnings = [...findDifferentReadings(parsed.value), ...findMergeOverlaps(parsed.value)];
    diagnostics.push(...[...told, ...warnings].map(asWarning));
    faults.push(...told.filter((each) => each.severity === 'error').map(asWarning));
    const entries = root?.kind === 'map' ? root.entries : [];
    read.set(path, {
      source,
      entries: new Map(entries.map((entry) => [entry.key, entry])),
      isSound: told.length === 0,
    });
  }
  const entryOf = (
    paths: readonly string[] | undefined,
    variable: string,
  ): { readonly entry: Entry; readonly isSound: boolean } | undefined =>
    (paths ?? [])
      .flatMap((path) => {
        const file = read.get(path);
        const entry = file?.entries.get(variable);
        return file === undefined || entry === undefined ? [] : [{ entry, isSound: file.isSound }];
      })
      .at(-1);
  return {
    diagnostics,
    faults,
    tells: ({ code, message, span }) =>
      code === 'import/ansible-warns' &&
      /duplicate (?:dict|mapping) key/i.test(message) &&
      (read.has(span.source.path) || [...read.keys()].some((path) => message.includes(path))),
    entriesIn: (path) => read.get(path)?.entries ?? new Map<string, Entry>(),
    valueOf(paths, variable) {
      const found = entryOf(paths, variable);
      return found?.isSound === true ? found.entry.value : undefined;
    },
    placeOf(paths, variable) {
      const entry = entryOf(paths, variable)?.entry;
      if (entry !== undefined) return { source: entry.source, start: entry.start, end: entry.end };
      const [only, ...more] = (paths ?? []).flatMap((path) => read.get(path) ?? []);
      return only !== undefined && more.length === 0 && !only.isSound && only.entries.size === 0
        ? startOf(only.source)
        : undefined;
    },
  };
}
