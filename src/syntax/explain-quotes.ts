/** Refused texts: quotes that are not closed, go on too far left, hold an escape that is none, or are followed by text. */
import { withoutComment } from './explain-values.js';
import { quoteAround } from './flow-layout.js';
import { quotedEnd } from './scalar-extent.js';
import type { Explanation, Refused } from './refused.js';

const newEntry = /^\s*(?:- |-$|#|[\w.'"-][^:]*:(?:\s|$)|---|\.\.\.|$)/;

/** A quote that is never closed, or that goes on at the column of its key. */
export function explainQuote(refused: Refused): Explanation | undefined {
  const { text, refusal, layout, lineStart, lineEnd, contentStart } = refused;
  if (!/deficient indentation|quoted scalar|escape/.test(refusal.reason)) return undefined;
  const start = quoteAround(text, refusal.offset);
  if (start < 0) return undefined;
  if (refusal.reason.includes('escape') && layout.openQuote !== start) return undefined;
  const end = start + (/[\r\n]|$/.exec(text.slice(start))?.index ?? 1);
  if (quotedEnd(text, start) < 0) {
    return { start, end, message: 'the quote that opens here is never closed', help: 'close it' };
  }
  if (newEntry.test(text.slice(lineStart, lineEnd))) {
    return {
      start,
      end,
      message: 'the quote that opens here is not closed before the next entry',
      help: 'close it, or indent the lines that continue it',
    };
  }
  return {
    start: contentStart,
    end: Math.max(lineEnd, contentStart + 1),
    message: 'a quoted value goes on at the column of its key',
    help: 'indent the lines that continue it',
  };
}

/** An escape that double quotes do not know. */
export function explainEscape({ text, refusal }: Refused): Explanation | undefined {
  if (
    refusal.reason !== 'unknown escape sequence' &&
    refusal.reason !== 'expected hexadecimal character'
  )
    return undefined;
  const start = text.lastIndexOf('\\', refusal.offset);
  const end = refusal.offset + (refusal.reason.startsWith('unknown') ? 1 : 0);
  const escape = text.slice(start, end);
  const message =
    refusal.reason === 'unknown escape sequence'
      ? `\`${escape}\` is no escape that double quotes know`
      : `\`${escape}\` has too few hexadecimal digits`;
  return { start, end, message, help: 'use single quotes, or write `\\\\` for a backslash' };
}

/** Text behind a closing quote, as in `"{{ x }}"/y` or `'it's'`. */
export function explainTextBehindQuote({
  text,
  refusal,
  lineStart,
  lineEnd,
}: Refused): Explanation | undefined {
  const before = text.slice(lineStart, refusal.offset).trimEnd();
  const quote = before.slice(-1);
  if ((quote !== '"' && quote !== "'") || quoteAround(text, lineStart + before.length - 1) < 0)
    return undefined;
  const rest = withoutComment(text.slice(refusal.offset, lineEnd));
  if (rest === '' || rest.startsWith(':')) return undefined;
  return {
    start: refusal.offset,
    end: refusal.offset + rest.length,
    message: 'text follows the closing quote',
    help:
      quote === "'"
        ? "put all of it in the quotes, and write `''` for a quote in it"
        : 'put all of it in the quotes',
  };
}
