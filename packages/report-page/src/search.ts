/** Search over everything that has a name or a value: hosts, tags, services, variables, values, what is owned, findings. */
import { bestMatches, labelsOf, type Labels } from './match.js';
import { groupAt, isGroup, type Model } from './model.js';
import { linkTo, withQuery, type ViewName } from './route.js';
import type { PageData } from './shape.js';

export interface Hit {
  readonly group: string;
  readonly label: string;
  readonly link: string;
  /** Where the label matches: start and end by turns. */
  readonly ranges: readonly number[];
}

export interface Found {
  readonly hits: readonly Hit[];
  /** All that match, shown or not. */
  readonly total: number;
}

interface Group {
  readonly name: string;
  readonly labels: Labels;
  readonly linkOf: (at: number) => string;
  /** The list that shows all that match. */
  readonly all: ((query: string) => string) | undefined;
}

const mostOfGroup = 6;

/** Makes the lists that are searched, and gives the search. */
export function openSearch(model: Model): (query: string) => Found {
  const groups = groupsOf(model);
  return (query) => {
    const found = groups.map((group) => searchIn(group, query));
    return {
      hits: found.flatMap((each) => each.hits),
      total: found.reduce((sum, each) => sum + each.total, 0),
    };
  };
}

function searchIn({ name, labels, linkOf, all }: Group, query: string): Found {
  const { best, total } = bestMatches(labels, query, mostOfGroup);
  const hits = best.map(({ at, ranges }): Hit => ({
    group: name,
    label: labels.all[at] ?? '',
    link: linkOf(at),
    ranges,
  }));
  if (total > best.length && all !== undefined)
    hits.push({
      group: name,
      label: `All ${total.toLocaleString('en')} matches`,
      link: all(query),
      ranges: [],
    });
  return { hits, total };
}

function groupsOf(model: Model): readonly Group[] {
  const { data } = model;
  return [
    ...definitionGroups(data),
    ...variableGroups(model),
    claimGroup(data),
    exchangeGroup(data),
    valueGroup(model),
    problemGroup(data),
  ];
}

/** The list of a view, filtered by what is searched. */
function listed(view: ViewName): (query: string) => string {
  return (query) => withQuery(linkTo(view), query);
}

function definitionGroups({ hosts, tags, services }: PageData): readonly Group[] {
  return [
    {
      name: 'Hosts',
      labels: labelsOf(hosts.map(([name]) => name)),
      linkOf: (at) => linkTo('host', hosts[at]?.[0] ?? ''),
      all: listed('hosts'),
    },
    {
      name: 'Tags',
      labels: labelsOf(tags.map((tag) => tag.name)),
      linkOf: (at) => linkTo('tag', tags[at]?.name ?? ''),
      all: listed('tags'),
    },
    {
      name: 'Services',
      labels: labelsOf(services.map((service) => service.name)),
      linkOf: (at) => linkTo('service', services[at]?.name ?? ''),
      all: listed('services'),
    },
  ];
}

function variableGroups(model: Model): readonly Group[] {
  const { variables, groups } = model.paths();
  return [
    {
      name: 'Variables',
      labels: labelsOf(variables),
      linkOf: (at) => linkTo('variable', variables[at] ?? ''),
      all: listed('variables'),
    },
    {
      name: 'Groups',
      labels: labelsOf(groups.map(groupAt)),
      linkOf: (at) => linkTo('variable', groups[at] ?? ''),
      all: undefined,
    },
  ];
}

function claimGroup(data: PageData): Group {
  const claims = data.services.flatMap((service) =>
    service.claims.map(([kind, what]) => ({
      service: service.name,
      label: kind === 'path' ? what : `${kind} ${what}`,
    })),
  );
  return {
    name: 'Packages, files, units',
    labels: labelsOf(claims.map((claim) => claim.label)),
    linkOf: (at) => linkTo('service', claims[at]?.service ?? ''),
    all: listed('owners'),
  };
}

function exchangeGroup({ upstreams, exports }: PageData): Group {
  return {
    name: 'Upstreams and exports',
    labels: labelsOf([...upstreams, ...exports].map(({ name }) => name)),
    linkOf: () => linkTo('exchange'),
    all: undefined,
  };
}

function valueGroup(model: Model): Group {
  const values = valuesOf(model);
  return {
    name: 'Values',
    labels: labelsOf(values.map((value) => value.label)),
    linkOf: (at) => linkTo('variable', values[at]?.path ?? ''),
    all: undefined,
  };
}

function problemGroup({ diagnostics }: PageData): Group {
  return {
    name: 'Problems',
    labels: labelsOf(diagnostics.map(({ message, code }) => `${message} [${code}]`)),
    linkOf: (at) => withQuery(linkTo('problems'), diagnostics[at]?.code ?? ''),
    all: listed('problems'),
  };
}

/** What is searched of a long value. */
const longest = 300;

function valuesOf({
  data,
  text,
  leaf,
}: Model): readonly { readonly label: string; readonly path: string }[] {
  const seen = new Set<string>();
  const found: { label: string; path: string }[] = [];
  for (const [number, [path = -1, , value = -1]] of data.leaves.entries()) {
    const key = `${path} ${value}`;
    if (
      value < 0 ||
      seen.has(key) ||
      (text(path).startsWith('group_names') && isGroup(leaf(number)))
    )
      continue;
    seen.add(key);
    found.push({ label: `${text(path)} = ${text(value).slice(0, longest)}`, path: text(path) });
  }
  return found;
}
