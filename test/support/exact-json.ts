/** JSON whose numbers are kept as they are written: `1.0` is not `1`, and a large integer has all its digits. */

/** A number by its text. */
export interface ExactNumber {
  readonly number: string;
}

export type ExactJson =
  | string
  | boolean
  | null
  | ExactNumber
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** Parses JSON text; each number becomes `{number: <its text>}`. Throws where it is no JSON. */
export function parseExactJson(text: string): ExactJson {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu;
  const wrapped = text.replace(tokens, (token) =>
    token.startsWith('"') ? token : `{"number":"${token}"}`,
  );
  return JSON.parse(wrapped) as ExactJson;
}
