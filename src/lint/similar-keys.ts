/** Keys that differ by one letter from one that other layers set; what `validate` warns of is not told again. */
import { findMistypedVariables } from '../check/similar-variables.js';
import { plain, type Finding } from './finding.js';
import { filesOf, type Linted } from './linted.js';

export function findSimilarKeys(linted: Linted): Finding[] {
  return findMistypedVariables(
    filesOf(linted),
    linted.resolution.loaded.declarations?.variables,
  ).map(plain);
}
