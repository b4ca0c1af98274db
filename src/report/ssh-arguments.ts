/** Arguments for `ssh`, as `ansible_ssh_common_args` holds them, as lines of an ssh configuration. */
import { shellWords } from '../text/shell-words.js';

export interface SshOptions {
  /** `Keyword value`, in order. */
  readonly lines: readonly string[];
  /** What no line can say. */
  readonly rest: readonly string[];
}

const switches: Readonly<Record<string, string>> = {
  '-4': 'AddressFamily inet',
  '-6': 'AddressFamily inet6',
  '-A': 'ForwardAgent yes',
  '-a': 'ForwardAgent no',
  '-C': 'Compression yes',
  '-q': 'LogLevel QUIET',
  '-X': 'ForwardX11 yes',
  '-x': 'ForwardX11 no',
};

const keywords: Readonly<Record<string, string>> = {
  '-J': 'ProxyJump',
  '-i': 'IdentityFile',
  '-p': 'Port',
  '-l': 'User',
  '-b': 'BindAddress',
  '-c': 'Ciphers',
  '-m': 'MACs',
};

export function sshOptions(args: string): SshOptions {
  const words = shellWords(args);
  if (words === undefined) return { lines: [], rest: [args] };
  const lines: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const single = switches[word];
    const flag = word.slice(0, 2);
    if (single !== undefined) lines.push(single);
    else if (flag === '-o' || keywords[flag] !== undefined) {
      const value = word.length > 2 ? word.slice(2) : words[++at];
      const line =
        value === undefined
          ? undefined
          : flag === '-o'
            ? configLine(value)
            : `${keywords[flag] ?? ''} ${sshQuoted(value)}`;
      if (line === undefined) rest.push(`${word} ${value ?? ''}`.trim());
      else lines.push(line);
    } else if (withValue.test(word)) rest.push(`${word} ${words[++at] ?? ''}`.trim());
    else rest.push(word);
  }
  return { lines, rest };
}

/** Other flags that take the next word. */
const withValue = /^-[DEFILOQRSWew]$/;

/** `Keyword=value` or `Keyword value`: `-o` has the grammar of the file. */
function configLine(option: string): string | undefined {
  const [, keyword, value] = /^\s*([A-Za-z][A-Za-z0-9]*)\s*[\s=]\s*(\S.*?)\s*$/.exec(option) ?? [];
  return keyword === undefined || value === undefined ? undefined : `${keyword} ${value}`;
}

/** A value that may stand in the file: quoted where it holds anything but plain characters. */
export function sshQuoted(value: string): string {
  return /^[\w@%+=:,./~[\]-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
