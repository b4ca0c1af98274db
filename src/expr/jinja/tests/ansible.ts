/** Ansible's tests that look at nothing but their arguments. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { contains, equals, hashKey, truthy } from '../compare.js';
import { fail } from '../error.js';
import { compileRegex, firstMatch } from '../regex/regex.js';
import { splitUrl } from '../filters/urls.js';
import { getItem } from '../access.js';
import { strip } from '../methods/text.js';
import { str } from '../repr.js';
import { blank, force, items, usable, type Run } from '../run.js';
import {
  isBlank,
  isDict,
  isList,
  isObject,
  isUndefined,
  typeName,
  type Dict,
  type Value,
} from '../values.js';

type How = 'search' | 'match' | 'fullmatch';

function matches(run: Run, value: Value, args: Bound, how: How): boolean {
  const regex = compileRegex(args.text('pattern', ''), {
    ignorecase: args.flag('ignorecase'),
    multiline: args.flag('multiline'),
  });
  return firstMatch(regex, str(run, value), run.budget, how) !== undefined;
}

function regex(run: Run, value: Value, args: Bound): Value {
  const how = args.text('match_type', 'search');
  if (how !== 'search' && how !== 'match' && how !== 'fullmatch')
    return fail(
      'value',
      'Invalid match_type specified. Expected one of: search, match, fullmatch.',
    );
  return matches(run, value, args, how);
}

const trueWords: readonly string[] = ['y', 'yes', 'on', '1', 'true', 't'];
const falseWords: readonly string[] = ['n', 'no', 'off', '0', 'false', 'f'];

function isTrue(run: Run, value: Value, args: Bound): boolean {
  if (!args.flag('convert_bool') || typeof value !== 'string') return truthy(value);
  const word = strip(str(run, value).toLowerCase(), undefined);
  return trueWords.includes(word) || (!falseWords.includes(word) && value !== '');
}

function setOf(run: Run, value: Value): Set<unknown> {
  return new Set(items(run, value).map((item) => hashKey(run, item)));
}

function subset(run: Run, a: Value, b: Value): boolean {
  const all = setOf(run, b);
  return [...setOf(run, a)].every((key) => all.has(key));
}

/** Tests on the result of a task: a dict with a field of that name. */
function taskResult(
  name: string,
  judge: (result: Dict, field: (key: string) => Value) => boolean,
): Definition {
  return {
    takes: '',
    does: `a task result that is ${name}`,
    run: (run, value) => {
      if (!isDict(value)) return fail('type', `The '${name}' test expects a dictionary`);
      return judge(value, (key) => {
        const entry = value.entries.get(key);
        return entry === undefined ? null : usable(force(run, entry.value));
      });
    },
  };
}

const failed = taskResult('failed', (_result, field) => truthy(field('failed')));
const succeeded = taskResult('failed', (_result, field) => !truthy(field('failed')));
const skipped = taskResult('skipped', (_result, field) => truthy(field('skipped')));

const changed: Definition = {
  takes: '',
  does: 'a task result that is changed',
  run: (run, value) => {
    if (!isDict(value)) return fail('type', "The 'changed' test expects a dictionary");
    const own = getItem(run, value, 'changed');
    if (!isUndefined(own)) return truthy(own);
    const results = getItem(run, value, 'results');
    if (!isList(results)) return false;
    const all = items(run, results);
    if (all.length === 0) return fail('value', 'list index out of range');
    return (
      isDict(all[0] ?? null) &&
      all.some((each) => {
        const one = getItem(run, each, 'changed');
        return !isUndefined(one) && truthy(one);
      })
    );
  },
};

const timedOut = taskResult('timedout', (_result, field) => {
  const period = field('timedout');
  if (!truthy(period)) return false;
  return isDict(period)
    ? truthy(periodOf(period))
    : fail('type', `'${typeName(period)}' object is not a dictionary`);
});

function periodOf(timedout: Dict): Value {
  const raw = timedout.entries.get('period')?.value ?? null;
  return isObject(raw) && raw.kind === 'template'
    ? fail('unsupported', 'a template in a task result')
    : raw;
}

