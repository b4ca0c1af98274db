/**
 * A flow list of plain words on one line, such as the tags of a host. There may be a hundred thousand such words, and
 * hardly one of their places is ever asked for: so the list keeps its words, and reads the text again for the nodes.
 */
import type { Source } from '../text/source.js';
import type { ListNode, Node, StringNode } from './node.js';

/** The list `[word, …]` from `start` to `end`: its words in order, separated by commas and blanks alone. */
export function wordList(
  source: Source,
  start: number,
  end: number,
  words: readonly string[],
): ListNode {
  return new WordList(source, start, end, words);
}

class WordList implements ListNode {
  readonly kind = 'list';
  readonly marker = undefined;
  private nodes: readonly Node[] | undefined;

  constructor(
    readonly source: Source,
    readonly start: number,
    readonly end: number,
    readonly words: readonly string[],
  ) {}

  get items(): readonly Node[] {
    return (this.nodes ??= this.words.map(nodeFinder(this)));
  }
}

/** Finds the words of a list in its text, one after the other. */
function nodeFinder({ source, start: open }: ListNode): (word: string) => StringNode {
  let at = open + 1;
  return (value) => {
    const start = source.text.indexOf(value, at);
    at = start + value.length;
    return { source, start, end: at, kind: 'string', value };
  };
}
