/** The backend that a declaration asks for, where it can be written. */
import type { System } from '../system.js';
import type { StateDeclaration } from './declaration.js';
import { lockFileTime } from './file-lock.js';
import { fileBackend, lockPath } from './file-state.js';
import { s3Backend } from './s3.js';
import type { Backend, Fault } from './slot.js';

/** For a state that is only read the fault says whose it is. */
export function backendOf(
  system: System,
  declaration: StateDeclaration,
): { readonly backend: Backend } | { readonly fault: Fault } {
  switch (declaration.type) {
    case 'file':
      return { backend: fileBackend(system, declaration.path) };
    case 's3':
      return s3Backend(system, declaration);
    case 'terraform':
      return {
        fault: {
          code: 'state/read-only',
          message: `the state \`${declaration.path}\` belongs to Terraform or OpenTofu, and is only read`,
          help: 'run `terraform apply` (or `tofu apply`) there: the outputs that it leaves are the values of the exports',
        },
      };
  }
}

/** When the lock was written, where that can be known without its text. */
export function lockTime(
  system: System,
  declaration: StateDeclaration,
): (() => number | undefined) | undefined {
  return declaration.type === 'file'
    ? () => lockFileTime(system, lockPath(system, declaration.path))
    : undefined;
}
