/**
 * Finds an ansible-core on this machine, or installs one into the project's ignored folder `.cache/ansible/`.
 * Two are wanted: the oldest supported (2.14, Debian 12) and the newest that the machine's Python takes. Each comes
 * from the cache, the machine itself, pip, or Debian's package, which is unpacked and not installed. Nothing outside
 * `.cache/` changes.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { buildFolder, cacheRoot } from './cache-folder.mjs';
import { debianPackages, unpackDebian } from './debian-packages.mjs';
import { installWithPip, run } from './pip-install.mjs';
import { findPythons, pythonsOf } from './pythons.mjs';

export { run };

const cacheFolder = join(cacheRoot, 'ansible');
const marker = 'complete.json';

/** The oldest core that is supported, and what stands for it where the machine's Python is too new. */
const oldest = [
  { version: '2.14.18', minors: [9, 11] },
  { version: '2.16.14', minors: [12, 12] },
  { version: '2.18.6', minors: [13, 13] },
];
/** Cores between the oldest and the newest, and the Pythons that run them. */
const between = [
  { version: '2.16.14', minors: [10, 12] },
  { version: '2.18.6', minors: [11, 13] },
];
const oldestMinor = 9;

/** The oldest and the newest ansible-core to be had, and why the others are not. Never rejects. */
export async function findAnsibles(say = sayOnStderr) {
  const [old, recent] = await Promise.all([findOldest(say), findNewest(say)]);
  const found = [];
  const missing = [...old.missing, ...recent.missing];
  for (const ansible of [old.ansible, recent.ansible]) {
    if (ansible === undefined) continue;
    if (found.some((other) => other.version === ansible.version))
      missing.push(`one newer than ${ansible.version}`);
    else found.push(ansible);
  }
  return { found, missing };
}

/** The cores of these minor versions, such as `2.16`, and why the others are not to be had. Never rejects. */
export async function findCores(minors, say = sayOnStderr) {
  const found = [];
  const missing = [];
  const pythons = await findPythons(oldestMinor);
  for (const { version, minors: fitting } of between) {
    if (!minors.some((minor) => version.startsWith(`${minor}.`))) continue;
    const reasons = [];
    let ansible;
    for (const python of pythonsOf(pythons, ...fitting).slice(0, 2))
      ansible ??= await fromCacheOrPip(
        { spec: `==${version}`, name: version, python },
        say,
        reasons,
      );
    if (ansible === undefined) missing.push(missingLine(version, reasons));
    else found.push(ansible);
  }
  return { found, missing };
}

/** Any ansible-core: the machine's own before one of the cache before a new one; undefined where none is to be had. */
export async function findAnyAnsible(say = sayOnStderr) {
  const own = await findOnMachine(() => true);
  if (own !== undefined) return own;
  return (await findNewest(say)).ansible ?? (await findOldest(say)).ansible;
}

/** The command line of one of Ansible's programs, such as `ansible-playbook`: command, first arguments, environment. */
export function commandOf(ansible, program) {
  const { kind, folder, python } = ansible;
  switch (kind) {
    case 'venv':
      return {
        command: join(folder, 'bin', 'python'),
        args: [join(folder, 'bin', program)],
        env: {},
      };
    case 'target':
      return { command: python, args: [join(folder, 'bin', program)], env: { PYTHONPATH: folder } };
    case 'debian': {
      const modules = join(folder, 'usr', 'lib', 'python3', 'dist-packages');
      return {
        command: python,
        args: [join(folder, 'usr', 'bin', program)],
        env: { PYTHONPATH: modules },
      };
    }
    default:
      return { command: join(folder, program), args: [], env: {} };
  }
}

/** An environment in which only what is passed here reaches Ansible: no user's or machine's settings, no colour. */
export function isolatedEnv(ansible, home, more = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(ANSIBLE_|INVENTORY_SCRIPT_|PYTHON|LC_|LANG)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    LC_ALL: 'C.UTF-8',
    ANSIBLE_NOCOLOR: '1',
    ANSIBLE_LOCALHOST_WARNING: 'false',
    ANSIBLE_REMOTE_TEMP: `${home}/.ansible/tmp`,
    ANSIBLE_PYTHON_INTERPRETER: ansible.interpreter,
    ...commandOf(ansible, 'ansible').env,
    ...more,
  };
}

