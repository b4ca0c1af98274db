/** Jinja expressions: measured vectors from real Ansible, places of errors, bounds, and what no input may do. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { evaluateCondition, parseCondition } from '../src/expr/jinja/condition.js';
import {
  evaluate,
  parseExpression,
  parseTemplate,
  render,
  type EvalResult,
  type ExpressionError,
} from '../src/expr/jinja/jinja.js';
import type { Scope } from '../src/expr/jinja/session.js';
import { filters, tests } from '../src/expr/jinja/registry.js';
import { list, trusted, type Raw } from '../src/expr/jinja/values.js';
import {
  evaluateLine,
  fromTagged,
  scopeOf,
  toTagged,
  type Outcome,
  type Tagged,
} from './jinja/engine.js';

interface Vector {
  readonly section: string;
  readonly expression: string;
  readonly unordered?: boolean;
  readonly value?: Tagged;
  readonly omit?: boolean;
  readonly error?: string;
  readonly message?: string;
}
interface Vectors {
  readonly cores: readonly string[];
  readonly variables: Tagged;
  readonly vectors: readonly Vector[];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`jinja/${name}`, import.meta.url), 'utf8'));
}

const { variables, vectors } = read('vectors.json') as Vectors;

/** Where this module differs from the measured core on purpose. */
const deviations: ReadonlyMap<string, { why: string; outcome: unknown }> = new Map([
  [
    'l.count(1)',
    {
      why: 'a fault of lazy lists in the measured core; older ones and plain lists count',
      outcome: { value: { int: '1' } },
    },
  ],
  [
    "'[]^$.*+?' | regex_escape(re_type='posix_extended')",
    {
      why: 'cores from 2.22 on have it',
      outcome: { value: '\\[\\]\\^\\$\\.\\*\\+\\?' },
    },
  ],
  ['f(a=1, a=2)', { why: 'found when parsing, not when compiling', outcome: 'syntax' }],
  [
    'd[]',
    { why: 'an empty index is a slip of the pen, not an undefined value', outcome: 'syntax' },
  ],
]);

function errorClass(kind: string): string {
  return kind === 'undefined' || kind === 'syntax' ? kind : 'error';
}

function sortedItems(value: Tagged | undefined): readonly string[] | undefined {
  return typeof value === 'object' && value !== null && 'list' in value
    ? value.list.map((item) => JSON.stringify(item)).sort()
    : undefined;
}

function check(vector: Vector, ours: Outcome): void {
  const { expression } = vector;
  const known = deviations.get(expression);
  if (known !== undefined) {
    expect('error' in ours ? ours.error : ours, `${expression} (${known.why})`).to.deep.equal(
      known.outcome,
    );
  } else if (vector.error !== undefined) {
    expect(
      'error' in ours ? errorClass(ours.error) : ours,
      `${expression}: Ansible says ${vector.message ?? ''}`,
    ).to.equal(vector.error);
  } else if (vector.omit === true) {
    expect(ours, expression).to.deep.equal({ omit: true });
  } else if (vector.unordered === true) {
    expect('value' in ours ? sortedItems(ours.value) : ours, expression).to.deep.equal(
      sortedItems(vector.value),
    );
  } else {
    expect(ours, expression).to.deep.equal({ value: vector.value });
  }
}

describe('jinja: vectors measured with ansible-core', () => {
  const sections = new Map<string, Vector[]>();
  for (const vector of vectors)
    sections.set(vector.section, [...(sections.get(vector.section) ?? []), vector]);
  const scope = scopeOf(variables);
  for (const [section, members] of sections) {
    it(`${section} (${members.length})`, () => {
      for (const vector of members) check(vector, evaluateLine(vector.expression, scope));
    });
  }

  it('cover every filter and test that is not refused', () => {
    const text = vectors.map((vector) => vector.expression).join('\n');
    const missing = [
      ...[...filters]
        .filter(
          ([name, each]) =>
            !each.does.startsWith('refused') &&
            !new RegExp(`(?:\\| *(?:ansible\\.builtin\\.)?|map\\(')${name}\\b`).test(text),
        )
        .map(([name]) => name),
      ...[...tests]
        .filter(
          ([name, each]) =>
            !each.does.startsWith('refused') &&
            /^\w+$/.test(name) &&
            !new RegExp(
              `is (?:not )?${name}\\b|(?:select|reject|selectattr|rejectattr)\\([^)]*'${name}'`,
            ).test(text),
        )
        .map(([name]) => name),
    ];
    expect(missing).to.deep.equal([]);
  });

  it('number at least 400, and most of them are values', () => {
    expect(vectors.length).to.be.greaterThan(400);
    expect(vectors.filter((vector) => vector.value !== undefined).length).to.be.greaterThan(
      vectors.length / 2,
    );
  });
});

