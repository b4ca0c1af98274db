/**
 * The types of the format's own fields, for what is not known before it is applied. A field that takes text takes any
 * string: what the format demands of it besides is judged once the text is known.
 */
import { builtIn, type Type } from './type.js';

const text = builtIn('string');
const flag = builtIn('boolean');

/** Field → type, e.g. `transport.port`; the parts of services are `binary`, `config`, `process` and `template`. */
export const receivers: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['transport.type', choice('local', 'ssh', 'plugin')],
  ['transport.port', builtIn('port')],
  ...textFields('transport', [
    'host',
    'user',
    'identity_file',
    'proxy_jump',
    'extra_args',
    'connection',
  ]),
  ['transport.options', { kind: 'map', value: builtIn('any') }],
  ['binary.type', choice('rpm', 'deb')],
  ['binary.manager', choice('dnf', 'yum')],
  ...textFields('binary', ['package', 'version']),
  ...textFields('config', ['path', 'owner', 'group', 'mode', 'selinux']),
  ['config.sensitive', flag],
  ...textFields('template', ['file', 'inline']),
  ['process.type', choice('systemd')],
  ...textFields('process', ['unit', 'timeout']),
  ['process.state', choice('running', 'stopped')],
  ['process.enabled', flag],
  ...(['restart_on', 'reload_on', 'after'] as const).map((field): [string, Type] => [
    `process.${field}`,
    { kind: 'list', item: text },
  ]),
]);

function textFields(owner: string, fields: readonly string[]): [string, Type][] {
  return fields.map((field) => [`${owner}.${field}`, text]);
}

function choice(...values: readonly string[]): Type {
  return { kind: 'enum', values: values.map((value) => ({ kind: 'string', value })) };
}
