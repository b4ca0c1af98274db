/** Filters on text. What is not a str goes through `str()` first, where Jinja2 does so. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { fail } from '../error.js';
import { formatPercent } from '../format/percent.js';
import { checkText } from '../limits.js';
import * as text from '../methods/text.js';
import { str } from '../repr.js';
import { characters, textLength, usable, type Run } from '../run.js';
import { dictOf, isDict, isInt, isObject, list, tuple, typeName, type Value } from '../values.js';

function soft(
  takes: string,
  does: string,
  change: (self: string, args: Bound, run: Run) => Value,
): Definition {
  return { takes, does, run: (run, value, args) => change(str(run, value), args, run) };
}

/** Filters that call a str's own method and so fail on anything else. */
function strict(
  takes: string,
  does: string,
  change: (self: string, args: Bound, run: Run) => Value,
): Definition {
  return {
    takes,
    does,
    run: (run, value, args) =>
      typeof value === 'string'
        ? change(value, args, run)
        : fail('type', `the value must be a str, not ${typeName(value)}`),
  };
}

function optional(args: Bound, name: string): string | undefined {
  const given = args.given(name);
  return given === undefined || usable(given) === null ? undefined : args.text(name);
}

const wordStart = /([-\s({[<]+)/u;

function titleWords(self: string): string {
  return self
    .split(wordStart)
    .map((part) => {
      const [first = '', ...rest] = characters(part);
      return first.toUpperCase() + rest.join('').toLowerCase();
    })
    .join('');
}

function indent(self: string, args: Bound): string {
  const width = args.or('width', 4n);
  const indention =
    typeof width === 'string'
      ? width
      : isInt(width)
        ? ' '.repeat(checked(Number(width)))
        : fail('type', 'argument `width` must be an int or a str');
  const lines = text.splitLines(`${self}\n`);
  checkText(self.length + lines.length * indention.length);
  const blank = args.flag('blank');
  const body = lines
    .map((line, index) => (index > 0 && (blank || line !== '') ? indention + line : line))
    .join('\n');
  return args.flag('first') ? indention + body : body;
}

function checked(width: number): number {
  checkText(width);
  return Math.max(0, width);
}

function truncate(_run: Run, value: Value, args: Bound): Value {
  const length = Number(args.int('length', 255n));
  const end = args.text('end', '...');
  const leeway =
    args.given('leeway') === undefined || args.given('leeway') === null
      ? 5
      : Number(args.int('leeway'));
  if (length < textLength(end))
    return fail('value', `expected length >= ${textLength(end)}, got ${length}`);
  if (leeway < 0) return fail('value', `expected leeway >= 0, got ${leeway}`);
  const size =
    isObject(value) && 'items' in value
      ? value.items.length
      : isDict(value)
        ? value.entries.size
        : undefined;
  if (size !== undefined && size <= length + leeway) return value;
  if (typeof value !== 'string')
    return fail('type', `the value must be a str, not ${typeName(value)}`);
  const chars = characters(value);
  if (chars.length <= length + leeway) return value;
  const cut = chars.slice(0, length - textLength(end)).join('');
  if (args.flag('killwords')) return cut + end;
  const space = cut.lastIndexOf(' ');
  return (space < 0 ? cut : cut.slice(0, space)) + end;
}

function wordWrap(self: string, args: Bound): string {
  const width = Number(args.int('width', 79n));
  if (width <= 0) return fail('value', `invalid width ${width} (must be > 0)`);
  const breakWords = args.flag('break_long_words', true);
  const hyphens = args.flag('break_on_hyphens', true);
  const joiner = optional(args, 'wrapstring') ?? '\n';
  const lines = text
    .splitLines(self)
    .map((line) => wrapLine(line, width, breakWords, hyphens).join(joiner));
  const result = lines.join(joiner);
  checkText(result.length);
  return result;
}

/** Python's textwrap on one line: chunks of words and spaces, packed greedily. */
function wrapLine(line: string, width: number, breakWords: boolean, hyphens: boolean): string[] {
  const chunks = chunksOf(line, hyphens).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && chunks.at(-1)?.trim() === '') chunks.pop();
    const current: string[] = [];
    let length = 0;
    for (
      let chunk = chunks.at(-1);
      chunk !== undefined && length + textLength(chunk) <= width;
      chunk = chunks.at(-1)
    ) {
      current.push(chunk);
      length += textLength(chunk);
      chunks.pop();
    }
    const long = chunks.at(-1);
    if (long !== undefined && textLength(long) > width) {
      const room = width - length;
      if (breakWords) {
        const cut = breakPoint(long, room, hyphens);
        current.push(characters(long).slice(0, cut).join(''));
        chunks[chunks.length - 1] = characters(long).slice(cut).join('');
      } else if (current.length === 0) {
        current.push(long);
        chunks.pop();
      }
    }
    if (current.at(-1)?.trim() === '') current.pop();
    if (current.length > 0) lines.push(current.join(''));
  }
  return lines;
}

function breakPoint(word: string, room: number, hyphens: boolean): number {
  const chars = characters(word);
  if (!hyphens || chars.length <= room) return room;
  const hyphen = chars.slice(0, room).lastIndexOf('-');
  return hyphen > 0 && chars.slice(0, hyphen).some((char) => char !== '-') ? hyphen + 1 : room;
}

const hyphenated = /(\s+|[^\s\w]*\w+[^0-9\W]-(?=\w+[^0-9\W])|(?<=[\w!"'&.,?])-{2,}(?=\w))/u;

function chunksOf(line: string, hyphens: boolean): string[] {
  const chunks = hyphens ? line.split(hyphenated) : line.split(/(\s+)/u);
  return chunks.filter((chunk) => chunk !== '');
}

function format(run: Run, value: Value, args: Bound): Value {
  if (args.rest.length > 0 && args.named.size > 0)
    return fail('value', "can't handle positional and keyword arguments at the same time");
  const values = args.named.size > 0 ? dictOf(args.named) : tuple(args.rest);
  return formatPercent(run, str(run, value), values);
}

function replace(self: string, args: Bound): string {
  const count = args.or('count', null);
  const result = text.replace(
    self,
    args.asText('old'),
    args.asText('new'),
    count === null ? -1 : Number(args.int('count')),
  );
  checkText(result.length);
  return result;
}

function center(self: string, args: Bound): string {
  const width = Number(args.int('width', 80n));
  checkText(width);
  return text.center(self, width, ' ');
}

function split(self: string, args: Bound): Value {
  return list(text.split(self, optional(args, 'sep'), Number(args.int('maxsplit', -1n))));
}

const styles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  plain: { decoration: '# ' },
  erlang: { decoration: '% ' },
  c: { decoration: '// ' },
  cblock: { beginning: '/*', decoration: ' * ', end: ' */' },
  xml: { beginning: '<!--', decoration: ' - ', end: '-->' },
};

function comment(self: string, args: Bound): string {
  const name = args.text('style', 'plain');
  const style =
    styles[name] ??
    fail(
      'value',
      `there is no comment style \`${name}\``,
      `known: ${Object.keys(styles).join(', ')}`,
    );
  const option = (key: string, missing: string): string =>
    args.given(key) === undefined ? (style[key] ?? missing) : args.text(key);
  const decoration = option('decoration', '');
  const newline = option('newline', '\n');
  const bare = text.strip(decoration, undefined, 'right');
  const edge = (key: 'prefix' | 'postfix'): { text: string; count: number } => ({
    text: option(key, bare),
    count: Math.max(0, Number(args.int(`${key}_count`, 1n))),
  });
  const prefix = edge('prefix');
  const postfix = edge('postfix');
  checkText(
    prefix.count * (prefix.text.length + newline.length) +
      postfix.count * (postfix.text.length + newline.length),
  );
  const beginning = option('beginning', '');
  const end = option('end', '');
  const line = prefix.text === '' ? '' : prefix.text === newline ? newline : prefix.text + newline;
  const lines = newline === '' ? self : self.replaceAll(newline, newline + decoration);
  const body = (decoration + lines).replaceAll(decoration + newline, bare + newline);
  return [
    beginning === '' ? '' : beginning + newline,
    line.repeat(prefix.count),
    body,
    `${newline}${postfix.text}`.repeat(postfix.count),
    end === '' ? '' : newline + end,
  ].join('');
}

function quote(run: Run, value: Value): Value {
  if (value === null) return "''";
  const words = str(run, value);
  if (words === '') return "''";
  return /[^\w@%+=:,./-]/.test(words) ? `'${words.replaceAll("'", "'\"'\"'")}'` : words;
}

export const textFilters: Definitions = {
  upper: soft('', 'upper case', (self) => self.toUpperCase()),
  lower: soft('', 'lower case', (self) => self.toLowerCase()),
  capitalize: soft('', 'first character upper case, the rest lower', text.capitalize),
  title: soft('', 'every word with a capital', titleWords),
  trim: soft('chars?', 'without spaces at both ends', (self, args) =>
    text.strip(self, optional(args, 'chars')),
  ),
  string: soft('', 'as text', (self) => self),
  replace: soft('old new count?', 'a substring replaced', replace),
  center: soft('width?', 'centred in a width', center),
  wordcount: soft('', 'the number of words', (self) =>
    BigInt(self.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0),
  ),
  indent: strict('width? first? blank?', 'lines indented', indent),
  truncate: { takes: 'length? killwords? end? leeway?', does: 'cut to a length', run: truncate },
  wordwrap: strict(
    'width? break_long_words? wrapstring? break_on_hyphens?',
    'wrapped to a width',
    wordWrap,
  ),
  format: { takes: '* **', does: 'values put into a printf format', run: format },
  split: strict('sep? maxsplit?', 'the parts between separators', split),
  comment: strict(
    'style? newline? beginning? prefix? prefix_count? decoration? postfix? postfix_count? end?',
    'as a comment',
    comment,
  ),
  quote: { takes: '', does: 'quoted for a shell', run: quote },
};
