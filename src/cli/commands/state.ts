/**
 * `state show` and `state unlock`: what is known of an inventory's state and its lock, and how to get rid of a lock that
 * was left behind. Both need no more of the inventory than where its state is, so that they help when it is broken.
 */
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { backendOf, lockTime } from '../../state/backend.js';
import { shownValue } from '../../state/changes.js';
import { placeOfState, type StateDeclaration } from '../../state/declaration.js';
import { describeHolder, parseRecord, staleness } from '../../state/lock-record.js';
import { readState } from '../../state/read-state.js';
import type { Fault, SlotRead } from '../../state/slot.js';
import { sourceDigest } from '../../state/source-digest.js';
import type { State } from '../../state/state.js';
import type { System } from '../../system.js';
import { escapeControls } from '../../text/terminal.js';
import { typeToData } from '../../types/data.js';
import { typeText } from '../../types/type.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { failure } from '../terminal/report-failure.js';
import { findOwnState, notApplied, openOwnState } from '../inventory/own-state.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags } from '../flags.js';

export const stateCommand = defineCommand({
  name: 'state',
  summary:
    'show what is known of the state of the inventory, or remove a lock that was left behind',
  operands: {
    WHAT: {
      description: 'what to do',
      values: {
        show: 'print where the state is, its serial, who holds its lock, and what was applied',
        unlock: 'remove a lock that was left behind',
      },
    },
  },
  flags: {
    json: flags.json,
    force: {
      kind: 'switch',
      description: 'remove the lock even of somebody who may still be at work',
    },
  },
  examples: ['inventory-script state show'],
  run: (context, options) =>
    runState(context.system, { ...context, json: options.json }, options.WHAT, options.force),
});

/** What `state` goes by. */
interface StateGiven extends Given {
  readonly json: boolean;
}

async function runState(
  system: System,
  given: StateGiven,
  action: 'show' | 'unlock',
  force: boolean,
): Promise<CommandResult> {
  const located = locateInventory(system, given);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const declaration = findOwnState(system, located.path);
  if ('diagnostics' in declaration) return failure(system, declaration.diagnostics, given.colour);
  const result =
    action === 'show'
      ? await show(system, located.path, declaration, given.json)
      : await unlock(system, declaration, force);
  return typeof result === 'string'
    ? { exitCode: 0, stdout: result, stderr: '' }
    : failure(system, [result], given.colour);
}

async function show(
  system: System,
  path: string,
  declaration: StateDeclaration,
  asJson: boolean,
): Promise<string | Diagnostic> {
  const read = await readState(system, declaration);
  if (read.kind === 'broken') return read.diagnostic;
  const lock = await readLock(system, declaration);
  if (lock.kind === 'failed') return told(declaration, lock.fault);
  if (read.kind === 'absent' && !asJson && lock.kind === 'absent')
    return notApplied(system, path, declaration);
  const state = read.kind === 'present' ? read.state : undefined;
  const source = state === undefined ? undefined : await freshness(system, path, state);
  return asJson
    ? showJson(system, declaration, state, source, lock)
    : showText(system, declaration, state, source, lock);
}

/** Whether the declarations are those that the state was made from; undefined where either is not known. */
async function freshness(
  system: System,
  path: string,
  state: State,
): Promise<'current' | 'changed' | undefined> {
  if (state.sourceDigest === undefined) return undefined;
  const own = await openOwnState(system, path, 'declared');
  if ('diagnostics' in own) return undefined;
  return sourceDigest(system, own.declared) === state.sourceDigest ? 'current' : 'changed';
}

async function readLock(system: System, declaration: StateDeclaration): Promise<SlotRead> {
  if (declaration.type === 'terraform') return { kind: 'absent' };
  const opened = backendOf(system, declaration);
  return 'fault' in opened
    ? { kind: 'failed', fault: opened.fault }
    : await opened.backend.lock.read();
}

type Freshness = 'current' | 'changed' | undefined;

