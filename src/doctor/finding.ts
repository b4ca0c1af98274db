/** What `doctor` has to say about one thing: that it is fine, or what goes wrong and how it is put right. */

/** `error`: Ansible goes wrong, or would without a word; `warning`: it may surprise; `note`: good to know. */
export type Level = 'error' | 'warning' | 'note' | 'ok';

/** The things that are looked at, in the order in which they are told. */
export const subjects = [
  'inventory',
  'folder',
  'exec-bit',
  'shebang',
  'guard',
  'symlink',
  'group-vars',
  'host-vars',
  'ansible-settings',
  'enable-plugins',
  'ansible-cfg',
  'node',
  'cache',
  'upstreams',
] as const;

export interface Finding {
  readonly subject: (typeof subjects)[number];
  readonly level: Level;
  /** One sentence of fact, in lower case, the user's names in backticks. */
  readonly message: string;
  /** What to do: an imperative, or a command. */
  readonly remedy?: string;
}

export function ok(subject: Finding['subject'], message: string): Finding {
  return { subject, level: 'ok', message };
}
