/** A picture as a Mermaid flowchart, as Markdown pages show it. No name becomes syntax or markup, whatever it holds. */
import { nodeText, pictureText, type Picture, type PictureKind } from './picture.js';
import { arrowStyles, nodeStyles, textColour } from './picture-style.js';

/** With more arrows than this, words on them would cover them. */
const mostWords = 40;

export function pictureMermaid({ nodes, arrows, remarks }: Picture): string {
  const ids = new Map(nodes.map((node, at) => [node.id, `n${at + 1}`]));
  const hasWords = arrows.length <= mostWords;
  const centre = nodes
    .filter((node) => node.isCentre === true)
    .map((node) => ids.get(node.id) ?? '');
  const kinds = [...new Set(nodes.map((node) => node.kind))];
  const lines = [
    'flowchart LR',
    ...remarks.map((remark) => `%% ${remark}`),
    ...nodes.map((node) => {
      const { title, about, names } = nodeText(node);
      const [open, close] = nodeStyles[node.kind].brackets;
      const text = [
        `<b>${escaped(title)}</b>`,
        ...[about, names]
          .filter((each) => each !== '')
          .map((each) => `<small>${escaped(each)}</small>`),
      ].join('<br/>');
      return `${ids.get(node.id) ?? ''}${open}"${text}"${close}`;
    }),
    ...arrows.map(
      ({ from, to, kind }) =>
        `${ids.get(from) ?? ''} ${arrowStyles[kind].mermaid}${hasWords ? arrowStyles[kind].words : ''} ${ids.get(to) ?? ''}`,
    ),
    ...kinds.map(classLine),
    ...kinds.map(
      (kind) =>
        `class ${nodes
          .filter((node) => node.kind === kind)
          .map((node) => ids.get(node.id) ?? '')
          .join(',')} ${kind}`,
    ),
    ...(centre.length === 0
      ? []
      : ['classDef centre stroke-width:4px', `class ${centre.join(',')} centre`]),
  ];
  return `${lines.map((line, at) => (at === 0 ? line : `    ${line}`)).join('\n')}\n`;
}

function classLine(kind: PictureKind): string {
  const { fill, line } = nodeStyles[kind];
  return `classDef ${kind} fill:${fill},stroke:${line},color:${textColour}`;
}

/** Mermaid's own entities: `#` and a code, or a name. Everything that is syntax or markup anywhere becomes one. */
function escaped(text: string): string {
  return pictureText(text).replace(
    /["#&<>`\\{}[\]()|;:*_~$%]/g,
    (character) => `#${character.charCodeAt(0)};`,
  );
}
