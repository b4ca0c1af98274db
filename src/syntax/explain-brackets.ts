/** Refused texts: brackets that are not closed, closed by the other kind, or that close nothing. */
import type { Explanation, Refused } from './refused.js';

/** A bracket without its other half. */
export function explainBracket({ text, refusal, layout }: Refused): Explanation | undefined {
  const { mismatch, openBracket, strayBracket } = layout;
  if (
    !/flow collection|deficient indentation|mapping entry|document separator|multiline key|node content/.test(
      refusal.reason,
    )
  )
    return undefined;
  if (mismatch !== undefined && mismatch.close <= refusal.offset) {
    const open = text.charAt(mismatch.open);
    return {
      start: mismatch.close,
      end: mismatch.close + 1,
      message: `\`${text.charAt(mismatch.close)}\` stands where \`${otherHalf(open)}\` is expected`,
      help: `close the \`${open}\` first`,
      related: { start: mismatch.open, end: mismatch.open + 1, message: `\`${open}\` opens here` },
    };
  }
  if (openBracket >= 0 && openBracket <= refusal.offset) {
    const open = text.charAt(openBracket);
    return {
      start: openBracket,
      end: openBracket + 1,
      message: `the bracket \`${open}\` is never closed`,
      help: `close it with \`${otherHalf(open)}\``,
    };
  }
  if (strayBracket >= 0 && strayBracket === refusal.offset) {
    return {
      start: strayBracket,
      end: strayBracket + 1,
      message: `\`${text.charAt(strayBracket)}\` closes nothing`,
      help: 'remove it, or quote the value if it is meant as text',
    };
  }
  return undefined;
}

function otherHalf(bracket: string): string {
  return bracket === '[' ? ']' : '}';
}
