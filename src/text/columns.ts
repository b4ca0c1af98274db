/** Text in columns of a terminal, measured as it shows it. */
import { cellsOf } from './terminal.js';

/** How many columns a text takes; what a terminal must not see is counted as it is escaped. */
export function textWidth(text: string): number {
  return /^[\x20-\x7e]*$/.test(text)
    ? text.length
    : cellsOf(text).reduce((sum, cell) => sum + cell.width, 0);
}

/** The text, escaped for a terminal, cut to `width` columns with `…` at its end. */
export function fitted(text: string, width: number): string {
  const cells = cellsOf(text);
  const shown = (count: number): string =>
    cells
      .slice(0, count)
      .map((cell) => cell.shown)
      .join('');
  if (cells.reduce((sum, cell) => sum + cell.width, 0) <= width) return shown(cells.length);
  let used = 1;
  const end = cells.findIndex((cell) => (used += cell.width) > width);
  return `${shown(Math.max(end, 0))}…`;
}

/** Rows of cells as lines, columns two blanks apart, no blanks at the end; with `most` no line is wider, the widest columns giving way, the first one last. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  most: number | undefined,
): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), 0),
  );
  const limits = most === undefined ? widths : narrowed(widths, most - gap.length * (count - 1));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const text = fitted(cell, limits[column] ?? 0);
        return text + ' '.repeat(Math.max(0, (limits[column] ?? 0) - textWidth(text)));
      })
      .join(gap)
      .trimEnd(),
  );
}

const gap = '  ';
const narrowest = 8;

/** Widths whose sum is at most `most`, as far as columns can be narrowed: always the widest by one, the first column last. */
function narrowed(widths: readonly number[], most: number): readonly number[] {
  const left = [...widths];
  for (let excess = left.reduce((sum, width) => sum + width, 0) - most; excess > 0; excess--) {
    const widest = Math.max(...left.slice(1));
    const place = widest > narrowest ? left.lastIndexOf(widest) : 0;
    if ((left[place] ?? 0) <= narrowest) break;
    left[place] = (left[place] ?? 0) - 1;
  }
  return left;
}
