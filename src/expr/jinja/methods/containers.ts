/** The methods of list, tuple, dict and range that change nothing; a method that changes its list is refused elsewhere. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { equals, hashKey } from '../compare.js';
import { fail } from '../error.js';
import { force, items, pair, usable, type Run } from '../run.js';
import { isDict, list, type Dict, type Value } from '../values.js';

function ofDict(
  takes: string,
  does: string,
  run: (self: Dict, args: Bound, run: Run) => Value,
): Definition {
  return {
    takes,
    does,
    run: (context, value, args) =>
      isDict(value) ? run(value, args, context) : fail('type', 'not a dict'),
  };
}

const dictMethods: Definitions = {
  copy: ofDict('', 'a copy', (self) => self),
  get: ofDict('key default?', 'the value of a key, or a default', (self, args, run) => {
    const entry = self.entries.get(hashKey(run, args.value('key')));
    return entry === undefined ? args.or('default', null) : force(run, entry.value);
  }),
  items: ofDict('', 'its keys with their values', (self, _args, run) =>
    list(
      [...self.entries.values()].map((entry) => pair(entry.key, usable(force(run, entry.value)))),
    ),
  ),
  keys: ofDict('', 'its keys', (self) =>
    list([...self.entries.values()].map((entry) => entry.key)),
  ),
  values: ofDict('', 'its values', (self, _args, run) =>
    list([...self.entries.values()].map((entry) => usable(force(run, entry.value)))),
  ),
};

const sequenceMethods: Definitions = {
  count: {
    takes: 'value',
    does: 'how often a value occurs',
    run: (run, self, args) =>
      BigInt(
        items(run, self, true).filter((item) => equals(run, item, args.value('value'))).length,
      ),
  },
  index: {
    takes: 'value start? end?',
    does: 'where a value first stands',
    run: (run, self, args) => {
      const all = items(run, self, true);
      const bound = (name: string, missing: number): number => {
        const position = Number(args.int(name, BigInt(missing)));
        return position < 0 ? Math.max(0, position + all.length) : position;
      };
      const end = bound('end', all.length);
      const index = all.findIndex(
        (item, position) =>
          position >= bound('start', 0) && position < end && equals(run, item, args.value('value')),
      );
      return index < 0 ? fail('value', 'the value is not in the list') : BigInt(index);
    },
  },
};

export const containerMethods: Readonly<Record<string, Definitions>> = {
  dict: dictMethods,
  list: {
    ...sequenceMethods,
    copy: { takes: '', does: 'a copy', run: (_run, self) => usable(self) },
  },
  tuple: sequenceMethods,
  range: sequenceMethods,
};
