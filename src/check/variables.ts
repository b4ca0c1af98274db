/**
 * Rules about the names of variables: ours and Ansible's own are not set by users, names that Ansible cannot use
 * are emitted in a safe form, and two names never fall together. Judged over all layers, used or not.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { FileDefinitions } from '../model/inventory.js';
import { variableLayers } from '../model/variable-layers.js';
import { safeName } from '../model/safe-name.js';
import type { Entry, MapNode, Node } from '../syntax/node.js';
import { isReservedKey } from '../text/reserved-keys.js';
import type { Source, Span } from '../text/source.js';
import { reservedByAnsible, shadowedByAnsible } from './ansible-names.js';

/** All faults of variable names. Names are judged in the form in which Ansible gets them. */
export function checkVariableNames(files: readonly FileDefinitions[]): Diagnostic[] {
  const first = new Map<string, Entry>();
  const found: Diagnostic[] = [];
  const seen = new Set<Node>();
  const faulty = new Map<string, (entry: Entry) => Diagnostic>();
  for (const entries of [
    ...variableLayers(files).map((layer) => layer.entries),
    composedEntries(files),
  ]) {
    for (const entry of entries) {
      if (!first.has(entry.key)) {
        first.set(entry.key, entry);
        if (isOurs(entry.key)) faulty.set(entry.key, ours);
        else if (isReservedKey(safeName(entry.key))) faulty.set(entry.key, reservedKey);
      }
      if (mayHoldReserved(entry)) checkNestedKeys(entry.value, seen, found);
      const tell = faulty.get(entry.key);
      if (tell !== undefined) found.push(tell(entry));
    }
  }
  for (const options of pluginOptions(files)) checkNestedKeys(options, seen, found);
  for (const value of exportedValues(files)) checkNestedKeys(value, seen, found);
  const named = [...first].filter(([name]) => !faulty.has(name));
  return [
    ...found,
    ...named.flatMap(([, entry]) => checkIgnored(entry)),
    ...checkSafeNames(new Map(named)),
  ];
}

const reservedTexts = new WeakMap<Source, boolean>();

/** False for values of files whose text cannot hold a reserved key, plain or escaped: nearly all. */
function mayHoldReserved({ value }: Entry): boolean {
  if (value.kind !== 'map' && value.kind !== 'list') return false;
  let may = reservedTexts.get(value.source);
  if (may === undefined)
    reservedTexts.set(value.source, (may = /__ansible_|\\/.test(value.source.text)));
  return may;
}

/** Composed variables as entries of a map; names that are none are told elsewhere. */
function composedEntries(files: readonly FileDefinitions[]): Entry[] {
  const composed = files
    .flatMap((file) => file.ansible.compose)
    .filter(({ name }) => safeName(name) === name);
  return composed.map(({ name: key, expression, source, start, end }) => ({
    key,
    value: { kind: 'string', value: expression.value, ...expression.span },
    source,
    start,
    end,
  }));
}

/** The options of plugin transports hold variables, too; their own names are judged with the transport. */
function pluginOptions(files: readonly FileDefinitions[]): MapNode[] {
  return files.flatMap((file) =>
    file.hosts.flatMap(({ transport }) =>
      transport?.type === 'plugin' && transport.options !== undefined ? [transport.options] : [],
    ),
  );
}

/** Values of exports become variables of other inventories. */
function exportedValues(files: readonly FileDefinitions[]): Node[] {
  return files.flatMap((file) => file.exports.flatMap(({ value }) => value ?? []));
}

function isOurs(name: string): boolean {
  return /^inventory_(?:tags|services|secret_sources|unknown|service_.*)$/s.test(safeName(name));
}

function ours(entry: Entry): Diagnostic {
  const safe = safeName(entry.key);
  const message =
    safe === entry.key
      ? `\`${safe}\` is set by inventory-script itself`
      : `\`${entry.key}\` is \`${safe}\` to Ansible, which inventory-script sets itself`;
  return diagnostic('check/reserved-variable', entry, message, { help: 'choose another name' });
}

function checkNestedKeys(node: Node, seen: Set<Node>, found: Diagnostic[]): void {
  if ((node.kind !== 'map' && node.kind !== 'list') || seen.has(node)) return;
  seen.add(node);
  if (node.kind === 'list') for (const item of node.items) checkNestedKeys(item, seen, found);
  if (node.kind === 'map') {
    for (const entry of node.entries) {
      if (isReservedKey(entry.key)) found.push(reservedKey(entry));
      checkNestedKeys(entry.value, seen, found);
    }
  }
}

function reservedKey(entry: Entry): Diagnostic {
  return diagnostic(
    'check/reserved-variable',
    entry,
    `the key \`${entry.key}\` ${isReservedKey(entry.key) ? '' : 'becomes a name that '}starts with \`__ansible_\`, which marks Ansible's own values`,
    {
      help: 'choose another name; write secrets and literal text with `!vault` and `!unsafe`',
    },
  );
}

function checkIgnored(entry: Entry): Diagnostic[] {
  const key = safeName(entry.key);
  if (shadowedByAnsible.has(key)) {
    return [
      diagnostic(
        'check/ignored-variable',
        entry,
        `no play sees the variable \`${key}\`: Ansible sets it itself`,
        { help: 'choose another name' },
      ),
    ];
  }
  if (!reservedByAnsible.has(key)) return [];
  return [
    diagnostic(
      'check/ignored-variable',
      entry,
      `\`${key}\` is a name that Ansible reserves, and warns about`,
      { help: 'choose another name' },
    ),
  ];
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
        diagnostic(
          'check/variable-collision',
          entry,
          `\`${name}\` and \`${other.key}\` are both \`${safe}\` to Ansible`,
          {
            related: [{ span: other, message: `\`${other.key}\` is set here` }],
            help: 'rename one of them',
          },
        ),
      ];
    }
    taken.set(safe, entry);
    if (shadowedByAnsible.has(safe) || reservedByAnsible.has(safe)) return [];
    return [
      diagnostic(
        'check/variable-name',
        entry,
        `Ansible gets \`${name}\` as \`${safe}\`: its variable names have only letters, digits and \`_\``,
        { help: `write \`${safe}\`` },
      ),
    ];
  });
}