describe('jinja: expressions of real constructed files', () => {
  interface Reference {
    readonly variables: Readonly<Record<string, unknown>>;
    readonly cases: readonly { readonly expression: string; readonly ansible: string }[];
  }
  const reference = read('reference.json') as Reference;
  const scope = scopeOf(tagged(reference.variables));
  for (const { expression, ansible } of reference.cases) {
    if (ansible.startsWith('ERR')) continue;
    it(expression, () => {
      const ours = evaluateLine(expression, scope);
      expect(ours).to.deep.equal({ value: tagged(JSON.parse(ansible)) });
    });
  }
});

function tagged(value: unknown): Tagged {
  if (typeof value === 'number')
    return Number.isInteger(value) ? { int: String(value) } : { float: String(value) };
  if (Array.isArray(value)) return { list: value.map(tagged) };
  if (typeof value === 'object' && value !== null)
    return { dict: Object.entries(value).map(([key, inner]) => [key, tagged(inner)] as const) };
  return value as null | boolean | string;
}

/** The error of an expression, or undefined. */
function errorOf(text: string, scope: Scope = scopeOf(variables)): ExpressionError | undefined {
  const parsed = parseExpression(text);
  if ('error' in parsed) return parsed.error;
  const result = evaluate(parsed.expression, scope);
  return result.kind === 'error' || result.kind === 'undefined' ? result.error : undefined;
}

describe('jinja: errors point into the expression', () => {
  // the place is what stands between ‹ and ›
  const table: readonly (readonly [string, string])[] = [
    ['name | ‹ipwrap›', 'there is no filter `ipwrap`'],
    ['name | ‹uper›', 'there is no filter `uper`'],
    ['name is ‹nope2›', 'there is no test `nope2`'],
    ['1 + ‹nope›', "'nope' is undefined"],
    ['‹nope›', "'nope' is undefined"],
    ['‹nope›.a.b', "'nope' is undefined"],
    ['name ~ ‹d.zz›', "object of type 'dict' has no attribute 'zz'"],
    ["[1, ‹d['zz']›]", "object of type 'dict' has no attribute 'zz'"],
    ['n > 0 and ‹1 / 0› > 1', 'division by zero'],
    ["'x' if ‹nope› else 'y'", "'nope' is undefined"],
    ["‹1 + 'a'›", "unsupported operand type(s) for +: 'int' and 'str'"],
    ['‹n < name›', "'<' not supported between instances of 'int' and 'str'"],
    [
      "n == 1 or name | ‹regex_search›('(')",
      'regular expression: missing ), unterminated subpattern at position 0',
    ],
    [
      "‹lookup('env', 'HOME')›",
      '`lookup` is not available: an inventory is computed from its own data only',
    ],
    [
      'l | ‹random›',
      '`random` draws random numbers: the same inventory must give the same result every time',
    ],
    ['foo‹(›1', '`(` is never closed'],
    ['a ‹)›', 'unexpected `)`'],
    ['a ‹b›', 'unexpected `b`'],
    ["name == ‹'abc›", 'the string is never closed'],
    ['a ‹@› b', 'unexpected character `@`'],
    ['‹›1 +‹›', 'expected an expression, got the end of the expression'],
    ['‹templated_undefined›', "'nope' is undefined, in the template `{{ nope }}`"],
    ['‹templated_error› + 1', 'division by zero, in the template `{{ 1 / 0 }}`'],
    ['‹loop_a›', 'the template `{{ loop_b }}` needs its own value'],
    ["name | ‹replace›('a')", '`replace` needs the argument `new`'],
    ['name | ‹upper›(1)', '`upper` takes at most 0 arguments, 1 were given'],
    ["name | ‹default›('x', nope=1)", '`default` has no argument `nope`'],
  ];
  for (const [marked, message] of table) {
    it(marked, () => {
      const text = marked.replace(/[‹›]/g, '');
      const error = errorOf(text);
      expect(error?.message).to.equal(message);
      if (marked.startsWith('‹›')) return;
      expect(text.slice(error?.start, error?.end)).to.equal(/‹(.*)›/.exec(marked)?.[1]);
    });
  }

  it('suggests the name that was meant', () => {
    expect(errorOf('name | uper')?.help).to.equal('did you mean `upper`?');
    expect(errorOf("name is matc('x')")?.help).to.equal('did you mean `match`?');
    expect(errorOf("name | community.general.json_query('x')")?.help).to.equal(
      'filters and tests of collections are not available here',
    );
  });

  it('points into a template', () => {
    const parsed = parseTemplate('a {{ b | nope3 }} c');
    expect(
      'error' in parsed && 'a {{ b | nope3 }} c'.slice(parsed.error.start, parsed.error.end),
    ).to.equal('nope3');
    const fine = parseTemplate('a {{ zz }} c');
    if ('error' in fine) throw new Error(fine.error.message);
    const result = render(fine.template, scopeOf(variables));
    expect(
      result.kind === 'undefined' && 'a {{ zz }} c'.slice(result.error.start, result.error.end),
    ).to.equal('zz');
  });
});