function showText(
  system: System,
  declaration: StateDeclaration,
  state: State | undefined,
  source: Freshness,
  lock: SlotRead,
): string {
  const rows: [string, string][] = [['state', placeOfState(declaration)]];
  if (state === undefined) rows.push(['serial', 'none: nothing was applied yet']);
  else {
    rows.push(
      ['lineage', state.lineage],
      ['serial', String(state.serial)],
      ['written', `${state.time === undefined ? '' : `${state.time} `}by ${state.tool}`],
    );
    if (source !== undefined)
      rows.push([
        'source',
        source === 'current'
          ? 'declared now as it was applied'
          : 'the declarations changed since: apply again',
      ]);
  }
  rows.push(['lock', lockText(system, declaration, lock)]);
  const exports = [...(state?.exports.values() ?? [])].map(
    (each) =>
      `  ${each.name}: ${typeText(each.type)} = ${shownValue(each)}${each.origin === 'given' && declaration.type !== 'terraform' ? ' (given)' : ''}`,
  );
  rows.push([
    'exports',
    state === undefined || exports.length === 0 ? 'none' : String(exports.length),
  ]);
  return [
    ...rows.map(([key, text]) => `${key.padEnd(9)}${escapeControls(text)}`),
    ...exports.map(escapeControls),
    '',
  ].join('\n');
}

function lockText(system: System, declaration: StateDeclaration, lock: SlotRead): string {
  if (lock.kind !== 'present') return 'none';
  const stale = staleness(system, lock.text, lockTime(system, declaration)?.());
  const why =
    stale === 'dead'
      ? 'that process is gone'
      : stale === 'expired'
        ? 'it has expired'
        : 'its record cannot be read';
  return `${describeHolder(lock.text)}${stale === undefined ? '' : `; ${why}, so the next apply takes it over`}`;
}

function showJson(
  system: System,
  declaration: StateDeclaration,
  state: State | undefined,
  source: Freshness,
  lock: SlotRead,
): string {
  const exports = [...(state?.exports.values() ?? [])].map(({ name, type, sensitive, origin }) => [
    name,
    { type: typeToData(type), sensitive, origin },
  ]);
  const record = lock.kind === 'present' ? parseRecord(lock.text) : undefined;
  const document = {
    place: placeOfState(declaration),
    type: declaration.type,
    applied: state !== undefined,
    ...(state === undefined
      ? {}
      : {
          lineage: state.lineage,
          serial: state.serial,
          time: state.time ?? null,
          tool: state.tool,
          source: source ?? 'unknown',
        }),
    lock:
      lock.kind === 'present'
        ? {
            owner: record?.owner ?? null,
            operation: record?.operation ?? null,
            created: record?.created ?? null,
            expires: record?.expires ?? null,
            stale: staleness(system, lock.text, lockTime(system, declaration)?.()) !== undefined,
          }
        : null,
    exports: Object.fromEntries(exports) as object,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Removes a lock that holds no longer; with `force` any lock. */
async function unlock(
  system: System,
  declaration: StateDeclaration,
  force: boolean,
): Promise<string | Diagnostic> {
  const opened = backendOf(system, declaration);
  if ('fault' in opened) return told(declaration, opened.fault);
  const { backend } = opened;
  const found = await backend.lock.read();
  if (found.kind === 'failed') return told(declaration, found.fault);
  if (found.kind === 'absent') return `${escapeControls(backend.place)} is not locked\n`;
  if (!force && staleness(system, found.text, lockTime(system, declaration)?.()) === undefined) {
    return told(declaration, {
      code: 'state/locked',
      message: `the state \`${backend.place}\` is locked: ${describeHolder(found.text)}`,
      help: 'wait until it is done; if it is certain that nobody works on it, say so with `--force`',
    });
  }
  const removed = await backend.lock.remove(found.version);
  if (typeof removed === 'object') return told(declaration, removed.fault);
  if (removed === 'overtaken')
    return told(declaration, {
      code: 'state/locked',
      message: `the lock of \`${backend.place}\` changed meanwhile, and was left as it is`,
      help: 'look again with `state show`',
    });
  return `removed the lock of ${escapeControls(backend.place)}, ${escapeControls(describeHolder(found.text))}\n`;
}

function told(declaration: StateDeclaration, { code, message, help }: Fault): Diagnostic {
  return diagnostic(code, declaration, message, { help });
}
