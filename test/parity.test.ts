/** The command line and the editor say the same of every fixture. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Diagnostic } from '../src/diagnostics/diagnostic.js';
import { createSession } from '../src/lsp/session.js';
import { validatePath } from '../src/pipeline.js';
import { fixtureFolder, systemIn, tellDiagnostics } from './support/golden.js';

/** A text as an editor has it: without a byte-order mark. */
function opened(path: string): string {
  return new TextDecoder().decode(readFileSync(path));
}

function told(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((each) => tellDiagnostics([each])).sort();
}

describe('the editor says what validate says', () => {
  for (const name of readdirSync(fixtureFolder('diagnostics'))) {
    const folder = fixtureFolder('diagnostics', name);
    const path = join(folder, 'inventory.yaml');
    if (!existsSync(path)) continue;
    it(name, () => {
      const system = systemIn(folder);
      const expected = validatePath(system, path).diagnostics;
      const session = createSession(system, { folders: [folder] });
      session.put(path, opened(path));
      session.update();
      const [root] = session.analyses().filter((each) => each.path === path);
      expect(told(root?.resolution.diagnostics ?? [])).to.deep.equal(told(expected));
    });

    it(`${name}, typed to its end`, () => {
      const system = systemIn(folder);
      const text = opened(path);
      const session = createSession(system, { folders: [folder] });
      session.put(path, text.slice(0, -3));
      session.update();
      session.put(path, text);
      const changed = session.update();
      const [root] = session.analyses().filter((each) => each.path === path);
      const said = root?.resolution.diagnostics ?? [];
      // What a text in an editor cannot show: bytes that are none, or a mark before them.
      if (!/^load-(?:not-text|shebang-bom)/.test(name))
        expect(told(said)).to.deep.equal(told(validatePath(system, path).diagnostics));
      for (const [file, found] of changed)
        expect(told(found)).to.include.members(
          told(said.filter((each) => each.span.source.path === file)),
        );
    });
  }
});
