/** An editor without a protocol: files in memory, one of them with a cursor. */
import { createSession, type Located, type Session } from '../../src/lsp/session.js';
import type { System } from '../../src/system.js';
import type { Span } from '../../src/text/source.js';
import { memorySystem } from './memory-system.js';

export interface Editing {
  readonly system: System;
  readonly session: Session;
  readonly path: string;
  /** The text without the cursor. */
  readonly text: string;
  readonly offset: number;
  /** The file with the cursor, up to date. */
  readonly located: () => Located;
}

/** Files below `/fleet`; the `|>` in one of them is the cursor, and what is in it is open. */
export function edit(files: Readonly<Record<string, string>>): Editing {
  const [name, marked] = Object.entries(files).find(([, text]) => text.includes('|>')) ?? [];
  if (name === undefined || marked === undefined) throw new Error('no cursor');
  const text = marked.replace('|>', '');
  const plain = Object.fromEntries(
    Object.entries(files).map(([each, content]) => [
      `/fleet/${each}`,
      each === name ? text : content,
    ]),
  );
  const system = memorySystem(plain, { cwd: '/fleet' });
  const session = createSession(system, { folders: ['/fleet'] });
  const path = `/fleet/${name}`;
  session.put(path, text);
  session.update();
  const located = (): Located => {
    const [found] = session.locate(path);
    if (found === undefined) throw new Error(`${path} belongs to no inventory`);
    return found;
  };
  return { system, session, path, text, offset: marked.indexOf('|>'), located };
}

/** `file:line:column "text"` of places, in order. */
export function places(spans: readonly Span[]): string[] {
  return spans
    .map(({ source, start, end }) => {
      const before = source.text.slice(0, start).split('\n');
      return `${source.path.replace('/fleet/', '')}:${before.length}:${(before.at(-1)?.length ?? 0) + 1} ${JSON.stringify(source.text.slice(start, end))}`;
    })
    .sort();
}
