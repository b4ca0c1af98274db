/** What the rules of `explain.ts` look at, and what they answer. */
import type { Refusal } from './events.js';
import type { FlowLayout } from './flow-layout.js';
import type { YamlRefusal } from './yaml-events.js';

/** What is known about a text that was refused. */
export interface Refused {
  readonly text: string;
  readonly refusal: Refusal;
  readonly layout: FlowLayout;
  /** What `yaml` says, where it was asked. */
  readonly second: YamlRefusal | undefined;
  /** The line of the refusal: its first character, its end, its first character that is no blank. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly contentStart: number;
}

/** A place and what to say about it. */
export interface Explanation {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string;
  readonly related?: { readonly start: number; readonly end: number; readonly message: string };
}

/** Gathers what the rules look at. */
export function refusedAt(
  text: string,
  refusal: Refusal,
  layout: FlowLayout,
  second?: YamlRefusal,
): Refused {
  const lineStart =
    Math.max(
      text.lastIndexOf('\n', refusal.offset - 1),
      text.lastIndexOf('\r', refusal.offset - 1),
    ) + 1;
  const lineEnd = lineStart + (/[\r\n]|$/.exec(text.slice(lineStart))?.index ?? 0);
  const contentStart =
    lineStart + (/^[ \t]*/.exec(text.slice(lineStart, lineEnd))?.[0].length ?? 0);
  return { text, refusal, layout, second, lineStart, lineEnd, contentStart };
}
