/** Refused texts: values that start with what no plain value may start with, tabs, templates, and the odd directive. */
import type { Explanation, Refused } from './refused.js';

/** Rules look at no more of a line than this, so that a line of a million characters costs nothing. */
const longestShown = 400;

/** A tab where the indentation is. */
export function explainTab({
  text,
  refusal,
  second,
  lineStart,
  contentStart,
}: Refused): Explanation | undefined {
  if (!refusal.reason.startsWith('tab characters') && second?.code !== 'TAB_AS_INDENT')
    return undefined;
  const from = refusal.reason.startsWith('tab characters')
    ? refusal.offset
    : (second?.offset ?? lineStart);
  const tab = text.indexOf('\t', Math.min(lineStart, from));
  if (tab < 0 || tab >= Math.max(contentStart, from + 1)) return undefined;
  const length = /^\t+/.exec(text.slice(tab))?.[0].length ?? 1;
  return {
    start: tab,
    end: tab + length,
    message: 'a tab stands in the indentation',
    help: 'indent with spaces',
  };
}

/** `{{ … }}` or `{% … %}` without quotes, as the value of a key, an item of a list, or inside brackets. */
export function explainTemplate(refused: Refused): Explanation | undefined {
  const { text, refusal, lineStart } = refused;
  const previousStart = text.lastIndexOf('\n', lineStart - 2) + 1;
  return (
    templateIn(text, lineStart, refused.lineEnd, refusal.offset) ??
    templateIn(text, previousStart, lineStart, refusal.offset)
  );
}

function templateIn(
  text: string,
  start: number,
  end: number,
  offset: number,
): Explanation | undefined {
  const line = text.slice(start, Math.min(end, start + longestShown)).trimEnd();
  const value = /^(\s*(?:- +)*(?:[^\s#'"{}[\],][^#'"{}]*?:\s+)?)(\{[{%#].*)$/.exec(line);
  if (value?.[1] !== undefined && value[2] !== undefined && start + value[1].length <= offset) {
    return template(start + value[1].length, withoutComment(value[2]));
  }
  for (const match of line.matchAll(/(?<=[:,[]\s*)\{\{[^{}]*\}\}[^,\]}]*/g)) {
    const from = start + match.index;
    if (offset >= from && offset <= from + match[0].length)
      return template(from, match[0].trimEnd());
  }
  return undefined;
}

function template(start: number, value: string): Explanation {
  return {
    start,
    end: start + value.length,
    message: 'a template starts a value without quotes',
    help: quoteIt(value),
  };
}

/** `@`, a backtick, `%`, or a bracket or comma that belongs nowhere, at the start of a plain value. */
export function explainForbiddenStart({
  text,
  refusal,
  second,
  lineEnd,
}: Refused): Explanation | undefined {
  const at =
    second?.code === 'BAD_SCALAR_START' && second.offset > refusal.offset
      ? second.offset
      : refusal.offset;
  const first = text.charAt(at);
  if (refusal.reason.startsWith('name of an a')) {
    const sign = text.charAt(at - 1);
    return {
      start: at - 1,
      end: at,
      message: `\`${sign}\` starts an ${sign === '*' ? 'alias' : 'anchor'}, and no name follows`,
      help: 'quote the value if it is meant as text',
    };
  }
  if (
    !'@`%,'.includes(first) ||
    first === '' ||
    (first === '%' && /[\r\n]|^$/.test(text.charAt(at - 1)))
  )
    return undefined;
  if (first === ',' && !refusal.reason.startsWith('bad indentation')) return undefined;
  const value = withoutComment(text.slice(at, Math.max(lineEnd, at + 1)));
  const name = first === '`' ? 'a backtick' : `\`${first}\``;
  return {
    start: at,
    end: at + value.length,
    message: `a plain value cannot start with ${name}`,
    help: quoteIt(value),
  };
}

/** A line that starts with `%` and is no directive, or one for a YAML that does not exist. */
export function explainDirective({ text, refusal, second }: Refused): Explanation | undefined {
  if (!/directive|YAML version/.test(refusal.reason)) return undefined;
  const start =
    second?.code === 'BAD_DIRECTIVE'
      ? text.lastIndexOf('%', second.offset)
      : text.lastIndexOf('\n%', refusal.offset) + 1;
  const line = withoutComment(text.slice(Math.max(start, 0)).split(/[\r\n]/, 1)[0] ?? '');
  const place = { start: Math.max(start, 0), end: Math.max(start, 0) + line.length };
  if (refusal.reason.startsWith('unacceptable')) {
    return {
      ...place,
      message: 'the file asks for a version of YAML that does not exist',
      help: 'remove the line',
    };
  }
  return {
    ...place,
    message:
      'a line that starts with `%` is a directive to YAML, and this is none that is understood',
    help: 'remove the line, or write `---` on the line behind it',
  };
}

const words: readonly (readonly [RegExp, string, string])[] = [
  [
    /^a line break is expected/,
    'text follows the header of a block scalar',
    'start the text on the next line',
  ],
  [
    /^bad explicit indentation|^repeat of/,
    'the header of a block scalar is not understood',
    'write `|` or `>`, then `-` or `+` if needed',
  ],
  [/^duplication of a tag/, 'a value has two tags', 'keep one of them'],
  [/^duplication of an anchor/, 'a value has two anchors', 'keep one of them'],
  [
    /^alias node should not/,
    'an alias has a tag or an anchor before it',
    'set it where the value is written',
  ],
  [
    /tag/,
    'a tag is not written as tags are',
    'write `!` and a name, or quote the value if it is meant as text',
  ],
  [
    /^expected the node content/,
    'a comma stands where a value is expected',
    'remove the comma, or write the value before it',
  ],
];

/** Two entries in brackets without a comma between them: the second one, if a colon was what stood in the way. */
export function explainComma({ text, refusal }: Refused): Explanation | undefined {
  if (!refusal.reason.startsWith('missed comma')) return undefined;
  const key =
    text.charAt(refusal.offset) === ':'
      ? (/[^\s,[\]{}]+\s*$/.exec(
          text.slice(Math.max(0, refusal.offset - longestShown), refusal.offset),
        )?.[0].length ?? 0)
      : 0;
  return {
    start: refusal.offset - key,
    end: refusal.offset + 1,
    message: 'a comma is missing between two entries in brackets',
    help: 'put `,` between the entries, or quote the value',
  };
}

/** Cases that js-yaml names well enough to be told in other words. */
export function explainWords({ refusal }: Refused): Explanation | undefined {
  for (const [pattern, message, help] of words) {
    if (pattern.test(refusal.reason))
      return { start: refusal.offset, end: refusal.offset + 1, message, help };
  }
  return undefined;
}

/** The advice to quote a value, with quotes that need no escapes where there are such. */
export function quoteIt(value: string): string {
  if (value.length > 60 || /[\r\n]/.test(value)) return 'put the value in quotes';
  if (!/["\\]/.test(value)) return `quote it: \`"${value}"\``;
  return value.includes("'") ? 'put the value in quotes' : `quote it: \`'${value}'\``;
}

/** A value without the comment and the blanks behind it; of a very long one, its start. */
export function withoutComment(value: string): string {
  return value
    .slice(0, longestShown)
    .replace(/\s+#.*$/, '')
    .trimEnd();
}
