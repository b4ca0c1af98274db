/**
 * The services of tag sets: each at most once on a host, different orders, nothing owned twice. Judged before any
 * filtering by service, and once for each set of rivals; hosts that share a cause are listed in one error.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { claimsOf, type Claim } from '../model/claims.js';
import type { Inventory, Service, Tag, TagService } from '../model/inventory.js';
import type { DescribeHosts } from './host-list.js';
import { includeChain, type TagSet } from './tag-sets.js';

/** A service that a host gets, and the tag that gives it. */
export interface Assignment {
  readonly service: Service;
  readonly given: TagService;
  readonly tag: Tag;
}

/** Hosts of one tag set, as far as they are selected: names and the tags that they list, in file order; the services of all. */
export interface Members {
  readonly names: readonly string[];
  readonly listed: HostTags;
  readonly assigned: readonly Assignment[];
}

type HostTags = Parameters<typeof includeChain>[0];

const none: readonly Assignment[] = [];

/** The services of a tag set, by ascending order; the first of those assigned twice. */
export function assignServices(
  { tags }: TagSet,
  services: Inventory['services'],
): readonly Assignment[] {
  if (services.size === 0) return none;
  const assigned: Assignment[] = [];
  for (const tag of tags) {
    for (const given of tag.services) {
      const service = services.get(given.name);
      if (service !== undefined && !assigned.some((each) => each.service === service))
        assigned.push({ service, given, tag });
    }
  }
  return assigned.length < 2
    ? assigned
    : assigned.sort((a, b) => (a.service.order ?? 0) - (b.service.order ?? 0));
}

/** All faults of assignments on the selected hosts. */
export function checkAssignments(
  members: ReadonlyMap<TagSet, Members>,
  inventory: Inventory,
  describeHosts: DescribeHosts,
): Diagnostic[] {
  const causes = new Map<string, { readonly hosts: string[]; readonly tell: Fault['tell'] }>();
  const bySet = new Map<string, ReturnType<typeof faultsTogether>>();
  const contested = contestedServices(inventory);
  for (const [set, { names, listed, assigned }] of members) {
    if (assigned.length === 0) continue;
    const rivals =
      contested.size === 0 ? none : assigned.filter((each) => contested.has(each.service));
    for (const fault of [
      ...faultsTwice(set, inventory, listed, assigned),
      ...rememberedFaults(rivals, bySet),
    ]) {
      const cause = causes.get(fault.key) ?? { hosts: [], tell: fault.tell };
      causes.set(fault.key, cause);
      for (const name of names) cause.hosts.push(name);
    }
  }
  return [...causes.values()].map(({ hosts, tell }) => tell(describeHosts(hosts)));
}

/** The services that share an order or something owned with another: only they can be at fault on one host. */
function contestedServices({ services }: Inventory): ReadonlySet<Service> {
  const holders = new Map<string, Service>();
  const contested = new Set<Service>();
  for (const service of services.values()) {
    const keys = claimsOf(service.components).map(({ kind, key }) => `${kind} ${key}`);
    for (const key of service.order === undefined ? keys : [...keys, `order ${service.order}`]) {
      const holder = holders.get(key);
      if (holder === undefined) holders.set(key, service);
      else if (holder !== service) contested.add(holder).add(service);
    }
  }
  return contested;
}

function rememberedFaults(
  rivals: readonly Assignment[],
  known: Map<string, readonly Fault[]>,
): readonly Fault[] {
  if (rivals.length < 2) return noFaults;
  const key = rivals.map((each) => each.service.name).join(' ');
  let faults = known.get(key);
  if (faults === undefined) known.set(key, (faults = faultsTogether(rivals)));
  return faults;
}

const noFaults: readonly Fault[] = [];

interface Fault {
  readonly key: string;
  /** Takes the phrase for the hosts that share the fault. */
  readonly tell: (hosts: string) => Diagnostic;
}

