/**
 * The git repository that a folder lies in, and the commits that revisions name. All of git is the program itself, run
 * through the `System`; what it cannot do comes back as a sentence and what to do. Names of revisions are not trusted:
 * none becomes an option.
 */
import { dirname, join, relative } from 'node:path';
import type { ProgramRun, System } from '../system.js';
import { nearest } from '../text/suggest.js';

/** Why git has no answer, for a person. */
export interface GitFailure {
  readonly problem: string;
  readonly help?: string | undefined;
  /** The revision that git does not know, if that is it. */
  readonly unknown?: string | undefined;
}

export interface Repository {
  /** The top folder of its working tree, without links. */
  readonly root: string;
  /** Runs git there. */
  readonly run: (
    args: readonly string[],
    options?: { readonly input?: string; readonly asBytes?: boolean },
  ) => Promise<ProgramRun>;
}

export interface Commit {
  /** As it was named. */
  readonly revision: string;
  readonly id: string;
}

/** Variables by which git would look at another repository than the folder's: a hook has them. */
const repositoryVariables = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
];

/** The repository that a file or folder lies in, which need not exist itself, and the path within it; that of a link, else of what it leads to. */
export async function findRepository(
  system: System,
  path: string,
): Promise<{ readonly repository: Repository; readonly path: string } | GitFailure> {
  const found = await findAround(system, path);
  if (!('problem' in found)) return found;
  const real = system.realPath(path);
  const other = real === path ? found : await findAround(system, real);
  return 'problem' in other ? found : other;
}

async function findAround(
  system: System,
  path: string,
): Promise<{ readonly repository: Repository; readonly path: string } | GitFailure> {
  let folder = path;
  while (system.kindOf(folder) !== 'folder' && folder !== dirname(folder)) folder = dirname(folder);
  const repository = await openRepository(system, folder);
  if ('problem' in repository) return repository;
  return {
    repository,
    path: relative(repository.root, join(system.realPath(folder), relative(folder, path))),
  };
}

/** The repository whose working tree holds `folder`. */
export async function openRepository(
  system: System,
  folder: string,
): Promise<Repository | GitFailure> {
  const found = await runGit(system, folder, ['rev-parse', '--show-toplevel']);
  if ('failure' in found)
    return {
      problem: `git cannot be run: ${found.detail}`,
      help: 'install git, or name two files or folders',
    };
  if (found.exitCode !== 0) return whyNone(folder, found.stderr);
  const root = found.stdout.replace(/\n$/, '');
  return { root, run: (args, options) => runGit(system, root, args, options) };
}

/** The commit that `revision` names. */
export async function resolveRevision(
  repository: Repository,
  revision: string,
): Promise<Commit | GitFailure> {
  // The text of `:/text` reaches to its end: it takes no `^{commit}` behind it.
  const name = revision.startsWith(':') ? await objectOf(repository, revision) : revision;
  const id = isOption(name) ? '' : await objectOf(repository, `${name}^{commit}`);
  return id === '' ? whyUnknown(repository, revision) : { revision, id };
}

/** The id of the object that is named; '' for none. */
async function objectOf(repository: Repository, name: string): Promise<string> {
  const found = await repository.run(['rev-parse', '--verify', '--quiet', name]);
  const id = 'failure' in found || found.exitCode !== 0 ? '' : found.stdout.trim();
  return /^[0-9a-f]{40,64}$/.test(id) ? id : '';
}

/** The commit where two revisions parted. */
export async function mergeBase(
  repository: Repository,
  one: Commit,
  other: Commit,
): Promise<Commit | GitFailure> {
  const found = await repository.run(['merge-base', one.id, other.id]);
  if ('failure' in found || found.exitCode !== 0)
    return {
      problem: `\`${one.revision}\` and \`${other.revision}\` have no common commit`,
      help: 'fetch more of the history, or name the two revisions apart',
    };
  return {
    revision: `${one.revision}...${other.revision}`,
    id: found.stdout.split('\n', 1)[0] ?? '',
  };
}

function runGit(
  system: System,
  folder: string,
  args: readonly string[],
  options: { readonly input?: string; readonly asBytes?: boolean } = {},
): Promise<ProgramRun> {
  const env: Record<string, string | undefined> = {
    ...system.env,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
  for (const name of repositoryVariables) env[name] = undefined;
  return system.run('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: folder,
    env,
    ...options,
  });
}

function isOption(revision: string): boolean {
  return revision === '' || revision.startsWith('-') || revision.includes('\0');
}

/** In git's words where ours would say less. */
function whyNone(folder: string, message: string): GitFailure {
  if (message.includes('not a git repository'))
    return {
      problem: `\`${folder}\` is not in a git repository`,
      help: 'name two files or folders: diff OLD NEW',
    };
  if (message.includes('must be run in a work tree'))
    return {
      problem: `\`${folder}\` is in a bare repository, or in the \`.git\` folder of one`,
      help: 'run in a checkout: `git worktree add` makes one',
    };
  const help = message.includes('dubious ownership')
    ? 'the repository belongs to somebody else: `git config --global --add safe.directory FOLDER` allows it'
    : undefined;
  return {
    problem: `git says of \`${folder}\`: ${(message.split('\n')[0] ?? '').replace(/^fatal: /, '')}`,
    help,
  };
}

async function whyUnknown(repository: Repository, revision: string): Promise<GitFailure> {
  if (isOption(revision))
    return {
      problem: `${JSON.stringify(revision)} is no revision: none is empty or begins with a dash`,
    };
  const lines = async (args: readonly string[]): Promise<string[]> => {
    const found = await repository.run(args);
    return 'failure' in found ? [] : found.stdout.split('\n').filter((line) => line !== '');
  };
  if (
    /^(?:HEAD|@)(?![\w/])/.test(revision) &&
    (await lines(['rev-parse', '--verify', '--quiet', 'HEAD'])).length === 0
  ) {
    return {
      problem: `the repository \`${repository.root}\` has no commit yet`,
      help: 'commit first; or name two files or folders',
    };
  }
  const isShallow = (await lines(['rev-parse', '--is-shallow-repository']))[0] === 'true';
  const near = isShallow
    ? undefined
    : nearest(revision, await lines(['for-each-ref', '--format=%(refname:short)']));
  return {
    unknown: revision,
    problem: `git knows no commit \`${revision}\` in \`${repository.root}\``,
    help:
      near !== undefined
        ? `did you mean \`${near}\`?`
        : isShallow
          ? 'the repository is shallow: fetch the commit first, e.g. with `git fetch --unshallow`'
          : undefined,
  };
}
