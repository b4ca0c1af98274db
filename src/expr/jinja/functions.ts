/** The global functions and names of an expression in Ansible; what reads files, clocks or chance is refused. */
import type { Definition, Definitions } from './bind.js';
import { dictFrom } from './compare.js';
import { fail } from './error.js';
import { blank, items, usable } from './run.js';
import { isBlank, isDict, isInt, isObject, omit, undefinedValue, type Value } from './values.js';

function refused(name: string, why: string): Definition {
  return { takes: '* **', does: why, run: () => fail('unsupported', `\`${name}\` ${why}`) };
}

const lookup = 'is not available: an inventory is computed from its own data only';

const functions: Definitions = {
  range: {
    takes: '*',
    does: 'numbers from a start to before a stop',
    run: (_run, _self, args) => {
      const bounds = args.rest.map((each) => {
        const value = usable(each);
        return isInt(value) ? BigInt(value) : fail('type', 'range() needs ints');
      });
      const [first, second, step = 1n] = bounds;
      if (first === undefined || bounds.length > 3)
        return fail('type', 'range() needs 1 to 3 arguments');
      if (step === 0n) return fail('value', 'range() arg 3 must not be zero');
      return second === undefined
        ? { kind: 'range', start: 0n, stop: first, step }
        : { kind: 'range', start: first, stop: second, step };
    },
  },
  dict: {
    takes: 'source? **',
    does: 'a dict of pairs and keyword arguments',
    run: (run, _self, args) => {
      const source = args.given('source');
      const known = source === undefined ? undefined : usable(source);
      const pairs: [Value, Value][] = [];
      if (known !== undefined && isBlank(known)) return blank(known);
      if (known !== undefined && isDict(known))
        for (const entry of known.entries.values())
          pairs.push([
            entry.key,
            usable(
              isObject(entry.value) && entry.value.kind === 'template'
                ? run.resolve(entry.value)
                : entry.value,
            ),
          ]);
      else if (known !== undefined) {
        for (const item of items(run, known)) {
          const [key, value, ...more] = items(run, item);
          if (key === undefined || value === undefined || more.length > 0)
            return fail('value', 'dict() needs pairs of key and value');
          pairs.push([key, value]);
        }
      }
      for (const [key, value] of args.named) pairs.push([key, value]);
      return dictFrom(run, pairs);
    },
  },
  undef: {
    takes: 'hint?',
    does: 'an undefined value',
    run: (_run, _self, args) => {
      const hint = args.value('hint');
      return hint === null || hint === ''
        ? undefinedValue('Mandatory variable has not been overridden', { isOpen: true })
        : undefinedValue(args.text('hint'));
    },
  },
  lookup: refused('lookup', lookup),
  query: refused('query', lookup),
  q: refused('q', lookup),
  now: refused('now', 'is not available: the same inventory must give the same result at any time'),
  lipsum: refused(
    'lipsum',
    'is not available: the same inventory must give the same result every time',
  ),
  cycler: refused('cycler', 'is not supported'),
  joiner: refused('joiner', 'is not supported'),
  namespace: refused('namespace', 'is not supported'),
};

export const globals: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...Object.keys(functions).map((name): [string, Value] => [
    name,
    { kind: 'callable', name, self: undefined },
  ]),
  ['omit', omit],
]);

export function findFunction(name: string): Definition | undefined {
  return Object.hasOwn(functions, name) ? functions[name] : undefined;
}
