/** Names as Ansible can use them. */

/**
 * The safe form of a group or variable name (format reference, section 11): every character but ASCII letters,
 * digits and `_` becomes `_`, and a leading digit gets `_` before it. An empty name becomes `_`, too.
 */
export function safeName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  const safe = name.replace(/[^A-Za-z0-9_]/gu, '_');
  return /^(?:[0-9]|$)/.test(safe) ? `_${safe}` : safe;
}

/** The group of the hosts where a service is present, and the one where it is absent. */
export function serviceGroup(service: string, state: 'present' | 'absent' = 'present'): string {
  return safeName(`service_${service}`) + (state === 'absent' ? '_absent' : '');
}

/** The variable that carries a service's components. */
export function serviceVariable(service: string): string {
  return safeName(`inventory_service_${service}`);
}
