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
/** For the ends of fences and sections, and for counts of what is left out. */
const reserve = 400;

export function renderDiffMarkdown(diff: Diff, { old, new: now }: SideNames, limit = markdownLimit): string {
  const title = `**Inventory:** ${code(sideText(old))} → ${code(sideText(now))}`;
  if (diff.changes.length === 0) return `${title}\n\nNothing changes for Ansible.\n`;
  const sections = sectionsOf(diff);
  const parts = [`${title}\n\n${summaryOf(diff, sections)}.\n`];
  let room = limit - (parts[0]?.length ?? 0) - reserve;
  let left = 0;
  for (const section of sections) {
    const { text, told } = sectionMarkdown(section, room);
    left += section.blocks.length - told;
    room -= text.length + 1;
    if (told > 0) parts.push(text);
  }
  if (left > 0) parts.push(`… and ${left} more entr${left === 1 ? 'y' : 'ies'}, too many for a comment: \`inventory-script diff\` tells all.\n`);
  return parts.join('\n');
}

/** As many whole blocks of a section as fit. */
function sectionMarkdown({ title, count, blocks }: Section, room: number): { readonly text: string; readonly told: number } {
  const fence = '`'.repeat(Math.max(3, longestTicks(blocks) + 1));
  const wrap = (lines: readonly string[]): string => {
    const open = lines.length <= openLines ? ' open' : '';
    return `<details${open}><summary>${title}: ${count} change${count === 1 ? '' : 's'}</summary>\n\n${fence}diff\n${lines.join('\n')}\n${fence}\n\n</details>\n`;
  };
  let used = wrap([]).length;
  const lines: string[] = [];
  let told = 0;
  for (const block of blocks) {
    const texts = block.map(markdownLine);
    const length = texts.reduce((sum, text) => sum + text.length + 1, 0);
    if (used + length > room) break;
    used += length;
    lines.push(...texts);
    told++;
  }
  return { text: wrap(lines), told };
}

/** GitHub colours lines by their first character, and knows `!` for what is otherwise. */
function markdownLine({ sign, text }: Line): string {
  return lineText(sign, text).replace(/^~/, '!');
}

function longestTicks(blocks: readonly Block[]): number {
  let longest = 0;
  for (const block of blocks) for (const { text } of block) for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}

/** A code span of any text. */
function code(text: string): string {
  const ticks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([each]) => each.length)) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}
