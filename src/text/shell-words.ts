/** A command line taken apart as a shell does it, without expansions: quotes and backslashes, nothing else. */

/** The words; undefined where a quote is never closed. */
export function shellWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  const piece = /(\s+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gsy;
  let word: string | undefined;
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (found === null) return undefined;
    const [, blank, single, double, escaped, plain] = found;
    if (blank === undefined)
      word = `${word ?? ''}${single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? ''}`;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
