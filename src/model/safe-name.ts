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

/**
 * The name of a group that an expression makes, as Ansible itself makes it safe: letters and digits of any script
 * stay, anything else becomes `_`, and so does a leading digit.
 */
export function constructedGroup(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? name
    : name.replace(/^\p{Nd}|[^\p{L}\p{N}_]/gu, '_');
}

/** The group of a tag's hosts. */
export function tagGroup(
  tag: string,
  { groupNames }: { readonly groupNames: 'safe' | 'verbatim' },
): string {
  return groupNames === 'verbatim' ? tag : safeName(tag);
}

/** The group of the hosts where a service is present, and the one where it is absent. */
export function serviceGroup(service: string, state: 'present' | 'absent' = 'present'): string {
  return safeName(`service_${service}`) + (state === 'absent' ? '_absent' : '');
}

/** The variable that carries a service's components. */
export function serviceVariable(service: string): string {
  return safeName(`inventory_service_${service}`);
}