describe('jinja: conditions give true or false', () => {
  const table: readonly (readonly [string, boolean | string])[] = [
    ['n == 3', true],
    ['n > 5', false],
    ['nope is defined', false],
    ['name is match("web")', true],
    ['yes_bool', true],
    ['empty | bool', false],
    ['n', 'the condition gives a number, not true or false'],
    ['name', 'the condition gives a text, not true or false'],
    ['l', 'the condition gives a list, not true or false'],
    ['nothing', 'the condition gives none, not true or false'],
    ['n and name', 'the condition gives a text, not true or false'],
    ['omit', 'the condition gives `omit`, not true or false'],
    ['', 'the condition is empty'],
    [' ', 'the condition is empty'],
    ['nope', "'nope' is undefined"],
    ['{{ yes_bool }}', 'expected `:`, got `}`'],
  ];
  for (const [text, expected] of table) {
    it(`${JSON.stringify(text)}: ${expected.toString()}`, () => {
      const parsed = parseCondition(text);
      const result =
        'error' in parsed
          ? { kind: 'error' as const, error: parsed.error }
          : evaluateCondition(parsed.expression, scopeOf(variables));
      const told =
        result.kind === 'condition'
          ? result.holds
          : result.kind === 'unknown'
            ? 'unknown'
            : result.error.message;
      expect(told).to.equal(expected);
      if (text.startsWith('{{'))
        expect('error' in result && result.error.help).to.equal(
          'a condition is an expression already: leave out the `{{ }}`',
        );
    });
  }
});

