/** The SVG that Graphviz makes of a picture, for a page: titles that say what a node is, a role, and nothing of how it was made. */
import { counted, nodeText, pictureText, type Picture } from './picture.js';

/** `svg` was made of the text that `pictureDot` gives for the same picture. */
export function polishSvg(svg: string, { nodes }: Picture, name: string): string {
  const titles = new Map(
    nodes.map((node, at) => [
      `n${at + 1}`,
      Object.values(nodeText(node))
        .filter((each) => each !== '')
        .join(' – '),
    ]),
  );
  const title = `${name}: ${counted(nodes.length, ['node', 'nodes'])}`;
  const start = svg.indexOf('<svg');
  return centred(svg)
    .slice(Math.max(start, 0))
    .replace(/<!--[^]*?-->\n?/g, '')
    .replace(/^<svg /, '<svg role="img" ')
    .replace(
      /(<g id="graph0"[^>]*>\n)(?:<title>[^<]*<\/title>\n)?/,
      (_, open: string) => `${open}<title>${xml(title)}</title>\n`,
    )
    .replace(/<g id="a_(?:node|edge)\d+"><a xlink:title="[^"]*">\n([^]*?)<\/a>\n<\/g>\n/g, '$1')
    .replace(
      /<title>(n\d+)<\/title>/g,
      (_, id: string) => `<title>${xml(titles.get(id) ?? id)}</title>`,
    )
    .replace(
      /<title>(n\d+)&#45;&gt;(n\d+)<\/title>/g,
      (_, from: string, to: string) =>
        `<title>${xml(`${shortTitle(titles.get(from))} → ${shortTitle(titles.get(to))}`)}</title>`,
    );
}

/** The texts of a node around its middle, so that they stay inside with whatever font there is. */
function centred(svg: string): string {
  return svg.replace(/<g id="node\d+" class="node">[^]*?<\/g>/g, (node) => {
    const [, points = ''] = / (?:points|d)="([^"]*)"/.exec(node) ?? [];
    const across = [...points.matchAll(/(-?[\d.]+),-?[\d.]+/g)].map((found) => Number(found[1]));
    const middle = ((Math.min(...across) + Math.max(...across)) / 2).toFixed(2);
    return across.length === 0
      ? node
      : node.replace(/text-anchor="start" x="[^"]*"/g, `text-anchor="middle" x="${middle}"`);
  });
}

function shortTitle(title: string | undefined): string {
  return (title ?? '').split(' – ', 1)[0] ?? '';
}

function xml(text: string): string {
  return pictureText(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
