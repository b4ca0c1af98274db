/** Whether an inventory has any expression: most have none, and load nothing of the engine. */
import type { AnsibleOptions } from './inventory.js';

export function hasExpressions({ compose, groups, keyedGroups }: AnsibleOptions): boolean {
  return compose.length + groups.length + keyedGroups.length > 0;
}
