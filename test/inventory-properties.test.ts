/** Laws of whole inventories, made at random and run through the command line. A failure prints its seed. */
import { expect } from 'chai';
import fc from 'fast-check';
import { emitHost, emitList } from '../src/ansible/list.js';
import { safeName } from '../src/model/safe-name.js';
import { resolvePath, validatePath, type Resolution } from '../src/pipeline.js';
import { explainLeaves } from '../src/report/explain.js';
import { explainJson } from '../src/report/explain-text.js';
import { layersOf } from '../src/report/layers.js';
import { parsePath } from '../src/text/path-text.js';
import { everything } from '../src/resolve/select.js';
import { byCodePoint } from '../src/text/order.js';
import { draft, draftText, type Draft } from './support/arbitrary-inventories.js';
import { parseExactJson, type ExactJson } from './support/exact-json.js';
import { parseInventory } from './support/inventory-json.js';
import { memorySystem } from './support/memory-system.js';

const runs = { numRuns: 100 };

function resolve(text: string, tags: readonly string[] = []): Resolution {
  return resolvePath(memorySystem({ '/inventory.yaml': text }), '/inventory.yaml', {
    ...everything,
    tags,
  });
}

function listOf(resolution: Resolution): string {
  return Array.from(emitList(resolution.resolved, false), (piece) =>
    Buffer.from(piece).toString('utf8'),
  ).join('');
}

/** A property of the inventories that are valid, with what `--list` prints for them. */
function forValid(check: (given: Draft, resolution: Resolution, list: string) => void): void {
  let valid = 0;
  fc.assert(
    fc.property(draft, (given) => {
      const resolution = resolve(draftText(given));
      const codes = new Set(
        resolution.diagnostics.filter((each) => each.severity === 'error').map((each) => each.code),
      );
      expect([...codes].filter((code) => code !== 'resolve/append-to-non-list')).to.deep.equal([]);
      if (!resolution.valid) return;
      valid++;
      check(given, resolution, listOf(resolution));
    }),
    runs,
  );
  expect(valid).to.be.greaterThan(runs.numRuns / 2);
}

/** The same inventory with everything listed the other way round, hosts aside. */
function turned({ tags, services, hosts, ...rest }: Draft): Draft {
  const place = (tag: number): number => tags.length - 1 - tag;
  return {
    ...rest,
    tags: [...tags]
      .reverse()
      .map((tag) => ({ ...tag, includes: [...tag.includes].reverse().map(place) })),
    services: services.map((service) => ({ ...service, tag: place(service.tag) })),
    hosts: hosts.map((host) => ({ ...host, tags: [...host.tags].reverse().map(place) })),
  };
}

/** The same inventory with other names for tags, in another order among themselves. */
function renamed(given: Draft): Draft {
  return {
    ...given,
    tags: given.tags.map((tag, at) => ({ ...tag, name: `renamed${given.tags.length - at}` })),
  };
}

function withoutTags(
  hostvars: Readonly<Record<string, Readonly<Record<string, ExactJson>>>>,
): unknown {
  return Object.entries(hostvars).map(([host, vars]) => [
    host,
    Object.fromEntries(Object.entries(vars).filter(([name]) => name !== 'inventory_tags')),
  ]);
}

/** Every leaf of a value: what is no map, or an empty one. */
function leavesOf(
  value: ExactJson | undefined,
  keys: readonly string[],
): [readonly string[], ExactJson | undefined][] {
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !('number' in value) &&
    !('__ansible_vault' in value) &&
    !('__ansible_unsafe' in value);
  const entries = isMap ? Object.entries(value as Readonly<Record<string, ExactJson>>) : [];
  return entries.length === 0
    ? [[keys, value]]
    : entries.flatMap(([key, below]) => leavesOf(below, [...keys, key]));
}

describe('inventories', () => {
  it('give the same bytes twice', () => {
    forValid((given, _, list) => {
      expect(listOf(resolve(draftText(given)))).to.equal(list);
    });
  });
  it('give the same bytes in whatever order tags are defined and listed', () => {
    forValid((given, _, list) => {
      expect(listOf(resolve(draftText(turned(given))))).to.equal(list);
    });
  });
  it('give the same values whatever tags are called', () => {
    forValid((given, _, list) => {
      const other = parseInventory(listOf(resolve(draftText(renamed(given)))));
      expect(withoutTags(other.hostvars)).to.deep.equal(withoutTags(parseInventory(list).hostvars));
    });
  });
  it('give one host what they give it among all', () => {
    forValid((_, { resolved }, list) => {
      const { hostvars } = parseInventory(list);
      for (const host of resolved.hosts)
        expect(parseExactJson(emitHost(resolved, host, true))).to.deep.equal(
          hostvars[host.host.name],
        );
    });
  });
  it('give selected hosts what they give them among all', () => {
    forValid((given, _, list) => {
      const all = parseInventory(list).hostvars;
      for (const tag of given.tags) {
        const { hostvars } = parseInventory(listOf(resolve(draftText(given), [tag.name])));
        for (const [host, vars] of Object.entries(hostvars)) expect(vars).to.deep.equal(all[host]);
      }
    });
  });
  it('are explained leaf by leaf as they are merged', () => {
    forValid((_, { resolved }, list) => {
      const { hostvars } = parseInventory(list);
      for (const host of resolved.hosts) {
        const name = host.host.name;
        const leaves = explainLeaves(layersOf(host, resolved.inventory), []);
        const explained = parseExactJson(explainJson(name, leaves, false)) as {
          readonly leaves: readonly { readonly path: string; readonly value: ExactJson }[];
        };
        const told = explained.leaves.map(({ path, value }) => ({
          keys: parsePath(path) ?? [],
          value,
        }));
        const merged = Object.entries(hostvars[name] ?? {}).flatMap(([key, value]) =>
          leavesOf(value, [key]),
        );
        expect(byName(told)).to.deep.equal(
          byName(merged.map(([keys, value]) => ({ keys, value: redacted(value) }))),
        );
      }
    });
  });
  it('have the same values without the markers that are told to have no effect', () => {
    forValid((given, _, list) => {
      const text = draftText(given);
      const { diagnostics } = validatePath(
        memorySystem({ '/inventory.yaml': text }),
        '/inventory.yaml',
      );
      const idle = diagnostics
        .filter((each) => each.code === 'resolve/marker-no-effect')
        .map((each) => each.span.start);
      const bare = idle
        .sort((a, b) => b - a)
        .reduce(
          (shorter, start) =>
            shorter.slice(0, start).replace(/!(?:append|replace) $/, '') + shorter.slice(start),
          text,
        );
      expect(listOf(resolve(bare))).to.equal(list);
    });
  });
});

/** As Ansible gets them: top-level names in their safe form, in the order of these; below them as they come. */
function byName(
  leaves: readonly { readonly keys: readonly string[]; readonly value: unknown }[],
): unknown {
  const named = leaves.map(({ keys: [first = '', ...rest], value }) => ({
    name: safeName(first),
    rest,
    value,
  }));
  return named.sort((one, other) => byCodePoint(one.name, other.name));
}

function redacted(value: ExactJson | undefined): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null).replace(
      /("__ansible_vault":)"(?:[^"\\]|\\.)*"/g,
      '$1"<redacted>"',
    ),
  );
}
