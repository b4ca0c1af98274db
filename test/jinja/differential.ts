/**
 * What generated expressions give here and in a real ansible-core, by hand:
 *
 *     npx tsx test/jinja/differential.ts PYTHON PART [COUNT [SEED]]
 *
 * PYTHON has the ansible-core; for `addresses` it has netaddr too, and ANSIBLE_COLLECTIONS_PATH names a folder with
 * `ansible_collections/ansible/utils`. PART is one of `parts`; COUNT and SEED belong to `chance`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { evaluateLine, scopeOf, type Tagged } from './engine.js';
import { backReferences, byChance, mostUsed, onAddresses, onNulls } from './generated.js';

interface Result {
  readonly value?: Tagged;
  readonly omit?: boolean;
  readonly error?: string;
  readonly message?: string;
}
interface Measured {
  readonly version: string;
  readonly variables: Tagged;
  readonly results: readonly Result[];
}

const [python = 'python3', part = 'nulls', count = '10000', seed = '1'] = process.argv.slice(2);
const parts: Readonly<Record<string, () => readonly string[]>> = {
  nulls: onNulls,
  references: backReferences,
  'most-used': mostUsed,
  addresses: onAddresses,
  chance: () => byChance(Number(count), Number(seed)),
};
const expressions = [...new Set(parts[part]?.() ?? [])];
const run = spawnSync(
  python,
  [fileURLToPath(new URL('generate-vectors.py', import.meta.url)), '--evaluate'],
  {
    input: JSON.stringify(expressions),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PYTHONHASHSEED: '0',
      PYTHONWARNINGS: 'ignore',
      ANSIBLE_DEPRECATION_WARNINGS: '0',
      TZ: 'UTC',
    },
  },
);
if (run.status !== 0) throw new Error(`the run ended with ${run.status ?? run.signal ?? '?'}`);
const measured = JSON.parse(run.stdout) as Measured;
const scope = scopeOf(measured.variables);

/** One form for both: an error is compared by whether it is one, sets without their order. */
function comparable(expression: string, { value = null, omit, error }: Result): string {
  if (error !== undefined) return 'error';
  if (omit === true) return 'omit';
  const isSet = /\| (?:union|intersect|difference|symmetric_difference)\(/.test(expression);
  return isSet && typeof value === 'object' && value !== null && 'list' in value
    ? `set ${value.list
        .map((item) => JSON.stringify(item))
        .sort()
        .join()}`
    : JSON.stringify(value);
}

/** A backslash before a digit that the newest cores read as a character, and `compose` here does not. */
const keptBackslash = /(?<!\\)(?:\\\\)*\\\d/;

const tally = { same: 0, documented: 0, refused: 0 };
const different: string[] = [];
for (const [index, expression] of expressions.entries()) {
  const theirs = measured.results[index] ?? {};
  const ours: Result = evaluateLine(expression, scope, 'references');
  if (comparable(expression, ours) === comparable(expression, theirs)) tally.same++;
  else if (keptBackslash.test(expression)) tally.documented++;
  else if (ours.error === 'unsupported' || ours.error === 'limit') tally.refused++;
  else
    different.push(
      `${expression}\n  theirs ${JSON.stringify(theirs)}\n  ours   ${JSON.stringify(ours)}`,
    );
}
console.log(different.join('\n'));
console.log(
  `ansible-core ${measured.version}, ${part}: ${expressions.length} expressions, ${tally.same} the same, ` +
    `${tally.documented} differ by a kept backslash, ${tally.refused} refused here, ${different.length} different`,
);
