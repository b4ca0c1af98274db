/**
 * Every command and every flag of the command line, with a sentence and an example each: plain data, from which
 * `--help`, the reference and shell completions are made. Meaning: format reference, section 12.
 */

export interface FlagUsage {
  /** Without the leading `--`. */
  readonly name: string;
  /** The one-letter form, without its `-`. */
  readonly short?: string;
  /** What the value is called in help; absent for a switch. */
  readonly value?: string;
  /** May be given several times, and holds several values separated by commas. */
  readonly repeatable?: true;
  readonly description: string;
  /** What it means to a command that has a name, where that differs. */
  readonly withCommand?: string;
}

export interface OperandUsage {
  readonly description: string;
  /** The only words that may stand there, each with its meaning. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface CommandUsage {
  /** The word that chooses the command; empty for what Ansible calls. */
  readonly name: string;
  /** What follows the name: `[X]` may be left out. */
  readonly operands: string;
  readonly description: string;
  readonly example: string;
  /** Names of flags, beside those of every command. */
  readonly flags: readonly string[];
}

export const flags = [
  { name: 'list', description: 'print the whole inventory as JSON: what Ansible calls' },
  {
    name: 'host',
    value: 'NAME',
    repeatable: true,
    description: 'print the variables of this host',
    withCommand: 'only this host',
  },
  {
    name: 'inventory',
    short: 'i',
    value: 'FILE',
    description: 'the inventory: a file, or a folder with inventory.yaml in it',
  },
  { name: 'tag', value: 'TAG', repeatable: true, description: 'the hosts that have this tag' },
  {
    name: 'service',
    value: 'SERVICE',
    repeatable: true,
    description: 'of their services only this one',
  },
  {
    name: 'at',
    value: 'FILE:LINE[:COL]',
    description: 'say which hosts get the value that is written at this place of a file',
  },
  { name: 'stdio', description: 'talk over standard input and output, as it does anyway' },
  { name: 'strict', description: 'make every warning an error' },
  {
    name: 'watch',
    description: 'run again whenever something changes that was read, until Ctrl-C',
  },
  { name: 'format', value: 'FORMAT', description: 'how the result is written' },
  { name: 'json', description: 'print JSON' },
  { name: 'fix', description: 'take out what no host would miss, and write the files' },
  { name: 'dry-run', description: 'say what would be done, and do nothing' },
  {
    name: 'consumers',
    value: 'DIR',
    repeatable: true,
    description:
      'a folder with inventories that take values from this one, or read files of it; all that there are',
  },
  { name: 'markdown', description: 'print a comment for a review, of at most 60,000 characters' },
  {
    name: 'git',
    description: 'take OLD and NEW for revisions, even where there are files of those names',
  },
  {
    name: 'set',
    value: 'NAME=VALUE',
    repeatable: true,
    description:
      'the value of an export that only the outside knows: text, or JSON for numbers, lists and maps',
  },
  {
    name: 'set-file',
    value: 'FILE',
    repeatable: true,
    description:
      'values from a JSON file, also one that `terraform output -json` printed; - is standard input',
  },
  {
    name: 'all',
    description:
      'first apply all upstreams, in order; the dependents of one that fails are left out',
  },
  {
    name: 'allow-sensitive',
    description: 'write sensitive values in clear, to a local file that only you can read',
  },
  {
    name: 'lock-timeout',
    value: 'SECONDS',
    description: "for how long to wait for somebody else's lock; default 10",
  },
  { name: 'declared', description: 'what the inventory itself says, without its state' },
  { name: 'raw', description: 'print the value alone, text without quotes' },
  { name: 'force', description: 'remove the lock even of somebody who may still be at work' },
  {
    name: 'playbook-dir',
    value: 'DIR',
    description: 'the folder of playbooks, whose group_vars and host_vars count, too',
  },
  {
    name: 'vault-id',
    value: 'ID',
    repeatable: true,
    description: 'where a vault password is, as Ansible takes it: LABEL@FILE',
  },
  {
    name: 'vault-password-file',
    value: 'PATH',
    repeatable: true,
    description: 'a file that holds a vault password, or a program that prints it',
  },
  {
    name: 'output',
    short: 'o',
    value: 'FILE',
    description: 'write the result there, and never over a file that exists',
  },
  {
    name: 'rename-variables',
    description: 'accept other names for variables that Ansible cannot use by theirs',
  },
  {
    name: 'allow-decrypted',
    description: 'write in clear what is in files that are encrypted as a whole',
  },
  {
    name: 'limit',
    value: 'PATTERN',
    description:
      'only hosts that this host pattern of Ansible chooses, too; @FILE holds one on each line',
  },
  {
    name: 'where',
    value: 'EXPRESSION',
    description:
      'only hosts on which this expression is true: one as `groups` in the inventory has them',
  },
  {
    name: 'columns',
    value: 'NAMES',
    repeatable: true,
    description:
      'the columns of the table: host, address, port, user, connection, tags, groups, services, vars.PATH',
  },
  { name: 'port', value: 'PORT', description: 'the port of every target for Prometheus' },
  { name: 'vars', description: 'with the variables of hosts and groups' },
  {
    name: 'focus',
    value: 'NAME',
    repeatable: true,
    description:
      'only this host, tag, service, upstream or group, and what it is connected with; KIND:NAME means only one kind',
  },
  { name: 'compact', description: 'print JSON on one line' },
  { name: 'no-cache', description: 'neither use nor fill the cache of the output' },
  { name: 'refresh-cache', description: 'make the output anew, and keep it in the cache' },
  { name: 'color', description: 'colour messages; by default on a terminal only' },
  { name: 'no-color', description: 'never colour messages' },
  { name: 'version', description: 'print the version' },
  { name: 'help', short: 'h', description: 'print how a command is used' },
] as const satisfies readonly FlagUsage[];

