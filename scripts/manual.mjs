/**
 * The man page and the tables of `docs/commands.md`, made from the catalogue of the command line, which `--help` is made
 * from too: `src/cli/usage.ts` through the entries of `src/cli/help.ts`.
 */

/**
 * @param {typeof import('../src/cli/usage.js')} usage
 * @param {typeof import('../src/cli/arguments/help.js')} help
 * @param {string} version
 * @returns {string} the man page, in man(7) macros
 */
export function manPage(usage, help, version) {
  const [ansible] = usage.commands;
  const named = usage.commands.filter((each) => each.name !== '');
  const page = [
    '.\\" Made by `npm run docs` from src/cli/usage.ts; not to be edited.',
    `.TH INVENTORY\\-SCRIPT 1 "" "inventory\\-script ${version}" "User Commands"`,
    '.SH NAME',
    'inventory\\-script \\- an Ansible inventory from one typed YAML file',
    '.SH SYNOPSIS',
    '.B inventory\\-script',
    '.RI [ FILE ]',
    '.B \\-\\-list',
    '|',
    '.B \\-\\-host',
    '.I NAME',
    ...named.flatMap((each) => [
      '.br',
      '.B inventory\\-script',
      `.B ${roff(each.name)}`,
      ...(each.operands === '' ? [] : [`.RI ${quote(each.operands)}`]),
      ...(each.flags.length === 0 ? [] : ['.RI [ FLAG ...]']),
    ]),
    '.SH DESCRIPTION',
    'Reads an inventory of hosts, tags and services from a YAML file,',
    'checks it like source code, merges variables in explicit order,',
    'and hands the result to Ansible.',
    '.PP',
    'A',
    '.I FILE',
    'may come before the command, as a shebang gives it; without one,',
    'the inventory is the one that',
    '.B INVENTORY_SCRIPT_FILE',
    'names, else inventory.yaml or inventory.yml beside the program as it was',
    'called, or in the working directory.',
    '.SH COMMANDS',
    ...section({ ...ansible, title: 'inventory-script [FILE] --list | --host NAME' }, help),
    ...named.flatMap((each) =>
      section(
        { ...each, title: `inventory-script ${`${each.name} ${each.operands}`.trim()}` },
        help,
      ),
    ),
    '.SH FLAGS OF EVERY COMMAND',
    ...usage.commonFlags.flatMap((name) => tagged(help.flagEntry(name, ansible))),
    '.SH ENVIRONMENT',
    ...usage.environment.flatMap(({ name, description }) =>
      tagged({ term: name, text: description }),
    ),
    '.SH EXIT STATUS',
    ...usage.exitCodes.flatMap(({ code, description }) =>
      tagged({ term: String(code), text: description }),
    ),
    '.SH SEE ALSO',
    '.BR ansible\\-inventory (1),',
    '.BR ansible\\-playbook (1)',
  ];
  return `${page.join('\n')}\n`;
}

function section(command, help) {
  return [
    `.SS ${roff(command.title)}`,
    ...lines(sentence(command.description)),
    ...help.operandEntries(command).flatMap(tagged),
    ...command.flags.flatMap((name) => tagged(help.flagEntry(name, command))),
    '.PP',
    'Example:',
    '.PP',
    '.nf',
    `.RS 4`,
    roff(command.example),
    '.RE',
    '.fi',
  ];
}

function tagged({ term, text }) {
  return ['.TP', `.B ${roff(term.trim())}`, ...lines(text)];
}

/** A text on lines that roff joins again. */
function lines(text) {
  const rows = text.split(' ').reduce((done, word) => {
    const last = done.at(-1) ?? '';
    return last !== '' && last.length + word.length < 72
      ? [...done.slice(0, -1), `${last} ${word}`]
      : [...done, word];
  }, []);
  return rows.map(roff);
}

/** Text that roff prints as it is: dashes to be copied, no escape, no request at the start of a line. */
function roff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll('"', '\\(dq')
    .replace(/^(?=[.'])/, '\\&');
}

/** A macro's argument, in which brackets stay upright. */
function quote(text) {
  return `"${roff(text)}"`;
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * @param {string} page `docs/commands.md`: each `<!-- usage: NAME -->` … `<!-- end -->` in it is made anew
 * @param {typeof import('../src/cli/usage.js')} usage
 * @param {typeof import('../src/cli/arguments/help.js')} help
 * @returns {string}
 */
export function commandsPage(page, usage, help) {
  return page.replace(
    /<!-- usage: ?([\w-]*) -->\n[^]*?<!-- end -->/g,
    (_, name) =>
      `<!-- usage:${name === '' ? '' : ` ${name}`} -->\n${tableOf(name, usage, help)}<!-- end -->`,
  );
}

function tableOf(name, usage, help) {
  if (name === 'commands') return table('command', help.commandEntries());
  if (name === 'all')
    return `${table(
      'flags of every command',
      usage.commonFlags.map((each) => help.flagEntry(each, usage.commands[0])),
    )}\n${table(
      'environment',
      usage.environment.map((each) => ({ term: each.name, text: each.description })),
    )}\n${table(
      'exit code',
      usage.exitCodes.map((each) => ({ term: String(each.code), text: each.description })),
    )}`;
  const command = usage.commands.find((each) => each.name === name);
  if (command === undefined)
    throw new Error(
      `docs/commands.md describes the command ${name}, which src/cli/usage.ts does not know`,
    );
  const entries = [
    ...help.operandEntries(command),
    ...command.flags.map((each) => help.flagEntry(each, command)),
  ];
  return `${sentence(command.description)}\n\n\`\`\`\n${help.usageLines(command)[0]}\n${command.example}\n\`\`\`\n${entries.length === 0 ? '' : `\n${table('', entries)}`}\n`;
}

function table(title, entries) {
  return `| ${title} | |\n|---|---|\n${entries.map(({ term, text }) => `| \`${term.trim()}\` | ${text.replaceAll('|', '\\|')} |\n`).join('')}`;
}
