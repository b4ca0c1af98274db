/**
 * A diff as a comment of a review: a sentence, and a part to unfold for each section. All of the user's text stands in
 * fences that are longer than any in it, so that none of it is markup. Never longer than `limit` characters: what does
 * not fit is counted.
 */
import { sectionsOf, summaryOf, type Block, type Line, type Section } from './lines.js';
import type { Diff } from './model.js';
import { lineText, sideText, type SideNames } from './render-text.js';

/** What GitHub takes is 65,536 characters; a comment often has a few words around it. */
export const markdownLimit = 60_000;

/** A section with more lines than this begins folded. */
const openLines = 40;
/** For the sentence at the end, and what counts the lines that a section leaves out. */
const reserve = 200;
const counted = 40;

export function renderDiffMarkdown(
  diff: Diff,
  { old, new: now }: SideNames,
  limit = markdownLimit,
): string {
  const title = `**Inventory:** ${code(sideText(old))} → ${code(sideText(now))}`;
  if (diff.changes.length === 0) return `${title}\n\nNothing changes for Ansible.\n`;
  const sections = sectionsOf(diff);
  const head = `${title}\n\n${summaryOf(diff, sections)}.\n`;
  const shares = sharesOf(
    sections.map((section) => sectionMarkdown(section, Infinity).text.length + 1),
    limit - head.length - reserve,
  );
  const parts = sections.map((section, at) => sectionMarkdown(section, (shares[at] ?? 0) - 1));
  const left = parts.reduce((sum, part) => sum + part.left, 0);
  const rest =
    left === 0
      ? []
      : [
          `… and ${left} more line${left === 1 ? '' : 's'}, too many for a comment: \`inventory-script diff\` tells all.\n`,
        ];
  return [head, ...parts.map(({ text }) => text), ...rest].join('\n');
}

/** How much of the room each part gets: all that it wants, or as much as every other that wants more than there is. */
function sharesOf(wanted: readonly number[], room: number): readonly number[] {
  const shares: number[] = [];
  let left = room;
  const smallestFirst = [...wanted.entries()].sort(([, one], [, other]) => one - other);
  for (const [done, [at, length]] of smallestFirst.entries()) {
    const share = Math.min(length, Math.floor(left / (wanted.length - done)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

/** As many lines of a section as fit. */
function sectionMarkdown(
  { title, count, blocks }: Section,
  room: number,
): { readonly text: string; readonly left: number } {
  const fence = '`'.repeat(Math.max(3, longestTicks(blocks) + 1));
  const wrap = (lines: readonly string[]): string => {
    const open = lines.length <= openLines ? ' open' : '';
    return `<details${open}><summary>${title}: ${count} change${count === 1 ? '' : 's'}</summary>\n\n${fence}diff\n${lines.join('\n')}\n${fence}\n\n</details>\n`;
  };
  const lines = blocks.flatMap((block) => block.map(markdownLine));
  const whole = wrap(lines);
  if (whole.length <= room) return { text: whole, left: 0 };
  let length = wrap([]).length + counted;
  const fits = lines.findIndex((line) => (length += line.length + 1) > room);
  const left = lines.length - fits;
  return {
    text: wrap([...lines.slice(0, fits), `  … ${left} more line${left === 1 ? '' : 's'}`]),
    left,
  };
}

/** GitHub colours lines by their first character, and knows `!` for what is otherwise. */
function markdownLine({ sign, text }: Line): string {
  return lineText(sign, text).replace(/^~/, '!');
}

function longestTicks(blocks: readonly Block[]): number {
  let longest = 0;
  for (const block of blocks)
    for (const { text } of block)
      for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}

/** A code span of any text. */
function code(text: string): string {
  const ticks = '`'.repeat(
    Math.max(0, ...[...text.matchAll(/`+/g)].map(([each]) => each.length)) + 1,
  );
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}
