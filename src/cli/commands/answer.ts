/** `--list` and `--host` written in a way that the hot path leaves to the full command line, or nothing to do. */
import { answerAnsible } from '../ansible/hot.js';
import type { HotRequest } from '../ansible/hot-arguments.js';
import { answerFromCache } from '../ansible/stored.js';
import type { Context } from '../arguments/context.js';
import { defineCommand } from '../arguments/define-command.js';
import { Misuse } from '../arguments/misuse.js';
import { operands, selection } from '../flags.js';
import type { CommandResult } from '../terminal/output.js';

export const answerCommand = defineCommand({
  name: '',
  summary: 'print what Ansible asks for: with --list everything, with --host one host',
  operands: { FILE: operands.file },
  flags: {
    list: {
      kind: 'switch',
      description: 'print the whole inventory as JSON: what Ansible calls',
    },
    host: { ...selection.host, description: 'print the variables of this host' },
    tag: selection.tag,
    service: selection.service,
    compact: { kind: 'switch', description: 'print JSON on one line' },
    'no-cache': {
      kind: 'switch',
      description: 'neither use nor fill the cache of the output',
    },
    'refresh-cache': {
      kind: 'switch',
      description: 'make the output anew, and keep it in the cache',
    },
  },
  examples: ['inventory-script inventory.yaml --list --tag net'],
  isQuick: true,
  run(context, options) {
    const { file, commandNames } = context;
    const { compact, host: hosts, tag: tags, service: services } = options;
    const cache = cacheFlagOf(options['no-cache'], options['refresh-cache']);
    if (options.list) {
      if (hosts.length > 0) throw new Misuse('--list and --host cannot be used together');
      return answer(context, { kind: 'list', file, commandNames, compact, tags, services, cache });
    }
    const [host] = hosts;
    if (host === undefined)
      throw new Misuse(
        file === undefined
          ? 'nothing to do: give --list, --host NAME or a command'
          : `nothing to do with ${file}: give --list, --host NAME or a command`,
      );
    if (hosts.length > 1) throw new Misuse('--host takes one host here; use `show` for several');
    if (tags.length + services.length > 0)
      throw new Misuse('--host takes no --tag and no --service here; use `show`');
    return answer(context, { kind: 'host', host, file, commandNames, compact, cache });
  },
});

/** `--no-cache` wins over `--refresh-cache`. */
function cacheFlagOf(avoids: boolean, refreshes: boolean): HotRequest['cache'] {
  if (avoids) return 'avoid';
  return refreshes ? 'refresh' : undefined;
}

function answer(
  { system, scriptPath }: Context,
  request: HotRequest,
): CommandResult | Promise<CommandResult> {
  return answerFromCache(system, request, scriptPath) ?? answerAnsible(system, request, scriptPath);
}
