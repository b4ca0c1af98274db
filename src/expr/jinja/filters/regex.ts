/** Ansible's filters on Python's regular expressions. */
import { namedOr, type Bound, type Definitions } from '../bind.js';
import { fail } from '../error.js';
import { allMatches, compileRegex, firstMatch, substitute, type Regex } from '../regex/regex.js';
import { str } from '../repr.js';
import { usable, type Run } from '../run.js';
import { list, tuple, typeName, type Value } from '../values.js';
import { truthy } from '../compare.js';

function compiled(args: Bound, pattern: string): Regex {
  return compileRegex(pattern, {
    ignorecase: args.flag('ignorecase'),
    multiline: args.flag('multiline'),
  });
}

function regexReplace(run: Run, value: Value, args: Bound): Value {
  const regex = compiled(args, args.text('pattern', ''));
  const wanted = args.int('mandatory_count', 0n);
  const most = Number(args.int('count', 0n));
  const text = str(run, value);
  const result = substitute(
    regex,
    text,
    { replacement: args.text('replacement', ''), most: Math.max(0, most) },
    run.budget,
  );
  if (wanted !== 0n && wanted !== BigInt(result.count)) {
    return fail(
      'value',
      `the pattern should match ${wanted} times, but matches ${result.count} times`,
    );
  }
  return most < 0 ? text : result.text;
}

function regexFindAll(run: Run, value: Value, args: Bound): Value {
  const regex = compiled(args, args.text('regex'));
  const { matches } = allMatches(regex, str(run, value), run.budget);
  return list(
    matches.map(({ groups }) => {
      const [whole = '', ...rest] = groups;
      const [only] = rest;
      return rest.length === 0
        ? whole
        : rest.length === 1
          ? (only ?? '')
          : tuple(rest.map((each) => each ?? ''));
    }),
  );
}

function regexSearch(run: Run, value: Value, args: Bound): Value {
  const pattern = args.text('regex');
  const flag = (name: string): boolean => truthy(namedOr(args, name, false));
  const regex = compileRegex(pattern, {
    ignorecase: flag('ignorecase'),
    multiline: flag('multiline'),
  });
  const wanted = args.rest.map((each) => groupArgument(usable(each)));
  const match = firstMatch(regex, str(run, value), run.budget);
  if (match === undefined) return null;
  if (wanted.length === 0) return match.groups[0] ?? null;
  return list(
    wanted.map((name) => {
      const index =
        typeof name === 'number'
          ? name
          : (regex.names.get(name) ??
            (/^\d+$/.test(name) ? fail('value', 'no such group') : fail('value', 'no such group')));
      return index <= regex.groups ? (match.groups[index] ?? null) : fail('value', 'no such group');
    }),
  );
}

function groupArgument(value: Value): number | string {
  if (typeof value !== 'string')
    return fail('type', `a group is named by a str, not ${typeName(value)}`);
  const named = /^\\g<(\S+)>/.exec(value);
  if (named !== null) return named[1] ?? '';
  const number = /^\\(\d+)/.exec(value);
  return number === null
    ? fail('value', 'Unknown argument', 'name a group as `\\\\1` or `\\\\g<name>`')
    : Number(number[1]);
}

const special = new Set(Array.from('()[]{}?*+-|^$\\.&~# \t\n\r\v\f'));

function regexEscape(run: Run, value: Value, args: Bound): Value {
  const text = str(run, value);
  const kind = args.text('re_type', 'python');
  if (kind === 'python')
    return Array.from(text, (char) => (special.has(char) ? `\\${char}` : char)).join('');
  if (kind === 'posix_basic') return text.replace(/[\].[^$*\\]/g, '\\$&');
  if (kind === 'posix_extended') return text.replace(/[\^$.*+?[\]|(){}\\]/g, '\\$&');
  return fail('value', `Invalid regex type (${kind})`);
}

export const regexFilters: Definitions = {
  regex_replace: {
    takes: 'pattern? replacement? ignorecase? multiline? count? mandatory_count?',
    does: 'matches replaced',
    run: regexReplace,
  },
  regex_findall: { takes: 'regex multiline? ignorecase?', does: 'all matches', run: regexFindAll },
  regex_search: { takes: 'regex * **', does: 'the first match, or its groups', run: regexSearch },
  regex_escape: { takes: 're_type?', does: 'special characters escaped', run: regexEscape },
};
