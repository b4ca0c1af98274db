/** A picture in Graphviz's language, laid out from hosts on the left to services and upstreams on the right. */
import { textWidth } from '../text/columns.js';
import {
  nodeText,
  pictureText,
  type ArrowKind,
  type Picture,
  type PictureNode,
} from './picture.js';
import {
  absentColour,
  arrowStyles,
  lineColour,
  nodeStyles,
  quietColour,
  textColour,
} from './picture-style.js';

const font = 'Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif';

/** The names of nodes in the text are `n1`, `n2` …, in their order. */
export function pictureDot({ nodes, arrows, remarks }: Picture): string {
  const ids = new Map(nodes.map((node, at) => [node.id, `n${at + 1}`]));
  const key = [keyText(arrows.map((arrow) => arrow.kind)), ...remarks].filter(
    (line) => line !== '',
  );
  const lines = [
    'digraph inventory {',
    `  graph [rankdir=LR, bgcolor=transparent, nodesep=0.2, ranksep=0.9, fontname="${font}", fontsize=9, fontcolor="${lineColour}"${key.length === 0 ? '' : `, labelloc=b, label=${quoted(...key)}`}]`,
    `  node [style=filled, fontname="${font}", fontsize=12, fontcolor="${textColour}", margin="0.14,0.07", penwidth=1.2]`,
    `  edge [color="${lineColour}", arrowsize=0.7, penwidth=1.1]`,
    ...nodes.map((node) => `  ${ids.get(node.id) ?? ''} [${nodeAttributes(node)}]`),
    ...arrows.map(
      ({ from, to, kind }) =>
        `  ${ids.get(from) ?? ''} -> ${ids.get(to) ?? ''} [${arrowAttributes(kind)}]`,
    ),
    ...unseen({ nodes, arrows, remarks }).map(
      ([from, to]) => `  ${ids.get(from) ?? ''} -> ${ids.get(to) ?? ''} [style=invis]`,
    ),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function nodeAttributes(node: PictureNode): string {
  const { title, about, names } = nodeText(node);
  const { fill, line, shape } = nodeStyles[node.kind];
  const small = (text: string): string =>
    `<BR/><FONT POINT-SIZE="9" COLOR="${quietColour}">${markup(text)}</FONT>`;
  const rows = [about, ...wrapped(names)].filter((each) => each !== '');
  const label = `<<B>${markup(title)}</B>${rows.map(small).join('')}>`;
  const width =
    Math.max(textWidth(title) * 0.118, ...rows.map((row) => textWidth(row) * 0.078)) + 0.28;
  const round = node.kind === 'tag' ? ', style="filled,rounded"' : '';
  const thick = node.isCentre === true ? ', penwidth=3' : '';
  return `label=${label}, shape=${shape}${round}${thick}, width=${width.toFixed(2)}, fillcolor="${fill}", color="${line}", tooltip=${quoted(title, ...rows)}`;
}

function arrowAttributes(kind: ArrowKind): string {
  const { style, head } = arrowStyles[kind];
  const strong =
    kind === 'gives'
      ? `, color="${nodeStyles.service.line}", penwidth=1.6`
      : kind === 'removes'
        ? `, color="${absentColour}", penwidth=1.4, arrowsize=1`
        : '';
  return `style=${style}, arrowhead=${head}${strong}`;
}

/** Arrows that nobody sees keep tags to the right of hosts, and services and upstreams to the right of tags, where nothing else does. */
function unseen({ nodes, arrows }: Picture): readonly (readonly [string, string])[] {
  const reached = new Set(arrows.map((arrow) => arrow.to));
  const firstOf = (kind: PictureNode['kind']): string | undefined =>
    nodes.find((node) => node.kind === kind)?.id;
  const host = firstOf('hosts');
  const tag = firstOf('tag');
  return nodes.flatMap((node) => {
    const before =
      node.kind === 'tag' || node.kind === 'group'
        ? host
        : node.kind === 'service' || node.kind === 'upstream'
          ? tag
          : undefined;
    return before === undefined || reached.has(node.id) ? [] : [[before, node.id] as const];
  });
}

/** What the lines mean, of those that are there. */
function keyText(kinds: readonly ArrowKind[]): string {
  const there = new Set(kinds);
  const names: Readonly<Record<ArrowKind, string>> = {
    has: 'grey: has the tag',
    includes: 'dashed: includes',
    gives: 'green: gives the service',
    removes: 'red, with a bar: makes it absent',
    uses: 'dotted: uses a value of',
  };
  return (Object.keys(names) as ArrowKind[])
    .filter((kind) => there.has(kind))
    .map((kind) => names[kind])
    .join('   ·   ');
}

/** Names on lines that are not much longer than others. */
function wrapped(names: string): readonly string[] {
  const lines: string[] = [];
  for (const word of names.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || textWidth(last) + textWidth(word) > 34) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A string of the language, of lines. */
function quoted(...lines: readonly string[]): string {
  return `"${lines.map((line) => pictureText(line).replace(/[\\"]/g, '\\$&')).join('\\n')}"`;
}

/** Text inside an HTML-like label; `\N` and the like are names there, too. */
function markup(text: string): string {
  return pictureText(text)
    .replaceAll('\\', '\\\\')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