function isUri(value: Value, schemes: readonly Value[] | undefined, run: Run): boolean {
  if (typeof value !== 'string')
    return !isObject(value) && !truthy(value) && (schemes ?? []).length === 0;
  const parts = splitUrl(value);
  return (
    parts !== undefined &&
    (schemes === undefined ||
      schemes.length === 0 ||
      schemes.some((scheme) => equals(run, scheme, parts.scheme)))
  );
}

function schemesOf(run: Run, args: Bound): readonly Value[] | undefined {
  const given = args.or('schemes', null);
  return given === null ? undefined : items(run, given);
}

function isUrl(run: Run, value: Value, args: Bound): boolean {
  if (typeof value !== 'string' || !isUri(value, schemesOf(run, args), run)) return false;
  const parts = splitUrl(value);
  return parts !== undefined && (parts.netloc !== '' || parts.scheme === 'file');
}

const subsetTest: Definition = {
  takes: 'other',
  does: 'all items are in another list',
  run: (run, value, args) => subset(run, value, args.value('other')),
};
const supersetTest: Definition = {
  takes: 'other',
  does: 'all items of another list are here',
  run: (run, value, args) => subset(run, args.value('other'), value),
};
const nan: Definition = {
  takes: '',
  does: 'not a number',
  run: (_run, value) => (isBlank(value) ? blank(value) : Number.isNaN(value)),
};

export const ansibleTests: Definitions = {
  match: {
    takes: 'pattern? ignorecase? multiline?',
    does: 'begins with a match',
    run: (run, value, args) => matches(run, value, args, 'match'),
  },
  search: {
    takes: 'pattern? ignorecase? multiline?',
    does: 'holds a match',
    run: (run, value, args) => matches(run, value, args, 'search'),
  },
  regex: {
    takes: 'pattern? ignorecase? multiline? match_type?',
    does: 'holds a match',
    run: regex,
  },
  contains: {
    takes: 'value',
    does: 'holds a value',
    run: (run, value, args) => contains(run, value, args.value('value')),
  },
  truthy: { takes: 'convert_bool?', does: 'true for Python', run: isTrue },
  falsy: {
    takes: 'convert_bool?',
    does: 'false for Python',
    run: (run, value, args) => !isTrue(run, value, args),
  },
  any: {
    takes: '',
    does: 'some item is true',
    run: (run, value) => items(run, value).some(truthy),
  },
  all: {
    takes: '',
    does: 'every item is true',
    run: (run, value) => items(run, value).every(truthy),
  },
  subset: subsetTest,
  issubset: subsetTest,
  superset: supersetTest,
  issuperset: supersetTest,
  nan,
  isnan: nan,
  abs: { takes: '', does: 'an absolute path', run: (_run, value) => isAbsolute(value) },
  is_abs: { takes: '', does: 'an absolute path', run: (_run, value) => isAbsolute(value) },
  uri: {
    takes: 'schemes?',
    does: 'a URI',
    run: (run, value, args) => isUri(value, schemesOf(run, args), run),
  },
  url: { takes: 'schemes?', does: 'a URL with a host', run: isUrl },
  urn: { takes: '', does: 'a URN', run: (run, value) => isUri(value, ['urn'], run) },
  failed,
  failure: failed,
  succeeded,
  success: succeeded,
  successful: succeeded,
  changed,
  change: changed,
  skipped,
  skip: skipped,
  timedout: timedOut,
  unreachable: taskResult('unreachable', (_result, field) => truthy(field('unreachable'))),
  reachable: taskResult('unreachable', (_result, field) => !truthy(field('unreachable'))),
  started: taskResult(
    'started',
    (result, field) => !result.entries.has('started') || truthy(field('started')),
  ),
  finished: taskResult(
    'finished',
    (result, field) => !result.entries.has('finished') || truthy(field('finished')),
  ),
  vault_encrypted: {
    takes: '',
    does: 'encrypted with ansible-vault',
    run: (_run, value) => isObject(value) && value.kind === 'vault',
  },
};

function isAbsolute(value: Value): boolean {
  return typeof value === 'string'
    ? value.startsWith('/')
    : fail('type', `expected str, bytes or os.PathLike object, not ${typeName(value)}`);
}
