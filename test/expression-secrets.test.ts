/** What an error says where a sensitive value took part: nothing of that value, whatever the expression does with it. */
import { expect } from 'chai';
import {
  evaluate,
  expressionAt,
  trusted,
  type ExpressionError,
  type Raw,
} from '../src/expr/expressions.js';
import { filters, tests } from '../src/expr/jinja/registry.js';
import { dictOf, list } from '../src/expr/jinja/values.js';
import { withoutValues } from '../src/resolve/expression-faults.js';
import { startOf } from '../src/text/source.js';

const secret = 'Zq7xPw9k';
const variables = new Map<string, Raw>([
  ['s', secret],
  ['m', dictOf([[secret, `${secret}-${secret}`]])],
  ['l', list([secret, `${secret}=`, `{${secret}}`])],
  ['t', trusted('{{ undef(hint=s) }}')],
  ['p', `(${secret}`],
]);

/** The error of an expression as its messages show it where a sensitive value took part. */
function shownError(text: string): ExpressionError | undefined {
  const parsed = expressionAt({ value: text, span: startOf({ path: '', name: '', text }) });
  if ('error' in parsed) return undefined;
  const result = evaluate(parsed.value, { lookup: (name) => variables.get(name) });
  return 'error' in result ? withoutValues(result.error) : undefined;
}

const filterForms = [
  's | F',
  'm | F',
  'l | F',
  't | F',
  's | F(s)',
  's | F(p)',
  's | F(s, s)',
  's | F(m, s, l)',
  "'a' | F(s)",
  "'a' | F(s, s, s)",
  '1 | F(s)',
  '[1] | F(s)',
  '[{"a": 1}] | F("a", s)',
  '[{"a": 1}] | F("a", s, s)',
  '{"a": 1} | F(s)',
  '{"a": 1} | F(m)',
  'nope | F(s)',
  'nope | F(t)',
  "'a' | F(**m)",
  "'a' | F(**{s: s})",
  '[s] | map("F")',
  '[m] | map("F", s)',
  '(m.zz | F)[s]',
];
const testForms = [
  's is F',
  'm is F',
  's is F(s)',
  "'1' is F('2', s)",
  '1 is F(s)',
  '[s] | select("F", s)',
  "'a' is F(**m)",
];
const others = [
  'undef(s)',
  'undef(hint=s ~ 1)',
  'nope | mandatory(s)',
  'm.zz | mandatory(msg=s)',
  '{1: 2}[s]',
  '{1: 2}[s].a',
  'm[s].a.b',
  's.zz',
  's()',
  's.split(s, s)',
  's.index("-")',
  'l.index(m)',
  's + 1',
  's < 1',
  's in 1',
  '-s',
  's % m',
  "'%(' ~ s ~ ')s' % {}",
  "('{' ~ s ~ '}').format(1)",
  "'{:' ~ s ~ '}'",
  "('{:' ~ s ~ '}').format(1)",
  "('%' ~ s) % 1",
  '[1] | map(s)',
  '[1] | select(s)',
  '[{"a": 1}] | map(attribute=s)',
  '[{"a": 1}] | selectattr("a", s)',
  'dict(s)',
  'range(s)',
  'm | dict2items | items2dict(key_name=s)',
  '(l ~ s) | from_json',
  's | to_datetime(s)',
  "'0' | strftime(0, s)",
  '{s: 1}.items',
  '[x.y for x in s]',
  't',
  't.a',
  '{m: 1}',
  '1 if t',
];

describe('errors of expressions that read a sensitive value', () => {
  const expressions = [
    ...[...filters.keys()].flatMap((name) => filterForms.map((form) => form.replaceAll('F', name))),
    ...[...tests.keys()]
      .filter((name) => /^\w+$/.test(name))
      .flatMap((name) => testForms.map((form) => form.replaceAll('F', name))),
    ...others,
  ];

  it('hold nothing of it, whatever filter, test, function or operator failed', () => {
    let count = 0;
    for (const expression of expressions) {
      const error = shownError(expression);
      if (error === undefined) continue;
      count += 1;
      const shown = `${error.message} ${error.help ?? ''}`;
      expect(shown.toLowerCase(), expression).to.not.include('zq7x');
      expect(shown.toLowerCase(), expression).to.not.include('pw9k');
    }
    expect(count).to.be.greaterThan(1000);
  });

  it('still name what the expression itself says', () => {
    expect(shownError('s ~ nope')?.message).to.equal("'nope' is undefined");
    expect(shownError('s.zz')?.message).to.equal("object of type 'str' has no attribute 'zz'");
    expect(shownError("m['zz']")?.message).to.equal("object of type 'dict' has no attribute 'zz'");
    expect(shownError('s + 1')?.message).to.equal('can only concatenate str (not "int") to str');
  });

  it('say what kind of fault it is where the details would show it', () => {
    expect(shownError('undef(hint=s)')?.message).to.equal(
      'something that it reads is undefined; the details are withheld, since a sensitive value took part',
    );
  });
});
