/**
 * What `--help` prints, made from the definitions of the commands for a terminal of some width: usage, what the command
 * does, its operands and flags, examples; of the program as a whole also the commands, environment and exit codes.
 */
import type { CommandUsage, Flag } from './define-command.js';
import { environment, exitCodes } from './environment.js';
import { commonFlagsOf, ownFlags } from './known-flags.js';

/** A term and what is said of it: a flag, an operand, a command. */
export interface Entry {
  readonly term: string;
  readonly text: string;
}

const widest = 100;
const narrowest = 40;

/** The help of one command; of the program as a whole, with all its commands, where the command has no name. */
export function helpText(
  command: CommandUsage,
  commands: readonly CommandUsage[],
  columns: number = widest,
): string {
  const width = Math.max(narrowest, Math.min(columns, widest));
  const isProgram = command.name === '';
  const parts = [
    usageLines(command)
      .map((line) => `${line}\n`)
      .join(''),
    ...(isProgram
      ? [section('Commands', commandEntries(commands), width)]
      : [`${wrap(sentence(command.summary), width, '')}\n`]),
    section('Arguments', operandEntries(command), width),
    section(isProgram ? 'For Ansible' : 'Flags', ownFlagEntries(command), width),
    section('Flags of every command', commonFlagEntries(command), width),
    ...(isProgram
      ? [
          section(
            'Environment',
            environment.map(({ name, description }) => ({ term: name, text: description })),
            width,
          ),
          section(
            'Exit codes',
            exitCodes.map(({ code, description }) => ({ term: String(code), text: description })),
            width,
          ),
        ]
      : []),
    `${command.examples.length === 1 ? 'Example' : 'Examples'}:\n${command.examples.map((example) => `  ${example}\n`).join('')}`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** How a command is called, in one line or several. */
export function usageLines(command: CommandUsage): readonly string[] {
  if (command.name === '')
    return [
      'inventory-script [FILE] --list | --host NAME',
      'inventory-script [FILE] COMMAND [FLAG …]',
    ];
  const flags = ownFlags(command).length === 0 ? '' : '[FLAG …]';
  return [
    ['inventory-script', command.name, operandsText(command), flags]
      .filter((part) => part !== '')
      .join(' '),
  ];
}

/** `HOST [PATH]`: what follows the command's name. */
export function operandsText({ operands }: CommandUsage): string {
  return Object.entries(operands)
    .map(([name, { isOptional }]) => (isOptional === true ? `[${name}]` : name))
    .join(' ');
}

/** The commands that have a name. */
export function commandEntries(commands: readonly CommandUsage[]): readonly Entry[] {
  return commands
    .filter(({ name }) => name !== '')
    .map((command) => ({
      term: `${command.name} ${operandsText(command)}`.trim(),
      text: command.summary,
    }));
}

/** What follows the command's name, with the words that may stand there. */
export function operandEntries({ operands }: CommandUsage): readonly Entry[] {
  return Object.entries(operands).flatMap(([name, { description, values = {} }]) => [
    { term: name, text: description },
    ...Object.entries(values).map(([value, meaning]) => ({ term: `  ${value}`, text: meaning })),
  ]);
}

/** The flags of a command, without those of every command. */
export function ownFlagEntries(command: CommandUsage): readonly Entry[] {
  return ownFlags(command).map(([name, flag]) => flagEntry(name, flag, command));
}

/** The flags of every command, as this one takes them. */
export function commonFlagEntries(command: CommandUsage): readonly Entry[] {
  return commonFlagsOf(command).map(([name, flag]) => flagEntry(name, flag, command));
}

function flagEntry(name: string, flag: Flag, command: CommandUsage): Entry {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const isRepeatable = flag.kind === 'names' || flag.kind === 'texts';
  return {
    term: `${short}--${name}${flag.kind === 'switch' ? '' : ` ${flag.value}`}`,
    text: `${meaningOf(flag)}${isRepeatable && command.name !== '' ? '; may be repeated' : ''}`,
  };
}

function meaningOf(flag: Flag): string {
  if (flag.kind !== 'choice') return flag.description;
  const [first, ...others] = flag.choices;
  return `${flag.description}: ${[`${first} (default)`, ...others].join(', ')}`;
}

function section(title: string, entries: readonly Entry[], width: number): string {
  if (entries.length === 0) return '';
  const indent = Math.min(
    Math.max(...entries.map(({ term }) => term.length)) + 4,
    Math.floor(width / 2),
  );
  const lines = entries.map(({ term, text }) => {
    const body = wrap(text, width, ' '.repeat(indent));
    const head = `  ${term}`;
    return head.length + 2 > indent ? `${head}\n${body}` : `${head}${body.slice(head.length)}`;
  });
  return `${title}:\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** Words on lines of at most `width` columns, each after `indent`; a word that is longer has a line of its own. */
function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line].join('\n');
}

function sentence(description: string): string {
  return `${description.charAt(0).toUpperCase()}${description.slice(1)}.`;
}
