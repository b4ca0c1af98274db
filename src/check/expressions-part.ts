/** Rules about expressions, for inventories that have any: a file of its own in the built program. */
import * as part from './expressions.js';

export function loadExpressionRules(): typeof part {
  return part;
}
