/** All hosts, and one host: its tags, its services, and each of its variables with where it comes from and what it beat. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { List } from './list.js';
import { groupAt, groupLayers, type Leaf, type Model } from './model.js';
import { counted, Empty, Place, Section, TagChip, Value } from './parts.js';
import { linkTo } from './route.js';
import { PathText, ValueRow } from './value-row.js';
import type { ViewProps } from './view.js';

export function Hosts({ model, route }: ViewProps): JSX.Element {
  const all = useMemo(() => [...model.data.hosts.keys()], [model]);
  return (
    <>
      <h1 tabIndex={-1}>Hosts</h1>
      <HostList
        model={model}
        hosts={all}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
      />
    </>
  );
}

/** Hosts with their tags, to be filtered by both. */
export function HostList({
  model,
  hosts,
  query,
  setQuery,
}: {
  readonly model: Model;
  readonly hosts: readonly number[];
  readonly query: string;
  readonly setQuery: (query: string) => void;
}): JSX.Element {
  const tagNames = (host: number): readonly string[] =>
    (model.kindOf(host)?.tags ?? []).map((tag) => model.data.tags[tag]?.name ?? '');
  return (
    <Filter
      items={hosts}
      labelOf={(host) => [model.hostName(host), ...tagNames(host)].join(' ')}
      query={query}
      setQuery={setQuery}
      label="Filter by name or tag"
      noun="host"
    >
      {(shown) => (
        <List
          items={shown}
          label="Hosts"
          height={37}
          empty={hosts.length === 0 ? 'There are no hosts.' : 'No host matches.'}
          row={(host, tabIndex) => (
            <a
              class="row link"
              href={linkTo('host', model.hostName(host))}
              data-row
              tabIndex={tabIndex}
            >
              <span class="head">
                <PathText path={model.hostName(host)} />
              </span>
              <span class="labels">
                {tagNames(host).map((name) => (
                  <span class="chip plain" key={name}>
                    {name}
                  </span>
                ))}
              </span>
            </a>
          )}
        />
      )}
    </Filter>
  );
}

/** The hosts that list just these tags. */
export function KindView({ model, route }: ViewProps): JSX.Element {
  const key = [...route.names].sort().join(' ');
  const hosts = useMemo(
    () =>
      model.data.kinds.flatMap(({ listed }, at) =>
        listed
          .map((tag) => model.data.tags[tag]?.name ?? '')
          .sort()
          .join(' ') === key
          ? (model.hostsOfKind()[at] ?? [])
          : [],
      ),
    [model, key],
  );
  return (
    <>
      <h1 tabIndex={-1}>
        {route.names.length === 0 ? (
          'Hosts without tags'
        ) : (
          <>
            <span class="of">Hosts that list</span> {route.names.join(', ')}
          </>
        )}
      </h1>
      {route.names.length > 0 && (
        <div class="chips spaced">
          {route.names.map((name) => (
            <TagChip key={name} name={name} />
          ))}
        </div>
      )}
      <HostList
        model={model}
        hosts={hosts}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
      />
    </>
  );
}

