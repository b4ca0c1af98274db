/** The door to Graphviz, which lays out pictures: a program for WebAssembly, loaded only where a picture is drawn. */
import { lazyPackage } from '../../lazy-package.js';

const loadGraphviz = lazyPackage(
  '@hpcc-js/wasm-graphviz',
) as () => typeof import('@hpcc-js/wasm-graphviz');

/** The SVG of a text in Graphviz's language. */
export async function layOut(dot: string): Promise<string> {
  const graphviz = await loadGraphviz().Graphviz.load();
  return graphviz.layout(dot, 'svg', 'dot');
}
