/**
 * The event stream of a text as `yaml` reads it: its concrete syntax tree turned into the events of `events.ts`, so
 * that both readers share one builder. Used where js-yaml refuses a text, and by the test that holds the two together.
 * The library comes in as an argument, since loading it is what the hot path avoids.
 */
import type { CST } from 'yaml';
import {
  COLLECTION_STYLE,
  EVENT_ID,
  isRefusal,
  parserDepth,
  tooDeep,
  type Event,
  type Refusal,
} from './events.js';
import type { YamlLibrary } from './lazy-yaml.js';
import { scalarEvent, type Properties } from './yaml-scalars.js';

/** A refusal with the code that `yaml` gives it. */
export interface YamlRefusal extends Refusal {
  readonly code: string;
}

/** Judgements about meaning, which are made elsewhere, and exactly as Ansible makes them. */
const notSyntax = new Set<string>([
  'TAG_RESOLVE_FAILED',
  'BAD_COLLECTION_TYPE',
  'KEY_OVER_1024_CHARS',
  'DUPLICATE_KEY',
]);
/** A line break to PyYAML and js-yaml, but not to `yaml`. */
const loneCarriageReturn = /\r(?!\n)/g;
const none: Properties = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };

interface Walk {
  readonly text: string;
  readonly events: Event[];
  depth: number;
}

/** Thrown inside this file when a tree is deeper than the walk may recurse. */
const depthExceeded = new Error(tooDeep);

/** The events of a text, or the first error that `yaml` finds. */
export function readYamlEvents(text: string, yaml: YamlLibrary): readonly Event[] | YamlRefusal {
  try {
    const tokens = [...new yaml.Parser().parse(text.replace(loneCarriageReturn, '\n'))];
    const walk: Walk = { text, events: [], depth: 0 };
    addDirectives(walk, tokens);
    return findRefusal(tokens, yaml) ?? walk.events;
  } catch (error) {
    return {
      reason: error === depthExceeded ? tooDeep : String(error),
      offset: 0,
      code: 'RESOURCE_EXHAUSTION',
    };
  }
}

/** Narrows a result of this reader. */
export function isYamlRefusal(result: readonly Event[] | YamlRefusal): result is YamlRefusal {
  return isRefusal(result);
}

function findRefusal(tokens: readonly CST.Token[], yaml: YamlLibrary): YamlRefusal | undefined {
  const composer = new yaml.Composer({ uniqueKeys: false, logLevel: 'silent', schema: 'failsafe' });
  for (const document of composer.compose(tokens, true, 0)) {
    const warnings = document.warnings.filter((warning) => warning.code === 'BAD_DIRECTIVE');
    const errors = [...document.errors, ...warnings].filter((error) => !notSyntax.has(error.code));
    const first = errors.sort((a, b) => a.pos[0] - b.pos[0])[0];
    if (first !== undefined)
      return { reason: first.message, offset: first.pos[0], code: first.code };
  }
  return undefined;
}

function addDirectives(walk: Walk, tokens: readonly CST.Token[]): void {
  let directives: { kind: 'tag'; handle: string; prefix: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'directive') {
      const [name, handle, prefix] = token.source.trim().split(/[ \t]+/);
      if (name === '%TAG' && handle !== undefined && prefix !== undefined)
        directives.push({ kind: 'tag', handle, prefix });
    } else if (token.type === 'document' && !isAbsent(token)) {
      walk.events.push({
        type: EVENT_ID.DOCUMENT,
        explicitStart: false,
        explicitEnd: false,
        directives,
      });
      addNode(walk, token.value, propertiesOf(token.start));
      addPop(walk);
      directives = [];
    }
  }
}

/** True for the document that `yaml` sees before a `...` that ends nothing. */
function isAbsent({ start, value }: CST.Document): boolean {
  return (
    value === undefined &&
    start.every(({ type }) => type === 'space' || type === 'comment' || type === 'newline')
  );
}

