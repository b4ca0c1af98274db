/** Real git repositories, made for a test: commits with fixed names and times, no settings of the machine. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeSystem, type System } from '../../src/system.js';
import { temporaryFolder } from './ansible.js';

/** Path below the top folder → text, a link, or nothing for a file that goes. */
export type Files = Readonly<Record<string, string | { readonly linkTo: string } | undefined>>;

export interface TestRepository {
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
  readonly write: (files: Files) => void;
  /** Writes, and commits all that is in the working tree. */
  readonly commit: (files: Files, message?: string) => void;
  /** The system as seen from a folder of it. */
  readonly system: (folder?: string) => System;
}

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'anna',
  GIT_AUTHOR_EMAIL: 'anna@example.org',
  GIT_AUTHOR_DATE: '2024-01-02T03:04:05Z',
  GIT_COMMITTER_NAME: 'anna',
  GIT_COMMITTER_EMAIL: 'anna@example.org',
  GIT_COMMITTER_DATE: '2024-01-02T03:04:05Z',
};

/** A new repository whose branch is `main`, with one commit of `files`, if there are any. */
export function testRepository(files?: Files): TestRepository {
  const root = temporaryFolder('repository');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd: root,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const write = (changed: Files): void => {
    writeFiles(root, changed);
  };
  git('init', '--quiet', '--initial-branch=main');
  const repository: TestRepository = {
    root,
    git,
    write,
    commit: (changed, message = 'change') => {
      write(changed);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
    },
    system: (folder = '') => ({ ...nodeSystem, cwd: join(root, folder), env: environment }),
  };
  if (files !== undefined) repository.commit(files);
  return repository;
}

export function writeFiles(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    rmSync(place, { force: true, recursive: true });
    if (typeof content === 'string') writeFileSync(place, content);
    else if (content !== undefined) symlinkSync(content.linkTo, place);
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(place, 0o755);
  }
}
