/**
 * Changes that mend what a diagnostic tells, as its own help says it: the name that was meant, quotes around a scalar, another
 * order, a definition that is missing. One diagnostic in, any number of fixes out.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { pathAt } from '../syntax/path-at.js';
import type { Span } from '../text/source.js';
import type { Analysis, Draft } from './analysis.js';
import { addToSection, bare, entryIn, setOrder, type Edit } from './edits.js';
import { expectedTypeAt } from './expected-type.js';
import { unquoted } from './lines.js';
import { mentionAt } from './navigate.js';

export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** True for the one that is meant most likely. */
  readonly isPreferred: boolean;
}

export function fixesFor(
  diagnostic: Diagnostic,
  analysis: Analysis,
  analyses: readonly Analysis[],
): readonly Fix[] {
  return [
    ...meant(diagnostic),
    ...quoted(diagnostic),
    ...orders(diagnostic, analysis),
    ...missing(diagnostic, analysis, analyses),
  ];
}

function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}

/** "did you mean `x`?" */
function meant({ span, help = '' }: Diagnostic): Fix[] {
  const [, name] = /^did you mean `([^`]+)`\?/.exec(help) ?? [];
  const written = textOf(span);
  if (name === undefined || written === '' || written.includes('\n')) return [];
  return [
    {
      title: `Replace by \`${name}\``,
      edits: [{ span: bare(span), text: inStyleOf(written, name) }],
      isPreferred: true,
    },
  ];
}

/** A name with the quotes, the dot or the brackets around the one it replaces. */
function inStyleOf(written: string, name: string): string {
  const [first = ''] = written;
  if (first === '"') return JSON.stringify(name);
  if (first === "'") return `'${name.replaceAll("'", "''")}'`;
  if (first === '.')
    return /^[A-Za-z0-9_][\w-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  if (first === '[') return `[${JSON.stringify(name)}]`;
  return name;
}

/** What the help gives as the right spelling of a name or a path. */
const aboutSpelling: ReadonlySet<string> = new Set([
  'check/variable-name',
  'check/compose-name',
  'check/path',
]);

/** Scalars that are read as something else than text or otherwise by others, quotes that are too many, and other spellings. */
function quoted({ code, span, help = '' }: Diagnostic): Fix[] {
  const put = (text: string, isPreferred: boolean): Fix => ({
    title: `Write ${text}`,
    edits: [{ span: bare(span), text }],
    isPreferred,
  });
  const written = textOf(span);
  const isPlain = /^[^"'|>[{\s][^\n]*$/.test(written);
  const [, text] = /^quote it: `(?:.*: )?("(?:[^"\\]|\\.)*")`/.exec(help) ?? [];
  if (text !== undefined)
    return /^["']?[^"'\n]+$/.test(written) && unquoted(text) === written ? [put(text, true)] : [];
  if (/^quote (?:it|the value)\b/.test(help))
    return isPlain ? [put(JSON.stringify(written), false)] : [];
  if (help.startsWith('write it without quotes:'))
    return /^(["'])[\w.+-]+\1$/.test(written) ? [put(written.slice(1, -1), true)] : [];
  if (aboutSpelling.has(code))
    return [...(/^write `([^`]+)`(?:$|, or )/.exec(help)?.slice(1) ?? [])].map((spelling) =>
      put(inStyleOf(written, spelling), false),
    );
  if (code !== 'syntax/reads-differently') return [];
  return [...help.matchAll(/`([^`]+)`/g)].map(([, word = ''], index) => put(word, index === 0));
}

const aboutOrders: ReadonlySet<string> = new Set([
  'resolve/equal-service-order',
  'resolve/equal-order-conflict',
  'check/include-order',
]);

/** Two of one order: one of them is raised to the next that nobody has. */
function orders(diagnostic: Diagnostic, { drafts, resolution }: Analysis): Fix[] {
  const { code, span, related } = diagnostic;
  const { tags, services } = resolution.loaded.inventory;
  const isService = code === 'resolve/equal-service-order';
  if (!aboutOrders.has(code)) return [];
  const section = isService ? 'services' : 'tags';
  const places =
    code === 'check/include-order' ? [span] : [span, ...related.map((each) => each.span)];
  const taken = new Set([...(isService ? services : tags).values()].map((each) => each.order));
  const above =
    code === 'check/include-order' ? tagAt(drafts, related[0]?.span, section) : undefined;
  const found = new Map<string, Fix>();
  for (const place of places) {
    const owner = tagAt(drafts, place, section);
    const order = (isService ? services : tags).get((above ?? owner)?.name ?? '')?.order;
    if (owner === undefined || order === undefined || found.has(owner.name)) continue;
    let free = order + 1;
    while (taken.has(free)) free++;
    const edit = setOrder(owner.entry, free);
    if (edit !== undefined)
      found.set(owner.name, {
        title: `Raise the order of the ${isService ? 'service' : 'tag'} \`${owner.name}\` to ${free}`,
        edits: [edit],
        isPreferred: false,
      });
  }
  return [...found.values()];
}

/** The definition in a section that a place is in. */
function tagAt(
  drafts: readonly Draft[],
  span: Span | undefined,
  section: string,
): { readonly name: string; readonly entry: NonNullable<ReturnType<typeof entryIn>> } | undefined {
  const draft = span && drafts.find((each) => each.source === span.source);
  const [first, second] =
    draft === undefined || span === undefined ? [] : pathAt(draft.root, span.start);
  return first?.key === section && second?.entry !== undefined
    ? { name: String(second.key), entry: second.entry }
    : undefined;
}

/** Definitions of what is named and not there. */
function missing(
  { code, span }: Diagnostic,
  analysis: Analysis,
  analyses: readonly Analysis[],
): Fix[] {
  const draft = analysis.drafts.find((each) => each.source === span.source);
  const name = unquoted(textOf(span));
  if (draft === undefined || !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name)) return [];
  const define = (what: string, section: string, value: string, into: Draft | undefined): Fix[] => {
    const edit = into && addToSection(into, section, name, value);
    return edit === undefined
      ? []
      : [{ title: `Add the ${what} \`${name}\``, edits: [edit], isPreferred: false }];
  };
  const home = (section: string): Draft | undefined =>
    analysis.drafts.find(
      (each) =>
        each.kind !== 'service_file' && each.root.entries.some(({ key }) => key === section),
    ) ?? analysis.drafts[0];
  switch (code) {
    case 'check/unknown-tag':
      return define('tag', 'tags', '{}', home('tags'));
    case 'check/unknown-service': {
      const order =
        Math.max(
          0,
          ...[...analysis.resolution.loaded.inventory.services.values()].map(
            (each) => each.order ?? 0,
          ),
        ) + 10;
      return define(
        'service',
        'services',
        `{order: ${order}, binaries: {${name}: {type: deb, package: ${name}}}}`,
        home('services'),
      );
    }
    case 'check/undeclared-variable':
      return define('declaration of', 'variables', '{type: any}', home('variables'));
    case 'upstream/unknown-export': {
      const mention = mentionAt({ analysis, draft }, span.start);
      const upstream = analyses.find((each) => each.path === mention?.scope);
      const expected = expectedTypeAt(
        { analysis, draft },
        pathAt(draft.root, span.start).map(({ key }) => (typeof key === 'number' ? 0 : key)),
      );
      return define(
        'export',
        'exports',
        `{type: ${expected?.kind === 'built-in' ? expected.name : 'string'}}`,
        upstream?.drafts[0],
      );
    }
    default:
      return [];
  }
}
