/** The one order of names in output: by code point, the same on every machine (no locale). */

/** Compares two strings by code point, as Python sorts them (UTF-16 order differs only where surrogates are). */
export function byCodePoint(left: string, right: string): number {
  if (left === right) return 0;
  const order = left < right ? -1 : 1;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    const isHigh = a >= 0xd800 && a <= 0xdfff;
    return isHigh === (b >= 0xd800 && b <= 0xdfff) ? order : isHigh ? 1 : -1;
  }
  return order;
}
