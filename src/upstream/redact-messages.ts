/**
 * Keeps the values of sensitive exports out of messages, whoever wrote them: wherever one stands, `<redacted>` does. A
 * text of a few characters is only taken for the value where it is quoted as one.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Node } from '../syntax/node.js';

/** Every scalar in a value as a message may write it. */
export function textsIn(node: Node): readonly string[] {
  switch (node.kind) {
    case 'string':
    case 'unsafe':
    case 'int':
    case 'float':
      return [String(node.value)];
    case 'list':
      return node.items.flatMap(textsIn);
    case 'map':
      return node.entries.flatMap((entry) => textsIn(entry.value));
    case 'bool':
    case 'null':
    case 'vault':
    case 'unset':
    case 'unknown':
      return [];
  }
}

const few = 4;

/** The diagnostics without `secrets`. */
export function withoutSecrets(
  diagnostics: readonly Diagnostic[],
  secrets: ReadonlySet<string>,
): readonly Diagnostic[] {
  const known = [...secrets].filter((each) => each !== '').sort((a, b) => b.length - a.length);
  if (known.length === 0) return diagnostics;
  const clean = (text: string): string =>
    known.reduce(
      (left, secret) =>
        secret.length < few
          ? left.replaceAll(`\`${secret}\``, '`<redacted>`')
          : left.replaceAll(secret, '<redacted>'),
      text,
    );
  return diagnostics.map((each) => ({
    ...each,
    message: clean(each.message),
    related: each.related.map((other) => ({ ...other, message: clean(other.message) })),
    ...(each.help === undefined ? {} : { help: clean(each.help) }),
  }));
}
