/**
 * Keys by which Ansible marks its own values in JSON (`__ansible_vault`, `__ansible_unsafe`, `__ansible_type`). A map with
 * one would be another value to Ansible, or break its reading of the whole inventory.
 */
export function isReservedKey(key: string): boolean {
  return key.startsWith('__ansible_');
}
