/**
 * Rules about the names of variables: ours and Ansible's own are not set by users, names that Ansible cannot use
 * are emitted in a safe form, and two names never fall together. Judged over all layers, used or not.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { FileDefinitions } from '../model/inventory.js';
import { variableLayers } from '../model/variable-layers.js';
import { safeName } from '../model/safe-name.js';
import type { Entry, Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { reservedByAnsible, shadowedByAnsible } from './ansible-names.js';

/** All faults of variable names. */
export function checkVariableNames(files: readonly FileDefinitions[]): Diagnostic[] {
  const first = new Map<string, Entry>();
  const found: Diagnostic[] = [];
  const seen = new Set<Node>();
  for (const layer of variableLayers(files)) {
    for (const entry of layer.entries) {
      if (!first.has(entry.key)) first.set(entry.key, entry);
      if (entry.value.kind === 'map' || entry.value.kind === 'list') found.push(...checkNestedKeys(entry.value, seen));
      if (isOurs(entry.key)) found.push(diagnostic('check/reserved-variable', entry, `\`${entry.key}\` is set by inventory-script itself`, { help: 'choose another name' }));
      else if (entry.key.startsWith('__ansible_')) found.push(reservedKey(entry));
    }
  }
  return [...found, ...[...first.values()].flatMap(checkIgnored), ...checkSafeNames(first)];
}

function isOurs(name: string): boolean {
  return /^inventory_(?:tags|services|secret_sources|unknown|service_.*)$/s.test(name);
}

function checkNestedKeys(node: Node, seen: Set<Node>): Diagnostic[] {
  if (node.kind === 'list') return node.items.flatMap((item) => checkNestedKeys(item, seen));
  if (node.kind !== 'map' || seen.has(node)) return [];
  seen.add(node);
  return node.entries.flatMap((entry) => [...(entry.key.startsWith('__ansible_') ? [reservedKey(entry)] : []), ...checkNestedKeys(entry.value, seen)]);
}

function reservedKey(entry: Entry): Diagnostic {
  return diagnostic('check/reserved-variable', entry, `the key \`${entry.key}\` starts with \`__ansible_\`, which marks Ansible's own values`, {
    help: 'choose another name; write secrets and literal text with `!vault` and `!unsafe`',
  });
}

function checkIgnored(entry: Entry): Diagnostic[] {
  const { key } = entry;
  if (shadowedByAnsible.has(key)) {
    return [diagnostic('check/ignored-variable', entry, `no play sees the variable \`${key}\`: Ansible sets it itself`, { help: 'choose another name' })];
  }
  if (!reservedByAnsible.has(key)) return [];
  return [diagnostic('check/ignored-variable', entry, `\`${key}\` is a name that Ansible reserves, and warns about`, { help: 'choose another name' })];
}

function checkSafeNames(first: ReadonlyMap<string, Entry>): Diagnostic[] {
  const taken = new Map<string, Span & { readonly key: string }>();
  for (const [name, entry] of first) if (safeName(name) === name) taken.set(name, entry);
  return [...first].flatMap(([name, entry]) => {
    const safe = safeName(name);
    if (safe === name) return [];
    const other = taken.get(safe);
    if (other !== undefined) {
      return [
        diagnostic('check/variable-collision', entry, `\`${name}\` and \`${other.key}\` are both \`${safe}\` to Ansible`, {
          related: [{ span: other, message: `\`${other.key}\` is set here` }],
          help: 'rename one of them',
        }),
      ];
    }
    taken.set(safe, entry);
    return [diagnostic('check/variable-name', entry, `Ansible gets \`${name}\` as \`${safe}\`: its variable names have only letters, digits and \`_\``, { help: `write \`${safe}\`` })];
  });
}
