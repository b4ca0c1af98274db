/**
 * Plain scalars that mean one thing to Ansible and another to YAML 1.2, where most editors and tools are: a document
 * in, one warning for each spelling out, with both readings and the way to write it that nobody can misread.
 */
import type { Span } from '../text/source.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { findEntry, type Document, type ListNode, type MapNode, type Node } from './node.js';
import { parseFloatingPoint, parseInteger } from './numbers.js';
import { boolValue, plainType } from './plain-scalars.js';
import { hasTag, isPlain } from './source-text.js';
import { isoText } from './timestamps.js';

interface Reading {
  readonly type: 'string' | 'null' | 'bool' | 'number' | 'date';
  /** The value in words, as a message shows it. */
  readonly shown: string;
}

interface Spelling {
  /** The first place without a tag; undefined until one is found. */
  first: Span | undefined;
  readonly ansible: Reading;
  readonly core: Reading;
  count: number;
}

/** Warnings about the plain scalars of a document, keys included, in the order of their first places. */
export function findDifferentReadings(document: Document): Diagnostic[] {
  if (document.root === undefined) return [];
  const spellings = new Map<string, Spelling | undefined>();
  const counted = new Set<number>();
  for (const scalar of candidates(document.root)) {
    const text = scalar.source.text.slice(scalar.start, scalar.end);
    if (!spellings.has(text)) spellings.set(text, newSpelling(text));
    const spelling = spellings.get(text);
    if (spelling === undefined || counted.has(scalar.start) || hasTag(scalar)) continue;
    counted.add(scalar.start);
    spelling.count++;
    if (spelling.first === undefined || scalar.start < spelling.first.start)
      spelling.first = scalar;
  }
  const warnings = [...spellings].flatMap(([text, spelling]) =>
    spelling?.first === undefined ? [] : [warning(text, spelling, spelling.first)],
  );
  return warnings.sort((a, b) => a.span.start - b.span.start);
}

/** The scalars without quotes that may be something else than a string; what an alias repeats may occur twice. */
function candidates(root: Node): Span[] {
  const found: Span[] = [];
  const waiting: Collection[] = [];
  const look = (node: Node): void => {
    if (node.kind === 'map' || node.kind === 'list') waiting.push(node);
    else if (mayDiffer(node)) found.push(node);
  };
  look(root);
  const done = root.source.text.includes('*') ? new Set<Node>() : undefined;
  const settings = settingsOf(root);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === settings) continue;
    if (done?.has(node) === true) continue;
    done?.add(node);
    if (node.kind === 'map') {
      for (const entry of node.entries) {
        look(entry.value);
        if (startsLikeNumber(entry) && plainType(entry.key) === 'string') found.push(entry);
      }
    } else if (node.words?.some((word) => isLikeNumber(word.charCodeAt(0))) !== false)
      node.items.forEach(look);
  }
  return found;
}

/** What only this program reads, and so can be read in one way only: `off` in `ansible.lint` means what it says. */
function settingsOf(root: Node): Node | undefined {
  const ansible = root.kind === 'map' ? findEntry(root, 'ansible')?.value : undefined;
  return ansible?.kind === 'map' ? findEntry(ansible, 'lint')?.value : undefined;
}

type Collection = MapNode | ListNode;

/** Addresses and versions: no number and no date has two dots. */
const dotted = /\.[^.]*\./;

function mayDiffer(node: Exclude<Node, Collection>): boolean {
  switch (node.kind) {
    case 'string':
      return startsLikeNumber(node) && !dotted.test(node.value);
    case 'int':
    case 'float':
    case 'bool':
    case 'null':
      return isPlain(node);
    case 'vault':
    case 'unsafe':
    case 'unset':
    case 'unknown':
      return false;
  }
}

/** True for plain text that starts with a digit, a sign or a dot: all other strings are strings in YAML 1.2 too. */
function startsLikeNumber({ source, start, end }: Span): boolean {
  return start < end && isLikeNumber(source.text.charCodeAt(start));
}

function isLikeNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 43;
}

function newSpelling(text: string): Spelling | undefined {
  const ansible = readingOfAnsible(text);
  const core = readingOfCore(text);
  if (ansible.type === core.type && ansible.shown === core.shown) return undefined;
  return { ansible, core, count: 0, first: undefined };
}

function warning(text: string, { ansible, core, count }: Spelling, first: Span): Diagnostic {
  const more =
    count === 1 ? '' : `, here and in ${count - 1} more ${count === 2 ? 'place' : 'places'}`;
  const message = `\`${text}\` is ${ansible.shown} to Ansible and ${core.shown} in YAML 1.2${more}`;
  return diagnostic('syntax/reads-differently', first, message, { help: helpFor(text, ansible) });
}

/** The spelling that everyone reads as text and, where there is one, that everyone reads as Ansible's value. */
function helpFor(text: string, ansible: Reading): string {
  const quoted = `write \`"${text}"\` if text is meant`;
  if (ansible.type === 'string' || ansible.type === 'date') return quoted;
  return `${quoted}, \`${ansible.shown}\` if not`;
}

function readingOfAnsible(text: string): Reading {
  switch (plainType(text)) {
    case 'null':
      return { type: 'null', shown: 'null' };
    case 'bool':
      return { type: 'bool', shown: String(boolValue(text)) };
    case 'int':
      return { type: 'number', shown: shownNumber(parseInteger(text)) };
    case 'float':
      return { type: 'number', shown: shownNumber(parseFloatingPoint(text)) };
    case 'timestamp':
      return { type: 'date', shown: `the date \`${isoText(text) ?? text}\`` };
    case 'string':
    case 'merge':
    case 'value':
      return textReading;
  }
}

const textReading: Reading = { type: 'string', shown: 'text' };
const coreNull = /^(?:~|null|Null|NULL)$/;
const coreBool = /^(?:true|True|TRUE|false|False|FALSE)$/;
const coreInteger = /^[-+]?[0-9]+$|^0o[0-7]+$|^0x[0-9a-fA-F]+$/;
const coreFloat = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** What the core schema of YAML 1.2 makes of a plain scalar. */
function readingOfCore(text: string): Reading {
  if (coreNull.test(text)) return { type: 'null', shown: 'null' };
  if (coreBool.test(text)) return { type: 'bool', shown: text.toLowerCase() };
  if (coreInteger.test(text)) return { type: 'number', shown: shownNumber(coreIntegerValue(text)) };
  if (coreFloat.test(text)) return { type: 'number', shown: shownNumber(parseFloatingPoint(text)) };
  return textReading;
}

function coreIntegerValue(text: string): ReturnType<typeof parseInteger> {
  if (text.startsWith('0o')) return parseInteger(`0${text.slice(2)}`);
  return parseInteger(text.startsWith('0x') ? text : text.replace(/^([-+]?)0+(?=[0-9])/, '$1'));
}

function shownNumber(value: number | bigint | string): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
