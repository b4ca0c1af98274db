/** The places in a text that `^`, `$`, `\b` and their kin match. */
import { classTest } from './classes.js';
import type { Pattern } from './syntax.js';

/** Whether a position of the input is such a place. */
export function edgeTest(
  edge: Extract<Pattern, { type: 'edge' }>['edge'],
  ascii: boolean,
  inputOf: () => readonly number[],
): (position: number) => boolean {
  const word = classTest('w', ascii);
  const wordAt = (position: number): boolean => {
    const code = inputOf()[position];
    return code !== undefined && word(code);
  };
  switch (edge) {
    case 'start':
      return (position) => position === 0;
    case 'line start':
      return (position) => position === 0 || inputOf()[position - 1] === 10;
    case 'very end':
      return (position) => position === inputOf().length;
    case 'line end':
      return (position) => position === inputOf().length || inputOf()[position] === 10;
    case 'end':
      return (position) =>
        position === inputOf().length ||
        (position === inputOf().length - 1 && inputOf()[position] === 10);
    case 'word':
      return (position) => wordAt(position - 1) !== wordAt(position);
    case 'not word':
      return (position) => inputOf().length > 0 && wordAt(position - 1) === wordAt(position);
  }
}