function addPop(walk: Walk): void {
  walk.events.push({ type: EVENT_ID.POP });
}

function addNode(walk: Walk, token: CST.Token | null | undefined, properties: Properties): void {
  if (walk.depth > parserDepth) throw depthExceeded;
  walk.depth++;
  switch (token?.type) {
    case 'alias':
      walk.events.push({
        type: EVENT_ID.ALIAS,
        anchorStart: token.offset + 1,
        anchorEnd: token.offset + token.source.length,
      });
      break;
    case 'block-map':
      addBlockMap(walk, token, properties);
      break;
    case 'block-seq':
      addBlockList(walk, token, properties);
      break;
    case 'flow-collection':
      addFlow(walk, token, properties);
      break;
    default:
      walk.events.push(scalarEvent(walk.text, token, properties));
  }
  walk.depth--;
}

function addBlockMap(walk: Walk, map: CST.BlockMap, properties: Properties): void {
  walk.events.push({
    type: EVENT_ID.MAPPING,
    start: map.offset,
    ...properties,
    style: COLLECTION_STYLE.BLOCK,
  });
  for (const { start, key, sep, value } of map.items) {
    const own = propertiesOf(start);
    const explicit = includes(start, 'explicit-key-ind');
    if (!explicit && own.anchorStart < 0 && own.tagStart < 0 && sep === undefined) continue;
    addNode(walk, key, own);
    addNode(walk, value, propertiesOf(sep ?? []));
  }
  addPop(walk);
}

function addBlockList(walk: Walk, list: CST.BlockSequence, properties: Properties): void {
  walk.events.push({
    type: EVENT_ID.SEQUENCE,
    start: list.offset,
    ...properties,
    style: COLLECTION_STYLE.BLOCK,
  });
  for (const { start, value } of list.items) {
    if (includes(start, 'seq-item-ind')) addNode(walk, value, propertiesOf(start));
  }
  addPop(walk);
}

function addFlow(walk: Walk, flow: CST.FlowCollection, properties: Properties): void {
  const isMap = flow.start.type === 'flow-map-start';
  const type = isMap ? EVENT_ID.MAPPING : EVENT_ID.SEQUENCE;
  walk.events.push({ type, start: flow.offset, ...properties, style: COLLECTION_STYLE.FLOW });
  for (const { start, key, sep, value } of flow.items) {
    const own = propertiesOf(start);
    const explicit = includes(start, 'explicit-key-ind');
    const hasOwn = own.anchorStart >= 0 || own.tagStart >= 0;
    if (!explicit && !hasOwn && sep === undefined && value === undefined) continue;
    if (!isMap && !explicit && sep === undefined) {
      addNode(walk, value, own);
      continue;
    }
    if (!isMap) {
      const last = start.at(-1);
      const at =
        key?.offset ??
        sep?.[0]?.offset ??
        (last === undefined ? flow.offset : last.offset + last.source.length);
      walk.events.push({
        type: EVENT_ID.MAPPING,
        start: at,
        ...none,
        style: COLLECTION_STYLE.FLOW,
      });
    }
    addNode(walk, key, own);
    addNode(walk, value, propertiesOf(sep ?? []));
    if (!isMap) addPop(walk);
  }
  addPop(walk);
}

function propertiesOf(tokens: readonly CST.SourceToken[]): Properties {
  let { anchorStart, anchorEnd, tagStart, tagEnd } = none;
  for (const { type, offset, source } of tokens) {
    if (type === 'anchor') {
      anchorStart = offset + 1;
      anchorEnd = offset + source.length;
    } else if (type === 'tag') {
      tagStart = offset;
      tagEnd = offset + source.length;
    }
  }
  return { anchorStart, anchorEnd, tagStart, tagEnd };
}

function includes(tokens: readonly CST.SourceToken[], type: CST.SourceToken['type']): boolean {
  return tokens.some((token) => token.type === type);
}
