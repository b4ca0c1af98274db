/**
 * The inventory file as a source for `-i`: whether Ansible runs it, and what Ansible makes of its text when it does not
 * run or fails. What was measured of Ansible stands in `docs/ansible.md`.
 */
import { basename, delimiter, dirname, extname, isAbsolute, join, resolve } from 'node:path';

import { displayName } from '../text/display-name.js';
import type { System } from '../system.js';
import { shellWord } from '../text/shell-word.js';
import { ok, type Finding } from './finding.js';
import { noexecMount } from './noexec-mount.js';

/** A file that was found, and its text. */
export interface SourceFile {
  /** Absolute, as it was named: a link's own path. */
  readonly path: string;
  /** How messages call it. */
  readonly name: string;
  readonly text: string;
  /** The folder that was named in its place, if one was. */
  readonly namedFolder: string | undefined;
}

/** All findings about the file itself. */
export function inspectFile(system: System, file: SourceFile): readonly Finding[] {
  const shebang = /^#![ \t]*([^\r\n]*)/.exec(file.text)?.[1]?.trim();
  const hasReturn = /^#![^\r\n]*\r/.test(file.text);
  return [
    ...inspectFolder(system, file),
    inspectExecution(system, file, shebang),
    ...(shebang === undefined
      ? []
      : [hasReturn ? carriageReturn : inspectShebang(system, shebang)]),
    inspectGuard(file, shebang !== undefined),
    ...inspectLink(system, file),
  ];
}

/** Names that Ansible passes over in a folder after `-i`. */
const ignored =
  /^(?:\.|(?:host_vars|group_vars|vars_plugins)$)|\.(?:pyc|pyo|swp|bak|rpm|md|txt|rst|orig|cfg|retry)$|~$/;

function inspectFolder(system: System, { path, namedFolder }: SourceFile): readonly Finding[] {
  if (namedFolder === undefined) return [];
  const others = (system.listFolder(namedFolder) ?? []).filter(
    (name) => !ignored.test(name) && name !== basename(path),
  );
  const told = others
    .slice(0, 5)
    .map((name) => `\`${name}\``)
    .join(', ');
  return [
    {
      subject: 'folder',
      level: others.length === 0 ? 'note' : 'warning',
      message: `after \`-i\` Ansible reads every file of a folder as inventory${others.length === 0 ? '' : `, here also ${told}${others.length > 5 ? ` and ${others.length - 5} more` : ''}`}`,
      remedy: `give Ansible the file: -i ${shellWord(displayName(system.cwd, path))}`,
    },
  ];
}

function inspectExecution(
  system: System,
  { path, name }: SourceFile,
  shebang: string | undefined,
): Finding {
  const word = shellWord(name);
  const isExecutable = system.machine().mayExecute(path);
  if (isExecutable && shebang !== undefined) return ok('exec-bit', `\`${name}\` is executable`);
  if (shebang !== undefined) {
    const { kind, reason, remedy } = refusalOf(system, path);
    return {
      subject: 'exec-bit',
      level: 'error',
      message: `\`${name}\` has a shebang and is not executable${kind === 'bit' ? '' : `: ${reason}`}, so Ansible does not run it`,
      remedy: kind === 'mount' ? `${remedy}, or ${givesProgram}` : remedy,
    };
  }
  if (isExecutable) {
    return {
      subject: 'exec-bit',
      level: 'error',
      message: `\`${name}\` is executable without a shebang, so Ansible cannot run it and reads it as YAML of its own`,
      remedy: 'make `#!/usr/bin/env inventory-script` its first line',
    };
  }
  return {
    subject: 'exec-bit',
    level: 'note',
    message: `\`${name}\` is no program, so it cannot stand after \`-i\` itself`,
    remedy: `make \`#!/usr/bin/env inventory-script\` its first line and \`chmod +x ${word}\`, or ${givesProgram}`,
  };
}

const givesProgram = 'give Ansible the program: -i "$(command -v inventory-script)"';

const executable = 0o111;

/** Why the system does not start a file that is there, and what to do. */
function refusalOf(
  system: System,
  path: string,
): {
  readonly kind: 'bit' | 'mount' | 'user';
  readonly reason: string;
  readonly remedy: string;
} {
  const machine = system.machine();
  const word = shellWord(displayName(system.cwd, path));
  if (((machine.modeOf(path) ?? 0) & executable) === 0)
    return { kind: 'bit', reason: 'it has no exec bit', remedy: `chmod +x ${word}` };
  const mount = noexecMount(machine.mounts(), system.realPath(path));
  if (mount !== undefined)
    return {
      kind: 'mount',
      reason: `it has the exec bit, but \`${mount}\` is mounted \`noexec\``,
      remedy: `mount \`${mount}\` without \`noexec\``,
    };
  return {
    kind: 'user',
    reason: `its permissions exclude the user \`${machine.user}\``,
    remedy: `chmod a+rx ${word}`,
  };
}

const carriageReturn: Finding = {
  subject: 'shebang',
  level: 'error',
  message:
    'the shebang has CRLF line ends, so the system looks for a program whose name ends with a carriage return',
  remedy: 'save the file with LF line ends',
};

