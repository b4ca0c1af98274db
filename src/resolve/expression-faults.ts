/** What goes wrong when expressions are evaluated, gathered over hosts: one cause is one message that lists its hosts. */
import type { Code } from '../diagnostics/codes.js';
import { diagnostic, type Diagnostic, type Related } from '../diagnostics/diagnostic.js';
import type { ConditionResult, EvalResult, ExpressionError } from '../expr/expressions.js';
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

/** What an evaluation gave in place of a value, or a condition in place of true or false. */
export type Failure =
  Exclude<EvalResult, { kind: 'value' }> | Extract<ConditionResult, { kind: 'neither' }>;

export interface FaultCollector {
  /** `fault` on one more host; faults with one place and one text before the hosts are one cause. */
  add(fault: Fault, host: string): void;
  /**
   * An evaluation without a value, in `scope`. Errs only if `strict`, unless the fault is none that Ansible has, too; a
   * condition that is neither true nor false is a warning otherwise, on however few hosts.
   */
  failed(
    what: string,
    text: Spanned<string>,
    result: Failure,
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
  const causes = new Map<string, Cause>();
  const add = (fault: Fault, host: string): void => {
    addCause(causes, fault, host);
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
      const original = errorOf(result, text);
      const error = holdsSecret ? withoutValues(original) : original;
      if (!isOurs(error) && mayFollow) return;
      if (!strict && result.kind === 'neither') {
        add(notACondition(what, text, result), host);
        return;
      }
      if (!isOurs(error) && !strict) {
        skip(what, text, error, host);
        return;
      }
      add(notEvaluated(what, text, error), host);
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

/** One cause and the hosts that have it, in the order in which they came. */
interface Cause {
  readonly fault: Fault;
  readonly hosts: string[];
}

function addCause(causes: Map<string, Cause>, fault: Fault, host: string): void {
  const { path } = fault.span.source;
  const key = `${fault.code} ${path} ${fault.span.start} ${fault.span.end} ${fault.before}`;
  const cause = causes.get(key);
  if (cause === undefined) causes.set(key, { fault, hosts: [host] });
  else if (cause.hosts.at(-1) !== host) cause.hosts.push(host);
}

function notEvaluated(what: string, text: Spanned<string>, error: ExpressionError): Fault {
  const way = error.kind === 'undefined' ? 'give it a `default(…)`' : 'correct it';
  return {
    code: 'resolve/expression',
    span: placeWithin(text, error),
    before: `${what} cannot be evaluated on `,
    after: `: ${error.message}`,
    help:
      error.help ??
      (isOurs(error) ? undefined : `${way}, or leave out \`strict\` to skip such hosts`),
  };
}

/** What this tool lacks is always an error. */
function isOurs({ kind }: ExpressionError): boolean {
  return kind === 'unsupported' || kind === 'limit';
}

function notACondition(
  what: string,
  text: Spanned<string>,
  { gives, error }: Extract<Failure, { kind: 'neither' }>,
): Fault {
  return {
    code: 'resolve/not-a-condition',
    span: placeWithin(text, error),
    before: `${what} gives ${gives}, not true or false, and so leaves out `,
    help: error.help,
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

/** What is wrong where nothing of a value may be shown. */
const withheld: Readonly<Record<ExpressionError['kind'], string>> = {
  syntax: 'a template that it reads is not valid',
  undefined: 'something that it reads is undefined',
  type: 'a value has a type that does not fit',
  value: 'a value is not accepted',
  limit: 'a value grows beyond a limit',
  unsupported: 'a value needs something that is not supported here',
  recursion: 'a template that it reads needs its own value',
};

/** The error as anybody may see it, though a sensitive value took part: its message and help may hold parts of that. */
export function withoutValues(error: ExpressionError): ExpressionError {
  if (error.isOpen === true) return error;
  const { kind, start, end } = error;
  return {
    kind,
    message: `${withheld[kind]}; the details are withheld, since a sensitive value took part`,
    isOpen: true,
    start,
    end,
  };
}

function errorOf(result: Failure, { value }: Spanned<string>): ExpressionError {
  const whole = { start: 0, end: value.length };
  switch (result.kind) {
    case 'omit':
      return {
        kind: 'value',
        message: 'it gives `omit`, which is no value',
        isOpen: true,
        ...whole,
      };
    case 'unknown':
      return {
        kind: 'unsupported',
        message: `it needs a value ${result.unknown.reason}`,
        isOpen: true,
        ...whole,
      };
    case 'neither':
    case 'undefined':
    case 'error':
      return result.error;
  }
}
