/** Results as text: what Python's `'%s' % value` makes of them. */
import { JinjaError } from './error.js';
import type { Final } from './finalize.js';
import { str } from './repr.js';
import { startRun } from './session.js';

/** The text of a result; undefined where it has none (encrypted, or too large). */
export function textOfResult(value: Final): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return str(startRun({ lookup: () => undefined }).run, value);
  } catch (error) {
    if (error instanceof JinjaError) return undefined;
    throw error;
  }
}
