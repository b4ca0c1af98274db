/** The methods of a str that an expression may call. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { fail } from '../error.js';
import { formatBraces } from '../format/braces.js';
import { pad } from '../format/number.js';
import { checkText } from '../limits.js';
import { characters, force, items, textLength, usable, type Run } from '../run.js';
import { isDict, isInt, isObject, list, tuple, typeName, type Value } from '../values.js';
import { str } from '../repr.js';
import * as text from './text.js';

function method(
  takes: string,
  does: string,
  run: (self: string, args: Bound, run: Run) => Value,
): Definition {
  return {
    takes,
    does,
    run: (context, value, args) =>
      typeof value === 'string' ? run(value, args, context) : fail('type', 'not a str'),
  };
}

function plain(does: string, change: (self: string) => Value): Definition {
  return method('', does, change);
}

function optionalText(args: Bound, name: string): string | undefined {
  const given = args.given(name);
  return given === undefined || usable(given) === null ? undefined : args.text(name);
}

function stripping(sides: 'both' | 'left' | 'right'): Definition {
  return method(
    'chars?',
    `without the characters at ${sides === 'both' ? 'both ends' : `the ${sides}`}`,
    (self, args) => text.strip(self, optionalText(args, 'chars'), sides),
  );
}

function splitting(fromRight: boolean): Definition {
  return method('sep? maxsplit?', 'the parts between separators', (self, args) =>
    list(text.split(self, optionalText(args, 'sep'), Number(args.int('maxsplit', -1n)), fromRight)),
  );
}

function justify(align: '<' | '>'): Definition {
  return method('width fillchar?', 'padded to a width', (self, args) =>
    pad(self, Number(args.int('width')), align, fillChar(args)),
  );
}

function fillChar(args: Bound): string {
  const fill = args.text('fillchar', ' ');
  return characters(fill).length === 1
    ? fill
    : fail('type', 'the fill character must be exactly one character long');
}

function partition(fromRight: boolean): Definition {
  return method(
    'sep',
    'the text before a separator, the separator, the text after it',
    (self, args) => {
      const sep = args.text('sep');
      if (sep === '') return fail('value', 'empty separator');
      const index = fromRight ? self.lastIndexOf(sep) : self.indexOf(sep);
      if (index < 0) return tuple(fromRight ? ['', '', self] : [self, '', '']);
      return tuple([self.slice(0, index), sep, self.slice(index + sep.length)]);
    },
  );
}

/** The part between two indexes by code points, and where it begins. */
function window(self: string, args: Bound): { chars: string[]; offset: number } {
  const all = characters(self);
  const index = (name: string, missing: number): number => {
    const given = args.given(name);
    if (given === undefined || usable(given) === null) return missing;
    const position = Number(args.int(name));
    return Math.min(all.length, position < 0 ? Math.max(0, position + all.length) : position);
  };
  const offset = index('start', 0);
  return { chars: all.slice(offset, index('end', all.length)), offset };
}

function finding(fromRight: boolean, mustFind: boolean): Definition {
  return method('sub start? end?', 'where a substring stands', (self, args) => {
    const { chars, offset } = window(self, args);
    const part = chars.join('');
    const sub = args.text('sub');
    const index = fromRight ? part.lastIndexOf(sub) : part.indexOf(sub);
    if (index < 0) return mustFind ? fail('value', 'substring not found') : -1n;
    return BigInt(offset + textLength(part.slice(0, index)));
  });
}

function affix(atEnd: boolean): Definition {
  return method(
    'affix start? end?',
    `whether it ${atEnd ? 'ends' : 'starts'} with one of the texts`,
    (self, args, run) => {
      const given = args.value('affix');
      const part = window(self, args).chars.join('');
      const options =
        isObject(given) && given.kind === 'tuple'
          ? given.items.map((item) => usable(force(run, item)))
          : [given];
      return options.some((option) => {
        if (typeof option !== 'string')
          return fail(
            'type',
            `the argument must be str or a tuple of str, not ${typeName(option)}`,
          );
        return atEnd ? part.endsWith(option) : part.startsWith(option);
      });
    },
  );
}

