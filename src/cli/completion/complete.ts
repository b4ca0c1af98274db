/**
 * What may stand where the cursor is: `inventory-script __complete SHELL WORD…`, the words up to the cursor with the
 * program's own name first. The first line of the answer says what to offer where none of the others fits: `files`,
 * `folders` or `nothing`; each other line is a word, a tab and its description. Never fails, and says nothing else.
 */
import { basename, resolve } from 'node:path';
import { safeName, serviceGroup } from '../../model/safe-name.js';
import type { System } from '../../system.js';
import { isUnsafe } from '../../text/terminal.js';
import { findInventory } from '../find-inventory.js';
import {
  columns,
  commands,
  commonFlags,
  flagOf,
  flags,
  formats,
  operands,
  type CommandUsage,
  type FlagUsage,
} from '../usage.js';
import { revisionsAround } from './revisions.js';
import { namesIn, type KnownNames, type NameKind } from './names.js';

interface Candidate {
  readonly word: string;
  readonly description?: string;
}

interface Offer {
  readonly otherwise: 'files' | 'folders' | 'nothing';
  readonly candidates: readonly Candidate[];
}

/** What the words before the cursor say. */
interface Context {
  readonly usage: CommandUsage;
  readonly file: string | undefined;
  /** Operands of the command that are there already. */
  readonly given: number;
  readonly used: ReadonlySet<string>;
  /** The flag whose value is to come. */
  readonly open: FlagUsage | undefined;
}

const allCommands: readonly CommandUsage[] = commands;
const program: CommandUsage = commands[0];
const nothing: Offer = { otherwise: 'nothing', candidates: [] };
const kinds: Readonly<Record<string, NameKind>> = {
  host: 'hosts',
  tag: 'tags',
  service: 'services',
};

/** The answer for `words`, whose last one is to be completed; '' where there is none. */
export function complete(system: System, words: readonly string[], scriptPath: string): string {
  const [name = '', ...typed] = words;
  const current = typed.pop() ?? '';
  const context = readContext(typed, /\.ya?ml$/.test(basename(name)) ? name : undefined);
  const { otherwise, candidates } = offer(system, context, current, scriptPath);
  const lines = candidates.map(({ word, description }) =>
    description === undefined ? word : `${word}\t${description}`,
  );
  return [otherwise, ...lines].map((line) => `${line}\n`).join('');
}

function readContext(words: readonly string[], executed: string | undefined): Context {
  let usage = program;
  let file = executed;
  let given = 0;
  let open: FlagUsage | undefined;
  const used = new Set<string>();
  for (const word of words) {
    if (open !== undefined) {
      if (open.name === 'inventory') file = word;
      open = undefined;
    } else if (word.startsWith('-')) {
      const [name = '', value] = word.split('=');
      const flag = flagsOf(usage).find(
        (each) => `--${each.name}` === name || `-${each.short ?? ''}` === name,
      );
      if (flag === undefined) continue;
      if (flag.repeatable !== true) used.add(flag.name);
      if (flag.name === 'inventory' && value !== undefined) file = value;
      open = flag.value === undefined || value !== undefined ? undefined : flag;
    } else {
      const command =
        usage === program ? allCommands.find((each) => each.name === word) : undefined;
      if (command !== undefined) usage = command;
      else {
        if (usage === program || operandAt(usage, given) === 'FILE') file = word;
        given += usage === program ? 0 : 1;
      }
    }
  }
  return { usage, file, given, used, open };
}

function offer(system: System, context: Context, current: string, scriptPath: string): Offer {
  const { usage, open, used } = context;
  if (open !== undefined) return offerValue(system, context, open, current, '', scriptPath);
  const [, name = '', value] = /^--([\w-]+)=(.*)$/.exec(current) ?? [];
  const assigned = flagsOf(usage).find((each) => each.name === name && each.value !== undefined);
  if (assigned !== undefined && value !== undefined)
    return offerValue(system, context, assigned, value, `--${name}=`, scriptPath);
  if (current.startsWith('-')) {
    const known = [...usage.flags, ...commonFlags]
      .filter((each) => !used.has(each))
      .map((each) => flagOf(each, usage.name));
    return {
      otherwise: 'nothing',
      candidates: fitting(
        known.map((flag) => ({
          word: `--${flag.name}`,
          description:
            usage === program ? flag.description : (flag.withCommand ?? flag.description),
        })),
        current,
      ),
    };
  }
  if (usage === program) {
    const named = allCommands
      .filter((each) => each.name !== '')
      .map((each) => ({ word: each.name, description: each.description }));
    return {
      otherwise: context.file === undefined ? 'files' : 'nothing',
      candidates: fitting(named, current),
    };
  }
  return offerOperand(system, context, current, scriptPath);
}

