/**
 * The man page and the tables of `docs/commands.md`, made from the definitions of the commands, which `--help` is made
 * from too: `src/cli/commands.ts` through the entries of `src/cli/arguments/help.ts`.
 */

/**
 * @typedef {object} Manual
 * @property {readonly import('../src/cli/arguments/define-command.js').CommandUsage[]} commands
 * @property {typeof import('../src/cli/arguments/help.js')} help
 * @property {typeof import('../src/cli/arguments/environment.js')} surroundings
 */

/**
 * @param {Manual} manual
 * @param {string} version
 * @returns {string} the man page, in man(7) macros
 */
export function manPage({ commands, help, surroundings }, version) {
  const [ansible] = commands.filter(({ name }) => name === '');
  const named = commands.filter(({ name }) => name !== '');
  const page = [
    '.\\" Made by `npm run docs` from src/cli/commands.ts; not to be edited.',
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
      ...(help.operandsText(each) === '' ? [] : [`.RI ${quote(help.operandsText(each))}`]),
      ...(help.ownFlagEntries(each).length === 0 ? [] : ['.RI [ FLAG ...]']),
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
    ...section(ansible, 'inventory-script [FILE] --list | --host NAME', help),
    ...named.flatMap((each) =>
      section(each, `inventory-script ${each.name} ${help.operandsText(each)}`.trim(), help),
    ),
    '.SH FLAGS OF EVERY COMMAND',
    ...help.commonFlagEntries(ansible).flatMap(tagged),
    '.SH ENVIRONMENT',
    ...surroundings.environment.flatMap(({ name, description }) =>
      tagged({ term: name, text: description }),
    ),
    '.SH EXIT STATUS',
    ...surroundings.exitCodes.flatMap(({ code, description }) =>
      tagged({ term: String(code), text: description }),
    ),
    '.SH SEE ALSO',
    '.BR ansible\\-inventory (1),',
    '.BR ansible\\-playbook (1)',
  ];
  return `${page.join('\n')}\n`;
}

function section(command, title, help) {
  return [
    `.SS ${roff(title)}`,
    ...lines(sentence(command.summary)),
    ...help.operandEntries(command).flatMap(tagged),
    ...help.ownFlagEntries(command).flatMap(tagged),
    '.PP',
    command.examples.length === 1 ? 'Example:' : 'Examples:',
    '.PP',
    '.nf',
    `.RS 4`,
    ...command.examples.map(roff),
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
 * @param {string} page `docs/commands.md`: each `<!-- usage: NAME -->` … `<!-- end -->` in it is made anew; a command
 *   without one gets a section at the end
 * @param {Manual} manual
 * @returns {string}
 */
export function commandsPage(page, manual) {
  const missing = manual.commands.filter(({ name }) => !page.includes(`${mark(name)}\n`));
  const sections = missing.map(
    (command) =>
      `\n## \`${`${command.name} ${manual.help.operandsText(command)}`.trim()}\`\n\n${mark(command.name)}\n<!-- end -->\n`,
  );
  return `${page}${sections.join('')}`.replace(
    /<!-- usage: ?([\w-]*) -->\n[^]*?<!-- end -->/g,
    (_, name) => `${mark(name)}\n${tableOf(name, manual)}<!-- end -->`,
  );
}

function mark(name) {
  return `<!-- usage:${name === '' ? '' : ` ${name}`} -->`;
}

function tableOf(name, { commands, help, surroundings }) {
  if (name === 'commands') return table('command', help.commandEntries(commands));
  const command = commands.find((each) => each.name === (name === 'all' ? '' : name));
  if (command === undefined)
    throw new Error(
      `docs/commands.md describes the command ${name}, which src/cli/commands.ts does not know`,
    );
  if (name === 'all')
    return `${table('flags of every command', help.commonFlagEntries(command))}\n${table(
      'environment',
      surroundings.environment.map((each) => ({ term: each.name, text: each.description })),
    )}\n${table(
      'exit code',
      surroundings.exitCodes.map((each) => ({ term: String(each.code), text: each.description })),
    )}`;
  const entries = [...help.operandEntries(command), ...help.ownFlagEntries(command)];
  const examples = command.examples.join('\n');
  return `${sentence(command.summary)}\n\n\`\`\`\n${help.usageLines(command)[0]}\n${examples}\n\`\`\`\n${entries.length === 0 ? '' : `\n${table('', entries)}`}\n`;
}

function table(title, entries) {
  return `| ${title} | |\n|---|---|\n${entries.map(({ term, text }) => `| \`${term.trim()}\` | ${text.replaceAll('|', '\\|')} |\n`).join('')}`;
}
