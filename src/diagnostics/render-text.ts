/**
 * Diagnostics as text for people, in one of two forms.
 * Without excerpts each is one line, complete in itself and closed by its code, so that it still reads well when
 * Ansible folds all lines into one:
 *   FILE:LINE:COLUMN: error: MESSAGE (FILE:LINE:COLUMN: RELATED) (HELP) [CODE]
 * (without a place where it is about the command line)
 * With excerpts, for a terminal, the source is shown and marked. Nothing of the user's text reaches the terminal raw.
 */
import { styleText } from 'node:util';
import { placeOf } from '../text/position.js';
import { isNowhere, type Span } from '../text/source.js';
import { escapeControls } from '../text/terminal.js';
import type { Severity } from './codes.js';
import type { Diagnostic, Related } from './diagnostic.js';
import { excerptOf, type ExcerptLine } from './excerpt.js';

export interface TextOptions {
  readonly colour: boolean;
  readonly excerpts: boolean;
  /** At most this many diagnostics, errors before warnings before hints, and then a count of the rest. */
  readonly limit: number;
  /** Columns of the terminal; 100 if not known. */
  readonly width?: number | undefined;
}

type Style = 'severity' | 'message' | 'mark' | 'related' | 'frame' | 'help' | 'code' | 'place';

/** Paints a piece of text, or leaves it as it is. */
type Paint = (style: Style, text: string) => string;

/** Related places and characters of one text that are shown; the rest is counted, or cut off. */
const maxRelated = 5;
const maxText = 2000;

/** No terminal is taken for narrower than this; of its columns, these are for line numbers of up to 6 digits and the bar. */
const minWidth = 40;
const frameWidth = 10;

/** The text of all diagnostics in the order given, with a line break at its end; '' for none. */
export function renderText(diagnostics: readonly Diagnostic[], options: TextOptions): string {
  const shown = choose(diagnostics, options.limit);
  const texts = shown.map((each) =>
    options.excerpts ? renderExcerpts(each, options) : renderLine(each, options),
  );
  const rest = countOfRest(diagnostics, shown);
  if (rest !== '') texts.push(`… and ${rest}`);
  return texts.map((text) => `${text}\n`).join(options.excerpts ? '\n' : '');
}

/** The first `limit` of them, in their order; where some must go, hints go first and errors last. */
function choose(diagnostics: readonly Diagnostic[], limit: number): readonly Diagnostic[] {
  const places = [...diagnostics.keys()];
  const of = (severity: Severity): number[] =>
    places.filter((place) => diagnostics[place]?.severity === severity);
  const chosen = new Set([...of('error'), ...of('warning'), ...of('hint')].slice(0, limit));
  return diagnostics.filter((_, place) => chosen.has(place));
}

function countOfRest(all: readonly Diagnostic[], shown: readonly Diagnostic[]): string {
  const count = (severity: Severity): string[] => {
    const [total = 0, told = 0] = [all, shown].map(
      (each) => each.filter((one) => one.severity === severity).length,
    );
    const rest = total - told;
    return rest === 0 ? [] : [`${rest} more ${severity}${rest === 1 ? '' : 's'}`];
  };
  return [...count('error'), ...count('warning'), ...count('hint')].join(' and ');
}

function renderLine(diagnostic: Diagnostic, options: TextOptions): string {
  const { code, severity, span, message, related, help } = diagnostic;
  const paint = painter(severity, options.colour);
  const others = related
    .slice(0, maxRelated)
    .map((each) => `${place(each.span)}: ${safe(each.message)}`);
  if (related.length > maxRelated) others.push(morePlaces(related));
  return [
    ...(isNowhere(span) ? [] : [paint('place', `${place(span)}:`)]),
    `${paint('severity', `${severity}:`)} ${safe(message)}`,
    ...others.map((each) => `(${each})`),
    ...(help === undefined ? [] : [`(${safe(help)})`]),
    paint('code', `[${code}]`),
  ].join(' ');
}

function renderExcerpts(diagnostic: Diagnostic, options: TextOptions): string {
  const { code, severity, span, message, help } = diagnostic;
  const paint = painter(severity, options.colour);
  const width = Math.max(options.width ?? 100, minWidth) - frameWidth;
  const main = excerptOf(span, width);
  const related = diagnostic.related
    .slice(0, maxRelated)
    .map((each) => ({ ...each, excerpt: excerptOf(each.span, width) }));
  const gutter = gutterOf([main, ...related.map((each) => each.excerpt)].flat());
  const edge = paint('frame', `${' '.repeat(gutter)} |`);
  const frame = (sign: string, text: string): string =>
    `${' '.repeat(gutter)}${paint('frame', sign)} ${text}`;
  const lines = [
    `${paint('severity', `${severity}:`)} ${paint('message', safe(message))} ${paint('code', `[${code}]`)}`,
    ...(isNowhere(span) ? [] : [frame('-->', place(span))]),
    ...source(main, { gutter, edge, paint, sign: '^', style: 'mark', label: '' }),
  ];
  for (const each of related) {
    const label = safe(each.message);
    lines.push(
      frame(':::', each.excerpt.length === 0 ? `${place(each.span)}: ${label}` : place(each.span)),
    );
    lines.push(
      ...source(each.excerpt, { gutter, edge, paint, sign: '-', style: 'related', label }),
    );
  }
  if (diagnostic.related.length > maxRelated)
    lines.push(frame(':::', morePlaces(diagnostic.related)));
  if (help !== undefined) lines.push(frame(' =', `${paint('help', 'help:')} ${safe(help)}`));
  return lines.join('\n');
}

interface SourceStyle {
  readonly gutter: number;
  readonly edge: string;
  readonly paint: Paint;
  readonly sign: string;
  readonly style: Style;
  readonly label: string;
}

/** Source lines with their numbers, each with its mark below it; the label stands behind the last mark. */
function source(
  excerpt: readonly ExcerptLine[],
  { gutter, edge, paint, sign, style, label }: SourceStyle,
): string[] {
  if (excerpt.length === 0) return [];
  const lines = excerpt.flatMap((line, index) => {
    const number = paint('frame', `${String(line.number).padStart(gutter)} |`);
    const behind = label !== '' && index === excerpt.length - 1 ? ` ${label}` : '';
    const mark = `${' '.repeat(line.markStart)}${paint(style, sign.repeat(line.markWidth) + behind)}`;
    return [line.text === '' ? number : `${number} ${line.text}`, `${edge} ${mark}`];
  });
  return [edge, ...lines, edge];
}

/** Columns before the bar: the digits of the highest line number, and a blank before them. */
function gutterOf(excerpt: readonly ExcerptLine[]): number {
  return String(Math.max(0, ...excerpt.map((line) => line.number))).length + 1;
}

function morePlaces(related: readonly Related[]): string {
  const count = related.length - maxRelated;
  return `and ${count} more place${count === 1 ? '' : 's'}`;
}

function place(span: Span): string {
  return escapeControls(placeOf(span));
}

/** Text of the user's that is safe on a terminal, and not endless. */
function safe(text: string): string {
  const cut = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  return escapeControls(cut);
}

function painter(severity: Severity, colour: boolean): Paint {
  if (!colour) return (_, text) => text;
  const main = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'cyan';
  const formats = {
    severity: ['bold', main],
    message: ['bold'],
    mark: ['bold', main],
    related: ['cyan'],
    frame: ['blue'],
    help: ['bold', 'cyan'],
    code: ['dim'],
    place: ['bold'],
  } as const;
  return (style, text) => styleText([...formats[style]], text, { validateStream: false });
}
