/** The codes that `lint` tells beside errors, which `ansible.lint` can change: its own, and warnings of the same kind. */
import { codes, type Code } from './codes.js';

const adopted: ReadonlySet<Code> = new Set<Code>([
  'upstream/unused',
  'resolve/marker-no-effect',
  'resolve/expression-skipped',
  'check/similar-variable',
  'check/include-order',
  'load/include-no-match',
]);

export function isOfLint(code: Code): boolean {
  return (code.startsWith('lint/') && codes[code].severity !== 'error') || adopted.has(code);
}

/** All of them, as the table has them. */
export function lintCodes(): readonly Code[] {
  return (Object.keys(codes) as Code[]).filter(isOfLint);
}
