/**
 * The file system that holds a path, if no program can be started from it. Mounts come in the order in which they were
 * made: of two at one place the later one lies over the earlier.
 */

/** The mount point, from the text of `/proc/self/mountinfo`; `path` has no links. */
export function noexecMount(mounts: string, path: string): string | undefined {
  let holder = { point: '', options: '' };
  for (const line of mounts.split('\n')) {
    const [, , , , written = '', options = ''] = line.split(' ');
    const point = unescaped(written);
    const isAbove = path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`);
    if (point !== '' && isAbove && point.length >= holder.point.length) holder = { point, options };
  }
  return holder.options.split(',').includes('noexec') ? holder.point : undefined;
}

/** Blanks and backslashes of a mount point are written as three octal digits for each byte. */
function unescaped(written: string): string {
  return written.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