function faultsTwice(
  { tags }: TagSet,
  inventory: Inventory,
  listed: HostTags,
  assigned: readonly Assignment[],
): readonly Fault[] {
  if (!hasRepeated(tags, inventory, assigned)) return noFaults;
  const first = new Map<string, { tag: Tag; given: TagService }>();
  return tags.flatMap((tag) =>
    tag.services.flatMap((given) => {
      const before = first.get(given.name);
      if (before === undefined) first.set(given.name, { tag, given });
      if (before === undefined || !inventory.services.has(given.name)) return [];
      const [one, other] = [before.tag, tag].map((each) => {
        const chain = includeChain(listed, each, inventory.tags);
        return chain.length > 1
          ? `\`${each.name}\` (\`${chain.join('` → `')}\`)`
          : `\`${each.name}\``;
      });
      const tell = (hosts: string): Diagnostic =>
        diagnostic(
          'resolve/duplicate-assignment',
          given,
          `tags ${one ?? ''} and ${other ?? ''} both assign the service \`${given.name}\`, on ${hosts}`,
          {
            related: [{ span: before.given, message: `\`${before.tag.name}\` assigns it here` }],
            help: 'assign it in one of the two only',
          },
        );
      return [{ key: `twice ${one ?? ''} ${other ?? ''} ${given.name}`, tell }];
    }),
  );
}

/** Whether the tags give more services than are left with each once. */
function hasRepeated(
  tags: readonly Tag[],
  { services }: Inventory,
  assigned: readonly Assignment[],
): boolean {
  let given = 0;
  for (const tag of tags) for (const { name } of tag.services) if (services.has(name)) given++;
  return given > assigned.length;
}

/** Equal orders and double ownership among services that a host has together. */
function faultsTogether(assigned: readonly Assignment[]): readonly Fault[] {
  const orders = new Map<number, Service>();
  const owners = new Map<string, { service: Service; claim: Claim }>();
  const faults: Fault[] = [];
  for (const { service } of assigned) {
    const equal = service.order === undefined ? undefined : orders.get(service.order);
    if (service.order !== undefined && equal === undefined) orders.set(service.order, service);
    if (equal !== undefined) faults.push(equalOrder(equal, service));
    const told = new Set<string>();
    for (const claim of claimsOf(service.components)) {
      const key = `${claim.kind} ${claim.key}`;
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, { service, claim });
      else if (
        owner.service !== service &&
        !told.has(`${owner.service.name}/${owner.claim.component} ${claim.component}`)
      ) {
        told.add(`${owner.service.name}/${owner.claim.component} ${claim.component}`);
        faults.push(ownedTwice(owner, { service, claim }));
      }
    }
  }
  return faults;
}

function equalOrder(first: Service, second: Service): Fault {
  return {
    key: `order ${first.name} ${second.name}`,
    tell: (hosts) =>
      diagnostic(
        'resolve/equal-service-order',
        second.orderSpan ?? second,
        `services \`${first.name}\` and \`${second.name}\` both have order ${second.order ?? 0}, on ${hosts}`,
        {
          related: [{ span: first.orderSpan ?? first, message: `\`${first.name}\` has it here` }],
          help: 'give each service of a host an order of its own',
        },
      ),
  };
}

function ownedTwice(
  first: { service: Service; claim: Claim },
  second: { service: Service; claim: Claim },
): Fault {
  const [one, other] = [first, second].map(
    ({ service, claim }) => `${service.name}/${claim.component}`,
  );
  return {
    key: `own ${one ?? ''} ${other ?? ''}`,
    tell: (hosts) =>
      diagnostic(
        'resolve/ownership-conflict',
        second.claim.span,
        `\`${one ?? ''}\` and \`${other ?? ''}\` both own ${second.claim.thing}, on ${hosts}`,
        {
          related: [{ span: first.claim.span, message: `\`${one ?? ''}\` owns it here` }],
          help: 'let one service own it, or never give both services to one host',
        },
      ),
  };
}
