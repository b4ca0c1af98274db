/**
 * How pictures look: a shape and a colour for each kind of node, a line for each kind of arrow. The fills are light and the
 * text dark, so that nodes read well on any ground; lines are of a grey that stands out from black and white alike. Hues are
 * those of Okabe and Ito, which people tell apart who see few colours, and no two kinds differ by colour alone.
 */
import type { ArrowKind, PictureKind } from './picture.js';

export interface NodeStyle {
  readonly fill: string;
  readonly line: string;
  /** For Graphviz. */
  readonly shape: string;
  /** What stands around the text for Mermaid. */
  readonly brackets: readonly [string, string];
}

export const nodeStyles: Readonly<Record<PictureKind, NodeStyle>> = {
  hosts: { fill: '#e3effa', line: '#0072b2', shape: 'box', brackets: ['[', ']'] },
  group: { fill: '#ececec', line: '#5f6670', shape: 'folder', brackets: ['{{', '}}'] },
  tag: { fill: '#fdf0d0', line: '#b57a00', shape: 'box', brackets: ['([', '])'] },
  service: { fill: '#d9f2e7', line: '#00795a', shape: 'component', brackets: ['[[', ']]'] },
  upstream: { fill: '#f6e2ee', line: '#a8487f', shape: 'cylinder', brackets: ['[(', ')]'] },
  inventory: { fill: '#ececec', line: '#5f6670', shape: 'note', brackets: ['>', ']'] },
};

export const textColour = '#1c2128';
export const quietColour = '#4a525c';
export const lineColour = '#7a828c';
export const absentColour = '#d1495b';

export interface ArrowStyle {
  /** For Graphviz. */
  readonly style: 'solid' | 'dashed' | 'dotted';
  readonly head: string;
  readonly mermaid: string;
  /** What stands on the arrow in Mermaid, which has no key. */
  readonly words: string;
}

export const arrowStyles: Readonly<Record<ArrowKind, ArrowStyle>> = {
  has: { style: 'solid', head: 'normal', mermaid: '-->', words: '' },
  includes: { style: 'dashed', head: 'normal', mermaid: '-.->', words: '|includes|' },
  gives: { style: 'solid', head: 'normal', mermaid: '==>', words: '' },
  removes: { style: 'dashed', head: 'tee', mermaid: '--x', words: '|absent|' },
  uses: { style: 'dotted', head: 'open', mermaid: '--o', words: '|uses|' },
};
