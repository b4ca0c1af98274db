/** Every rule of lint, in one list. Each judges a whole inventory; where it may take long, it yields to pause. */
import { findUnusedExports } from './consumers.js';
import { findEmptyGroups } from './empty-groups.js';
import { findEmptySections } from './empty-sections.js';
import type { Finding } from './finding.js';
import { findIdleValues } from './idle-values.js';
import type { Linted } from './linted.js';
import { findSameAddresses } from './same-address.js';
import { findUnusedSecretSources } from './secret-sources.js';
import { findSimilarKeys } from './similar-keys.js';
import { findUnsetVariables } from './unset-variables.js';
import { findUnusedServices, findUnusedTags } from './unused-tags.js';
import { findUnusedTypes } from './unused-types.js';

export type LintRule = (linted: Linted) => Iterable<Finding | undefined>;

export const lintRules: readonly LintRule[] = [
  findUnusedTags,
  findUnusedServices,
  findUnusedSecretSources,
  findUnusedTypes,
  findUnusedExports,
  findUnsetVariables,
  findIdleValues,
  findSimilarKeys,
  findSameAddresses,
  findEmptySections,
  findEmptyGroups,
];
