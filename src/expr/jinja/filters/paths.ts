/** Ansible's filters on POSIX and Windows paths that look at no disk. */
import type { Definition, Definitions } from '../bind.js';
import { fail } from '../error.js';
import { items } from '../run.js';
import { isSequence, list, tuple, typeName, type Value } from '../values.js';

function onPath(
  takes: string,
  does: string,
  change: (path: string, args: Parameters<Definition['run']>[2]) => Value,
): Definition {
  return {
    takes,
    does,
    run: (_run, value, args) =>
      typeof value === 'string'
        ? change(value, args)
        : fail('type', `expected str, bytes or os.PathLike object, not ${typeName(value)}`),
  };
}

function dirname(path: string): string {
  const head = path.slice(0, path.lastIndexOf('/') + 1);
  return /^\/*$/.test(head) ? head : head.replace(/\/+$/, '');
}

function splitext(path: string): Value {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  if (dot < 0 || /^\.*$/.test(base.slice(0, dot))) return tuple([path, '']);
  const cut = path.length - base.length + dot;
  return tuple([path.slice(0, cut), path.slice(cut)]);
}

function normpath(path: string): string {
  if (path === '') return '.';
  const root = /^\/\/(?!\/)/.test(path) ? '//' : path.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && (parts.length > 0 ? parts.at(-1) !== '..' : root !== '')) parts.pop();
    else parts.push(part);
  }
  return root + parts.join('/') || '.';
}

function joinPaths(parts: readonly string[]): string {
  const [first, ...rest] = parts;
  if (first === undefined)
    return fail('type', "join() missing 1 required positional argument: 'a'");
  return rest.reduce((path, part) => {
    if (part.startsWith('/') || path === '') return part;
    return path.endsWith('/') ? path + part : `${path}/${part}`;
  }, first);
}

function texts(all: readonly Value[], what: string): string[] {
  return all.map((each) =>
    typeof each === 'string' ? each : fail('type', `${what}: expected str, not ${typeName(each)}`),
  );
}

const pathJoin: Definition = {
  takes: '',
  does: 'the parts as one path',
  run: (run, value) => {
    if (typeof value === 'string') return value;
    return isSequence(value)
      ? joinPaths(texts(items(run, value), 'path_join'))
      : fail('type', `|path_join expects string or sequence, got ${typeName(value)} instead.`);
  },
};

const commonPath: Definition = {
  takes: '',
  does: 'the longest path that all have in common',
  run: (run, value) => {
    if (!isSequence(value))
      return fail('type', `|commonpath expects sequence, got ${typeName(value)} instead.`);
    const paths = texts(items(run, value), 'commonpath');
    const [first] = paths;
    if (first === undefined) return fail('value', 'commonpath() arg is an empty sequence');
    const absolute = first.startsWith('/');
    if (paths.some((path) => path.startsWith('/') !== absolute))
      return fail('value', "Can't mix absolute and relative paths");
    const split = paths.map((path) =>
      path.split('/').filter((part) => part !== '' && part !== '.'),
    );
    const common = (split[0] ?? []).filter((_part, index, all) =>
      split.every((each) => all.slice(0, index + 1).every((part, at) => each[at] === part)),
    );
    return (absolute ? '/' : '') + common.join('/');
  },
};

/** Only between two paths that are both absolute: anything else depends on the working directory. */
const relpath = onPath('start?', 'the path as seen from another', (path, args) => {
  const start = args.text('start', '.');
  if (path === '') return fail('value', 'no path specified');
  if (path.startsWith('/') !== start.startsWith('/'))
    return fail(
      'unsupported',
      '`relpath` between an absolute and a relative path depends on the working directory',
    );
  if (
    !path.startsWith('/') &&
    (normpath(path).startsWith('..') || normpath(start).startsWith('..'))
  ) {
    return fail('unsupported', '`relpath` above the working directory depends on where it runs');
  }
  const parts = (text: string): string[] =>
    normpath(text)
      .split('/')
      .filter((part) => part !== '' && part !== '.');
  const [from, to] = [parts(start), parts(path)];
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same += 1;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/') || '.';
});

/** The drive or share of a Windows path, and the rest. */
function splitDrive(path: string): [string, string] {
  const plain = path.replaceAll('/', '\\');
  const share = /^\\\\[^\\]+\\[^\\]+/.exec(plain) ?? /^\\\\[^\\]+\\?$/.exec(plain);
  if (plain.startsWith('\\\\') && share !== null)
    return [path.slice(0, share[0].length), path.slice(share[0].length)];
  return plain[1] === ':' ? [path.slice(0, 2), path.slice(2)] : ['', path];
}

function windowsSplit(path: string): [string, string] {
  const [drive, rest] = splitDrive(path);
  const cut = Math.max(rest.lastIndexOf('\\'), rest.lastIndexOf('/')) + 1;
  const head = rest.slice(0, cut);
  return [drive + (/^[\\/]*$/.test(head) ? head : head.replace(/[\\/]+$/, '')), rest.slice(cut)];
}

export const pathFilters: Definitions = {
  basename: onPath('', 'the last part of a path', (path) => path.slice(path.lastIndexOf('/') + 1)),
  dirname: onPath('', 'the path without its last part', dirname),
  splitext: onPath('', 'the path and its extension', splitext),
  normpath: onPath('', 'the path without `.` and `..`', normpath),
  relpath,
  path_join: pathJoin,
  commonpath: commonPath,
  win_basename: onPath('', 'the last part of a Windows path', (path) => windowsSplit(path)[1]),
  win_dirname: onPath(
    '',
    'the Windows path without its last part',
    (path) => windowsSplit(path)[0],
  ),
  win_splitdrive: onPath('', 'the drive and the rest of a Windows path', (path) =>
    list(splitDrive(path)),
  ),
};
