/** Paths of two inventories that are absolute by what they are made from. */
import { relative } from 'node:path';

/** True if they are one path, or one seen from the folders of their inventories. */
export function samePath(
  folders: Readonly<Record<'old' | 'new', string>>,
  old: string,
  now: string,
): boolean {
  if (old === now) return true;
  return (
    folders.old !== folders.new &&
    old.startsWith('/') &&
    now.startsWith('/') &&
    relative(folders.old, old) === relative(folders.new, now)
  );
}