export type FlagName = (typeof flags)[number]['name'];

/** What flags are to a command to which they are something else than to the others. */
const meanings: Readonly<Record<string, Readonly<Record<string, Omit<FlagUsage, 'name'>>>>> = {
  diff: {
    consumers: {
      value: 'DIR',
      repeatable: true,
      description:
        'a folder with inventories: name all in it that use an export that changed or went',
    },
  },
  import: {
    inventory: {
      short: 'i',
      value: 'SOURCE',
      repeatable: true,
      description: 'an inventory for Ansible, as ansible-inventory -i takes it',
    },
    json: { value: 'FILE', description: 'what another inventory script prints for --list' },
    force: { description: 'write a result that differs, too, and go on where Ansible skips files' },
  },
  hosts: {
    service: {
      value: 'SERVICE',
      repeatable: true,
      description: 'only hosts that have this service',
    },
    strict: { description: 'an error where the expression cannot be evaluated on a host' },
    vars: { description: 'with the merged variables of each host' },
    output: {
      short: 'o',
      value: 'FILE',
      description: 'write the result there; a file that exists only with --force',
    },
    force: { description: 'replace the file that --output names' },
  },
  graph: {
    output: {
      short: 'o',
      value: 'FILE',
      description: 'write the result there; a file that exists only with --force',
    },
    force: { description: 'replace the file that --output names' },
  },
  report: {
    output: {
      short: 'o',
      value: 'FILE',
      description: 'write the page there, also over an earlier report; - is standard output',
    },
    force: { description: 'write over any other file, too' },
  },
};

/** A flag as a command takes it. */
export function flagOf(name: string, command: string): FlagUsage {
  const flag = flags.find((each) => each.name === name);
  if (flag === undefined) throw new Error(`no flag ${name}`);
  const meaning = meanings[command]?.[name];
  return meaning === undefined ? flag : { name, ...meaning };
}

/** Flags that every command takes. */
export const commonFlags = [
  'inventory',
  'color',
  'no-color',
  'version',
  'help',
] as const satisfies readonly FlagName[];

/** The values of `--format`, the default first. */
export const formats = {
  validate: ['text', 'json', 'sarif', 'github'],
  lint: ['text', 'json', 'sarif', 'github'],
  show: ['json', 'yaml', 'text'],
  hosts: ['names', 'json', 'table', 'ssh-config', 'hosts-file', 'prometheus'],
  graph: ['text', 'mermaid', 'dot', 'svg'],
  cache: ['text', 'json'],
  doctor: ['text', 'json'],
  import: ['text', 'json'],
} as const;

