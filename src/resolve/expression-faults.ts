/** What goes wrong when expressions are evaluated, gathered over hosts: one cause is one message that lists its hosts. */
import type { Code } from '../diagnostics/codes.js';
import { diagnostic, type Diagnostic, type Related } from '../diagnostics/diagnostic.js';
import type { EvalResult, ExpressionError } from '../expr/expressions.js';
import { placeWithin } from '../text/place-within.js';
import type { Span, Spanned } from '../text/source.js';
import type { DescribeHosts } from './host-list.js';

/** A fault before its hosts are known. */
export interface Fault {
  readonly code: Code;
  readonly span: Span;
  /** The message, up to the hosts and from them on. */
  readonly before: string;
  readonly after?: string;
  readonly related?: readonly Related[];
  readonly help?: string | undefined;
}

export interface FaultCollector {
  /** `fault` on one more host; faults with one place and one text before the hosts are one cause. */
  add(fault: Fault, host: string): void;
  /** An evaluation without a value, in `scope`. Errs only if `strict`, unless the fault is none that Ansible has, too. */
  failed(
    what: string,
    text: Spanned<string>,
    result: Exclude<EvalResult, { kind: 'value' }>,
    host: string,
    scope: { readonly holdsSecret: boolean },
  ): void;
  /** All faults, and a warning for each expression that was skipped on every one of the `hostCount` hosts. */
  diagnostics(describeHosts: DescribeHosts, hostCount: number): Diagnostic[];
}

/**
 * `isStatic`: no state of an upstream was read, so that a value which is not known yet is no fault, strict or not.
 * `mayFollow`: errors were told already, from which a fault of an evaluation may only follow; it is dropped.
 */
export function faultCollector(
  strict: boolean,
  mayFollow: boolean,
  isStatic: boolean,
): FaultCollector {
  const causes = new Map<string, { readonly fault: Fault; readonly hosts: string[] }>();
  const add = (fault: Fault, host: string): void => {
    const { path } = fault.span.source;
    const key = `${fault.code} ${path} ${fault.span.start} ${fault.span.end} ${fault.before}`;
    const cause = causes.get(key);
    if (cause === undefined) causes.set(key, { fault, hosts: [host] });
    else if (cause.hosts.at(-1) !== host) cause.hosts.push(host);
  };
  const skipped = new Map<Span, Skip>();
  const skip = (
    what: string,
    text: Spanned<string>,
    error: ExpressionError,
    host: string,
  ): void => {
    const known = skipped.get(text.span);
    if (known === undefined)
      skipped.set(text.span, { what, span: placeWithin(text, error), error, last: host, count: 1 });
    else if (known.last !== host) {
      known.last = host;
      known.count++;
    }
  };
  return {
    add,
    failed(what, text, result, host, { holdsSecret }) {
      if (result.kind === 'unknown' && (!strict || isStatic)) return;
      const told = errorOf(result, text);
      const error = holdsSecret
        ? { ...told, message: withoutValues(told.message, text.value) }
        : told;
      const isOurs = error.kind === 'unsupported' || error.kind === 'limit';
      if (!isOurs && mayFollow) return;
      if (!isOurs && !strict) {
        skip(what, text, error, host);
        return;
      }
      const way = result.kind === 'undefined' ? 'give it a `default(…)`' : 'correct it';
      const help =
        error.help ?? (isOurs ? undefined : `${way}, or leave out \`strict\` to skip such hosts`);
      add(
        {
          code: 'resolve/expression',
          span: placeWithin(text, error),
          before: `${what} cannot be evaluated on `,
          after: `: ${error.message}`,
          help,
        },
        host,
      );
    },
    diagnostics: (describeHosts, hostCount) => [
      ...[...causes.values()].map(
        ({ fault: { code, span, before, after, related, help }, hosts }) =>
          diagnostic(code, span, `${before}${describeHosts(hosts)}${after ?? ''}`, {
            related: related ?? [],
            help,
          }),
      ),
      ...[...skipped.values()].filter((each) => each.count === hostCount).map(describeSkip),
    ],
  };
}

/** An expression that was skipped on `count` hosts, the `last` of them, with the first error. */
interface Skip {
  readonly what: string;
  readonly span: Span;
  readonly error: ExpressionError;
  last: string;
  count: number;
}

function describeSkip({ what, span, error }: Skip): Diagnostic {
  return diagnostic(
    'resolve/expression-skipped',
    span,
    `${what} is skipped on every host: ${error.message}`,
    {
      help: error.help ?? 'correct it, or remove it; with `strict: true` it is an error',
    },
  );
}

/** A message without the texts that it quotes, except those of the expression itself and names of types. */
export function withoutValues(message: string, expression: string): string {
  return message.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, (quoted) => {
    const text = quoted.slice(1, -1);
    return expression.includes(text) || /^(?:dict|list|str|int|float|bool|NoneType)$/.test(text)
      ? quoted
      : "'<redacted>'";
  });
}

function errorOf(
  result: Exclude<EvalResult, { kind: 'value' }>,
  { value }: Spanned<string>,
): ExpressionError {
  const whole = { start: 0, end: value.length };
  switch (result.kind) {
    case 'omit':
      return { kind: 'value', message: 'it gives `omit`, which is no value', ...whole };
    case 'unknown':
      return {
        kind: 'unsupported',
        message: `it needs a value ${result.unknown.reason}`,
        ...whole,
      };
    case 'undefined':
    case 'error':
      return result.error;
  }
}