async function findOldest(say) {
  const reasons = [];
  const own = await findOnMachine((version) => version.startsWith('2.14.'));
  if (own !== undefined) return { ansible: own, missing: [] };
  const wanted = oldest[0].version;
  const pythons = await findPythons(oldestMinor);
  for (const { version, minors } of oldest) {
    for (const python of pythonsOf(pythons, ...minors).slice(0, 2)) {
      const ansible = await fromCacheOrPip(
        { spec: `==${version}`, name: version, python },
        say,
        reasons,
      );
      if (ansible !== undefined)
        return { ansible, missing: version === wanted ? [] : [missingLine(wanted, reasons)] };
    }
    if (version !== wanted) continue;
    const ansible = await fromCacheOrDebian(say, reasons);
    if (ansible !== undefined) {
      return {
        ansible,
        missing: ansible.version.startsWith('2.14.') ? [] : [missingLine(wanted, reasons)],
      };
    }
  }
  return { missing: [missingLine(wanted, reasons)] };
}

async function findNewest(say) {
  const reasons = [];
  const pythons = await findPythons(oldestMinor);
  for (const python of pythons.slice(0, 3)) {
    const ansible = await fromCacheOrPip(
      { spec: '', name: `newest-python3.${python.minor}`, python },
      say,
      reasons,
    );
    if (ansible !== undefined) return { ansible, missing: [] };
  }
  const own = await findOnMachine(() => true);
  return { ansible: own, missing: [missingLine('the newest', reasons)] };
}

function missingLine(what, reasons) {
  return reasons.length === 0
    ? `${what}: no Python that could run it`
    : `${what}: ${[...new Set(reasons)].join('; ')}`;
}

/** The ansible-core that the machine has on its PATH, if its version is wanted. */
async function findOnMachine(wanted) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '' || !existsSync(join(folder, 'ansible-inventory'))) continue;
    const ansible = await verified({ kind: 'machine', folder, python: '' });
    if (ansible !== undefined && wanted(ansible.version)) return ansible;
  }
  return undefined;
}

/** The release that `spec` names (the newest where it is empty), for `python`, in the folder `name` of the cache. */
async function fromCacheOrPip({ spec, name, python }, say, reasons) {
  return await fromCacheOr(name, reasons, async (folder) => {
    say(
      `ansible-core: installing ${spec === '' ? 'the newest' : spec.slice(2)} for Python ${python.version} into .cache/ansible/${name} …`,
    );
    return await installWithPip(folder, python, [`ansible-core${spec}`]);
  });
}

async function fromCacheOrDebian(say, reasons) {
  return await fromCacheOr('debian', reasons, async (folder) => {
    const packages = await debianPackages('ansible-core');
    say('ansible-core: unpacking Debian’s package into .cache/ansible/debian …');
    await unpackDebian(folder, packages);
    return { kind: 'debian', python: '/usr/bin/python3' };
  });
}

async function fromCacheOr(name, reasons, install) {
  const folder = join(cacheFolder, name);
  try {
    const cached = await readInstall(folder);
    if (cached !== undefined) return cached;
    const build = async (place) => {
      const made = await install(place);
      if ((await verified({ ...made, folder: place })) === undefined)
        throw new Error('what was installed does not run');
      await writeFile(join(place, marker), JSON.stringify(made));
    };
    await buildFolder(folder, build, async () => (await readInstall(folder)) !== undefined);
    return await readInstall(folder);
  } catch (error) {
    reasons.push(error.message);
    return undefined;
  }
}

async function readInstall(folder) {
  if (!existsSync(join(folder, marker))) return undefined;
  return await verified({ ...JSON.parse(await readFile(join(folder, marker), 'utf8')), folder });
}

/** Completes an install with its version and interpreter; undefined if it does not run. */
async function verified(install) {
  const { command, args, env } = commandOf(install, 'ansible-inventory');
  const { code, stdout } = await run(command, [...args, '--version'], {
    env: { ...process.env, ...env },
  });
  const version = /\[core (\d+\.\d+\.[^\]\s]+)\]/.exec(stdout)?.[1];
  if (code !== 0 || version === undefined) return undefined;
  const python = /python version = (\S+).*\(([^()]+)\)\s*$/m.exec(stdout);
  const interpreter =
    install.kind === 'venv'
      ? join(install.folder, 'bin', 'python')
      : (python?.[2] ?? install.python);
  return {
    ...install,
    version,
    label: `${version}, Python ${python?.[1] ?? 'unknown'}`,
    interpreter,
  };
}

function sayOnStderr(line) {
  process.stderr.write(`${line}\n`);
}
