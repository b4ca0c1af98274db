/** An inventory as a picture for `graph`: the whole of it, or what is around something. Loaded late. */
import { around, findFocus, nodesOf, type Focus } from './picture-focus.js';
import { buildPicture, type PictureSource } from './picture-build.js';
import { pictureDot } from './picture-dot.js';
import { foldPicture } from './picture-fold.js';
import { pictureMermaid } from './picture-mermaid.js';
import { polishSvg } from './picture-svg.js';
import type { Picture } from './picture.js';

export type { Focus, Picture };

/** A picture, folded as far as it must be. */
export function drawPicture(
  source: Omit<PictureSource, 'groups' | 'alone'>,
  focus: readonly Focus[],
): Picture {
  const named = (kind: Focus['kind']): readonly string[] =>
    focus.filter((each) => each.kind === kind).map((each) => each.name);
  const groups = named('group').filter((name) => name !== 'all');
  const whole = buildPicture({ ...source, groups, alone: new Set(named('host')) });
  if (focus.length === 0 || named('group').includes('all')) return foldPicture(whole, new Set());
  const centre = nodesOf(focus, whole);
  const near = around(whole, centre);
  return foldPicture(
    {
      ...near,
      nodes: near.nodes.map((node) => (centre.has(node.id) ? { ...node, isCentre: true } : node)),
    },
    centre,
  );
}

export function writeMermaid(picture: Picture): string {
  return pictureMermaid(picture);
}

export function writeDot(picture: Picture): string {
  return pictureDot(picture);
}

export function writeSvg(svg: string, picture: Picture, name: string): string {
  return polishSvg(svg, picture, name);
}

export { findFocus };
