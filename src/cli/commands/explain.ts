/**
 * `explain HOST [PATH]`: where each value of a host comes from; with a path also what lost against it, and why.
 * Explains a host whose tags conflict too, and then ends with exit code 1 and the errors.
 */
import { resolve } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { inReadingOrder, loadApplied, resolveHosts } from '../../pipeline.js';
import { explainLeaves, spelledKeys } from '../../report/explain.js';
import { explainJson, explainText } from '../../report/explain-text.js';
import { membershipJson, membershipText, type MembershipKind } from '../../report/membership.js';
import { layersOf, type Layer } from '../../report/layers.js';
import { parsePath, pathText } from '../../text/path-text.js';
import { everything } from '../../resolve/select.js';
import type { System } from '../../system.js';
import { nowhere } from '../../text/source.js';
import { suggestion } from '../../text/suggest.js';
import type { Given } from '../arguments/context.js';
import { failure, notAppliedText } from '../terminal/report-failure.js';
import { locateInventory } from '../inventory/locate.js';
import { MisplacedInventory, Misuse } from '../arguments/misuse.js';
import type { CommandResult } from '../terminal/output.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags } from '../flags.js';
import { runExplainAt } from '../explain/explain-at.js';

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'say where each value of a host comes from, and what lost against it',
  operands: {
    HOST: {
      description: 'the name of one host',
      isOptional: true,
      offers: 'hosts',
      names: 'host',
    },
    PATH: {
      description:
        'a variable of it, or a part of one: vmango.listen, a["key.with.dots"]; or tags, services, vars',
      isOptional: true,
    },
  },
  flags: {
    at: {
      kind: 'text',
      value: 'FILE:LINE[:COL]',
      description: 'say which hosts get the value that is written at this place of a file',
      offers: 'files',
    },
    json: flags.json,
  },
  examples: ['inventory-script explain gena vmango.listen'],
  run(context, { HOST: host, PATH: path, at, json }) {
    if (at === undefined && host === undefined)
      throw new Misuse('explain needs HOST [PATH], or --at and a place');
    if (at !== undefined && host !== undefined)
      throw new Misuse('--at takes neither a HOST nor a PATH beside it');
    const given = { ...context, json };
    return at === undefined
      ? runExplain(context.system, { ...given, host, path })
      : runExplainAt(context.system, given, at);
  },
});

/** What `explain HOST [PATH]` goes by. */
interface ExplainGiven extends Given {
  readonly host: string | undefined;
  readonly path: string | undefined;
  readonly json: boolean;
}

async function runExplain(system: System, given: ExplainGiven): Promise<CommandResult> {
  const { host = '', path } = given;
  const located = locateInventory(system, given);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const loaded = await loadApplied(system, located.path);
  const isKnown = loaded.value.inventory.hosts.some((each) => each.name === host);
  if (!isKnown && system.kindOf(resolve(system.cwd, host)) !== undefined)
    throw new MisplacedInventory(host);
  const { value: resolved, diagnostics } = resolveHosts(loaded.value, {
    ...everything,
    hosts: [host],
  });
  const [found] = resolved.hosts;
  const faults = inReadingOrder(loaded.value, [...loaded.diagnostics, ...diagnostics]).filter(
    (each) => each.severity === 'error',
  );
  if (!isKnown || found === undefined) return failure(system, faults, given.colour);
  const layers = layersOf(found, resolved.inventory);
  const kind = membershipKinds.find(
    (each) => each === path && !spelledKeys(layers, []).includes(each),
  );
  const keys = path === undefined ? [] : keysOf(layers, path);
  const leaves = keys === undefined ? [] : explainLeaves(layers, keys);
  if (kind === undefined && path !== undefined && leaves.length === 0)
    return failure(system, [...faults, unknownPath(host, path, layers)], given.colour);
  const stdout =
    kind !== undefined
      ? (given.json ? membershipJson : membershipText)(kind, found, resolved.inventory)
      : given.json
        ? explainJson(host, leaves, path !== undefined)
        : explainText(leaves, path !== undefined);
  return faults.length === 0
    ? { exitCode: 0, stdout, stderr: notAppliedText(system, loaded.diagnostics, given.colour) }
    : { ...failure(system, faults, given.colour), stdout };
}

const membershipKinds: readonly MembershipKind[] = ['tags', 'services'];

/** The keys of a path as written, with or without `vars.` before it, none for `vars` alone; undefined if it is no path. */
function keysOf(layers: readonly Layer[], path: string): readonly string[] | undefined {
  const keys = parsePath(path);
  const isPrefixed = keys?.[0] === 'vars' && !spelledKeys(layers, []).includes('vars');
  return isPrefixed ? keys.slice(1) : keys;
}

function unknownPath(host: string, path: string, layers: readonly Layer[]): Diagnostic {
  const keys = keysOf(layers, path);
  const known = nearestKnown(layers, keys ?? []);
  return diagnostic(
    'resolve/unknown-selection',
    nowhere,
    `host \`${host}\` has no variable \`${path}\``,
    {
      help: helpForPath(layers, path, keys) ?? suggestion(known.wanted, known.paths),
    },
  );
}

/** What a path means that a person writes, and that leads to no variable. */
function helpForPath(
  layers: readonly Layer[],
  path: string,
  keys: readonly string[] | undefined,
): string | undefined {
  const list = keysOf(layers, path.replace(/(?:\[\d+\]|\.\d+)$/, ''));
  if (
    list !== undefined &&
    /(?:\[\d+\]|\.\d+)$/.test(path) &&
    explainLeaves(layers, list).some((leaf) => leaf.winners.at(-1)?.node.kind === 'list')
  ) {
    return `a list is a value as a whole: explain \`${pathText(list)}\``;
  }
  if (keys === undefined) return 'write keys joined by dots, and `["…"]` around a key with dots';
  const [first] = keys;
  if (first !== 'transport') return undefined;
  const names =
    layers.find(({ kind }) => kind === 'transport')?.vars.entries.map(({ key }) => `\`${key}\``) ??
    [];
  return names.length === 0
    ? 'the host has no transport'
    : `a transport becomes variables: explain ${names.join(', ')}`;
}

/** The path to the first key that is not there, and the paths beside it. */
function nearestKnown(
  layers: readonly Layer[],
  keys: readonly string[],
): { readonly wanted: string; readonly paths: readonly string[] } {
  for (let depth = 0; depth < keys.length; depth++) {
    const above = keys.slice(0, depth);
    const children = spelledKeys(layers, above);
    const wanted = pathText(keys.slice(0, depth + 1));
    if (!children.includes(keys[depth] ?? ''))
      return { wanted, paths: children.map((key) => pathText([...above, key])) };
  }
  return { wanted: pathText(keys), paths: [] };
}
