/** Evaluating expressions, for inventories that have any: a file of its own in the built program. */
import * as part from './construct.js';

export function loadConstruct(): typeof part {
  return part;
}
