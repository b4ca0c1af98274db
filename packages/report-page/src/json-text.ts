/** Values as texts of JSON: their words for colouring, and the same on several lines. Texts stay exact: nothing is parsed. */

export type Word = readonly [kind: 'key' | 'string' | 'number' | 'word' | 'mark', text: string];

const words = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)\b|([^"\d\-tfn]+|.)/gs;

export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const [all, string, colon, number, word] of text.matchAll(words)) {
    if (string !== undefined)
      found.push(
        [colon === undefined ? 'string' : 'key', string],
        ...(colon === undefined ? [] : [['mark', colon] as const]),
      );
    else if (number !== undefined) found.push(['number', all]);
    else found.push([word === undefined ? 'mark' : 'word', all]);
  }
  return found;
}

/** Maps and lists with a line for each item, those within shorter than a line left on it. */
export function indented(text: string, indent = ''): string {
  if (text.length + indent.length < 72 || !/^[[{]/.test(text)) return text;
  const items = itemsOf(text.slice(1, -1));
  if (items.length === 0) return text;
  const inner = `${indent}  `;
  const lines = items.map((item) => {
    const key = /^"(?:[^"\\]|\\.)*": /.exec(item)?.[0] ?? '';
    return `${inner}${key}${indented(item.slice(key.length), inner)}`;
  });
  return `${text.charAt(0)}\n${lines.join(',\n')}\n${indent}${text.at(-1) ?? ''}`;
}

/** The items of a map or list, split at its own commas. */
function itemsOf(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"')
      for (at++; at < text.length && text.charAt(at) !== '"'; at++)
        if (text.charAt(at) === '\\') at++;
    if (character === '[' || character === '{') depth++;
    if (character === ']' || character === '}') depth--;
    if (character === ',' && depth === 0) {
      items.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' ? items : [...items, last];
}
