/** Golden files: what is printed is compared with a committed file; `UPDATE_GOLDEN=1` rewrites it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { everything, type Selection } from '../../src/resolve/select.js';
import { nodeSystem, type System } from '../../src/system.js';
import { placeOf } from '../../src/text/position.js';
import { isNowhere } from '../../src/text/source.js';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** The folder of a kind of fixture, or of one case. */
export function fixtureFolder(kind: string, name = ''): string {
  return join(fixtures, kind, name);
}

/** The real system, seen from `folder`: messages name files relative to it. */
export function systemIn(folder: string): System {
  return { ...nodeSystem, cwd: folder, env: {} };
}

/** `request.json` of a fixture: a selection, paths to explain, and the inventory if it is not `inventory.yaml`. */
export function readRequest(
  folder: string,
): Selection & { readonly paths?: readonly string[]; readonly file?: string } {
  const path = join(folder, 'request.json');
  return existsSync(path)
    ? { ...everything, ...(JSON.parse(readFileSync(path, 'utf8')) as object) }
    : everything;
}

/** Compares `actual`, in which `{here}` stands for `folder`, with the golden file at `path`. */
export function expectGolden(path: string, actual: string, folder: string): void {
  const text = actual.replaceAll(folder.replace(/\/$/, ''), '{here}');
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  if (!existsSync(path))
    throw new Error(`${path} does not exist: run with UPDATE_GOLDEN=1 to create it, then read it`);
  expect(text).to.equal(readFileSync(path, 'utf8'));
}

/** Diagnostics one line each, with related places and help on lines of their own. */
export function tellDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ severity, code, span, message, related, help }) => {
      const lines = [
        `${isNowhere(span) ? 'command line' : placeOf(span)} ${severity} ${code}: ${message}`,
        `  at ${JSON.stringify(span.source.text.slice(span.start, span.end))}`,
        ...related.map((each) => `  ${placeOf(each.span)} ${each.message}`),
        ...(help === undefined ? [] : [`  help: ${help}`]),
      ];
      return `${lines.join('\n')}\n`;
    })
    .join('');
}