function offerOperand(
  system: System,
  context: Context,
  current: string,
  scriptPath: string,
): Offer {
  const operand = operandAt(context.usage, context.given);
  if (operand === 'PATTERN' || operand === 'GROUP')
    return offerPattern(system, context, current, operand === 'PATTERN', '', scriptPath);
  const kind = operand === 'HOST' ? 'hosts' : operand === 'NAME' ? 'exports' : undefined;
  if (kind !== undefined) {
    const names = namesFor(system, context, kind, scriptPath).filter((name) =>
      name.startsWith(current),
    );
    return {
      otherwise: 'nothing',
      candidates: fitting(
        names.map((word) => ({ word })),
        current,
      ),
    };
  }
  if (operand === 'OLD' || operand === 'NEW')
    return {
      otherwise: 'files',
      candidates: fitting(
        revisionsAround(system, system.cwd).map((word) => ({ word })),
        current,
      ),
    };
  if (operand === 'DIR') return { otherwise: 'folders', candidates: [] };
  const values = Object.entries(operands[operand]?.values ?? {}).map(([word, description]) => ({
    word,
    description,
  }));
  if (values.length > 0) return { otherwise: 'nothing', candidates: fitting(values, current) };
  return operand === 'FILE' ? { otherwise: 'files', candidates: [] } : nothing;
}

/** A group, or the last part of a host pattern, behind a comma or colon and perhaps a sign. */
function offerPattern(
  system: System,
  context: Context,
  current: string,
  isPattern: boolean,
  before: string,
  scriptPath: string,
): Offer {
  const lead = isPattern ? (/^(?:.*[,:])?[&!]?/.exec(current)?.[0] ?? '') : '';
  const { tags, services, hosts } = allNames(system, context, scriptPath);
  const groups = [
    'all',
    'ungrouped',
    ...tags.map(safeName),
    ...services.map((name) => serviceGroup(name)),
  ];
  const names = isPattern ? [...groups, ...hosts] : groups;
  return {
    otherwise: 'nothing',
    candidates: fitting(
      names.map((name) => ({ word: before + lead + name })),
      before + current,
    ),
  };
}

/** A flag's value; `before` is what stands before it in the same word. */
function offerValue(
  system: System,
  context: Context,
  flag: FlagUsage,
  current: string,
  before: string,
  scriptPath: string,
): Offer {
  const kind = kinds[flag.name];
  if (kind !== undefined) {
    const chosen = current.split(',').slice(0, -1);
    const lead = before + chosen.map((each) => `${each},`).join('');
    const start = current.slice(lead.length - before.length);
    const names = namesFor(system, context, kind, scriptPath).filter(
      (name) => name.startsWith(start) && !chosen.includes(name),
    );
    return {
      otherwise: 'nothing',
      candidates: fitting(
        names.map((name) => ({ word: lead + name })),
        before + current,
      ),
    };
  }
  if (flag.name === 'format') {
    const known =
      Object.entries<readonly string[]>(formats).find(
        ([command]) => command === context.usage.name,
      )?.[1] ?? [];
    return {
      otherwise: 'nothing',
      candidates: fitting(
        known.map((word) => ({ word: before + word })),
        before + current,
      ),
    };
  }
  if (flag.name === 'focus') {
    const { hosts, tags, services } = allNames(system, context, scriptPath);
    return {
      otherwise: 'nothing',
      candidates: fitting(
        [...new Set([...tags, ...services, ...hosts])].map((name) => ({ word: before + name })),
        before + current,
      ),
    };
  }
  if (flag.name === 'columns') {
    const lead = /^.*,/.exec(current)?.[0] ?? '';
    return {
      otherwise: 'nothing',
      candidates: fitting(
        columns.map((name) => ({ word: before + lead + name })),
        before + current,
      ),
    };
  }
  if (flag.value === 'PATTERN')
    return offerPattern(system, context, current, true, before, scriptPath);
  if (flag.value === 'DIR') return { otherwise: 'folders', candidates: [] };
  return /^(?:FILE|PATH|SOURCE)\b/.test(flag.value ?? '')
    ? { otherwise: 'files', candidates: [] }
    : nothing;
}

/** All flags, as a command takes them. */
function flagsOf(usage: CommandUsage): readonly FlagUsage[] {
  return flags.map((each) => flagOf(each.name, usage.name));
}

function operandAt({ operands: written }: CommandUsage, place: number): string {
  return [...written.matchAll(/[A-Z]+/g)][place]?.[0] ?? '';
}

function namesFor(
  system: System,
  context: Context,
  kind: NameKind,
  scriptPath: string,
): readonly string[] {
  return allNames(system, context, scriptPath)[kind];
}

const noNames: KnownNames = { hosts: [], tags: [], services: [], exports: [] };

function allNames(system: System, { file }: Context, scriptPath: string): KnownNames {
  const home = system.env.HOME ?? '';
  const found = findInventory(system, { file: file?.replace(/^~(?=\/)/, home), scriptPath });
  return 'path' in found ? namesIn(system, resolve(system.cwd, found.path)) : noNames;
}

function fitting(candidates: readonly Candidate[], current: string): readonly Candidate[] {
  return candidates.filter(
    ({ word }) => word.startsWith(current) && !/\s/.test(word) && !isUnsafe(word),
  );
}
