/** `!replace`, `!append` and `!unset` stand only inside variables, and not inside lists. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { placeAt, placesOfFile, type Place } from '../schema/places.js';
import { markerOf, type Document, type Node } from '../syntax/node.js';

/** All misplaced markers of one file. */
export function checkMarkerPlaces({ root, usesMarkers }: Document): Diagnostic[] {
  if (!usesMarkers || root === undefined) return [];
  const found: Diagnostic[] = [];
  outside(root, placesOfFile, found);
  return found;
}

function outside(node: Node, place: Place | undefined, found: Diagnostic[]): void {
  if (place === 'variables') {
    complain(node, 'stands on the whole of `vars`, not on a variable', found);
    inside(node, found);
    return;
  }
  complain(node, 'stands outside variables', found);
  if (node.kind === 'list')
    for (const item of node.items) outside(item, placeAt(place, '*'), found);
  if (node.kind === 'map')
    for (const { key, value } of node.entries) outside(value, placeAt(place, key), found);
}

function inside(node: Node, found: Diagnostic[]): void {
  if (node.kind === 'map') for (const entry of node.entries) inside(entry.value, found);
  if (node.kind === 'list') for (const item of node.items) inList(item, found);
}

function inList(node: Node, found: Diagnostic[]): void {
  complain(node, 'stands inside a list, where nothing is merged', found);
  if (node.kind === 'list') for (const item of node.items) inList(item, found);
  if (node.kind === 'map') for (const entry of node.entries) inList(entry.value, found);
}

function complain(node: Node, where: string, found: Diagnostic[]): void {
  const marker = markerOf(node);
  if (marker !== undefined)
    found.push(
      diagnostic('check/marker-place', node, `\`${marker}\` ${where}`, {
        help: 'put it on a variable or on a key below one',
      }),
    );
}