export function HostView({ model, route }: ViewProps): JSX.Element {
  const [name = ''] = route.names;
  const host = model.hostNumber(name);
  if (host === undefined) {
    return (
      <>
        <h1 tabIndex={-1}>{name}</h1>
        <Empty>
          There is no such host in this report. <a href={linkTo('hosts')}>All hosts</a>
        </Empty>
      </>
    );
  }
  const kind = model.kindOf(host);
  const { data } = model;
  return (
    <>
      <h1 tabIndex={-1}>
        <span class="of">Host</span> <PathText path={name} />
      </h1>
      <p class="facts">
        <span class="place">{model.place(data.hosts[host]?.[2] ?? -1)}</span>{' '}
        <Alike model={model} host={host} />
      </p>
      <Section title="Tags" note="with their order, weakest first">
        {kind === undefined || kind.tags.length === 0 ? (
          <Empty>It has no tags.</Empty>
        ) : (
          <ul class="chips">
            {kind.tags.map((tag) => (
              <li key={tag}>
                <TagChip
                  name={data.tags[tag]?.name ?? ''}
                  order={data.tags[tag]?.order}
                  isListed={kind.listed.includes(tag)}
                  via={kind.listed.includes(tag) ? undefined : viaOf(model, kind.listed, tag)}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {kind !== undefined && kind.services.length > 0 && (
        <Section title="Services" note="in the order in which they run">
          <ul class="plain services">
            {kind.services.map(([service, state, tag]) => {
              const known = data.services[service];
              return (
                <li key={service}>
                  <span class="count">{known?.order}</span>{' '}
                  <a href={linkTo('service', known?.name ?? '')}>{known?.name}</a>{' '}
                  {state === 1 && <span class="badge">absent</span>}{' '}
                  <span class="note">from tag {data.tags[tag]?.name}</span>
                </li>
              );
            })}
          </ul>
        </Section>
      )}
      <HostGroups model={model} host={host} />
      <HostVariables
        model={model}
        host={host}
        name={name}
        path={route.names[1]}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
      />
    </>
  );
}

/** True for a membership in a group that an expression made, which is explained beside the variables. */
function isGroup({ winners }: Leaf): boolean {
  return groupLayers.has(winners[0]?.kind);
}

function HostGroups({
  model,
  host,
}: {
  readonly model: Model;
  readonly host: number;
}): JSX.Element | null {
  const groups = useMemo(() => model.leavesOf(host).filter(isGroup), [model, host]);
  if (groups.length === 0) return null;
  return (
    <Section title="Groups" note="made by expressions, beside those of its tags and services">
      <ul class="plain">
        {groups.map((leaf) => {
          const [part] = leaf.winners;
          return (
            <li key={leaf.path}>
              <a href={linkTo('variable', leaf.path)}>{groupAt(leaf.path)}</a>{' '}
              {part !== undefined && (
                <>
                  <span class="note">{part.kind}</span> <Value text={part.text} />{' '}
                  <Place at={part.place} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** How many hosts list the same tags. */
function Alike({
  model,
  host,
}: {
  readonly model: Model;
  readonly host: number;
}): JSX.Element | null {
  const kind = model.data.hosts[host]?.[1] ?? -1;
  const others = (model.hostsOfKind()[kind]?.length ?? 1) - 1;
  if (others === 0) return null;
  const names = (model.data.kinds[kind]?.listed ?? []).map(
    (tag) => model.data.tags[tag]?.name ?? '',
  );
  return (
    <a href={linkTo('kind', ...names)}>
      {counted(others, 'other host')} with {names.length === 0 ? 'no tag, too' : 'the same tags'}
    </a>
  );
}

/** The tag through which a host has another one. */
function viaOf({ data, tagNumber }: Model, listed: readonly number[], tag: number): string {
  const from = new Map<number, number>();
  const queue = [...listed];
  for (const each of queue) {
    for (const name of data.tags[each]?.includes ?? []) {
      const included = tagNumber(name);
      if (included === undefined || from.has(included) || listed.includes(included)) continue;
      from.set(included, each);
      queue.push(included);
    }
  }
  return data.tags[from.get(tag) ?? -1]?.name ?? '';
}

interface VariablesProps {
  readonly model: Model;
  readonly host: number;
  readonly name: string;
  /** The variable that the address names. */
  readonly path: string | undefined;
  readonly query: string;
  readonly setQuery: (query: string) => void;
}

function HostVariables({ model, host, name, path, query, setQuery }: VariablesProps): JSX.Element {
  const all = useMemo(() => model.leavesOf(host), [model, host]);
  const leaves = useMemo(() => all.filter((leaf) => !isGroup(leaf)), [all]);
  const [isContested, setContested] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(path === undefined ? [] : [path]));
  const chosen = isContested ? leaves.filter((leaf) => leaf.losers.length > 0) : leaves;
  const start = startOf(chosen, path);
  const isLost = path !== undefined && startOf(all, path) < 0;
  const origin = (part: (typeof leaves)[number]['winners'][number]): string =>
    `${part.name ?? part.kind} ${part.place}`;
  return (
    <Section title="Variables" note={counted(leaves.length, 'value')}>
      {isLost && (
        <p class="health fair">
          It has no value <code>{path}</code>.
        </p>
      )}
      <Filter
        items={chosen}
        labelOf={(leaf) =>
          `${leaf.path} = ${(leaf.value ?? '').slice(0, 300)} ${leaf.winners.map(origin).join(' ')}`
        }
        query={query}
        setQuery={setQuery}
        label="Filter by name, value or place"
        noun="value"
        extra={
          <label class="check">
            <input
              type="checkbox"
              checked={isContested}
              onChange={(event) => {
                setContested(event.currentTarget.checked);
              }}
            />{' '}
            only those that beat another
          </label>
        }
      >
        {(shown) => (
          <List
            items={shown}
            label={`Variables of ${name}`}
            height={37}
            start={query === '' && start >= 0 ? start : undefined}
            empty={leaves.length === 0 ? 'It has no variables.' : 'No value matches.'}
            row={(leaf, tabIndex) => (
              <ValueRow
                leaf={leaf}
                tabIndex={tabIndex}
                isOpen={open.has(leaf.path)}
                head={<PathText path={leaf.path} />}
                toggle={(isOpen) => {
                  setOpen((before) => changed(before, leaf.path, isOpen));
                }}
              >
                <p class="links">
                  <a href={linkTo('variable', leaf.path)}>On all hosts</a>{' '}
                  <a href={linkTo('host', name, leaf.path)}>Link to this value</a>
                </p>
              </ValueRow>
            )}
          />
        )}
      </Filter>
    </Section>
  );
}

/** The value at a path, or the first one below it. */
function startOf(leaves: readonly Leaf[], path: string | undefined): number {
  const exact = leaves.findIndex((leaf) => leaf.path === path);
  return exact >= 0 || path === undefined
    ? exact
    : leaves.findIndex(
        (leaf) => leaf.path.startsWith(`${path}.`) || leaf.path.startsWith(`${path}[`),
      );
}

/** A set with one more, or one less; the same one where nothing changes. */
export function changed<T>(set: ReadonlySet<T>, each: T, isIn: boolean): ReadonlySet<T> {
  if (set.has(each) === isIn) return set;
  const next = new Set(set);
  if (isIn) next.add(each);
  else next.delete(each);
  return next;
}
