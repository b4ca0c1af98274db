/**
 * The text of a scalar: its event in, the string that Ansible reads out, and where it is written. Follows PyYAML where
 * YAML 1.2 reads otherwise: a block scalar that ends with the file has no final line break that the file has not, and
 * U+0085, U+2028 and U+2029 are line breaks.
 */
import type { Builder } from './builder.js';
import { report, skipBlanks } from './builder.js';
import { getScalarValue, SCALAR_STYLE, type ScalarEvent } from './events.js';
import { foldedAsPyYaml, hasEscapedLineBreak, hasOldLineBreak } from './quoted-text.js';

const lineBreak = /[\r\n]/;
const escapedCharacter = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[^])/g;
const blockHeader = /[|>][0-9+-]*/y;

/** The string that a scalar holds. Reports escapes that name no character. */
export function scalarText(builder: Builder, event: ScalarEvent): string {
  const { text } = builder;
  switch (event.style) {
    case SCALAR_STYLE.PLAIN: {
      if (!event.fast) return getScalarValue(text, event);
      const written = text.slice(event.valueStart, event.valueEnd);
      if (!builder.unfolded) return written;
      return lineBreak.test(written) ? getScalarValue(text, { ...event, fast: false }) : written;
    }
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return quotedText(builder, event);
    case SCALAR_STYLE.LITERAL_BLOCK:
    case SCALAR_STYLE.FOLDED_BLOCK:
      return blockText(text, event);
  }
}

/** The offset where a scalar with text starts: its first character, its quote, or the `|` or `>` of its header. */
export function scalarStart(builder: Builder, event: ScalarEvent): number {
  switch (event.style) {
    case SCALAR_STYLE.PLAIN:
      return event.valueStart;
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return event.valueStart - 1;
    case SCALAR_STYLE.LITERAL_BLOCK:
    case SCALAR_STYLE.FOLDED_BLOCK:
      return headerStart(builder, event);
  }
}

/** The offset behind a scalar that starts at `start`; a block scalar ends with its last line that is not blank. */
export function scalarEnd(builder: Builder, event: ScalarEvent, start: number): number {
  switch (event.style) {
    case SCALAR_STYLE.PLAIN:
      return event.valueEnd;
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return event.valueEnd + 1;
    case SCALAR_STYLE.LITERAL_BLOCK:
    case SCALAR_STYLE.FOLDED_BLOCK: {
      const content = builder.text.slice(event.valueStart, event.valueEnd).trimEnd();
      if (content !== '') return event.valueStart + content.length;
      blockHeader.lastIndex = start;
      return start + (blockHeader.exec(builder.text)?.[0].length ?? 1);
    }
  }
}

function headerStart(builder: Builder, event: ScalarEvent): number {
  const { text } = builder;
  let at = Math.max(builder.end, event.tagEnd, event.anchorEnd, 0);
  for (;;) {
    at = skipBlanks(text, at);
    const character = text.charAt(at);
    if (character === '|' || character === '>' || at >= event.valueStart) return at;
    at = text.startsWith('---', at) ? at + 3 : at + 1;
  }
}

function blockText(text: string, event: ScalarEvent): string {
  const value = getScalarValue(text, event);
  const endsWithFile = event.valueEnd === text.length && !/[\r\n]$/.test(text.slice(-1));
  return endsWithFile && value.endsWith('\n') ? value.slice(0, -1) : value;
}

function quotedText(builder: Builder, event: ScalarEvent): string {
  const { text } = builder;
  const written = text.slice(event.valueStart, event.valueEnd);
  if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast)
    checkEscapes(builder, event.valueStart, written);
  if (builder.oldLineBreaks && hasOldLineBreak(written)) return foldedAsPyYaml(written, event);
  if (event.fast) return written;
  const escapedBreak = event.style === SCALAR_STYLE.DOUBLE_QUOTED && hasEscapedLineBreak(written);
  return escapedBreak ? foldedAsPyYaml(written, event) : getScalarValue(text, event);
}

/** Tells the first escape that is half of a surrogate pair (PyYAML joins no pairs) or no character at all. */
function checkEscapes(builder: Builder, offset: number, written: string): void {
  if (!/\\u|\\U/.test(written)) return;
  for (const match of written.matchAll(escapedCharacter)) {
    const code = parseInt(match[1] ?? match[2] ?? '0', 16);
    const start = offset + match.index;
    const end = start + match[0].length;
    if (code > 0x10ffff) {
      report(
        builder,
        'syntax/invalid',
        start,
        end,
        `\`${match[0]}\` is no character: the last one is \`\\U0010FFFF\``,
      );
      return;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      report(
        builder,
        'syntax/lone-surrogate',
        start,
        end,
        `\`${match[0]}\` is half of a surrogate pair, which is no character`,
        {
          help: 'write the character itself, or its code point as `\\U` and eight digits',
        },
      );
      return;
    }
  }
}
