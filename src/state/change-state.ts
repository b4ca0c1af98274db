/**
 * One change of a state, whole or not at all: look whether anything is to change, take the lock, look again at what is
 * there now, and put the new state in its place. Nothing is written where something is wrong or nothing changes; what
 * was there before is there until the new one is complete.
 */
import { diagnostic, hasErrors, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { System } from '../system.js';
import { backendOf, lockTime } from './backend.js';
import { changesBetween, type Change } from './changes.js';
import type { StateDeclaration } from './declaration.js';
import { envelopeText, type ExportContent, type StateContent } from './envelope.js';
import { isStillHeld, releaseLock, takeLock, type Lock } from './lock.js';
import { timeText } from './lock-record.js';
import { holdsClearText } from './nodes.js';
import { interpret } from './read-state.js';
import type { Backend, Fault } from './slot.js';
import type { State } from './state.js';

export interface ChangeRequest<T> {
  readonly declaration: StateDeclaration;
  readonly operation: string;
  /** For how long to wait for somebody else's lock, in milliseconds. */
  readonly patience: number;
  readonly tool: string;
  readonly sourceDigest: string;
  /** The exports that are to be there, from the state that is there; it may be asked twice. */
  readonly plan: (
    previous: State | undefined,
  ) => Outcome<{ readonly exports: ReadonlyMap<string, ExportContent> } & T>;
}

export interface Changed<T> {
  readonly plan: T;
  readonly place: string;
  readonly changes: readonly Change[];
  /** Undefined where there was no state, and there is none now. */
  readonly serial: number | undefined;
}

interface Draft<T> extends Changed<T> {
  /** What is to be written; undefined where nothing changes. */
  readonly content: StateContent | undefined;
  /** The version that it replaces; undefined where there is none. */
  readonly version: string | undefined;
}

/** With errors nothing was written, and the value is undefined. */
export async function changeState<T>(
  system: System,
  request: ChangeRequest<T>,
): Promise<Outcome<Changed<T> | undefined>> {
  const { declaration, operation, patience } = request;
  const opened = backendOf(system, declaration);
  if ('fault' in opened) return failed(request, opened.fault);
  const { backend } = opened;
  const first = await draft(system, backend, request);
  if (first.value?.content === undefined || hasErrors(first.diagnostics)) return first;
  const taken = await takeLock(system, backend.lock, {
    operation,
    place: backend.place,
    patience,
    changedAt: lockTime(system, declaration),
  });
  if ('fault' in taken) return failed(request, taken.fault);
  try {
    const second = await draft(system, backend, request);
    if (second.value?.content === undefined || hasErrors(second.diagnostics)) return second;
    const fault = await write(system, backend, taken.lock, second.value);
    return fault === undefined ? second : failed(request, fault);
  } finally {
    await releaseLock(system, taken.lock);
  }
}

async function draft<T>(
  system: System,
  backend: Backend,
  request: ChangeRequest<T>,
): Promise<Outcome<Draft<T> | undefined>> {
  const found = await backend.state(false).read();
  const read = interpret(system, request.declaration, found);
  if (read.kind === 'broken') return { value: undefined, diagnostics: [read.diagnostic] };
  const previous = read.kind === 'present' ? read.state : undefined;
  const { value: plan, diagnostics } = request.plan(previous);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const changes = changesBetween(
    previous?.exports ?? new Map<string, ExportContent>(),
    plan.exports,
  );
  const isChanged =
    changes.length > 0 ||
    (previous !== undefined && previous.sourceDigest !== request.sourceDigest);
  const content = isChanged ? nextContent(system, request, previous, plan.exports) : undefined;
  const version = found.kind === 'present' ? found.version : undefined;
  return {
    value: {
      plan,
      place: backend.place,
      changes,
      serial: content?.serial ?? previous?.serial,
      content,
      version,
    },
    diagnostics,
  };
}

function nextContent(
  system: System,
  { tool, sourceDigest }: Pick<ChangeRequest<unknown>, 'tool' | 'sourceDigest'>,
  previous: State | undefined,
  exports: ReadonlyMap<string, ExportContent>,
): StateContent {
  return {
    lineage: previous?.lineage ?? system.machine().randomId(),
    serial: (previous?.serial ?? 0) + 1,
    time: timeText(system.now()),
    tool,
    sourceDigest,
    exports,
  };
}

async function write(
  system: System,
  backend: Backend,
  lock: Lock,
  { content, version }: Draft<unknown>,
): Promise<Fault | undefined> {
  if (content === undefined) return undefined;
  const isPrivate = [...content.exports.values()].some(
    (each) => each.sensitive && holdsClearText(each.value),
  );
  const slot = backend.state(isPrivate);
  if (!(await isStillHeld(system, lock))) {
    return {
      code: 'state/locked',
      message: `the lock of \`${backend.place}\` was lost before the state could be written; nothing was changed`,
      help: 'apply again',
    };
  }
  const text = envelopeText(content);
  const written =
    version === undefined ? await slot.create(text) : await slot.replace(version, text);
  if (written === 'done') return undefined;
  if (written !== 'overtaken') return written.fault;
  return {
    code: 'state/locked',
    message: `somebody else changed \`${backend.place}\` meanwhile; nothing was changed`,
    help: 'apply again',
  };
}

function failed(
  { declaration }: Pick<ChangeRequest<unknown>, 'declaration'>,
  { code, message, help }: Fault,
): Outcome<undefined> {
  const found: Diagnostic = diagnostic(code, declaration, message, { help });
  return { value: undefined, diagnostics: [found] };
}
