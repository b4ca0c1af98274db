/**
 * Anchors and aliases. An alias is the very node of its anchor; what aliases expand to is counted, so that a few lines
 * cannot ask for a billion nodes, and so are the levels of nesting that they add.
 */
import { nearest } from '../text/suggest.js';
import { report, standIn, type Anchor, type Builder } from './builder.js';
import type { AliasEvent } from './events.js';
import type { Node } from './node.js';

/** Most levels of maps and lists in each other. */
export const deepest = 100;

interface Anchored {
  readonly anchorStart: number;
  readonly anchorEnd: number;
}

/** Remembers the node of an anchor that is complete; `height` is the levels of collections in it. */
export function setAnchor(
  builder: Builder,
  event: Anchored,
  node: Node,
  nodes: number,
  height: number,
): void {
  const anchor = openAnchor(builder, event);
  anchor.node = node;
  anchor.nodes = nodes;
  anchor.height = height;
}

/** Announces an anchor whose value comes next. Reports a name that was set before. */
export function openAnchor(builder: Builder, event: Anchored): Anchor {
  const name = builder.text.slice(event.anchorStart, event.anchorEnd);
  const first = builder.anchors.get(name);
  const span = { source: builder.source, start: event.anchorStart - 1, end: event.anchorEnd };
  if (first !== undefined) {
    report(
      builder,
      'syntax/duplicate-anchor',
      span.start,
      span.end,
      `the anchor \`&${name}\` is set twice`,
      {
        related: [
          {
            span: { source: first.source, start: first.start, end: first.end },
            message: `\`&${name}\` is set here first`,
          },
        ],
        help: 'give one of them another name',
      },
    );
  }
  const anchor: Anchor = { ...span, node: undefined, nodes: 1, height: 0 };
  builder.anchors.set(name, anchor);
  return anchor;
}

/** The node that an alias stands for. */
export function buildAlias(builder: Builder, event: AliasEvent): Node {
  const start = event.anchorStart - 1;
  const end = event.anchorEnd;
  const name = builder.text.slice(event.anchorStart, event.anchorEnd);
  const anchor = builder.anchors.get(name);
  builder.end = end;
  builder.height = 0;
  if (anchor?.node === undefined) {
    reportUnknown(builder, start, end, name, anchor);
    return standIn(builder, start, end);
  }
  if (builder.depth + anchor.height > deepest) {
    reportTooDeep(builder, start, end);
    return standIn(builder, start, end);
  }
  builder.nodes += anchor.nodes;
  builder.expanded += anchor.nodes;
  builder.height = anchor.height;
  if (builder.expanded <= builder.budget) return anchor.node;
  if (!builder.overBudget) {
    builder.overBudget = true;
    report(
      builder,
      'syntax/alias-budget',
      start,
      end,
      `with \`*${name}\`, aliases expand to more than ${builder.budget} values`,
      {
        help: 'write fewer aliases of aliases',
      },
    );
  }
  return standIn(builder, start, end);
}

/** Tells once that nesting goes too far. */
export function reportTooDeep(builder: Builder, start: number, end: number): void {
  if (builder.tooDeepTold) return;
  builder.tooDeepTold = true;
  report(
    builder,
    'syntax/too-deep',
    start,
    end,
    `values are nested more than ${deepest} levels deep here`,
    {
      help: 'flatten the value',
    },
  );
}

function reportUnknown(
  builder: Builder,
  start: number,
  end: number,
  name: string,
  open: Anchor | undefined,
): void {
  if (open !== undefined) {
    report(
      builder,
      'syntax/unknown-anchor',
      start,
      end,
      `\`*${name}\` stands inside the value that it names`,
      {
        related: [
          {
            span: { source: open.source, start: open.start, end: open.end },
            message: `\`&${name}\` is set here`,
          },
        ],
        help: 'repeat what is needed of the value instead',
      },
    );
    return;
  }
  const near = nearest(name, builder.anchors.keys());
  report(
    builder,
    'syntax/unknown-anchor',
    start,
    end,
    `no anchor \`&${name}\` is set before this alias`,
    {
      help:
        near === undefined
          ? 'quote the value if it is meant as text'
          : `did you mean \`*${near}\`?`,
    },
  );
}
