/** `lint`: what can go and what is doubtful. What it does is loaded late: `lint/run-lint.ts`. */
import { resolve } from 'node:path';
import type { System } from '../../system.js';
import { defineCommand } from '../arguments/define-command.js';
import { Misuse } from '../arguments/misuse.js';
import { flags, formatFlag, operands } from '../flags.js';
import { runLint, type LintOptions } from '../lint/run-lint.js';
import { watchedOrOnce } from '../watch/watched-or-once.js';

export const lintCommand = defineCommand({
  name: 'lint',
  summary: 'say what can go and what is doubtful, though it is valid',
  operands: { FILE: operands.file },
  flags: {
    fix: { kind: 'switch', description: 'take out what no host would miss, and write the files' },
    'dry-run': { kind: 'switch', description: 'say what would be done, and do nothing' },
    consumers: {
      kind: 'names',
      value: 'DIR',
      description:
        'a folder with inventories that take values from this one, or read files of it; all that there are',
      offers: 'folders',
    },
    strict: flags.strict,
    watch: flags.watch,
    format: formatFlag('text', 'json', 'sarif', 'github'),
  },
  examples: ['inventory-script lint --fix --dry-run'],
  run(context, options) {
    const lintOptions: LintOptions = {
      fix: options.fix,
      dryRun: options['dry-run'],
      consumers: options.consumers.map((written) => folderAt(context.system, written)),
    };
    if (options['dry-run'] && !options.fix)
      throw new Misuse('--dry-run says what --fix would do: give both');
    if (options.fix && options.watch) throw new Misuse('--fix and --watch cannot be used together');
    const { strict, format } = options;
    return watchedOrOnce(context.system, options.watch, (system) =>
      runLint(system, { ...context, strict, format }, lintOptions),
    );
  },
});

function folderAt(system: System, written: string): string {
  const path = resolve(system.cwd, written);
  if (system.kindOf(path) !== 'folder')
    throw new Misuse(`--consumers takes a folder, and ${JSON.stringify(written)} is none`);
  return path;
}
