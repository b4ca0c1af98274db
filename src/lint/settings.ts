/**
 * `ansible.lint` of an inventory: how grave each finding is, and which are not told at all. Read from the tree of the entry
 * file, so that nothing else pays for it.
 */
import { codes, type Code, type Severity } from '../diagnostics/codes.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { isOfLint } from '../diagnostics/lint-codes.js';
import type { Workspace } from '../load/load.js';
import { findEntry, type Entry, type Node } from '../syntax/node.js';
import { suggestion } from '../text/suggest.js';

export type Level = Severity | 'off';

export interface LintSettings {
  /** The level that the inventory gives a code; undefined for the code's own severity. */
  readonly levelOf: (code: Code) => Level | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function readSettings({ documents: [entry] }: Workspace): LintSettings {
  const levels = new Map<string, Level>();
  const diagnostics: Diagnostic[] = [];
  for (const each of entriesIn(entry?.root)) {
    const level = levelFrom(each.value);
    if (!isCode(each.key)) diagnostics.push(unknownCode(each));
    else if (level !== undefined) levels.set(each.key, level);
  }
  return { levelOf: (code) => levels.get(code), diagnostics };
}

/** The diagnostic with the severity that the inventory gives it; undefined where it is off. */
export function graded(found: Diagnostic, { levelOf }: LintSettings): Diagnostic | undefined {
  const level = found.severity === 'error' ? undefined : levelOf(found.code);
  if (level === 'off') return undefined;
  return level === undefined ? found : { ...found, severity: level };
}

function entriesIn(root: Node | undefined): readonly Entry[] {
  const ansible = root?.kind === 'map' ? findEntry(root, 'ansible')?.value : undefined;
  const settings = ansible?.kind === 'map' ? findEntry(ansible, 'lint')?.value : undefined;
  return settings?.kind === 'map' ? settings.entries : [];
}

/** A plain `off` is `false` to Ansible's loader. */
function levelFrom(node: Node): Level | undefined {
  if (node.kind === 'bool') return node.value ? undefined : 'off';
  const text = node.kind === 'string' ? node.value : '';
  return text === 'off' || text === 'hint' || text === 'warning' || text === 'error'
    ? text
    : undefined;
}

function isCode(name: string): name is Code {
  return Object.hasOwn(codes, name) && isOfLint(name as Code);
}

function unknownCode(entry: Entry): Diagnostic {
  const { key } = entry;
  if (Object.hasOwn(codes, key)) {
    const isError = codes[key as Code].severity === 'error';
    return diagnostic(
      'lint/unknown-code',
      entry,
      `\`${key}\` is ${isError ? 'an error' : 'a warning of `validate`'}, not a finding of lint`,
      {
        help: isError
          ? 'remove it: an error stays one'
          : `silence it where it is told: \`# inventory-script: ignore ${key}\``,
      },
    );
  }
  return diagnostic('lint/unknown-code', entry, `there is no code \`${key}\``, {
    help: suggestedCode(key, isOfLint),
  });
}

/** "did you mean …", among the codes that `isMeant`; the folder may be left out. */
export function suggestedCode(name: string, isMeant: (code: Code) => boolean): string | undefined {
  const known = (Object.keys(codes) as Code[]).filter(isMeant);
  const bare = known.find((code) => code.split('/')[1] === name);
  return bare === undefined
    ? (suggestion(name, known) ?? 'see `docs/codes.md` for all codes')
    : `did you mean \`${bare}\`?`;
}
