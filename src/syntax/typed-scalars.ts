/**
 * Nodes of scalars whose type is known: text and type in, node out. A number or a date that cannot be is reported, and
 * becomes the string that it is written as.
 */
import { report, type Builder } from './builder.js';
import type { Node } from './node.js';
import { mostDigits, parseFloatingPoint, parseInteger, type NumberFailure } from './numbers.js';
import { boolValue, type PlainType } from './plain-scalars.js';
import { isoText } from './timestamps.js';

/** Inside brackets, PyYAML takes a leading `?` for the mark of a key. */
export function reportQuestionMark(builder: Builder, start: number, end: number): void {
  const text = builder.text.slice(start, end);
  report(
    builder,
    'syntax/invalid',
    start,
    end,
    'a value inside brackets starts with `?`, which marks a key to Ansible',
    {
      help: `quote it: \`"${text}"\``,
    },
  );
}

/** The node of a scalar that is of type `type`. */
export function resolvedNode(
  builder: Builder,
  start: number,
  end: number,
  text: string,
  type: PlainType,
): Node {
  const { source } = builder;
  switch (type) {
    case 'string':
      return stringNode(builder, start, end, text);
    case 'int':
      return numberNode(builder, start, end, text, 'int');
    case 'float':
      return numberNode(builder, start, end, text, 'float');
    case 'bool':
      return { source, start, end, kind: 'bool', value: boolValue(text) === true };
    case 'null':
      return { source, start, end, kind: 'null' };
    case 'timestamp':
      return dateNode(builder, start, end, text);
    case 'merge':
    case 'value':
      report(
        builder,
        'syntax/reserved-scalar',
        start,
        end,
        `a plain \`${text}\` is no value to Ansible`,
        {
          help: `quote it: \`"${text}"\``,
        },
      );
      return stringNode(builder, start, end, text);
  }
}

/** A string that is written from `start` to `end`. */
export function stringNode(builder: Builder, start: number, end: number, value: string): Node {
  return { source: builder.source, start, end, kind: 'string', value };
}

/** An integer or a float; a text that is none, is not finite or is too large is reported. */
export function numberNode(
  builder: Builder,
  start: number,
  end: number,
  text: string,
  kind: 'int' | 'float',
): Node {
  const { source } = builder;
  if (kind === 'int') {
    const value = parseInteger(text);
    if (typeof value !== 'string') return { source, start, end, kind, value };
    return badNumber(builder, start, end, text, kind, value);
  }
  const value = parseFloatingPoint(text);
  if (typeof value !== 'string') return { source, start, end, kind, value };
  return badNumber(builder, start, end, text, kind, value);
}

function badNumber(
  builder: Builder,
  start: number,
  end: number,
  text: string,
  kind: 'int' | 'float',
  failure: NumberFailure,
): Node {
  const help = 'quote it if it is meant as text';
  const written = text.length > 40 ? `${text.slice(0, 20)}…` : text;
  switch (failure) {
    case 'malformed':
      report(
        builder,
        'syntax/invalid',
        start,
        end,
        `\`${written}\` looks like a number to Ansible but is none`,
        { help },
      );
      break;
    case 'not-finite':
      report(
        builder,
        'syntax/not-finite',
        start,
        end,
        `\`${written}\`${whereOf(builder)} is no finite number`,
        { help },
      );
      break;
    case 'too-large': {
      const limit = kind === 'float' ? 'overflows a float' : `has more than ${mostDigits} digits`;
      report(builder, 'syntax/number-too-large', start, end, `\`${written}\` ${limit}`, { help });
      break;
    }
  }
  return stringNode(builder, start, end, text);
}

/** The key that a value belongs to, for a message that shows no text around it. */
function whereOf({ keyText }: Builder): string {
  return keyText === undefined ? '' : ` in \`${keyText}\``;
}

/** The ISO text of a date; a date that does not exist is reported. */
export function dateNode(builder: Builder, start: number, end: number, text: string): Node {
  const iso = isoText(text);
  if (iso === undefined) {
    report(
      builder,
      'syntax/impossible-date',
      start,
      end,
      `\`${text}\` looks like a date, and there is no such date`,
      {
        help: `quote it if it is meant as text: \`"${text}"\``,
      },
    );
  }
  const node = stringNode(builder, start, end, iso ?? text);
  builder.dates.add(node);
  if (iso === undefined) builder.told.add(node);
  return node;
}
