/** Scalar tokens of `yaml` as scalar events: offsets of the text, style, and how a block scalar is indented and ends. */
import type { CST } from 'yaml';
import { CHOMPING_MODE, EVENT_ID, SCALAR_STYLE, type ScalarEvent } from './events.js';

/** Where the tag and the anchor of a node are written; -1 where it has none. */
export interface Properties {
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly tagStart: number;
  readonly tagEnd: number;
}

/** The event of a scalar token, or of a value that is not written. */
export function scalarEvent(
  text: string,
  token: CST.Token | null | undefined,
  properties: Properties,
): ScalarEvent {
  switch (token?.type) {
    case 'scalar':
      if (token.source === '') break;
      return flowScalar(token, properties, SCALAR_STYLE.PLAIN, 0, /[\r\n]/);
    case 'single-quoted-scalar':
      return flowScalar(token, properties, SCALAR_STYLE.SINGLE_QUOTED, 1, /[\r\n]|'.*''.*'/);
    case 'double-quoted-scalar':
      return flowScalar(token, properties, SCALAR_STYLE.DOUBLE_QUOTED, 1, /[\r\n\\]/);
    case 'block-scalar':
      return blockScalar(text, token, properties);
    default:
  }
  return {
    type: EVENT_ID.SCALAR,
    valueStart: -1,
    valueEnd: -1,
    ...properties,
    style: SCALAR_STYLE.PLAIN,
    chomping: CHOMPING_MODE.CLIP,
    indent: -1,
    fast: false,
  };
}

function flowScalar(
  token: CST.FlowScalar,
  properties: Properties,
  style: ScalarEvent['style'],
  quote: 0 | 1,
  folded: RegExp,
): ScalarEvent {
  return {
    type: EVENT_ID.SCALAR,
    valueStart: token.offset + quote,
    valueEnd: token.offset + token.source.length - quote,
    ...properties,
    style,
    chomping: CHOMPING_MODE.CLIP,
    indent: -1,
    fast: !folded.test(token.source),
  };
}

function blockScalar(text: string, token: CST.BlockScalar, properties: Properties): ScalarEvent {
  let header = '|';
  let valueStart = token.offset;
  for (const prop of token.props) {
    if (prop.type === 'block-scalar-header') header = prop.source;
    valueStart += 'source' in prop ? prop.source.length : 0;
  }
  const valueEnd = valueStart + token.source.length;
  const digit = /[1-9]/.exec(header)?.[0];
  const chomping = header.includes('+')
    ? CHOMPING_MODE.KEEP
    : header.includes('-')
      ? CHOMPING_MODE.STRIP
      : CHOMPING_MODE.CLIP;
  return {
    type: EVENT_ID.SCALAR,
    valueStart,
    valueEnd,
    ...properties,
    style: header.startsWith('>') ? SCALAR_STYLE.FOLDED_BLOCK : SCALAR_STYLE.LITERAL_BLOCK,
    chomping,
    indent:
      digit === undefined
        ? firstIndent(text.slice(valueStart, valueEnd))
        : token.indent + Number(digit),
    fast: false,
  };
}

/** Columns before the first line that has text, or -1. */
function firstIndent(content: string): number {
  return /^(?:[ ]*(?:\r\n|[\r\n]))*([ ]*)(?=[^ \r\n])/.exec(content)?.[1]?.length ?? -1;
}
