/**
 * What may stand where the cursor is: `inventory-script __complete SHELL WORD…`, the words up to the cursor with the
 * program's own name first. The first line of the answer says what to offer where none of the others fits: `files`,
 * `folders` or `nothing`; each other line is a word, a tab and its description. Never fails, and says nothing else.
 */
import { basename, resolve } from 'node:path';
import { safeName, serviceGroup } from '../../model/safe-name.js';
import type { System } from '../../system.js';
import { findInventory } from '../inventory/find-inventory.js';
import type { CommandUsage, Flag, Offer as Offered } from '../arguments/define-command.js';
import { flagsOf, knownFlags } from '../arguments/known-flags.js';
import { usages as allUsages } from '../usage.js';
import { revisionsAround } from './revisions.js';
import { namesIn, type KnownNames } from './names.js';
import { isUnsafe } from '../../text/terminal.js';

interface Candidate {
  readonly word: string;
  readonly description?: string;
}

interface Offer {
  readonly otherwise: 'files' | 'folders' | 'nothing';
  readonly candidates: readonly Candidate[];
}

/** A flag with its name. */
interface NamedFlag {
  readonly name: string;
  readonly flag: Flag;
}

/** What the words before the cursor say. */
interface Context {
  readonly system: System;
  readonly scriptPath: string;
  readonly usages: readonly CommandUsage[];
  /** The command without a name, until one is named. */
  readonly usage: CommandUsage;
  readonly file: string | undefined;
  /** Operands of the command that are there already. */
  readonly given: number;
  readonly used: ReadonlySet<string>;
  /** The flag whose value is to come. */
  readonly open: NamedFlag | undefined;
}

const nothing: Offer = { otherwise: 'nothing', candidates: [] };

/** The answer for `words`, whose last one is to be completed; '' where there is none. */
export function complete(
  system: System,
  words: readonly string[],
  scriptPath: string,
  usages: readonly CommandUsage[] = allUsages,
): string {
  const [name = '', ...typed] = words;
  const current = typed.pop() ?? '';
  const executed = /\.ya?ml$/.test(basename(name)) ? name : undefined;
  const context = { system, scriptPath, usages, ...readWords(usages, typed, executed) };
  const { otherwise, candidates } = offer(context, current);
  const lines = candidates.map(({ word, description }) =>
    description === undefined ? word : `${word}\t${description}`,
  );
  return [otherwise, ...lines].map((line) => `${line}\n`).join('');
}

function readWords(
  usages: readonly CommandUsage[],
  words: readonly string[],
  executed: string | undefined,
): Pick<Context, 'usage' | 'file' | 'given' | 'used' | 'open'> {
  const program = usages.find(({ name }) => name === '');
  if (program === undefined) throw new Error('no command is without a name');
  let usage = program;
  let file = executed;
  let given = 0;
  let open: NamedFlag | undefined;
  const used = new Set<string>();
  for (const word of words) {
    if (open !== undefined) {
      if (open.name === 'inventory') file = word;
      open = undefined;
    } else if (word.startsWith('-')) {
      const [written = '', value] = word.split('=');
      const named = flagAs(usages, usage, written);
      if (named === undefined) continue;
      const { name, flag } = named;
      if (flag.kind !== 'names' && flag.kind !== 'texts') used.add(name);
      if (name === 'inventory' && value !== undefined) file = value;
      open = flag.kind === 'switch' || value !== undefined ? undefined : named;
    } else {
      const command = usage === program ? usages.find(({ name }) => name === word) : undefined;
      if (command !== undefined) usage = command;
      else {
        if (usage === program || operandAt(usage, given)?.name === 'FILE') file = word;
        given += usage === program ? 0 : 1;
      }
    }
  }
  return { usage, file, given, used, open };
}

/** The flag that is written so: as the command takes it, else as another one does. */
function flagAs(
  usages: readonly CommandUsage[],
  usage: CommandUsage,
  written: string,
): NamedFlag | undefined {
  for (const [name, flag] of [...flagsOf(usage), ...knownFlags(usages)])
    if (written === `--${name}` || (flag.short !== undefined && written === `-${flag.short}`))
      return { name, flag };
  return undefined;
}