function joinTexts(self: string, args: Bound, run: Run): string {
  const parts = items(run, args.value('iterable')).map((item, index) =>
    typeof item === 'string'
      ? item
      : fail('type', `sequence item ${index}: expected str instance, ${typeName(item)} found`),
  );
  checkText(parts.reduce((sum, part) => sum + part.length + self.length, 0));
  return parts.join(self);
}

const question = (name: Parameters<typeof text.ask>[0]): Definition =>
  plain(`Python's ${name}`, (self) => text.ask(name, self));

export const stringMethods: Definitions = {
  capitalize: plain('first character upper case, the rest lower', text.capitalize),
  casefold: plain('lower case for comparing', (self) => self.replaceAll('ß', 'ss').toLowerCase()),
  center: method('width fillchar?', 'centred in a width', (self, args) => {
    checkText(Number(args.int('width')));
    return text.center(self, Number(args.int('width')), fillChar(args));
  }),
  count: method('sub start? end?', 'how often a substring occurs', (self, args) =>
    BigInt(text.count(window(self, args).chars.join(''), args.text('sub'))),
  ),
  endswith: affix(true),
  expandtabs: method('tabsize?', 'tabs replaced by spaces', (self, args) =>
    text.expandTabs(self, Math.min(1000, Number(args.int('tabsize', 8n)))),
  ),
  find: finding(false, false),
  format: {
    takes: '* **',
    does: 'fields in braces filled',
    run: (run, self, args) =>
      formatBraces(run, str(run, self), { positional: args.rest, named: args.named }),
  },
  format_map: method('mapping', 'fields in braces filled from a dict', (self, args, run) => {
    const mapping = args.value('mapping');
    if (!isDict(mapping)) return fail('type', 'format_map needs a dict');
    const named = new Map(
      [...mapping.entries.values()].flatMap((entry) =>
        typeof entry.key === 'string' ? [[entry.key, force(run, entry.value)] as const] : [],
      ),
    );
    return formatBraces(run, self, { positional: [], named });
  }),
  index: finding(false, true),
  isalnum: question('isalnum'),
  isalpha: question('isalpha'),
  isascii: question('isascii'),
  isdecimal: question('isdecimal'),
  isdigit: question('isdigit'),
  islower: plain('whether all cased characters are lower case', text.isLower),
  isnumeric: question('isnumeric'),
  isspace: question('isspace'),
  istitle: plain('whether every word begins in upper case', text.isTitle),
  isupper: plain('whether all cased characters are upper case', text.isUpper),
  join: method('iterable', 'the texts joined by this one', joinTexts),
  ljust: justify('<'),
  lower: plain('lower case', (self) => self.toLowerCase()),
  lstrip: stripping('left'),
  partition: partition(false),
  removeprefix: method('prefix', 'without a prefix', (self, args) =>
    self.startsWith(args.text('prefix')) ? self.slice(args.text('prefix').length) : self,
  ),
  removesuffix: method('suffix', 'without a suffix', (self, args) =>
    args.text('suffix') !== '' && self.endsWith(args.text('suffix'))
      ? self.slice(0, -args.text('suffix').length)
      : self,
  ),
  replace: method('old new count?', 'a substring replaced', (self, args) => {
    const result = text.replace(
      self,
      args.text('old'),
      args.text('new'),
      Number(args.int('count', -1n)),
    );
    checkText(result.length);
    return result;
  }),
  rfind: finding(true, false),
  rindex: finding(true, true),
  rjust: justify('>'),
  rpartition: partition(true),
  rsplit: splitting(true),
  rstrip: stripping('right'),
  split: splitting(false),
  splitlines: method('keepends?', 'its lines', (self, args) =>
    list(text.splitLines(self, args.flag('keepends'))),
  ),
  startswith: affix(false),
  strip: stripping('both'),
  swapcase: plain('upper and lower case swapped', text.swapcase),
  title: plain('every word in title case', text.title),
  upper: plain('upper case', (self) => self.toUpperCase()),
  zfill: method('width', 'zeros in front, after a sign', (self, args) => {
    const width = args.value('width');
    return isInt(width)
      ? pad(self, Number(width), '=', '0')
      : fail('type', 'the width must be an int');
  }),
};