/** The columns of the table of hosts that have a name. */
export const columns = [
  'host',
  'address',
  'port',
  'user',
  'connection',
  'tags',
  'groups',
  'services',
] as const;

/** The kinds of files that have a schema, the default first. */
export const schemaKinds = {
  inventory: 'the inventory itself (default)',
  included: 'a file that it includes',
  service: 'the file of a service',
} as const;

/** What stands behind a command, by the name it has in `operands`. */
export const operands: Readonly<Record<string, OperandUsage>> = {
  FILE: { description: 'the inventory: a file, or a folder with inventory.yaml in it' },
  HOST: { description: 'the name of one host' },
  PATTERN: {
    description:
      'a host pattern of Ansible: web:&site_a:!old, web*, ~web[0-9]+, web[0:2]; by default all',
  },
  GROUP: { description: 'the group to begin with; by default all' },
  KIND: { description: 'the kind of file', values: schemaKinds },
  PATH: {
    description:
      'a variable of it, or a part of one: vmango.listen, a["key.with.dots"]; or tags, services, vars',
  },
  ACTION: {
    description: 'what to do',
    values: {
      show: 'print the folder, and what each output in it was made from',
      clear: 'remove what is kept',
    },
  },
  SHELL: {
    description: 'the shell that is to read the script',
    values: {
      bash: 'source <(inventory-script completion bash)',
      zsh: 'source <(inventory-script completion zsh), behind compinit',
      fish: 'inventory-script completion fish | source',
    },
  },
  NAME: { description: 'the name of an export' },
  WHAT: {
    description: 'what to do',
    values: {
      show: 'print where the state is, its serial, who holds its lock, and what was applied',
      unlock: 'remove a lock that was left behind',
    },
  },
  OLD: {
    description:
      'a file, a folder or a revision; HEAD if nothing is named, and for a lone file or folder',
  },
  NEW: { description: 'the same; by default what is in the working tree' },
  DIR: { description: 'the folder to write to, by default the working directory' },
};

/** What the environment decides. */
export const environment = [
  { name: 'INVENTORY_SCRIPT_FILE', description: 'the inventory, where none is named' },
  {
    name: 'INVENTORY_SCRIPT_CACHE',
    description: '1: use and fill the cache of the output; 0: neither, whatever the inventory says',
  },
  {
    name: 'INVENTORY_SCRIPT_CACHE_DIR',
    description:
      'the folder of the cache; by default inventory-script in XDG_CACHE_HOME, else in ~/.cache',
  },
  { name: 'NO_COLOR', description: 'not empty: messages are not coloured' },
  {
    name: 'FORCE_COLOR',
    description: 'not empty: messages are coloured, on a terminal or not; 0 or false: they are not',
  },
] as const;

export const exitCodes = [
  { code: 0, description: 'all is well' },
  { code: 1, description: 'the inventory has errors, or what was asked for cannot be done' },
  { code: 2, description: 'wrong usage' },
  { code: 70, description: 'a bug in the program' },
] as const;

