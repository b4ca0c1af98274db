/**
 * Characters that a pattern does not tell apart, as classes. Which characters an escape or a class of the pattern
 * matches is decided by `RegExp` itself, one character at a time, and remembered.
 */

/** Characters that the same tests accept. */
export interface CharacterClass {
  /** From 1 on, 0 for the end of the text; undefined for a class that is not remembered. */
  readonly number: number | undefined;
  /** 1 at the numbers of the tests that accept them. */
  readonly accepted: Uint8Array;
  /** True if they belong to words, as `\b` sees it; always false where no edge of a word matters. */
  readonly isWord: boolean;
}

/** What stands for the end of the text. */
export const endOfText: CharacterClass = { number: 0, accepted: new Uint8Array(), isWord: false };

export interface CharacterClasses {
  /** The class of a code point. */
  of(code: number): CharacterClass;
  /** Forgets all classes: later ones have other numbers. */
  forget(): void;
  /** True where no more classes are remembered. */
  isFull(): boolean;
}

/** Answers of tests that are remembered. */
const maxAnswers = 500_000;

/** The classes for `tests`, expressions that match one character. */
export function characterClasses(tests: readonly string[], tellsWords: boolean): CharacterClasses {
  const expressions = tests.map((source) => new RegExp(`^${source}$`, 'u'));
  const byCode = new Map<number, CharacterClass>();
  const bySignature = new Map<string, CharacterClass>();
  const isFull = (): boolean => byCode.size + bySignature.size * tests.length > maxAnswers;
  const classOf = (code: number): CharacterClass => {
    const character = String.fromCodePoint(code);
    const accepted = Uint8Array.from(expressions, (test) => (test.test(character) ? 1 : 0));
    const isWord = tellsWords && /\w/.test(character);
    if (isFull()) return { number: undefined, accepted, isWord };
    const signature = `${isWord ? 'w' : ''}${accepted.join('')}`;
    const same = bySignature.get(signature);
    const found = same ?? { number: bySignature.size + 1, accepted, isWord };
    if (same === undefined) bySignature.set(signature, found);
    byCode.set(code, found);
    return found;
  };
  return {
    of: (code) => byCode.get(code) ?? classOf(code),
    forget() {
      byCode.clear();
      bySignature.clear();
    },
    isFull,
  };
}
