/** Single values of a host as Ansible would use them: the strongest layer's, with templates evaluated. */
import { evaluate, expressionAt, textOfResult } from '../expr/expressions.js';
import type { Node } from '../syntax/node.js';
import { unknownText } from '../syntax/node.js';
import { startOf } from '../text/source.js';
import { holdsTemplate } from '../text/template-markers.js';
import { composedOf, scopeMaker } from './host-scope.js';
import { receivedValues } from './received-values.js';
import type { ResolvedHost, ResolvedInventory } from './resolve.js';

/** What is known of a value: its text, that it is not set, or why it cannot be told and what people see in its place. */
export type HostValue =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'absent' } | Withheld;

interface Withheld {
  readonly kind: 'withheld';
  readonly why: string;
  readonly shown: string;
}

const absent: HostValue = { kind: 'absent' };

function secret(why: string): Withheld {
  return { kind: 'withheld', why, shown: '<redacted>' };
}

function withheld(why: string, shown: string): Withheld {
  return { kind: 'withheld', why, shown };
}

/** Reads scalars of hosts; null and empty texts count as not set. */
export function valueReader({
  inventory,
  names,
}: Pick<ResolvedInventory, 'inventory' | 'names'>): (
  host: ResolvedHost,
  name: string,
) => HostValue {
  let scopeOf: ReturnType<typeof scopeMaker> | undefined;
  const rendered = (host: ResolvedHost, name: string, template: string): HostValue => {
    scopeOf ??= scopeMaker(inventory, names);
    const parsed = expressionAt({ value: name, span: startOf({ path: '', name: '', text: name }) });
    if ('error' in parsed) return withheld(parsed.error.message, template);
    const scope = scopeOf(host, composedOf(host));
    const result = evaluate(parsed.value, scope);
    if (scope.holdsSecret) return secret('it is secret');
    if (result.kind === 'value') {
      if (result.value === null) return absent;
      const text = textOfResult(result.value);
      return text === undefined ? secret('it is encrypted') : textValue(text);
    }
    if (result.kind === 'unknown') return withheld(result.unknown.reason, result.unknown.reason);
    return withheld(
      result.kind === 'omit'
        ? 'its template gives `omit`'
        : `its template cannot be evaluated: ${result.error.message}`,
      template,
    );
  };
  // Whoever asks for one value of a host mostly asks for more.
  let last: { readonly host: ResolvedHost; readonly values: ReadonlyMap<string, Node> } | undefined;
  return (host, name) => {
    if (last?.host !== host) last = { host, values: receivedValues(host) };
    const node = last.values.get(name);
    if (node === undefined || node.kind === 'null' || node.kind === 'unset') return absent;
    if (node.kind === 'unknown') return withheld(unknownText(node), unknownText(node));
    if (node.sensitive === true) return secret('it is secret');
    switch (node.kind) {
      case 'vault':
        return secret('it is encrypted');
      case 'list':
      case 'map':
        return withheld(`it is a ${node.kind}`, node.kind === 'list' ? '[…]' : '{…}');
      case 'string':
        return holdsTemplate(node.value) ? rendered(host, name, node.value) : textValue(node.value);
      default:
        return textValue(String(node.value));
    }
  };
}

function textValue(text: string): HostValue {
  return text === '' ? absent : { kind: 'text', text };
}
