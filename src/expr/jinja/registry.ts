/** Every filter and test by name, and what calling one means: its table entry says the arguments and what it does. */
import { suggestion } from '../../text/suggest.js';
import { bind, firstUndefined, type Definition, type Definitions } from './bind.js';
import { fail } from './error.js';
import { choiceFilters } from './filters/choice.js';
import { combinationFilters } from './filters/combinations.js';
import { dictFilters } from './filters/dicts.js';
import { encodingFilters } from './filters/encoding.js';
import { htmlFilters } from './filters/html.js';
import { ipFilters } from './filters/ip-addresses.js';
import { itemFilters } from './filters/items.js';
import { listFilters } from './filters/lists.js';
import { numberFilters } from './filters/numbers.js';
import { pathFilters } from './filters/paths.js';
import { refusedFilters, refusedTests } from './filters/refused.js';
import { regexFilters } from './filters/regex.js';
import { textFilters } from './filters/text.js';
import { timeFilters } from './filters/time.js';
import { urlFilters } from './filters/urls.js';
import { yamlFilters } from './filters/yaml.js';
import { toList, type Arguments, type Run } from './run.js';
import { ansibleTests } from './tests/ansible.js';
import { jinjaTests } from './tests/jinja.js';
import { versionTests } from './tests/version.js';
import { isObject, isUndefined, type Value } from './values.js';

export const filters: ReadonlyMap<string, Definition> = table(
  choiceFilters,
  combinationFilters,
  dictFilters,
  encodingFilters,
  htmlFilters,
  ipFilters,
  itemFilters,
  listFilters,
  numberFilters,
  pathFilters,
  refusedFilters,
  regexFilters,
  textFilters,
  timeFilters,
  urlFilters,
  yamlFilters,
);

export const tests: ReadonlyMap<string, Definition> = table(
  jinjaTests,
  ansibleTests,
  versionTests,
  refusedTests,
);

function table(...parts: readonly Definitions[]): ReadonlyMap<string, Definition> {
  return new Map(parts.flatMap((part) => Object.entries(part)));
}

const ofCollections = /^ansible\.(?:utils|netcommon)\.(?=ip(?:addr|v4|v6)$)/;

/** `ansible.builtin.upper` is `upper`, `ansible.utils.ipaddr` is `ipaddr`: the only filters of collections there are. */
export function shortName(name: string): string {
  return name.startsWith('ansible.')
    ? name.replace(/^ansible\.(?:builtin|legacy)\./, '').replace(ofCollections, '')
    : name;
}

/** Why there is no such filter or test, with the nearest name. */
export function unknown(
  kind: 'filter' | 'test',
  name: string,
): { message: string; help: string | undefined } {
  const known = kind === 'filter' ? filters : tests;
  const help = name.includes('.')
    ? 'filters and tests of collections are not available here'
    : suggestion(name, known.keys());
  return { message: `there is no ${kind} \`${name}\``, help };
}

export function callDefinition(
  run: Run,
  kind: 'filter' | 'test',
  name: string,
  value: Value,
  args: Arguments,
): Value {
  const short = shortName(name);
  const definition = (kind === 'filter' ? filters : tests).get(short);
  if (definition === undefined) {
    const { message, help } = unknown(kind, name);
    return fail('value', message, help);
  }
  if (definition.undefinedArguments !== true) {
    const missing = isUndefined(value) ? value : firstUndefined(args);
    if (missing !== undefined) return missing;
  }
  const result = definition.run(run, value, bind(run, short, definition.takes, args));
  return isObject(result) && result.kind === 'range' ? toList(run, result) : result;
}
