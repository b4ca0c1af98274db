/**
 * What `--help` prints, made from the catalogue (`usage.ts`) for a terminal of some width: usage, what the command does,
 * its operands and flags, an example; of the program as a whole also the commands, environment and exit codes.
 */
import {
  commands,
  commonFlags,
  environment,
  exitCodes,
  flagOf,
  formats,
  operands,
  type CommandUsage,
} from '../usage.js';

/** A term and what is said of it: a flag, an operand, a command. */
export interface Entry {
  readonly term: string;
  readonly text: string;
}

const widest = 100;
const narrowest = 40;

/** The help of one command; of the program as a whole where the command has no name. */
export function helpText(usage: CommandUsage, columns: number = widest): string {
  const width = Math.max(narrowest, Math.min(columns, widest));
  const isProgram = usage.name === '';
  const parts = [
    usageLines(usage)
      .map((line) => `${line}\n`)
      .join(''),
    ...(isProgram
      ? [section('Commands', commandEntries(), width)]
      : [`${wrap(sentence(usage.description), width, '')}\n`]),
    section('Arguments', operandEntries(usage), width),
    section(
      isProgram ? 'For Ansible' : 'Flags',
      usage.flags.map((name) => flagEntry(name, usage)),
      width,
    ),
    section(
      'Flags of every command',
      commonFlags.map((name) => flagEntry(name, usage)),
      width,
    ),
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
    `Example:\n  ${usage.example}\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** How a command is called, in one line or several. */
export function usageLines({
  name,
  operands: written,
  flags: own,
}: CommandUsage): readonly string[] {
  if (name === '')
    return [
      'inventory-script [FILE] --list | --host NAME',
      'inventory-script [FILE] COMMAND [FLAG …]',
    ];
  return [
    `inventory-script ${[name, written, ...(own.length === 0 ? [] : ['[FLAG …]'])].filter((each) => each !== '').join(' ')}`,
  ];
}

/** The commands that have a name. */
export function commandEntries(): readonly Entry[] {
  return commands.flatMap(({ name, operands: written, description }) =>
    name === '' ? [] : [{ term: `${name} ${written}`.trim(), text: description }],
  );
}

/** What follows the command's name, with the words that may stand there. */
export function operandEntries(usage: CommandUsage): readonly Entry[] {
  return operandNames(usage).flatMap((name) => {
    const { description = '', values = {} } = operands[name] ?? {};
    return [
      { term: name, text: description },
      ...Object.entries(values).map(([value, meaning]) => ({ term: `  ${value}`, text: meaning })),
    ];
  });
}

/** `[FILE]`, `HOST [PATH]` as names. */
export function operandNames(usage: CommandUsage): readonly string[] {
  return [...usage.operands.matchAll(/[A-Z]+/g)].map(([name]) => name);
}

/** A flag as this command takes it. */
export function flagEntry(name: string, usage: CommandUsage): Entry {
  const flag = flagOf(name, usage.name);
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const choices = name === 'format' ? formats[usage.name as keyof typeof formats] : [];
  const meaning = usage.name === '' ? flag.description : (flag.withCommand ?? flag.description);
  const said =
    choices.length === 0
      ? meaning
      : `${meaning}: ${choices.map((each, at) => (at === 0 ? `${each} (default)` : each)).join(', ')}`;
  return {
    term: `${short}--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
    text: flag.repeatable === true && usage.name !== '' ? `${said}; may be repeated` : said,
  };
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
