/**
 * What generated expressions give here and in a real ansible-core, by hand:
 *
 *     npx tsx test/jinja/differential.ts PYTHON [COUNT [SEED]]
 *
 * PYTHON has the ansible-core; COUNT expressions by chance are added to those that the rules make.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { evaluateLine, scopeOf, type Tagged } from './engine.js';
import { randomExpressions, ruledExpressions } from './generated.js';

interface Measured {
  readonly version: string;
  readonly variables: Tagged;
  readonly results: readonly {
    readonly value?: Tagged;
    readonly omit?: true;
    readonly error?: string;
    readonly message?: string;
  }[];
}

const [python = 'python3', count = '0', seed = '1'] = process.argv.slice(2);
const generator = fileURLToPath(new URL('generate-vectors.py', import.meta.url));
const expressions = [...ruledExpressions(), ...randomExpressions(Number(count), Number(seed))];
const run = spawnSync(python, [generator, '--evaluate'], {
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
});
if (run.status !== 0) throw new Error(`the run ended with ${run.status ?? run.signal}`);
const measured = JSON.parse(run.stdout) as Measured;
const scope = scopeOf(measured.variables);

/** One form for both: an error is compared by whether it is one, sets without their order. */
function comparable(
  expression: string,
  outcome: { readonly value?: Tagged; readonly omit?: boolean; readonly error?: string },
): string {
  if (outcome.error !== undefined) return 'error';
  if (outcome.omit === true) return 'omit';
  const { value = null } = outcome;
  const isSet = /\| (?:union|intersect|difference|symmetric_difference)\(/.test(expression);
  return isSet && typeof value === 'object' && value !== null && 'list' in value
    ? `set ${value.list
        .map((item) => JSON.stringify(item))
        .sort()
        .join()}`
    : JSON.stringify(value);
}

let same = 0;
let refused = 0;
const different: string[] = [];
for (const [index, expression] of expressions.entries()) {
  const theirs = measured.results[index];
  if (theirs === undefined) throw new Error('a result is missing');
  const ours = evaluateLine(expression, scope);
  if (comparable(expression, ours) === comparable(expression, theirs)) same++;
  else if ('error' in ours && (ours.error === 'unsupported' || ours.error === 'limit')) refused++;
  else
    different.push(
      `${expression}\n  theirs ${JSON.stringify(theirs)}\n  ours   ${JSON.stringify(ours)}`,
    );
}
console.log(different.join('\n'));
console.log(
  `ansible-core ${measured.version}: ${expressions.length} expressions, ${same} the same, ${refused} refused here, ${different.length} different`,
);
