/**
 * `hosts [PATTERN]`: which hosts there are, chosen as Ansible's patterns choose them, by tags and services, and by a
 * condition on their variables, and printed for a shell, a person or another program. Exit code 1 if none is left.
 */
import { resolve } from 'node:path';
import { matchHosts } from '../../ansible/host-pattern.js';
import { readBack, type ReadInventory } from '../../ansible/read-back.js';
import { splitPattern } from '../../ansible/split-pattern.js';
import { diagnostic, hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { inReadingOrder, loadApplied, resolveHosts, type LoadedInventory } from '../../pipeline.js';
import type { HostList, LeftOut } from '../../report/host-facts.js';
import { faultOfColumn, listHosts, type HostListFormat } from '../../report/host-lists.js';
import { hostDescriber } from '../../resolve/host-list.js';
import type { ResolvedHost, ResolvedInventory } from '../../resolve/resolve.js';
import { everything, type Selection } from '../../resolve/select.js';
import { hostsWhere } from '../../resolve/where.js';
import type { System } from '../../system.js';
import { groupedBy } from '../../text/grouped-by.js';
import type { Source, Spanned } from '../../text/source.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import { isMisplaced, MisplacedInventory, Misuse } from '../arguments/misuse.js';
import { terminalWidth, type CommandResult } from '../terminal/output.js';
import { diagnosticsText, failure, notAppliedText } from '../terminal/report-failure.js';
import { writeOutput } from '../files/write-output.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags, formatFlag, selected, selection } from '../flags.js';
import { originOf } from '../files/derived-file.js';

export const hostsCommand = defineCommand({
  name: 'hosts',
  summary:
    'list hosts, chosen by pattern, tag, service or variables, for a shell, a person or another program',
  operands: {
    PATTERN: {
      description:
        'a host pattern of Ansible: web:&site_a:!old, web*, ~web[0-9]+, web[0:2]; by default all',
      isOptional: true,
      offers: 'pattern',
      names: 'pattern of hosts',
    },
  },
  flags: {
    limit: {
      kind: 'text',
      value: 'PATTERN',
      description:
        'only hosts that this host pattern of Ansible chooses, too; @FILE holds one on each line',
      offers: 'pattern',
    },
    where: {
      kind: 'text',
      value: 'EXPRESSION',
      description:
        'only hosts on which this expression is true: one as `groups` in the inventory has them',
    },
    ...selection,
    service: { ...selection.service, description: 'only hosts that have this service' },
    strict: {
      kind: 'switch',
      description: 'an error where the expression cannot be evaluated on a host',
    },
    format: formatFlag('names', 'json', 'table', 'ssh-config', 'hosts-file', 'prometheus'),
    columns: {
      kind: 'names',
      value: 'NAMES',
      description:
        'the columns of the table: host, address, port, user, connection, tags, groups, services, vars.PATH',
      offers: ['host', 'address', 'port', 'user', 'connection', 'tags', 'groups', 'services'],
    },
    port: {
      kind: 'text',
      value: 'PORT',
      description: 'the port of every target for Prometheus',
    },
    vars: { kind: 'switch', description: 'with the merged variables of each host' },
    output: flags.output,
    force: flags.force,
  },
  examples: ["inventory-script hosts 'web:!old' --where 'cpus > 8' --format table"],
  run: (context, options) =>
    runHosts(
      context.system,
      { ...context, ...selected(options), strict: options.strict, format: options.format },
      { ...options, pattern: options.PATTERN, variables: options.vars },
    ),
});

/** Which hosts `hosts` is about, and how it prints them. */
interface HostsGiven extends Given, Selection {
  readonly strict: boolean;
  readonly format: 'names' | HostListFormat;
}

/** What `hosts` takes beside the inventory and a selection. */
interface HostsOptions {
  readonly pattern: string | undefined;
  readonly limit: string | undefined;
  readonly where: string | undefined;
  readonly columns: readonly string[];
  readonly port: string | undefined;
  readonly variables: boolean;
  readonly output: string | undefined;
  readonly force: boolean;
}

async function runHosts(
  system: System,
  given: HostsGiven,
  options: HostsOptions,
): Promise<CommandResult> {
  checkOptions(given, options);
  const { pattern } = options;
  const located = locateInventory(system, given, true);
  if (isMisplaced(system, given, pattern)) throw new MisplacedInventory(pattern);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const { value: loaded, diagnostics } = await loadApplied(system, located.path);
  const chosen = chooseHosts(system, loaded, given, options);
  const all = inReadingOrder(loaded, [...diagnostics, ...chosen.diagnostics]);
  if (hasErrors(all))
    return failure(
      system,
      all.filter((each) => each.severity === 'error'),
      given.colour,
    );
  const { text, leftOut } = render(chosen, given, options);
  const warnings = [...chosen.told, ...leftOutMessages(leftOut, loaded)];
  const nobody =
    chosen.hosts.length === 0 && chosen.isAsked ? 'inventory-script: no host is left\n' : '';
  const isAboutValues = options.where !== undefined || given.format !== 'names';
  const stderr =
    (isAboutValues ? notAppliedText(system, diagnostics, given.colour) : '') +
    diagnosticsText(system, warnings, given.colour) +
    nobody;
  return await writeOutput(
    system,
    { ...options, colour: given.colour, origin: originOf(loaded) },
    { exitCode: nobody === '' ? 0 : 1, stdout: text, stderr },
  );
}

function checkOptions(
  { format }: HostsGiven,
  { columns, port, variables, where }: HostsOptions,
): void {
  if (columns.length > 0 && format !== 'table')
    throw new Misuse('--columns belongs to --format table');
  if (port !== undefined && format !== 'prometheus')
    throw new Misuse('--port belongs to --format prometheus');
  if (variables && format !== 'json') throw new Misuse('--vars belongs to --format json');
  if (where?.trim() === '') throw new Misuse('--where has an empty expression');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535))
    throw new Misuse(`--port takes a number from 1 to 65535, not ${JSON.stringify(port)}`);
  for (const column of columns) {
    const fault = faultOfColumn(column);
    if (fault !== undefined) throw new Misuse(fault);
  }
}