describe('jinja: unknown and encrypted values', () => {
  const unknown: Raw = { kind: 'unknown', reason: 'the state of `network` is not there' };
  const vault: Raw = { kind: 'vault', ciphertext: '$ANSIBLE_VAULT;1.1;AES256\n00' };
  const known = new Map<string, Raw>([
    ['u', unknown],
    ['v', vault],
    ['n', 1n],
    ['l', list([1n, unknown])],
    ['t', trusted('{{ u }}-x')],
  ]);
  const scope: Scope = { lookup: (name) => known.get(name) };
  const evaluated = (text: string): EvalResult => {
    const parsed = parseExpression(text);
    if ('error' in parsed) throw new Error(parsed.error.message);
    return evaluate(parsed.expression, scope);
  };

  for (const text of [
    'u',
    'u.a',
    'u | default(1)',
    'u is defined',
    'u + 1',
    'n == 1 and u',
    '[u]',
    'l',
    'l[1]',
    'l | length',
    '1 if u else 2',
    't',
    't | upper',
  ]) {
    const expected = text === 'l | length' ? 'value' : 'unknown';
    it(`${text} is ${expected}`, () => {
      expect(evaluated(text).kind).to.equal(expected);
    });
  }
  for (const text of [
    'n',
    'l[0]',
    'n == 2 and u',
    'n == 1 or u',
    '2 if n == 1 else u',
    'zz | default(3)',
  ]) {
    it(`${text} is known`, () => {
      expect(evaluated(text).kind).to.equal('value');
    });
  }
  for (const text of [
    'v',
    'v | default(1)',
    '[v]',
    '{"a": v}',
    'v if n else 1',
    'v is defined',
    'v is vault_encrypted',
  ]) {
    it(`${text} passes the encrypted value on`, () => {
      expect(evaluated(text).kind).to.equal('value');
    });
  }
  for (const text of [
    'v | upper',
    'v ~ "x"',
    'v == "x"',
    'v[0]',
    'v.a',
    '"a" in v',
    'v | length',
    'v is match("x")',
    '[v] | join',
    'v and 1',
    'v | to_json',
    'v | b64encode',
  ]) {
    it(`${text} is an error that says why`, () => {
      const result = evaluated(text);
      expect(result.kind === 'error' ? result.error.message : result.kind).to.equal(
        'the value is encrypted with ansible-vault: expressions cannot look into it',
      );
    });
  }
});

describe('jinja: every evaluation is bounded', () => {
  const scope = scopeOf(variables);
  const huge: readonly string[] = [
    "'x' * 10**9",
    '[1] * 10**9',
    'range(10**9) | list',
    'range(10**9) | sum',
    '9**9**9',
    '10**5000',
    '1 in range(10**30)',
    "'%1000000000d' % 1",
    "'{:1000000000}'.format(1)",
    "'a' | center(10**9)",
    "'a'.zfill(10**9)",
    "'a'.ljust(10**9)",
    'range(1000) | product(range(1000)) | list',
    'range(60) | permutations(5) | list',
    'range(40) | combinations(20) | list',
    "'a' | indent(10**9)",
    '[1] | batch(10**9, 0) | list',
    'l | slice(10**9) | list',
    `'${'a'.repeat(40)}b' | regex_search('^(a+)+$')`,
    `'${'a'.repeat(40)}' is match('(a|a)*$b')`,
    `'${'a'.repeat(5000)}' | regex_replace('(?:a)*b', 'x')`,
    "('x' * 900000) ~ ('x' * 900000)",
    "('x' * 900000) | replace('x', 'yyyy')",
    "'%s' * 100000 % ('x',)",
    '1.__lshift__(10**9)',
    `${'('.repeat(5000)}1${')'.repeat(5000)}`,
    `${'-'.repeat(5000)}1`,
    `${'not '.repeat(5000)}1`,
    `1${' + 1'.repeat(30000)}`,
    '['.repeat(5000),
    `'${'['.repeat(5000)}' | from_json`,
    `1${' if 1 else 1'.repeat(5000)}`,
    'x'.repeat(200_000),
    "'a' | comment(prefix_count=10**9)",
  ];
  for (const text of huge) {
    it(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text, () => {
      const ours = evaluateLine(text, scope);
      if ('value' in ours) expect(JSON.stringify(ours.value).length).to.be.lessThan(200);
    });
  }

  it('a template may not loop for long', () => {
    const ours = evaluateLine(
      '{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}x{% endfor %}{% endfor %}{% endfor %}',
      scope,
    );
    expect('error' in ours && ours.error).to.equal('limit');
  });

  it('shared values do not explode when they are written out', () => {
    const ours = evaluateLine(
      `{% set a = [1] %}${'{% set a = [a, a, a, a, a, a, a, a] %}'.repeat(12)}{{ a }}`,
      scope,
    );
    expect('error' in ours && ours.error).to.equal('limit');
  });
});

