/**
 * A host's own connection variables → its `transport`, where the host itself sets `ansible_connection` and the transport
 * emits exactly the same variables; all others stay in its `vars`.
 */
import { isAbsolute, normalize } from 'node:path';
import type { Node } from '../syntax/node.js';
import { nowhere } from './exact-json.js';
import type { PlannedVariable } from './plan.js';

/** A field of a transport in the order in which it is written. */
export interface TransportField {
  readonly key: string;
  readonly value: Node;
}

export interface Connection {
  /** Undefined where the host has no transport. */
  readonly transport: readonly TransportField[] | undefined;
  readonly vars: readonly PlannedVariable[];
}

export function splitConnection(vars: readonly PlannedVariable[]): Connection {
  const connection = vars.find(({ name }) => name === 'ansible_connection')?.value;
  if (connection?.kind !== 'string' || connection.value === '' || connection.value.includes('{'))
    return { transport: undefined, vars };
  if (connection.value === 'local')
    return {
      transport: [field('type', text('local'))],
      vars: vars.filter(({ name }) => name !== 'ansible_connection'),
    };
  return connection.value === 'ssh' ? sshConnection(vars) : pluginConnection(connection, vars);
}

/** Variable → the field of an ssh transport that emits it, with the value to write there. */
const sshFields: ReadonlyMap<string, (value: Node) => TransportField | undefined> = new Map([
  [
    'ansible_host',
    (value) => (isText(value) && isAddress(value.value) ? field('host', value) : undefined),
  ],
  [
    'ansible_port',
    (value) =>
      value.kind === 'int' && value.value >= 1 && value.value <= 65535
        ? field('port', value)
        : undefined,
  ],
  [
    'ansible_user',
    (value) => (isText(value) && value.value !== '' ? field('user', value) : undefined),
  ],
  [
    'ansible_ssh_private_key_file',
    (value) =>
      isText(value) && isFixedPath(value.value) ? field('identity_file', value) : undefined,
  ],
  ['ansible_ssh_common_args', proxyJump],
  ['ansible_ssh_extra_args', (value) => (isText(value) ? field('extra_args', value) : undefined)],
]);

function sshConnection(vars: readonly PlannedVariable[]): Connection {
  const fields = [...sshFields].flatMap(([name, make]) => {
    const value = vars.find((each) => each.name === name)?.value;
    const made = value && make(value);
    return made === undefined ? [] : [{ name, made }];
  });
  const moved = new Set(['ansible_connection', ...fields.map(({ name }) => name)]);
  return {
    transport: [field('type', text('ssh')), ...fields.map(({ made }) => made)],
    vars: vars.filter(({ name }) => !moved.has(name)),
  };
}

/** How to become another user, and which interpreter to run, is no matter of the connection. */
const notOfConnection = /^ansible_(?:connection$|become|.*interpreter)/;

function pluginConnection(connection: Node, vars: readonly PlannedVariable[]): Connection {
  const isOption = ({ name, value }: PlannedVariable): boolean =>
    /^ansible_[A-Za-z0-9_]+$/.test(name) && !notOfConnection.test(name) && isScalar(value);
  const options = vars.filter(isOption);
  const entries = options.map(({ name, value }) => ({ key: name, value, ...nowhere }));
  return {
    transport: [
      field('type', text('plugin')),
      field('connection', connection),
      ...(entries.length === 0 ? [] : [field('options', { kind: 'map', entries, ...nowhere })]),
    ],
    vars: vars.filter((each) => each.name !== 'ansible_connection' && !isOption(each)),
  };
}

function isScalar({ kind }: Node): boolean {
  return kind !== 'map' && kind !== 'list' && kind !== 'unset';
}

function isText(value: Node): value is Extract<Node, { kind: 'string' }> {
  return value.kind === 'string';
}

/** An address that the format takes, and that is no range to it. */
function isAddress(address: string): boolean {
  return address !== '' && !address.startsWith('-') && !/[\s[\]]/.test(address);
}

/** A path that is emitted as it is written, wherever the inventory lies. */
function isFixedPath(path: string): boolean {
  return (
    path.startsWith('~') ||
    (isAbsolute(path) && normalize(path) === path && (path === '/' || !path.endsWith('/')))
  );
}

function proxyJump(value: Node): TransportField | undefined {
  const jump = isText(value) ? /^-J ([^\s-]\S*)$/.exec(value.value)?.[1] : undefined;
  return jump === undefined ? undefined : field('proxy_jump', text(jump));
}

function field(key: string, value: Node): TransportField {
  return { key, value };
}

function text(value: string): Node {
  return { kind: 'string', value, ...nowhere };
}
