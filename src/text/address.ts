/** IP addresses. Node's network module is slow to load, so only who asks about one pays for it. */

/** Whether a text is an IPv4 or IPv6 address, without brackets. */
export function isAddress(text: string): boolean {
  return process.getBuiltinModule('node:net').isIP(text) !== 0;
}

export function isIPv6(text: string): boolean {
  return process.getBuiltinModule('node:net').isIPv6(text);
}