export const commands = [
  {
    name: '',
    operands: '[FILE]',
    description: 'print what Ansible asks for: with --list everything, with --host one host',
    example: 'inventory-script inventory.yaml --list --tag net',
    flags: ['list', 'host', 'tag', 'service', 'compact', 'no-cache', 'refresh-cache'],
  },
  {
    name: 'validate',
    operands: '[FILE]',
    description: 'check the inventory with the files it includes and those of its services',
    example: 'inventory-script validate --strict',
    flags: ['host', 'tag', 'service', 'strict', 'watch', 'format'],
  },
  {
    name: 'lint',
    operands: '[FILE]',
    description: 'say what can go and what is doubtful, though it is valid',
    example: 'inventory-script lint --fix --dry-run',
    flags: ['fix', 'dry-run', 'consumers', 'strict', 'watch', 'format'],
  },
  {
    name: 'show',
    operands: '[FILE]',
    description: 'print the resolved hosts: merged variables, transports and services',
    example: 'inventory-script show --host gena --format yaml',
    flags: ['host', 'tag', 'service', 'watch', 'format'],
  },
  {
    name: 'explain',
    operands: '[HOST] [PATH]',
    description: 'say where each value of a host comes from, and what lost against it',
    example: 'inventory-script explain gena vmango.listen',
    flags: ['at', 'json'],
  },
  {
    name: 'diff',
    operands: '[OLD] [NEW]',
    description:
      'say what changes for Ansible between two inventories, or between revisions of one in git',
    example: 'inventory-script diff main...HEAD',
    flags: ['git', 'consumers', 'json', 'markdown'],
  },
  {
    name: 'hosts',
    operands: '[PATTERN]',
    description:
      'list hosts, chosen by pattern, tag, service or variables, for a shell, a person or another program',
    example: "inventory-script hosts 'web:!old' --where 'cpus > 8' --format table",
    flags: [
      'limit',
      'where',
      'host',
      'tag',
      'service',
      'strict',
      'format',
      'columns',
      'port',
      'vars',
      'output',
      'force',
    ],
  },
  {
    name: 'graph',
    operands: '[GROUP]',
    description:
      'draw groups and hosts as a tree, or hosts, tags, services and upstreams as a picture',
    example: 'inventory-script graph --format svg -o fleet.svg',
    flags: ['vars', 'focus', 'host', 'tag', 'service', 'format', 'output', 'force'],
  },
  {
    name: 'report',
    operands: '[FILE]',
    description: 'write the whole inventory as one page that a browser shows without any network',
    example: 'inventory-script report -o report.html',
    flags: ['host', 'tag', 'service', 'output', 'force'],
  },
  {
    name: 'cache',
    operands: 'ACTION',
    description: 'show what is kept of earlier runs of --list, or clear it',
    example: 'inventory-script cache show --format json',
    flags: ['format'],
  },
  {
    name: 'doctor',
    operands: '[FILE]',
    description:
      'look for what goes wrong between the inventory and Ansible, and say how to mend it',
    example: 'inventory-script doctor inventory.yaml --strict',
    flags: ['strict', 'format'],
  },
  {
    name: 'completion',
    operands: 'SHELL',
    description: 'print a script that completes commands, flags, and the names in the inventory',
    example: 'inventory-script completion bash',
    flags: [],
  },
  {
    name: 'init',
    operands: '[DIR]',
    description:
      'write a commented inventory.yaml, an ansible.cfg that stops at a failing inventory, and a .gitignore',
    example: 'inventory-script init fleet',
    flags: [],
  },
  {
    name: 'apply',
    operands: '[FILE]',
    description: 'publish the exports of the inventory, so that other inventories can use them',
    example: 'inventory-script apply --set vpc_id=vpc-0a1b',
    flags: ['set', 'set-file', 'all', 'allow-sensitive', 'lock-timeout'],
  },
  {
    name: 'exports',
    operands: '[NAME]',
    description: 'print the exports that were applied, or one of them',
    example: 'inventory-script exports vpc_id --raw',
    flags: ['json', 'raw', 'declared'],
  },
  {
    name: 'state',
    operands: 'WHAT',
    description:
      'show what is known of the state of the inventory, or remove a lock that was left behind',
    example: 'inventory-script state show',
    flags: ['json', 'force'],
  },
  {
    name: 'import',
    operands: '',
    description:
      'turn an inventory that Ansible reads into one of this format, and prove that every host keeps what it has',
    example: 'inventory-script import -i hosts -o inventory.yaml',
    flags: [
      'json',
      'playbook-dir',
      'vault-id',
      'vault-password-file',
      'output',
      'format',
      'force',
      'rename-variables',
      'allow-decrypted',
    ],
  },
  {
    name: 'lsp',
    operands: '[FILE]',
    description:
      'serve an editor: what validate says while you type, completion, hover, definitions, renaming',
    example: 'inventory-script lsp --stdio',
    flags: ['stdio'],
  },
  {
    name: 'schema',
    operands: '[KIND]',
    description:
      'print a JSON Schema of the format for editors; with -i one that knows the names in the inventory',
    example: 'inventory-script schema -i inventory.yaml > inventory.schema.json',
    flags: [],
  },
] as const satisfies readonly (CommandUsage & { readonly flags: readonly FlagName[] })[];

export type CommandName = (typeof commands)[number]['name'];
