/** What the command line says to every command. */
import type { System } from '../../system.js';

/** What is common to all commands: which inventory is named, and how messages look. */
export interface Given {
  /** FILE or `-i FILE`. */
  readonly file: string | undefined;
  /** The path by which the program was started. */
  readonly scriptPath: string;
  /** `--color` is true, `--no-color` false. */
  readonly colour: boolean | undefined;
  /** What an inventory that is not there may have been meant for. */
  readonly commandNames: readonly string[];
}

/** What a command runs with. */
export interface Context extends Given {
  readonly system: System;
}
