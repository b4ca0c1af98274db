/** Between the tagged JSON of the vectors and this project's values. */
import { evaluate, parseExpression, parseTemplate, render } from '../../src/expr/jinja/jinja.js';
import type { Final } from '../../src/expr/jinja/finalize.js';
import type { Scope } from '../../src/expr/jinja/session.js';
import type { Backslashes } from '../../src/expr/jinja/tokens.js';
import { floatText } from '../../src/expr/jinja/repr.js';
import { dictOf, list, trusted, type Raw } from '../../src/expr/jinja/values.js';
import { holdsTemplate } from '../../src/text/template-markers.js';

export type Tagged =
  | null
  | boolean
  | string
  | { readonly int: string }
  | { readonly float: string }
  | { readonly list: readonly Tagged[] }
  | { readonly dict: readonly (readonly [Tagged, Tagged])[] }
  | { readonly vault: string };

export type Outcome =
  | { readonly value: Tagged }
  | { readonly omit: true }
  | { readonly error: string; readonly message: string };

export function fromTagged(value: Tagged): Raw {
  if (typeof value === 'string') return trusted(value);
  if (value === null || typeof value === 'boolean') return value;
  if ('int' in value) return BigInt(value.int);
  if ('float' in value) return Number(value.float.replace('inf', 'Infinity'));
  if ('list' in value) return list(value.list.map(fromTagged));
  if ('vault' in value) return { kind: 'vault', ciphertext: value.vault };
  return dictOf(
    value.dict.map(
      ([key, inner]) =>
        [typeof key === 'string' ? key : JSON.stringify(key), fromTagged(inner)] as const,
    ),
  );
}

export function toTagged(value: Final): Tagged {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return { int: value.toString() };
  if (typeof value === 'number') return { float: floatText(value) };
  if (value.kind === 'list') return { list: value.items.map(toTagged) };
  if (value.kind === 'vault') return { vault: value.ciphertext };
  return {
    dict: [...value.entries.values()].map(
      (entry) => [toTagged(entry.key), toTagged(entry.value)] as const,
    ),
  };
}

export function scopeOf(variables: Tagged): Scope {
  const all = new Map<string, Raw>();
  if (variables !== null && typeof variables === 'object' && 'dict' in variables) {
    for (const [key, value] of variables.dict)
      if (typeof key === 'string') all.set(key, fromTagged(value));
  }
  return { lookup: (name) => all.get(name) };
}

/** A line of expressions.txt: an expression, or a template if it holds one. */
export function evaluateLine(
  line: string,
  scope: Scope,
  backslashes: Backslashes = 'escape',
): Outcome {
  if (holdsTemplate(line)) {
    const parsed = parseTemplate(line.replaceAll('\\n', '\n'));
    return 'error' in parsed
      ? { error: parsed.error.kind, message: parsed.error.message }
      : outcome(render(parsed.template, scope));
  }
  const parsed = parseExpression(line, { backslashes });
  return 'error' in parsed
    ? { error: parsed.error.kind, message: parsed.error.message }
    : outcome(evaluate(parsed.expression, scope));
}

function outcome(result: ReturnType<typeof evaluate>): Outcome {
  switch (result.kind) {
    case 'value':
      return { value: toTagged(result.value) };
    case 'omit':
      return { omit: true };
    case 'unknown':
      return { error: 'unknown', message: result.unknown.reason };
    case 'undefined':
    case 'error':
      return { error: result.error.kind, message: result.error.message };
  }
}
