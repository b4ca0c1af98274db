/** Sections and fields that are there and hold nothing, where leaving them out means the same. */
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { FileKind } from '../schema/locate.js';
import type { Entry, Node } from '../syntax/node.js';
import { plain, removable, type Finding } from './finding.js';
import { filesOf, type Linted } from './linted.js';

/** Key → what may stand below it: true where it can be empty, and what is in it; `*` is any key, or any item of a list. */
interface Shape {
  readonly canBeEmpty?: true;
  readonly below?: Readonly<Record<string, Shape>>;
}

const empty: Shape = { canBeEmpty: true };
const map = (below: Readonly<Record<string, Shape>>): Shape => ({ below });
const section = (below: Readonly<Record<string, Shape>>): Shape => ({ canBeEmpty: true, below });

const components: Readonly<Record<string, Shape>> = {
  binaries: empty,
  configs: empty,
  processes: section({
    '*': map({ restart_on: empty, reload_on: empty, after: empty, overrides: empty }),
  }),
};

const inventory: Readonly<Record<string, Shape>> = {
  include: empty,
  vars: empty,
  hosts: map({ '*': map({ tags: empty, vars: empty, transport: map({ options: empty }) }) }),
  tags: section({ '*': map({ includes: empty, services: empty, vars: empty }) }),
  services: section({ '*': map(components) }),
  secret_sources: empty,
  types: empty,
  variables: empty,
  upstreams: empty,
  exports: empty,
  ansible: section({ compose: empty, groups: empty, keyed_groups: empty, lint: empty }),
};

export function findEmptySections({ resolution, ...linted }: Linted): Finding[] {
  const { documents } = resolution.loaded.workspace;
  const defining = new Set(filesOf({ resolution, ...linted }).map(({ path }) => path));
  const found: Finding[] = [];
  for (const { root, source } of documents)
    if (root?.kind === 'map')
      visit(root, shapeOf(defining.has(source.path) ? 'inventory' : 'service_file'), found);
  return found;
}

function shapeOf(kind: FileKind): Readonly<Record<string, Shape>> {
  return kind === 'service_file' ? components : inventory;
}

function visit(node: Node, shapes: Readonly<Record<string, Shape>>, found: Finding[]): void {
  if (node.kind === 'list') {
    const shape = shapes['*']?.below;
    if (shape !== undefined) for (const item of node.items) visit(item, shape, found);
  } else if (node.kind === 'map') {
    for (const entry of node.entries) {
      const shape = Object.hasOwn(shapes, entry.key) ? shapes[entry.key] : shapes['*'];
      // What a merge key brought stands elsewhere, and is looked at there.
      if (shape === undefined || entry.start < node.start) continue;
      if (shape.canBeEmpty === true && isEmpty(entry.value)) found.push(tell(entry));
      else if (shape.below !== undefined) visit(entry.value, shape.below, found);
    }
  }
}

function isEmpty(node: Node): boolean {
  return (
    node.kind === 'null' ||
    (node.kind === 'map' && node.entries.length === 0) ||
    (node.kind === 'list' && node.items.length === 0)
  );
}

/** What is only commented out stays. */
function tell(entry: Entry): Finding {
  const { text } = entry.source;
  const [, behind = ''] = /^[^\n]*\n((?:[ \t]*\n)*[ \t]*#)?/.exec(text.slice(entry.end)) ?? [];
  const column = entry.start - (text.lastIndexOf('\n', entry.start - 1) + 1);
  const isCommentedOut =
    behind !== '' &&
    entry.value.start === entry.value.end &&
    behind.length - behind.lastIndexOf('\n') - 2 > column;
  const found = removable(
    diagnostic('lint/empty-section', entry, `\`${entry.key}\` holds nothing`, {
      help: 'leave it out: that means the same',
    }),
    `Remove \`${entry.key}\``,
  );
  return isCommentedOut ? plain(found.diagnostic) : found;
}
