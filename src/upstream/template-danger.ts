/**
 * Whether values of upstreams may stand inside a text that is a template of the user's own: only where none of their
 * characters could become a part of that template.
 */
import { holdsTemplate, startsWithHeader, templateMarkers } from '../text/template-markers.js';
import type { Piece, Reference } from './reference-text.js';

/** A reference whose value may not stand where it does. */
export interface Danger {
  readonly reference: Reference;
  readonly fault: string;
}

/** What stands in the place of a value to learn what the text is without it. */
const neutral = 'x';

/** Whether the text that users wrote is a template, whatever the values of its references are. */
export function isOwnTemplate(pieces: readonly Piece[]): boolean {
  return holdsTemplate(join(pieces, () => neutral));
}

/** The first reference whose text would become a part of the template in `pieces`. What has no text yet is harmless. */
export function findDanger(
  pieces: readonly Piece[],
  texts: ReadonlyMap<Reference, string>,
): Danger | undefined {
  const textOf = (reference: Reference): string => texts.get(reference) ?? neutral;
  const written = join(pieces, () => neutral);
  const hasHeader = startsWithHeader(written);
  let before = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      before += piece.text;
      continue;
    }
    const text = textOf(piece);
    const fault = faultAt(before, text, hasHeader);
    if (fault !== undefined) return { reference: piece, fault };
    if (
      differs(
        written,
        join(pieces, (other) => (other === piece ? text : neutral)),
      )
    )
      return { reference: piece, fault: markersFault };
    before += text;
  }
  return findJoined(pieces, textOf, written);
}

const markersFault = 'its value holds template markers';

/** Several values may form a marker together that none of them holds. */
function findJoined(
  pieces: readonly Piece[],
  textOf: (reference: Reference) => string,
  written: string,
): Danger | undefined {
  if (!differs(written, join(pieces, textOf))) return undefined;
  const known = new Set<Reference>();
  for (const piece of pieces) {
    if (piece.kind === 'text') continue;
    known.add(piece);
    if (
      differs(
        written,
        join(pieces, (other) => (known.has(other) ? textOf(other) : neutral)),
      )
    )
      return { reference: piece, fault: 'its value would complete a template marker' };
  }
  return undefined;
}

/** What is wrong with a value behind the text `before`. */
function faultAt(before: string, text: string, hasHeader: boolean): string | undefined {
  if (hasHeader && !before.includes('\n'))
    return 'its value would be read as a part of the `#jinja2:` header';
  return (hasHeader || isWithinTemplate(before)) && !/^[\w .:/@+,=-]*$/.test(text)
    ? 'its value would be read as a part of the expression'
    : undefined;
}

/** True if a template is open at the end of `text`. */
function isWithinTemplate(text: string): boolean {
  return [
    ['{{', '}}'],
    ['{%', '%}'],
    ['{#', '#}'],
  ].some(([open = '', close = '']) => text.lastIndexOf(open) > text.lastIndexOf(close));
}

/** Whether Ansible would read the markers of two texts differently. */
function differs(one: string, other: string): boolean {
  return (
    startsWithHeader(one) !== startsWithHeader(other) ||
    templateMarkers(one).join(' ') !== templateMarkers(other).join(' ')
  );
}

function join(pieces: readonly Piece[], textOf: (reference: Reference) => string): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : textOf(piece))).join('');
}
