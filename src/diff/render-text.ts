/** A diff for a terminal: what is compared, a sentence, and sections. Nothing of the user's text reaches it raw. */
import { escapeControls } from '../text/terminal.js';
import { sectionsOf, summaryOf, type Line } from './lines.js';
import type { Diff } from './model.js';

/** How a side is called. */
export interface SideName {
  readonly kind: 'revision' | 'working tree' | 'path';
  /** The revision as it was named, or the path. */
  readonly name: string;
  readonly commit: string | undefined;
  /** The path of the inventory, as messages call it. */
  readonly path: string;
  /** False where there is no inventory on this side: then everything is told as added or removed. */
  readonly isThere: boolean;
}

export interface SideNames {
  readonly old: SideName;
  readonly new: SideName;
}

/** Paints a line by its sign, or a heading. */
export type Paint = (style: Line['sign'] | 'title', text: string) => string;

export function renderDiffText(diff: Diff, { old, new: now }: SideNames, paint: Paint): string {
  const head = [paint('-', `--- ${sideText(old)}`), paint('+', `+++ ${sideText(now)}`)];
  if (diff.changes.length === 0) return [...head, 'no difference', ''].join('\n');
  const sections = sectionsOf(diff);
  const texts = sections.map(({ title, blocks }) =>
    [
      paint('title', title),
      ...blocks.flatMap((block) =>
        block.map(({ sign, text }) => paint(sign, lineText(sign, text))),
      ),
    ].join('\n'),
  );
  return `${[...head, summaryOf(diff, sections), '', texts.join('\n\n')].join('\n')}\n`;
}

/** The line with its sign. */
export function lineText(sign: Line['sign'], text: string): string {
  return sign === '@' ? `@@ ${text}` : `${sign} ${text}`;
}

/** "HEAD~1 (3f2a9c1)  fleet/inventory.yaml". */
export function sideText({ kind, name, commit, path, isThere }: SideName): string {
  const what =
    kind === 'revision'
      ? `${name} (${commit?.slice(0, 10) ?? ''})  ${path}`
      : kind === 'working tree'
        ? `working tree  ${path}`
        : path;
  return escapeControls(isThere ? what : `${what} is not there`);
}
