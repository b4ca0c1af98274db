/**
 * `explain --at FILE:LINE[:COL]`: the hosts and paths that get the value written there, and those where another one won.
 * Without a column it is the first key or item of the line.
 */
import { basename, resolve } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { inReadingOrder, loadApplied, resolveHosts, type LoadedInventory } from '../../pipeline.js';
import { originText, valueText } from '../../report/explain-text.js';
import { servicesIn, usesOf, writtenAt, type Use, type Written } from '../../report/uses.js';
import type { ResolvedInventory } from '../../resolve/resolve.js';
import { everything } from '../../resolve/select.js';
import { pathAt } from '../../syntax/path-at.js';
import type { System } from '../../system.js';
import { inventoryNames } from '../../text/inventory-names.js';
import { pathText } from '../../text/path-text.js';
import { offsetAt, placeOf, positionAt } from '../../text/position.js';
import { nowhere, type Span } from '../../text/source.js';
import { displayName } from '../../text/display-name.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import { Misuse } from '../arguments/misuse.js';
import type { CommandResult } from '../terminal/output.js';
import { failure, notAppliedText } from '../terminal/report-failure.js';
import { escapeControls } from '../../text/terminal.js';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;
}

export async function runExplainAt(
  system: System,
  given: Given & { readonly json: boolean },
  written: string,
): Promise<CommandResult> {
  const place = placeIn(written);
  const path = resolve(system.cwd, place.file);
  const isInventory =
    given.file === undefined && (inventoryNames as readonly string[]).includes(basename(path));
  const located = locateInventory(system, isInventory ? { ...given, file: place.file } : given);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const { value: loaded, diagnostics } = await loadApplied(system, located.path);
  const { value: resolved, diagnostics: conflicts } = resolveHosts(loaded, everything);
  const faults = inReadingOrder(loaded, [...diagnostics, ...conflicts]).filter(
    (each) => each.severity === 'error',
  );
  const found = find(system, loaded, path, place);
  if ('severity' in found) return failure(system, [...faults, found], given.colour);
  const [subject] = found;
  if (subject === undefined) return failure(system, faults, given.colour);
  const uses = found.flatMap((each) => usesOf(each, resolved));
  const stdout = given.json ? json(subject, uses) : text(subject, uses, resolved);
  return faults.length === 0
    ? { exitCode: 0, stdout, stderr: notAppliedText(system, diagnostics, given.colour) }
    : { ...failure(system, faults, given.colour), stdout };
}

function placeIn(written: string): Place {
  const [, file, line = '', column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(written) ?? [];
  if (file === undefined || Number(line) === 0 || Number(column ?? 1) === 0)
    throw new Misuse(`--at takes FILE:LINE or FILE:LINE:COLUMN, not ${JSON.stringify(written)}`);
  return { file, line: Number(line), column: column === undefined ? undefined : Number(column) };
}

/** What is written at the place, once for each service where a service's file is shared; or why there is nothing. */
function find(
  system: System,
  { workspace, inventory }: LoadedInventory,
  path: string,
  place: Place,
): readonly Written[] | Diagnostic {
  const real = system.realPath(path);
  const document = workspace.documents.find(
    ({ source }) => source.path === path || system.realPath(source.path) === real,
  );
  const name = displayName(system.cwd, path);
  if (document === undefined) {
    return diagnostic(
      'resolve/unknown-selection',
      nowhere,
      `\`${name}\` is no file of this inventory`,
      { help: 'name the inventory with `-i`, or one of the files that it includes' },
    );
  }
  const { source, root } = document;
  const offset = offsetAt(source, place.line, place.column);
  const steps = offset === undefined || root === undefined ? [] : pathAt(root, offset);
  const found = writtenAt(inventory, steps, servicesIn(inventory.services, source.path));
  if (found.length > 0) return found;
  const end = offset ?? source.text.length;
  const at: Span = { source, start: end, end };
  if (offset === undefined) {
    return diagnostic('resolve/unknown-selection', at, `\`${name}\` has no such line`, {
      help: `it ends at line ${positionAt(source, source.text.trimEnd().length).line}`,
    });
  }
  return diagnostic('resolve/unknown-selection', at, 'no host gets what is written here', {
    help: 'point at a variable, a field of a transport or a service, a tag, or a host',
  });
}

function text(subject: Written, uses: readonly Use[], { hosts }: ResolvedInventory): string {
  const got = new Set(uses.filter((each) => each.lostTo === undefined).map(({ host }) => host));
  const head = `${placeOf(subject.at)}  ${describe(subject)}: ${got.size} of ${hosts.length} host${hosts.length === 1 ? '' : 's'}`;
  return [head, ...uses.map(line)].map((each) => `${escapeControls(each)}\n`).join('');
}

function line({ host, keys, leaf, lostTo }: Use): string {
  const name = host.host.name;
  if (keys.length === 0) return `${name}  ${host.tags.map((tag) => tag.name).join(', ')}`.trimEnd();
  if (leaf === undefined) return `${name}  ${pathText(keys)}`;
  if (lostTo === undefined) return `${name}  ${pathText(keys)} = ${valueText(leaf)}`;
  const instead = lostTo.length === 0 ? '' : `  ${originText(lostTo)}`;
  return `${name}  ${pathText(keys)}  ${leaf.outcome === 'nothing' ? 'is not set' : leaf.losers.some(({ reason }) => reason === 'conflict') ? 'CONFLICT' : 'lost'}${instead}`;
}

function describe(subject: Written): string {
  switch (subject.kind) {
    case 'tag':
      return `tag ${subject.name}`;
    case 'host':
      return `host ${subject.definition.name.name}`;
    case 'service':
      return pathText(['services', subject.name, ...subject.keys]);
    case 'variable': {
      const { layer, name, keys } = subject;
      const owner = {
        inventory: "the inventory's vars",
        tag: `tag ${name ?? ''}`,
        host: `host ${name ?? ''}`,
        transport: `the transport of ${name ?? ''}`,
      };
      return keys.length > 0
        ? `${pathText(keys)} of ${owner[layer]}`
        : layer === 'transport' || layer === 'inventory'
          ? owner[layer]
          : `the vars of ${owner[layer]}`;
    }
  }
}

function json(subject: Written, uses: readonly Use[]): string {
  const place = ({ source, start }: Span): object => ({
    file: source.path,
    ...positionAt(source, start),
  });
  const data = {
    place: place(subject.at),
    kind: subject.kind,
    uses: uses.map(({ host, keys, lostTo }) => ({
      host: host.host.name,
      ...(keys.length === 0 ? {} : { path: pathText(keys) }),
      gets: lostTo === undefined,
      ...(lostTo === undefined
        ? {}
        : {
            lostTo: lostTo.map((each) => ({
              place: place(each.span),
              layer: { kind: each.layer.kind, name: each.layer.name, order: each.layer.order },
            })),
          }),
    })),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}
