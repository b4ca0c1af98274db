/**
 * Wrong usage, in one line of our words: what is wrong, what was perhaps meant, and where to read on. In: what yargs says,
 * or a `Misuse` of ours. Exit code 2.
 */
import { resolve } from 'node:path';
import type { System } from '../system.js';
import { nearest } from '../text/suggest.js';
import { escapeControls } from '../text/terminal.js';
import type { Given } from './given.js';
import type { CommandResult } from './output.js';
import {
  commands,
  commonFlags,
  flags,
  type CommandName,
  type CommandUsage,
  type FlagUsage,
} from './usage.js';

/** A use of the command line that means nothing; `message` says why. */
export class Misuse extends Error {}

const allCommands: readonly CommandUsage[] = commands;
const allFlags: readonly FlagUsage[] = flags;
const knownWords: ReadonlySet<string> = new Set(['list', 'host', 'help', 'version']);
const commandNames = allCommands.map((each) => each.name).filter((each) => each !== '');

export function misuse(
  message: string,
  command: CommandName,
  args: readonly string[],
): CommandResult {
  const usage = allCommands.find((each) => each.name === command);
  const { fault, help } = explain(message, usage, args);
  const more = `see inventory-script ${command === '' ? '' : `${command} `}--help`;
  return {
    exitCode: 2,
    stdout: '',
    stderr: `${escapeControls(`inventory-script: ${fault}${help === undefined ? '' : `; ${help}`} (${more})`)}\n`,
  };
}

interface Explained {
  readonly fault: string;
  readonly help: string | undefined;
}

function explain(
  message: string,
  usage: CommandUsage | undefined,
  args: readonly string[],
): Explained {
  const unknown = /^Unknown arguments?: (.+)$/m.exec(message)?.[1]?.split(', ');
  if (unknown !== undefined) return explainUnknown(unknown, usage, args);
  const choice = /Argument: (\S+), Given: "?([^",]*)"?, Choices: (.*)/.exec(message);
  if (choice !== null) return explainChoice(choice);
  const bare = /^Not enough arguments following: (\S+)/.exec(message)?.[1];
  if (bare !== undefined) {
    const flag = allFlags.find((each) => each.name === bare || each.short === bare);
    return {
      fault: `--${flag?.name ?? bare} needs a value: ${flag?.value ?? ''}`,
      help: undefined,
    };
  }
  if (message.startsWith('Not enough non-option arguments'))
    return { fault: `${usage?.name ?? ''} needs ${usage?.operands ?? ''}`, help: undefined };
  const fault = message.split('\n')[0] ?? '';
  return {
    fault,
    help: fault.startsWith('say what to do')
      ? wordMeant(args.find((each) => !each.startsWith('-')))
      : undefined,
  };
}

function explainChoice([, name = '', given = '', choices = '']: readonly string[]): Explained {
  const known = choices.replaceAll('"', '');
  const near = nearest(given, known.split(', '));
  return {
    fault: `${/^[A-Z]+$/.test(name) ? name : `--${name}`} cannot be ${given}: it is one of ${known}`,
    help: near && `did you mean ${near}?`,
  };
}

/** Words that nothing takes: yargs names flags without their dashes, and one with dashes also in camel case. */
function explainUnknown(
  names: readonly string[],
  usage: CommandUsage | undefined,
  args: readonly string[],
): Explained {
  const words = [...new Set(names.flatMap((name) => asWritten(name, args)))];
  const [first = names[0] ?? ''] = words;
  if (first.startsWith('--')) {
    const owners = allCommands.filter((each) => each.flags.includes(first.slice(2)));
    if (owners.length > 0)
      return {
        fault: `${usage?.name === '' ? 'what Ansible calls' : (usage?.name ?? '')} takes no ${first}`,
        help: `it belongs to ${owners.map(titleOf).join(', ')}`,
      };
  }
  const dashed = args.find((each) => /^-[a-z]{2,}$/.test(each) && knownWords.has(each.slice(1)));
  if (dashed !== undefined && first.startsWith('-'))
    return { fault: `unknown flag ${dashed}`, help: `did you mean -${dashed}?` };
  if (first === '-V') return { fault: 'unknown flag -V', help: 'did you mean --version?' };
  const fault = `unknown ${first.startsWith('-') ? 'flag' : 'argument'}${words.length > 1 ? 's' : ''} ${words.join(', ')}`;
  if (first.startsWith('--')) return { fault, help: flagMeant(first.slice(2), usage) };
  if (!first.startsWith('-') && usage !== undefined && takesFileFirst(usage))
    return { fault, help: inventoryFirst(usage) };
  return { fault, help: first.startsWith('-') ? undefined : wordMeant(first) };
}

function titleOf({ name }: CommandUsage): string {
  return name === '' ? 'what Ansible calls' : name;
}

/** The argument that has this name, with its dashes. */
function asWritten(name: string, args: readonly string[]): string[] {
  if (args.some((each) => each === `--${name}` || each.startsWith(`--${name}=`)))
    return [`--${name}`];
  if (args.includes(name)) return [name];
  return name.length === 1 && args.some((each) => /^-[^-]/.test(each) && each.includes(name))
    ? [`-${name}`]
    : [];
}

/** A flag that the command takes, else one that another takes. */
function flagMeant(name: string, usage: CommandUsage | undefined): string | undefined {
  const near =
    nearest(name, [...(usage?.flags ?? []), ...commonFlags]) ??
    nearest(
      name,
      allFlags.map((each) => each.name),
    );
  return near && `did you mean --${near}?`;
}

/** Commands about an inventory whose operands are something else: it stands before the command, or behind `-i`. */
function takesFileFirst({ name, operands }: CommandUsage): boolean {
  return (
    ['explain', 'exports', 'state', 'cache', 'schema', 'hosts', 'graph'].includes(name) &&
    !operands.includes('FILE')
  );
}

function inventoryFirst({ name, operands }: CommandUsage, file = 'FILE'): string {
  return `the inventory goes first: inventory-script ${file} ${name} ${operands}`;
}

/** An operand that is no name of anything, and is a file or a folder: the inventory, at a place where it cannot stand. */
export function misplacedInventory(command: keyof typeof operandMeans, operand: string): Misuse {
  const usage = allCommands.find((each) => each.name === command);
  return new Misuse(
    `${operand} is a file or folder, and no ${operandMeans[command]}; ${usage === undefined ? '' : inventoryFirst(usage, operand)}, or behind -i`,
  );
}

/** True if an operand reads like a file, which names of groups and patterns seldom do, and is one; only where no inventory is named. */
export function isMisplaced(
  system: System,
  given: Given,
  operand: string | undefined,
): operand is string {
  return (
    given.file === undefined &&
    operand !== undefined &&
    /\/|\.ya?ml$|^\.\.?$/.test(operand) &&
    system.kindOf(resolve(system.cwd, operand)) !== undefined
  );
}

const operandMeans = {
  explain: 'host',
  exports: 'export',
  hosts: 'pattern of hosts',
  graph: 'group',
} as const;

/** A command, or a flag that was written without its dashes. */
function wordMeant(word: string | undefined): string | undefined {
  return word !== undefined && knownWords.has(word)
    ? `did you mean --${word}?`
    : commandMeant(word);
}

function commandMeant(word: string | undefined): string | undefined {
  const near = word === undefined ? undefined : nearest(word, commandNames);
  return near && `did you mean the command ${near}?`;
}