function inspectShebang(system: System, shebang: string): Finding {
  const [program = '', ...words] = shebang.split(/\s+/);
  if (program === '')
    return {
      subject: 'shebang',
      level: 'error',
      message: 'the shebang names no program',
      remedy: 'write `#!/usr/bin/env inventory-script`',
    };
  if (basename(program) !== 'env') return inspectProgram(system, program, words);
  const splits = words[0] === '-S' || words[0] === '--split-string';
  const [named = '', ...rest] = splits ? words.slice(1) : words;
  if (!splits && rest.length > 0) {
    return {
      subject: 'shebang',
      level: 'error',
      message: `\`env\` takes \`${words.join(' ')}\` for the name of one program`,
      remedy: `write \`#!${program} -S ${words.join(' ')}\``,
    };
  }
  return inspectProgram(system, named, rest);
}

/** The program that the shebang leads to. */
function inspectProgram(system: System, written: string, words: readonly string[]): Finding {
  const found = findProgram(system, written);
  if (found === undefined) {
    const where = written.includes('/')
      ? isAbsolute(written)
        ? ''
        : ', seen from the working directory'
      : ' on the PATH';
    const [blocked] = programPlaces(system, written).filter(
      (path) => system.kindOf(path) === 'file',
    );
    if (blocked !== undefined) {
      const { reason, remedy } = refusalOf(system, blocked);
      return {
        subject: 'shebang',
        level: 'error',
        message: `the shebang leads to \`${blocked}\`, which cannot be started: ${reason}`,
        remedy,
      };
    }
    return {
      subject: 'shebang',
      level: 'error',
      message: `the shebang asks for \`${written}\`, and there is no such program${where}`,
      remedy: written.includes('/')
        ? 'write the path of a program that is there'
        : `install it, or put the folder that holds it on the PATH`,
    };
  }
  const isOurs =
    basename(written).startsWith('inventory-script') ||
    words.some((word) => basename(word).startsWith('inventory-script'));
  if (!isOurs)
    return {
      subject: 'shebang',
      level: 'warning',
      message: `the shebang leads to \`${written}\`, which is not inventory-script`,
      remedy: 'write `#!/usr/bin/env inventory-script`',
    };
  return ok('shebang', `the shebang leads to \`${found}\``);
}

/** An executable file, on the PATH where its name has no slash. */
export function findProgram(system: System, written: string): string | undefined {
  return programPlaces(system, written).find(
    (path) => system.kindOf(path) === 'file' && system.machine().mayExecute(path),
  );
}

/** Where the system looks for a program. */
function programPlaces(system: System, written: string): readonly string[] {
  if (written.includes('/')) return [resolve(system.cwd, written)];
  return (system.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => resolve(system.cwd, folder, written));
}

/** Extensions of files that Ansible's own YAML reader takes. */
const readAsYaml = new Set(['', '.yaml', '.yml', '.json']);

function inspectGuard({ name, text }: SourceFile, hasShebang: boolean): Finding {
  if (!/^[^#\s]/m.test(text.replace(/^\uFEFF/, '').replace(/^---$/m, ''))) {
    return {
      subject: 'guard',
      level: 'error',
      message: `\`${name}\` holds nothing but comments, which Ansible takes for an empty inventory, whatever this program says`,
      remedy: `restore the file, and run \`inventory-script validate ${shellWord(name)}\` before the play`,
    };
  }
  if (/^plugin:\s+["']?inventory-script["']?\s*(?:#.*)?$/m.test(text))
    return ok('guard', '`plugin: inventory-script` keeps Ansible from reading the file as its own');
  const isYaml = readAsYaml.has(extname(name));
  return {
    subject: 'guard',
    level: hasShebang ? 'error' : isYaml ? 'warning' : 'note',
    message: isYaml
      ? `without \`plugin: inventory-script\` Ansible's own reader makes groups of \`tags\` and \`services\` when \`${name}\` is not run or fails`
      : `\`${name}\` has no \`plugin: inventory-script\`; with this extension Ansible's own readers refuse it`,
    remedy: 'make `plugin: inventory-script` its first key',
  };
}

function inspectLink(system: System, { path, name }: SourceFile): readonly Finding[] {
  const target = system.realPath(path);
  const [folder, other] = [dirname(path), dirname(target)];
  if (target === path || system.realPath(folder) === other) return [];
  const holds = (place: string): boolean =>
    ['group_vars', 'host_vars'].some((each) => system.kindOf(join(place, each)) === 'folder');
  const isLost = holds(other) && !holds(folder);
  return [
    {
      subject: 'symlink',
      level: isLost ? 'warning' : 'note',
      message: `\`${name}\` is a link to \`${target}\`: Ansible looks for \`group_vars\` and \`host_vars\` in \`${folder}\`, beside the link${isLost ? `, and not in \`${other}\`, which has them` : ''}`,
      ...(isLost
        ? {
            remedy: `give Ansible the file itself, or link the folders too: -i ${shellWord(target)}`,
          }
        : {}),
    },
  ];
}