interface Chosen {
  readonly resolved: ResolvedInventory;
  /** In the order of the pattern. */
  readonly hosts: readonly ResolvedHost[];
  /** What Ansible makes of all hosts. */
  readonly read: () => ReadInventory;
  /** True if something was asked for that may leave no host. */
  readonly isAsked: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Warnings about what was asked for. */
  readonly told: readonly Diagnostic[];
}

/** Patterns are about all hosts, so all of them have to resolve; without one only what is selected does. */
function chooseHosts(
  system: System,
  loaded: LoadedInventory,
  given: HostsGiven,
  options: HostsOptions,
): Chosen {
  const { pattern, limit, where } = options;
  const selection = { hosts: given.hosts, tags: given.tags, services: given.services };
  const selected = resolveHosts(loaded, selection);
  const hasPattern = pattern !== undefined || limit !== undefined;
  const isWhole = given.hosts.length + given.tags.length + given.services.length === 0;
  const whole = isWhole || !hasPattern ? selected : resolveHosts(loaded, everything);
  const resolved = whole.value;
  let known: ReadInventory | undefined;
  const read = (): ReadInventory => (known ??= readBack(resolved));
  const diagnostics = [...selected.diagnostics, ...(whole === selected ? [] : whole.diagnostics)];
  const told: Diagnostic[] = [];
  const isFine = loaded.sound && !hasErrors(diagnostics);
  const note = <T>({
    value,
    diagnostics: found,
  }: {
    readonly value: T;
    readonly diagnostics: readonly Diagnostic[];
  }): T => {
    for (const each of found) (each.severity === 'error' ? diagnostics : told).push(each);
    return value;
  };
  const byName = new Map(selected.value.hosts.map((host) => [host.host.name, host]));
  let names: readonly string[] = [...byName.keys()];
  if (hasPattern && isFine) {
    const limits = limit === undefined ? [] : limitPatterns(system, limit, diagnostics);
    const first =
      pattern === undefined
        ? resolved.hosts.map(({ host }) => host.name)
        : note(matchHosts(read(), splitPattern(asked('PATTERN', pattern))));
    const within = limits.length === 0 ? undefined : new Set(note(matchHosts(read(), limits)));
    names = first.filter((name) => byName.has(name) && within?.has(name) !== false);
  }
  let hosts = names.flatMap((name) => byName.get(name) ?? []);
  if (given.services.length > 0) hosts = hosts.filter((host) => host.services.length > 0);
  if (where !== undefined && isFine && !hasErrors(diagnostics))
    hosts = [
      ...note(
        hostsWhere(
          { ...resolved, hosts },
          asked('--where', where),
          loaded.inventory.ansible.strict || given.strict,
        ),
      ),
    ];
  return {
    resolved,
    hosts,
    read,
    isAsked: hasPattern || !isWhole || where !== undefined,
    diagnostics,
    told,
  };
}

/** A text of the command line as a source of its own, so that messages can point into it. */
function asked(name: string, text: string): Spanned<string> {
  const source: Source = { path: name.startsWith('--') ? name : `--${name}`, name, text };
  return { value: text, span: { source, start: 0, end: text.length } };
}

/** The patterns of `--limit`; `@FILE` holds one on each line. */
function limitPatterns(
  system: System,
  limit: string,
  diagnostics: Diagnostic[],
): readonly Spanned<string>[] {
  return splitPattern(asked('--limit', limit)).flatMap((pattern) => {
    if (!pattern.value.startsWith('@')) return [pattern];
    const name = pattern.value.slice(1);
    const path = resolve(system.cwd, name);
    const read = system.readFile(path);
    if ('failure' in read) {
      diagnostics.push(
        diagnostic(
          'ansible/host-pattern',
          pattern.span,
          `the file \`${name}\` cannot be read: ${read.detail}`,
        ),
      );
      return [];
    }
    const source: Source = { path, name, text: new TextDecoder().decode(read.bytes) };
    return [...source.text.matchAll(/[^\n]+/g)].flatMap((line) => {
      const value = line[0].trim();
      const start = line.index + line[0].indexOf(value);
      return value === '' ? [] : [{ value, span: { source, start, end: start + value.length } }];
    });
  });
}

function render(
  { resolved, read, hosts }: Chosen,
  { format }: HostsGiven,
  { columns, port, variables, output }: HostsOptions,
): HostList {
  if (format === 'names')
    return {
      text: hosts
        .map(
          ({ host }) => `${host.name}
`,
        )
        .join(''),
      leftOut: [],
    };
  return listHosts({
    format,
    resolved,
    read,
    hosts,
    columns,
    port: port === undefined ? undefined : Number(port),
    variables,
    width: output === undefined ? terminalWidth('stdout') : undefined,
  });
}

/** One warning for each reason. */
function leftOutMessages(
  leftOut: readonly LeftOut[],
  { inventory }: LoadedInventory,
): readonly Diagnostic[] {
  const describeHosts = hostDescriber(inventory.hosts);
  return [...groupedBy(leftOut, ({ fate }) => fate)].map(([fate, all]) =>
    diagnostic(
      'report/left-out',
      all[0].host.host.definition.name,
      `${describeHosts(all.map((each) => each.host.host.name))} ${all.length === 1 ? 'is' : 'are'} ${fate}`,
    ),
  );
}
