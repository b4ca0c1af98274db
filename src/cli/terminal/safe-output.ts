/**
 * The last guard between the user's text and a terminal: whatever a command prints for people holds no character that a
 * terminal would obey, and JSON says such characters by escapes. What other programs read goes out as it is.
 */
import { escapeJson, escapeLines } from '../../text/terminal.js';
import type { System } from '../../system.js';
import { decideColour } from './colour.js';
import { isTerminal, type CommandResult } from './output.js';
import type { CommandUsage } from '../arguments/define-command.js';

/**
 * `verbatim` is for programs: scripts, configurations, pages, and what Ansible reads. The tree of `graph` is Ansible's own,
 * byte for byte; what goes to a terminal is guarded where it is written (`output.ts`).
 */
export type OutputKind = 'text' | 'json' | 'tree' | 'verbatim';

const verbatim: ReadonlySet<string> = new Set(['yaml', 'github', 'ssh-config', 'hosts-file']);

/** What a command prints to standard output, by the flags that say so. */
export function outputKind(
  { name: command, flags }: CommandUsage,
  parsed: Readonly<Record<string, unknown>>,
): OutputKind {
  if (command === '' || command === 'completion') return 'verbatim';
  if (command === 'schema') return 'json';
  if (command === 'report') return parsed.output === '-' ? 'verbatim' : 'text';
  if (command === 'import' && parsed.output === undefined) return 'verbatim';
  if (command === 'graph') return (parsed.format ?? 'text') === 'text' ? 'tree' : 'verbatim';
  if (command === 'exports' && parsed.raw === true) return 'verbatim';
  if (parsed.json === true) return 'json';
  const { format: flag } = flags;
  const byDefault = flag?.kind === 'choice' ? flag.choices[0] : undefined;
  const format = typeof parsed.format === 'string' ? parsed.format : byDefault;
  if (format === undefined) return 'text';
  if (verbatim.has(format)) return 'verbatim';
  return ['json', 'sarif', 'prometheus'].includes(format) ? 'json' : 'text';
}

/** The result as people may read it; colours stay where they are wanted. `colour` is `--color` or `--no-color`, if given. */
export function safeResult(
  { env }: System,
  result: CommandResult,
  kind: OutputKind,
  colour: boolean | undefined,
): CommandResult {
  const keepsColours = decideColour({
    flag: colour,
    env,
    isTerminal: isTerminal('stdout') || isTerminal('stderr'),
  });
  return {
    ...result,
    isColoured: keepsColours && (kind === 'text' || kind === 'tree'),
    stdout: safeText(result.stdout, kind, keepsColours),
    stderr: escapeLines(result.stderr, keepsColours),
  };
}

function safeText(
  text: CommandResult['stdout'],
  kind: OutputKind,
  keepsColours: boolean,
): CommandResult['stdout'] {
  if (typeof text !== 'string' || kind === 'verbatim' || kind === 'tree') return text;
  return kind === 'json' ? escapeJson(text) : escapeLines(text, keepsColours);
}
