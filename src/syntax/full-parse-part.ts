/** The full parser, which most inventories never need: a file of its own in the built program, loaded when first asked for. */
import * as part from './full-parse.js';

export function loadFullParser(): typeof part {
  return part;
}
