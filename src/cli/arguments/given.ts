/** What the command line hands to a command. */

/** What a command is given, read but not judged. */
export interface Given {
  readonly file: string | undefined;
  readonly scriptPath: string;
  readonly hosts: readonly string[];
  readonly tags: readonly string[];
  readonly services: readonly string[];
  readonly format: string | undefined;
  readonly json: boolean;
  readonly strict: boolean;
  readonly colour: boolean | undefined;
  /** HOST and PATH of `explain`, DIR of `init`. */
  readonly operands: readonly string[];
}
