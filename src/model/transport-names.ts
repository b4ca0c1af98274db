/** Which Ansible variables a transport sets (format reference, section 2). */
import type { Span } from '../text/source.js';
import type { Transport } from './inventory.js';

/** Field of an ssh transport → the variable it becomes. */
export const sshVariables: ReadonlyMap<string, string> = new Map([
  ['host', 'ansible_host'],
  ['port', 'ansible_port'],
  ['user', 'ansible_user'],
  ['identity_file', 'ansible_ssh_private_key_file'],
  ['proxy_jump', 'ansible_ssh_common_args'],
  ['extra_args', 'ansible_ssh_extra_args'],
]);

/** The variables that `transport` sets, each with the place that sets it. */
export function transportNames(transport: Transport): ReadonlyMap<string, Span> {
  const names = new Map<string, Span>([['ansible_connection', transport]]);
  if (transport.type === 'ssh') {
    for (const field of transport.fields) {
      const name = sshVariables.get(field.key);
      if (name !== undefined) names.set(name, field);
    }
  } else if (transport.type === 'plugin') {
    for (const entry of transport.options?.entries ?? []) names.set(entry.key, entry);
  }
  return names;
}
