/** `ansible-config dump` → the settings that decide how variables merge, which files Ansible reads, and which passwords it has. */

export interface AnsibleSettings {
  readonly hashBehaviour: 'replace' | 'merge';
  /** Ends of names that a folder of sources is not read for. */
  readonly ignoredEnds: readonly string[];
  /** Regular expressions, as Python writes them, of further such names. */
  readonly ignoredPatterns: readonly string[];
  /** With their dot. */
  readonly varsExtensions: readonly string[];
  readonly configFile: string | undefined;
  /** `LABEL@FILE` each; the files are relative to the working directory. */
  readonly vaultIds: readonly string[];
}

/** What holds where nothing is said, from the newest core. */
const defaults = {
  ignoredEnds: [
    '.pyc',
    '.pyo',
    '.swp',
    '.bak',
    '~',
    '.rpm',
    '.md',
    '.txt',
    '.rst',
    '.orig',
    '.cfg',
    '.retry',
  ],
  varsExtensions: ['.yml', '.yaml', '.json'],
};

export function readSettings(dump: string): AnsibleSettings {
  const values = new Map(
    [...dump.matchAll(/^([A-Z_]+)\([^)\n]*\) = (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const configFile = values.get('CONFIG_FILE');
  return {
    hashBehaviour: values.get('DEFAULT_HASH_BEHAVIOUR') === 'merge' ? 'merge' : 'replace',
    ignoredEnds: listOf(values.get('INVENTORY_IGNORE_EXTS')) ?? defaults.ignoredEnds,
    ignoredPatterns: listOf(values.get('INVENTORY_IGNORE_PATTERNS')) ?? [],
    varsExtensions: listOf(values.get('YAML_FILENAME_EXTENSIONS')) ?? defaults.varsExtensions,
    configFile: configFile?.startsWith('/') === true ? configFile : undefined,
    vaultIds: listOf(values.get('DEFAULT_VAULT_IDENTITY_LIST')) ?? [],
  };
}

/** The strings of a list or tuple as Python prints it. */
function listOf(value: string | undefined): readonly string[] | undefined {
  if (value === undefined || !/^[[(]/.test(value)) return undefined;
  return [...value.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, single, double]) =>
    (single ?? double ?? '').replaceAll('\\\\', '\\'),
  );
}
