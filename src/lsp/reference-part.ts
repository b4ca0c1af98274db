/** What stands behind an export in a reference: `.field`, `["key"]`, `[0]`, each with its type, its value and where that is written. */
import { pathAt } from '../syntax/path-at.js';
import type { Span } from '../text/source.js';
import { placeInScalar } from '../upstream/place-in-scalar.js';
import { mayHoldReferences, parseReferences } from '../upstream/reference-text.js';
import type { Analysis } from './analysis.js';
import { exportsOf } from './exports-of.js';
import { partBelow, type Part } from './parts.js';
import type { Located } from './session.js';

export interface ReferencePart extends Part {
  /** As it is written, up to the part. */
  readonly name: string;
  readonly span: Span;
  readonly isSensitive: boolean;
  /** Where the part is written in the export's value; the export itself where it is not. */
  readonly definition: Span;
}

export function referencePartAt(
  { analysis, draft }: Located,
  offset: number,
  analyses: readonly Analysis[],
): ReferencePart | undefined {
  const node = pathAt(draft.root, offset).at(-1)?.node;
  if (node?.kind !== 'string' || !mayHoldReferences(node.value) || analysis.upstreams.size === 0)
    return undefined;
  for (const piece of parseReferences(node.value).pieces) {
    if (piece.kind !== 'reference') continue;
    const exported = exportsOf(analyses, analysis.upstreams.get(piece.upstream.name)).find(
      (each) => each.name === piece.export.name,
    );
    for (const [at, step] of piece.steps.entries()) {
      const span = placeInScalar(node, piece.start, step.start, step.end);
      if (exported === undefined || offset < span.start || offset > span.end) continue;
      const steps = piece.steps.slice(0, at + 1);
      const part = partBelow(exported, steps);
      const above = partBelow(exported, steps.slice(0, -1))?.value;
      const entry =
        above?.kind === 'map' && step.kind !== 'index'
          ? above.entries.find(({ key }) => key === step.name)
          : undefined;
      return (
        part && {
          ...part,
          name: node.value.slice(piece.upstream.start, step.end),
          span,
          isSensitive: exported.sensitive,
          definition: entry ?? (step.kind === 'index' ? part.value : undefined) ?? exported,
        }
      );
    }
  }
  return undefined;
}
