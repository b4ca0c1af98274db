/**
 * `--list` and `--host`: what an inventory script prints for Ansible (format reference, section 11). Only for
 * inventories that resolved without errors. Text comes in chunks, so that no large inventory is one string.
 */
import { dataToJson, jsonObject, namesJson, type JsonStyle } from '../model/json.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';
import { buildGroups, groupOfAll, type Group } from './groups.js';
import { hostVariablesWriter } from './host-variables.js';
import { knownForAnsible } from './unknown.js';

/** 4 spaces, or one line. */
function styleFor(compact: boolean): JsonStyle {
  return { unit: compact ? '' : '    ', redact: false, markTemplates: true };
}

/** A piece of a list; one that is exactly `"name": {…}` in `_meta.hostvars` names its host. */
export interface ListChunk {
  readonly text: string;
  readonly host?: string;
}

/** The JSON object of `--list` with its final newline, in pieces. */
export function* emitList(resolved: ResolvedInventory, compact: boolean): Generator<string> {
  for (const { text } of emitListChunks(resolved, compact)) yield text;
}

/** The same in pieces that tell where the hosts are. Top-level keys by code point, `_meta` among them. */
export function* emitListChunks(whole: ResolvedInventory, compact: boolean): Generator<ListChunk> {
  const style = styleFor(compact);
  const resolved = onlyKnown(whole);
  const groups = buildGroups(resolved);
  const all = groupOfAll(resolved, groups);
  const keys = [...groups, all].sort((a, b) => byCodePoint(a.name, b.name));
  const open = style.unit === '' ? '{' : `{\n${style.unit}`;
  const between = style.unit === '' ? ', ' : `,\n${style.unit}`;
  let lead = open;
  let metaDone = false;
  for (const group of keys) {
    if (!metaDone && byCodePoint('_meta', group.name) < 0) {
      yield* emitMeta(resolved, style, lead);
      lead = between;
      metaDone = true;
    }
    yield { text: `${lead}${JSON.stringify(group.name)}: ${groupJson(group, style)}` };
    lead = between;
  }
  if (!metaDone) yield* emitMeta(resolved, style, lead);
  yield { text: style.unit === '' ? '}\n' : '\n}\n' };
}

/** The JSON object of `--host`, with its final newline: the host's own entry of `_meta.hostvars`. */
export function emitHost(whole: ResolvedInventory, host: ResolvedHost, compact: boolean): string {
  const { hosts, ...resolved } = onlyKnown({ ...whole, hosts: [host] });
  const [only = host] = hosts;
  return `${hostVariablesWriter({ ...resolved, hosts }, styleFor(compact), '')(only, '')}\n`;
}

/** Values that are not known yet come from upstreams alone. */
function onlyKnown(resolved: ResolvedInventory): ResolvedInventory {
  return resolved.inventory.upstreams.length === 0 ? resolved : knownForAnsible(resolved);
}

function* emitMeta(
  resolved: ResolvedInventory,
  style: JsonStyle,
  lead: string,
): Generator<ListChunk> {
  const { unit } = style;
  const [level2, level3] = [unit + unit, unit + unit + unit];
  const write = hostVariablesWriter(resolved, style, level3);
  const { hosts } = resolved;
  if (hosts.length === 0) {
    yield { text: `${lead}"_meta": ${jsonObject([['hostvars', '{}']], style, unit)}` };
    return;
  }
  const line = unit === '' ? '' : '\n';
  let before = `${lead}"_meta": {${line}${level2}"hostvars": {${line}${level3}`;
  const between = unit === '' ? ', ' : `,\n${level3}`;
  for (const host of hosts) {
    const { name } = host.host;
    yield { text: before };
    yield { text: write(host, `"${name}": `), host: name };
    before = between;
  }
  yield { text: `${line}${level2}}${line}${unit}}` };
}

function groupJson({ hosts, children, vars }: Group, style: JsonStyle): string {
  const { unit } = style;
  const inner = unit + unit;
  const pairs: [string, string][] = [];
  if (children.length > 0) pairs.push(['children', namesJson(children, style, inner)]);
  pairs.push(['hosts', namesJson(hosts, style, inner)]);
  if (vars !== undefined) pairs.push(['vars', dataToJson(vars, style, inner)]);
  return jsonObject(pairs, style, unit);
}