describe('jinja: no input breaks it', () => {
  const scope = scopeOf(variables);
  const words = fc.constantFrom(
    'name',
    'n',
    'l',
    'd',
    'tags',
    'nope',
    'people',
    'templated',
    '1',
    '0',
    '1.5',
    "'a'",
    "''",
    'true',
    'none',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '.',
    ',',
    ':',
    '|',
    '~',
    '+',
    '-',
    '*',
    '/',
    '//',
    '%',
    '**',
    '==',
    '!=',
    '<',
    '>=',
    '=',
    ' in ',
    ' is ',
    ' not ',
    ' and ',
    ' or ',
    ' if ',
    ' else ',
    '{{',
    '}}',
    '{%',
    '%}',
    '{#',
    '#}',
    ' for ',
    ' set ',
    'endif',
    'endfor',
    '\\',
    "'",
    '"',
    ...[...filters.keys()].map((name) => `|${name}`),
    ...[...tests.keys()].map((name) => ` is ${name}`),
    '(1)',
    "('a')",
    '(l)',
    "('a', 'b')",
    "(attribute='name')",
    '.split',
    '.items()',
    '[0]',
    '[1:]',
    '[-1]',
  );
  const settled = (text: string): void => {
    const parsed = parseExpression(text);
    const error = 'error' in parsed ? parsed.error : undefined;
    const result = 'error' in parsed ? undefined : evaluate(parsed.expression, scope);
    const told =
      error ??
      (result?.kind === 'error' || result?.kind === 'undefined' ? result.error : undefined);
    if (told === undefined) return;
    expect(told.message).to.not.equal('');
    expect(told.start).to.be.within(0, text.length);
    expect(told.end).to.be.within(told.start, text.length);
  };
  it('joined words', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        settled(parts.join(''));
      }),
      { numRuns: 4000 },
    );
  });
  it('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        settled(text);
      }),
      { numRuns: 1500 },
    );
  });
  it('any template', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        const parsed = parseTemplate(parts.join(''));
        if (!('error' in parsed)) expect(render(parsed.template, scope).kind).to.be.a('string');
      }),
      { numRuns: 2000 },
    );
  });
  it('any regular expression', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '*',
      '+',
      '?',
      '{1,2}',
      '(',
      ')',
      '(?:',
      '(?P<x>',
      '(?=',
      '(?<!',
      '[',
      ']',
      '^',
      '$',
      '|',
      '\\d',
      '\\b',
      '\\1',
      '\\',
      '-',
      '(?i)',
      '(?>',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.string({ maxLength: 20 }),
        (parts, text) => {
          const vars = new Map<string, Raw>([
            ['p', parts.join('')],
            ['t', text],
          ]);
          const parsed = parseExpression('t | regex_findall(p)');
          if (!('error' in parsed))
            expect(
              evaluate(parsed.expression, { lookup: (name) => vars.get(name) }).kind,
            ).to.be.oneOf(['value', 'error']);
        },
      ),
      { numRuns: 4000 },
    );
  });
  it('any value goes through to_json and from_json', () => {
    const value: fc.Arbitrary<Tagged> = fc.letrec<{ value: Tagged }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constant(null),
        fc.boolean(),
        fc.string().filter((text) => !/\{[{%#]/.test(text)),
        fc.bigInt().map((int) => ({ int: int.toString() })),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => ({ list: items })),
        fc
          .dictionary(fc.string(), tie('value'), { maxKeys: 4 })
          .map((fields) => ({ dict: Object.entries(fields) })),
      ),
    })).value;
    fc.assert(
      fc.property(value, (given) => {
        const raw = fromTagged(given);
        const parsed = parseExpression('x | to_json | from_json');
        if ('error' in parsed) throw new Error(parsed.error.message);
        const result = evaluate(parsed.expression, { lookup: () => raw });
        expect(result.kind === 'value' ? toTagged(result.value) : result).to.deep.equal(given);
      }),
      { numRuns: 500 },
    );
  });
});
