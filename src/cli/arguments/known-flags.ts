/** All flags that there are. */
import { commonFlags } from '../flags.js';
import type { CommandUsage, Flag } from './define-command.js';

/** Each flag as the first command that has it takes it; those of every command as most take them. */
export function knownFlags(commands: readonly CommandUsage[]): ReadonlyMap<string, Flag> {
  const flags = new Map<string, Flag>(Object.entries(commonFlags));
  for (const command of commands)
    for (const [name, flag] of Object.entries(command.flags))
      if (!flags.has(name)) flags.set(name, flag);
  return flags;
}

/** The flags of one command, without those of every command. */
export function ownFlags({ flags }: CommandUsage): readonly (readonly [string, Flag])[] {
  return Object.entries(flags).filter(([name]) => !Object.hasOwn(commonFlags, name));
}

/** The flags of every command, as this one takes them. */
export function commonFlagsOf({ flags }: CommandUsage): readonly (readonly [string, Flag])[] {
  return Object.entries<Flag>(commonFlags).map(([name, flag]) => [name, flags[name] ?? flag]);
}

/** Everything that a command takes. */
export function flagsOf(command: CommandUsage): ReadonlyMap<string, Flag> {
  return new Map([...ownFlags(command), ...commonFlagsOf(command)]);
}
