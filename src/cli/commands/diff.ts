/** `diff [OLD] [NEW]`: what changes for Ansible. What it does is loaded late: `diff/run-diff.ts`. */
import { defineCommand } from '../arguments/define-command.js';
import { Misuse } from '../arguments/misuse.js';
import { runDiff, type DiffOptions } from '../diff/run-diff.js';
import { flags } from '../flags.js';

export const diffCommand = defineCommand({
  name: 'diff',
  summary:
    'say what changes for Ansible between two inventories, or between revisions of one in git',
  operands: {
    OLD: {
      description:
        'a file, a folder or a revision; HEAD if nothing is named, and for a lone file or folder',
      isOptional: true,
      offers: 'revisions',
    },
    NEW: {
      description: 'the same; by default what is in the working tree',
      isOptional: true,
      offers: 'revisions',
    },
  },
  flags: {
    git: {
      kind: 'switch',
      description: 'take OLD and NEW for revisions, even where there are files of those names',
    },
    consumers: {
      kind: 'names',
      value: 'DIR',
      description:
        'a folder with inventories: name all in it that use an export that changed or went',
      offers: 'folders',
    },
    json: flags.json,
    markdown: {
      kind: 'switch',
      description: 'print a comment for a review, of at most 60,000 characters',
    },
  },
  examples: ['inventory-script diff main...HEAD'],
  isAboutInventory: false,
  run(context, { OLD, NEW, git, consumers, json, markdown }) {
    if (json && markdown) throw new Misuse('--json and --markdown cannot be used together');
    return runDiff(context.system, context, {
      operands: [OLD, NEW].filter((operand) => operand !== undefined),
      git,
      format: formatOf(json, markdown),
      consumers: consumers.length === 0 ? undefined : consumers,
    });
  },
});

function formatOf(json: boolean, markdown: boolean): DiffOptions['format'] {
  if (json) return 'json';
  return markdown ? 'markdown' : 'text';
}
