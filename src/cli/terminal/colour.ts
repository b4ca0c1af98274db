/**
 * Whether to colour what a person reads on a terminal. The first that says anything decides:
 * `--color`/`--no-color`, FORCE_COLOR (0 and false mean no), NO_COLOR, TERM=dumb, and then: only on a terminal.
 * A variable that is set but empty says nothing.
 */

export interface ColourRequest {
  /** `--color` is true, `--no-color` false, neither undefined. */
  readonly flag: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

export function decideColour({ flag, env, isTerminal }: ColourRequest): boolean {
  if (flag !== undefined) return flag;
  const force = env.FORCE_COLOR ?? '';
  if (force !== '') return force !== '0' && force.toLowerCase() !== 'false';
  if ((env.NO_COLOR ?? '') !== '') return false;
  if (env.TERM === 'dumb') return false;
  return isTerminal;
}
