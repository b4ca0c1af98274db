/**
 * References in a text: `${name.export}`, then any of `.field`, `["key"]` and `[0]`; `$${` stands for a literal `${`
 * (format reference, section 9). Text in, pieces with offsets into it out. `${name}` without a dot is text. Knows
 * nothing of what names mean. `writePieces` is the way back: `test/references.test.ts` holds the two to each other.
 */

/** One step below an export. Offsets are those of the step as it is written. */
export type Step =
  | { readonly kind: 'field'; readonly name: string; readonly start: number; readonly end: number }
  | { readonly kind: 'key'; readonly name: string; readonly start: number; readonly end: number }
  | {
      readonly kind: 'index';
      readonly index: number;
      readonly start: number;
      readonly end: number;
    };

/** A reference with its braces. */
export interface Reference {
  readonly kind: 'reference';
  readonly upstream: Word;
  readonly export: Word;
  readonly steps: readonly Step[];
  readonly start: number;
  readonly end: number;
}

/** A name and where it stands in the text. */
export interface Word {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Text between references, escapes undone. */
export interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
}

export type Piece = TextPiece | Reference;

/** Why something that begins like a reference is none. */
export interface ReferenceFault {
  readonly message: string;
  readonly help: string | undefined;
  readonly start: number;
  readonly end: number;
}

export interface ParsedText {
  /** In order; no two texts in a row, none of them empty. What is faulty is left out. */
  readonly pieces: readonly Piece[];
  readonly faults: readonly ReferenceFault[];
}

const special = /\$\$\{|\$\{[ \t]*[A-Za-z0-9][A-Za-z0-9_-]*\./g;
const head = /\$\{[ \t]*([A-Za-z0-9][A-Za-z0-9_-]*)\.([A-Za-z0-9][A-Za-z0-9_-]*)/y;
const field = /\.([A-Za-z0-9_][A-Za-z0-9_-]*)/y;
const key = /\[[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')[ \t]*\]/sy;
const index = /\[[ \t]*(0|[1-9][0-9]{0,8})[ \t]*\]/y;
const close = /[ \t]*\}/y;

/** True for a text in which anything is special; else it means itself. */
export function mayHoldReferences(text: string): boolean {
  return text.includes('${');
}

/** The pieces of a text. */
export function parseReferences(text: string): ParsedText {
  const pieces: Piece[] = [];
  const faults: ReferenceFault[] = [];
  let literal = '';
  let at = 0;
  const flush = (): void => {
    if (literal !== '') pieces.push({ kind: 'text', text: literal });
    literal = '';
  };
  special.lastIndex = 0;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    literal += text.slice(at, found.index);
    if (found[0] === '$${') {
      literal += '${';
      at = special.lastIndex;
      continue;
    }
    const reference = readReference(text, found.index);
    if ('message' in reference) faults.push(reference);
    else {
      flush();
      pieces.push(reference);
    }
    at = special.lastIndex = reference.end;
  }
  literal += text.slice(at);
  flush();
  return { pieces, faults };
}

function readReference(text: string, start: number): Reference | ReferenceFault {
  const named = match(head, text, start);
  if (named === undefined) return fault(text, start, text.indexOf('.', start) + 1);
  const [whole, upstream = '', exported = ''] = named;
  const upstreamAt = start + whole.length - exported.length - 1 - upstream.length;
  let at = start + whole.length;
  const steps: Step[] = [];
  for (let step = readStep(text, at); step !== undefined; step = readStep(text, at)) {
    if ('message' in step) return step;
    steps.push(step);
    at = step.end;
  }
  const end = match(close, text, at);
  if (end === undefined) return fault(text, start, at);
  return {
    kind: 'reference',
    upstream: { name: upstream, start: upstreamAt, end: upstreamAt + upstream.length },
    export: { name: exported, start: upstreamAt + upstream.length + 1, end: start + whole.length },
    steps,
    start,
    end: at + end[0].length,
  };
}

function readStep(text: string, start: number): Step | ReferenceFault | undefined {
  const named = match(field, text, start);
  if (named !== undefined)
    return { kind: 'field', name: named[1] ?? '', start, end: start + named[0].length };
  const numbered = match(index, text, start);
  if (numbered !== undefined)
    return { kind: 'index', index: Number(numbered[1]), start, end: start + numbered[0].length };
  const keyed = match(key, text, start);
  if (keyed === undefined) return undefined;
  const end = start + keyed[0].length;
  const name = unquote(keyed[1] ?? '');
  return name === undefined
    ? {
        message: `the key ${keyed[1] ?? ''} cannot be read`,
        help: 'write it as JSON does: `["a key"]`',
        start,
        end,
      }
    : { kind: 'key', name, start, end };
}

/** The text between quotes; in single quotes, which spare escapes in YAML's double ones, a backslash escapes as well. */
function unquote(quoted: string): string | undefined {
  const json = quoted.startsWith('"')
    ? quoted
    : `"${quoted.slice(1, -1).replace(/\\'|\\.|"/gs, (found) => (found === '"' ? '\\"' : found === "\\'" ? "'" : found))}"`;
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** What follows `at` does not belong to a reference. The fault reaches to its closing brace if it has one on its line. */
function fault(text: string, start: number, at: number): ReferenceFault {
  const rest = /^[^\n}]*\}/.exec(text.slice(at));
  const end = rest === null ? Math.max(at, start + 2) : at + rest[0].length;
  const written = text.slice(start, end).replace(/\s+/g, ' ');
  const what = rest === null ? 'is not closed by `}`' : 'is no reference';
  const help = 'write `${name.export}`, then `.field`, `["key"]` or `[0]`; `$${` is a literal `${`';
  return {
    message: `\`${written.length > 60 ? `${written.slice(0, 57)}…` : written}\` ${what}`,
    help,
    start,
    end,
  };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** A reference as messages call it, without braces: `network.subnets["a.b"][0]`. */
export function referenceName({
  upstream,
  export: exported,
  steps,
}: Pick<Reference, 'upstream' | 'export' | 'steps'>): string {
  return `${upstream.name}.${exported.name}${steps.map(stepText).join('')}`;
}

/** A step as it is written in the plainest way. */
export function stepText(step: Step): string {
  switch (step.kind) {
    case 'field':
      return `.${step.name}`;
    case 'key':
      return `[${JSON.stringify(step.name)}]`;
    case 'index':
      return `[${step.index}]`;
  }
}

/** Pieces as the text that means them: the way back from `parseReferences`. */
export function writePieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text.replaceAll('${', () => '$${')
        : `\${${referenceName(piece)}}`,
    )
    .join('');
}
