/**
 * Wrong usage, in one line of our words: what is wrong, what was perhaps meant, and where to read on. In: what yargs says,
 * or a `Misuse` of ours. Exit code 2.
 */
import { resolve } from 'node:path';
import type { System } from '../../system.js';
import { nearest } from '../../text/suggest.js';
import { escapeControls } from '../../text/terminal.js';
import type { CommandResult } from '../terminal/output.js';
import type { Given } from './context.js';
import type { CommandUsage } from './define-command.js';
import { firstOperands } from './file-first.js';
import { operandsText } from './help.js';
import { flagsOf, knownFlags } from './known-flags.js';

/** A use of the command line that means nothing; `message` says why. */
export class Misuse extends Error {}

/** An operand that is no name of anything, and is a file or a folder: the inventory, at a place where it cannot stand. */
export class MisplacedInventory extends Misuse {
  constructor(readonly operand: string) {
    super(`${operand} is a file or folder`);
  }
}

/** A word where a command must stand. */
class UnknownCommand extends Misuse {
  constructor(readonly word: string) {
    super(`unknown command \`${word}\``);
  }
}

const knownWords: ReadonlySet<string> = new Set(['list', 'host', 'help', 'version']);

/** Commands of other tools, and what does their work here. */
const otherCommands: Readonly<Record<string, string>> = {
  check: 'validate',
  get: 'explain',
  inspect: 'show',
  ls: 'hosts',
  output: 'exports',
  plan: 'diff',
  test: 'validate',
  why: 'explain',
};

/** Refuses arguments that name no command where the first word that is not a file should be one. */
export function checkCommand(
  system: System,
  args: readonly string[],
  commands: readonly CommandUsage[],
): void {
  if (args.some((argument) => /^--(?:list|host)(?:=|$)/.test(argument))) return;
  const word = firstOperands(args, commands).find((operand) => !isFileName(system, operand));
  if (word !== undefined && word !== '') throw new UnknownCommand(word);
}

/** True for what exists, or is written as only a path is. */
function isFileName(system: System, word: string): boolean {
  return /[/.]/.test(word) || system.kindOf(resolve(system.cwd, word)) !== undefined;
}

/** What is to be said of wrong usage of `command`, one of `commands`. */
export function misuse(
  error: Misuse,
  command: CommandUsage,
  args: readonly string[],
  commands: readonly CommandUsage[],
): CommandResult {
  const { fault, help } =
    explainedByItself(error, command, commands) ?? explain(error.message, command, args, commands);
  const more = `see inventory-script ${command.name === '' ? '' : `${command.name} `}--help`;
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

function explainedByItself(
  error: Misuse,
  command: CommandUsage,
  commands: readonly CommandUsage[],
): Explained | undefined {
  if (error instanceof MisplacedInventory)
    return { fault: misplacedInventory(command, error.operand), help: undefined };
  return error instanceof UnknownCommand
    ? { fault: error.message, help: wordMeant(error.word, commands) }
    : undefined;
}

function explain(
  message: string,
  command: CommandUsage,
  args: readonly string[],
  commands: readonly CommandUsage[],
): Explained {
  const unknown = /^Unknown arguments?: (.+)$/m.exec(message)?.[1]?.split(', ');
  if (unknown !== undefined) return explainUnknown(unknown, command, args, commands);
  const choice = /Argument: (\S+), Given: "?([^",]*)"?, Choices: (.*)/.exec(message);
  if (choice !== null) return explainChoice(choice);
  const bare = /^Not enough arguments following: (\S+)/.exec(message)?.[1];
  if (bare !== undefined) {
    const [name, flag] = [...flagsOf(command)].find(
      ([known, { short }]) => known === bare || short === bare,
    ) ?? [bare];
    const value = flag === undefined || flag.kind === 'switch' ? '' : flag.value;
    return { fault: `--${name} needs a value: ${value}`, help: undefined };
  }
  if (message.startsWith('Not enough non-option arguments'))
    return { fault: `${command.name} needs ${operandsText(command)}`, help: undefined };
  return { fault: message.split('\n')[0] ?? '', help: undefined };
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
  command: CommandUsage,
  args: readonly string[],
  commands: readonly CommandUsage[],
): Explained {
  const words = [...new Set(names.flatMap((name) => asWritten(name, args)))];
  const [first = names[0] ?? ''] = words;
  if (first.startsWith('--')) {
    const owners = commands.filter((each) => Object.hasOwn(each.flags, first.slice(2)));
    if (owners.length > 0)
      return {
        fault: `${titleOf(command)} takes no ${first}`,
        help: `it belongs to ${owners.map(titleOf).join(', ')}`,
      };
  }
  const dashed = args.find((each) => /^-[a-z]{2,}$/.test(each) && knownWords.has(each.slice(1)));
  if (dashed !== undefined && first.startsWith('-'))
    return { fault: `unknown flag ${dashed}`, help: `did you mean -${dashed}?` };
  if (first === '-V') return { fault: 'unknown flag -V', help: 'did you mean --version?' };
  const fault = `unknown ${first.startsWith('-') ? 'flag' : 'argument'}${words.length > 1 ? 's' : ''} ${words.join(', ')}`;
  if (first.startsWith('--')) return { fault, help: flagMeant(first.slice(2), command, commands) };
  if (!first.startsWith('-') && takesFileFirst(command))
    return { fault, help: inventoryFirst(command) };
  if (!first.startsWith('-') && command.operands.FILE !== undefined)
    return { fault: `${command.name} takes one inventory: unexpected ${first}`, help: undefined };
  return { fault, help: first.startsWith('-') ? undefined : wordMeant(first, commands) };
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

/** A flag that the command takes, else which commands take the one that is meant. */
function flagMeant(
  name: string,
  command: CommandUsage,
  commands: readonly CommandUsage[],
): string | undefined {
  const near = nearest(name, flagsOf(command).keys());
  if (near !== undefined) return `did you mean --${near}?`;
  const other = nearest(name, knownFlags(commands).keys());
  if (other === undefined) return undefined;
  const owners = commands.filter((owner) => Object.hasOwn(owner.flags, other));
  return `--${other} belongs to ${owners.map(titleOf).join(', ')}`;
}

/** Commands about an inventory whose operands are something else: it stands before the command, or behind `-i`. */
function takesFileFirst({ operands, isAboutInventory }: CommandUsage): boolean {
  return isAboutInventory !== false && operands.FILE === undefined;
}

function inventoryFirst(command: CommandUsage, file = 'FILE'): string {
  return `the inventory goes first: inventory-script ${file} ${command.name} ${operandsText(command)}`;
}

function misplacedInventory(command: CommandUsage, operand: string): string {
  const [meant] = Object.values(command.operands);
  return `${operand} is a file or folder, and no ${meant?.names ?? 'operand'}; ${inventoryFirst(command, operand)}, or behind -i`;
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

/** A flag that was written without its dashes, or the command that is meant. */
function wordMeant(word: string, commands: readonly CommandUsage[]): string | undefined {
  if (knownWords.has(word)) return `did you mean \`--${word}\`?`;
  const names = commands.map(({ name }) => name).filter((name) => name !== '');
  const meant =
    (Object.hasOwn(otherCommands, word) ? otherCommands[word] : undefined) ?? nearest(word, names);
  return meant && `did you mean \`${meant}\`?`;
}
