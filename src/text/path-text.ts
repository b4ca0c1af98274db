/** Paths into values as people write them: `vmango.listen`, `a["b.c"]`. */

/** Keys joined by dots; a key that could be misread stands in brackets and double quotes. */
export function pathText(keys: readonly string[]): string {
  return keys.reduce(
    (text, key) =>
      /^[^\s."'[\]]+$/.test(key)
        ? text === ''
          ? key
          : `${text}.${key}`
        : `${text}[${JSON.stringify(key)}]`,
    '',
  );
}

/** The keys that a written path means; undefined if it is no path. A `vars.` before it is not part of it. */
export function parsePath(text: string): string[] | undefined {
  const keys: string[] = [];
  const step = /(?:^|\.)([^\s."'[\]]+)|\[("(?:[^"\\]|\\.)*")\]/y;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return undefined;
    const key = found[1] ?? quotedKey(found[2] ?? '');
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys;
}

function quotedKey(quoted: string): string | undefined {
  try {
    const key: unknown = JSON.parse(quoted);
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}
