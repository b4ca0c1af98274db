/**
 * Flags and operands that mean the same to several commands. A command to which one means something else says so in its
 * own definition: `{ ...selection.service, description: '…' }`.
 */
import type { Flags, Operands } from './arguments/define-command.js';
import type { Selection } from '../resolve/select.js';

/** Flags that every command takes. */
export const commonFlags = {
  inventory: {
    kind: 'text',
    short: 'i',
    value: 'FILE',
    description: 'the inventory: a file, or a folder with inventory.yaml in it',
    offers: 'files',
  },
  color: { kind: 'switch', description: 'colour messages; by default on a terminal only' },
  'no-color': { kind: 'switch', description: 'never colour messages' },
  version: { kind: 'switch', description: 'print the version' },
  help: { kind: 'switch', short: 'h', description: 'print how a command is used' },
} as const satisfies Flags;

/** Which hosts and services a command is about. */
export const selection = {
  host: {
    kind: 'names',
    value: 'NAME',
    description: 'only this host',
    offers: 'hosts',
  },
  tag: {
    kind: 'names',
    value: 'TAG',
    description: 'the hosts that have this tag',
    offers: 'tags',
  },
  service: {
    kind: 'names',
    value: 'SERVICE',
    description: 'of their services only this one',
    offers: 'services',
  },
} as const satisfies Flags;

/** What is selected by these flags. */
export function selected({
  host,
  tag,
  service,
}: Readonly<Record<keyof typeof selection, readonly string[]>>): Selection {
  return { hosts: host, tags: tag, services: service };
}

export const flags = {
  strict: { kind: 'switch', description: 'make every warning an error' },
  watch: {
    kind: 'switch',
    description: 'run again whenever something changes that was read, until Ctrl-C',
  },
  json: { kind: 'switch', description: 'print JSON' },
  output: {
    kind: 'text',
    short: 'o',
    value: 'FILE',
    description: 'write the result there; a file that exists only with --force',
    offers: 'files',
  },
  force: { kind: 'switch', description: 'replace the file that --output names' },
} as const satisfies Flags;

/** `--format` with the formats of a command, the default first. */
export function formatFlag<const Format extends readonly [string, ...string[]]>(
  ...choices: Format
): {
  readonly kind: 'choice';
  readonly value: string;
  readonly description: string;
  readonly choices: Format;
} {
  return { kind: 'choice', value: 'FORMAT', description: 'how the result is written', choices };
}

export const operands = {
  /** The inventory. */
  file: {
    description: 'the inventory: a file, or a folder with inventory.yaml in it',
    isOptional: true,
    offers: 'files',
  },
} as const satisfies Operands;
