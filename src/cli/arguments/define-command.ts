/**
 * What a command is: one definition, from which its parser, `--help`, the manual, the reference, completion and the
 * suggestions for wrong usage are made. All of it but `run` is plain data, which completion has without the code. Flags
 * and operands are typed by their definitions, so that `run` receives options that need no reading.
 */
import type { CommandResult } from '../terminal/output.js';
import type { Context } from './context.js';

/** What completion offers for a value: names in the inventory, paths, or these words. */
export type Offer =
  | 'hosts'
  | 'tags'
  | 'services'
  | 'exports'
  | 'groups'
  /** A host pattern of Ansible. */
  | 'pattern'
  /** Hosts, tags and services. */
  | 'members'
  | 'revisions'
  | 'files'
  | 'folders'
  /** Words, several of them separated by commas. */
  | readonly string[];

interface FlagText {
  /** The one-letter form, without its `-`. */
  readonly short?: string;
  readonly description: string;
}

interface ValueFlagText extends FlagText {
  /** What the value is called in help. */
  readonly value: string;
  readonly offers?: Offer;
}

export type Flag =
  | (FlagText & { readonly kind: 'switch' })
  /** A value that can be given once. */
  | (ValueFlagText & { readonly kind: 'text' })
  /** One of some words; the first is what counts where none is given. */
  | (ValueFlagText & { readonly kind: 'choice'; readonly choices: readonly [string, ...string[]] })
  /** May be given several times, and holds several names separated by commas. */
  | (ValueFlagText & { readonly kind: 'names' })
  /** May be given several times, each value as it is written. */
  | (ValueFlagText & { readonly kind: 'texts' });

/** By name, without the leading `--`, in the order of the help. */
export type Flags = Readonly<Record<string, Flag>>;

export interface Operand {
  readonly description: string;
  readonly isOptional?: true;
  /** The only words that may stand there, each with its meaning. */
  readonly values?: Readonly<Record<string, string>>;
  readonly offers?: Offer;
  /** What the first operand names, for the message where an inventory stands in its place. */
  readonly names?: string;
}

/** By name, in capitals, in their order. One that is called FILE is the inventory, and is part of the context. */
export type Operands = Readonly<Record<string, Operand>>;

type FlagValue<F extends Flag> = F extends { readonly kind: 'switch' }
  ? boolean
  : F extends { readonly kind: 'text' }
    ? string | undefined
    : F extends { readonly kind: 'choice'; readonly choices: readonly (infer Choice)[] }
      ? Choice
      : readonly string[];

type OperandValue<O extends Operand> =
  | (O extends { readonly values: infer Values } ? keyof Values & string : string)
  | (O extends { readonly isOptional: true } ? undefined : never);

/** What a command line gives a command, by the names of its flags and operands. */
export type Options<F extends Flags, O extends Operands> = {
  readonly [Name in keyof F]: FlagValue<F[Name]>;
} & { readonly [Name in keyof O]: OperandValue<O[Name]> };

export interface CommandUsage<F extends Flags = Flags, O extends Operands = Operands> {
  /** The word that chooses the command: small letters and dashes; empty for what Ansible calls. */
  readonly name: string;
  /** What it does, in lower case without a final period. */
  readonly summary: string;
  readonly operands: O;
  /** Its own flags; a flag of every command is among them where this one takes it differently. */
  readonly flags: F;
  readonly examples: readonly [string, ...string[]];
  /** False where no inventory is to be named before the command, if not as an operand. */
  readonly isAboutInventory?: false;
  /** True where it is done before anybody could wonder: no progress is shown. */
  readonly isQuick?: true;
}

export interface Command<
  F extends Flags = Flags,
  O extends Operands = Operands,
> extends CommandUsage<F, O> {
  /** Throws a `Misuse` where options do not go together. */
  run(context: Context, options: Options<F, O>): CommandResult | Promise<CommandResult>;
}

/** The command as it is defined, its options typed by its flags and operands. */
export function defineCommand<const F extends Flags, const O extends Operands>(
  command: Command<F, O>,
): Command<F, O> {
  return command;
}