function offer(context: Context, current: string): Offer {
  const { usages, usage, open, used } = context;
  if (open !== undefined) return offerFlagValue(context, open, current, '');
  const [, name, value] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  const assigned = name === undefined ? undefined : flagAs(usages, usage, name);
  if (assigned !== undefined && assigned.flag.kind !== 'switch' && value !== undefined)
    return offerFlagValue(context, assigned, value, `--${assigned.name}=`);
  if (current.startsWith('-')) {
    const known = [...flagsOf(usage)].filter(([flag]) => !used.has(flag));
    return {
      otherwise: 'nothing',
      candidates: fitting(
        known.map(([flag, { description }]) => ({ word: `--${flag}`, description })),
        current,
      ),
    };
  }
  if (usage.name === '') {
    const named = usages
      .filter((command) => command.name !== '')
      .map((command) => ({ word: command.name, description: command.summary }));
    return {
      otherwise: context.file === undefined ? 'files' : 'nothing',
      candidates: fitting(named, current),
    };
  }
  return offerOperand(context, current);
}

function offerOperand(context: Context, current: string): Offer {
  const operand = operandAt(context.usage, context.given);
  if (operand === undefined) return nothing;
  const { values, offers } = operand;
  if (values === undefined) return offerValue(context, offers, current, '');
  const words = Object.entries(values).map(([word, description]) => ({ word, description }));
  return { otherwise: 'nothing', candidates: fitting(words, current) };
}

/** A flag's value; `before` is what stands before it in the same word. */
function offerFlagValue(
  context: Context,
  { name, flag }: NamedFlag,
  current: string,
  before: string,
): Offer {
  if (flag.kind === 'switch') return nothing;
  if (flag.kind === 'choice') {
    // What another command chooses from says nothing about this one.
    const choices = flagsOf(context.usage).has(name) ? flag.choices : [];
    return offerWords(choices, current, before);
  }
  return flag.kind === 'names'
    ? offerListed(context, flag.offers, current, before)
    : offerValue(context, flag.offers, current, before);
}

/** The last of several names, behind a comma; no name of the inventory twice. */
function offerListed(
  context: Context,
  offers: Offered | undefined,
  current: string,
  before: string,
): Offer {
  const lead = /^.*,/.exec(current)?.[0] ?? '';
  const chosen = typeof offers === 'string' ? lead.split(',') : [];
  const { otherwise, candidates } = offerValue(
    context,
    offers,
    current.slice(lead.length),
    before + lead,
  );
  const isChosen = (word: string): boolean =>
    chosen.includes(word.slice(before.length + lead.length));
  return { otherwise, candidates: candidates.filter(({ word }) => !isChosen(word)) };
}

function offerValue(
  context: Context,
  offers: Offered | undefined,
  current: string,
  before: string,
): Offer {
  switch (offers) {
    case undefined:
      return nothing;
    case 'files':
    case 'folders':
      return { otherwise: offers, candidates: [] };
    case 'revisions': {
      const { system } = context;
      const words = revisionsAround(system, system.cwd);
      return { ...offerWords(words, current, before), otherwise: 'files' };
    }
    case 'groups':
      return offerWords(groupsOf(namesFor(context)), current, before);
    case 'pattern': {
      const names = namesFor(context);
      const lead = /^(?:.*[,:])?[&!]?/.exec(current)?.[0] ?? '';
      const words = [...groupsOf(names), ...names.hosts];
      return offerWords(words, current.slice(lead.length), before + lead);
    }
    case 'members': {
      const { hosts, tags, services } = namesFor(context);
      return offerWords([...new Set([...tags, ...services, ...hosts])], current, before);
    }
    case 'hosts':
    case 'tags':
    case 'services':
    case 'exports':
      return offerWords(namesFor(context)[offers], current, before);
    default:
      return offerWords(offers, current, before);
  }
}

function offerWords(words: readonly string[], current: string, before: string): Offer {
  return {
    otherwise: 'nothing',
    candidates: fitting(
      words.map((word) => ({ word: before + word })),
      before + current,
    ),
  };
}

/** The groups that tags and services make, and those that Ansible has. */
function groupsOf({ tags, services }: KnownNames): readonly string[] {
  return ['all', 'ungrouped', ...tags.map(safeName), ...services.map((name) => serviceGroup(name))];
}

function operandAt(
  { operands }: CommandUsage,
  place: number,
): (CommandUsage['operands'][string] & { readonly name: string }) | undefined {
  const [name, operand] = Object.entries(operands)[place] ?? [];
  return name === undefined || operand === undefined ? undefined : { ...operand, name };
}

const noNames: KnownNames = { hosts: [], tags: [], services: [], exports: [] };

function namesFor({ system, file, scriptPath }: Context): KnownNames {
  const home = system.env.HOME ?? '';
  const found = findInventory(system, { file: file?.replace(/^~(?=\/)/, home), scriptPath });
  return 'path' in found ? namesIn(system, resolve(system.cwd, found.path)) : noNames;
}

function fitting(candidates: readonly Candidate[], current: string): readonly Candidate[] {
  return candidates.filter(
    ({ word }) => word.startsWith(current) && !/\s/.test(word) && !isUnsafe(word),
  );
}
