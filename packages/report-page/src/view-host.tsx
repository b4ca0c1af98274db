/** One host: its tags, its services, the groups that expressions put it into, and its variables. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { replaceQuery } from './filter.js';
import { HostVariables } from './host-variables.js';
import { groupAt, isGroup, type Model } from './model.js';
import { counted, Empty, Missing, Place, Section, TagChip, Value } from './parts.js';
import { linkTo } from './route.js';
import type { PageKind } from './shape.js';
import { PathText } from './value-row.js';
import type { ViewProps } from './view.js';

export function HostView({ model, route }: ViewProps): JSX.Element {
  const [name = '', path] = route.names;
  const host = model.hostNumber(name);
  if (host === undefined) return <Missing name={name} noun="host" list="hosts" />;
  const kind = model.kindOf(host);
  return (
    <>
      <h1 tabIndex={-1}>
        <span class="of">Host</span> <PathText path={name} />
      </h1>
      <p class="facts">
        <span class="place">{model.place(model.data.hosts[host]?.[2] ?? -1)}</span>{' '}
        <Alike model={model} host={host} />
      </p>
      <HostTags model={model} kind={kind} />
      {kind !== undefined && kind.services.length > 0 && (
        <HostServices model={model} services={kind.services} />
      )}
      <HostGroups model={model} host={host} />
      <HostVariables
        model={model}
        host={host}
        name={name}
        path={path}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
      />
    </>
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

function HostTags({
  model,
  kind,
}: {
  readonly model: Model;
  readonly kind: PageKind | undefined;
}): JSX.Element {
  const { tags } = model.data;
  return (
    <Section title="Tags" note="with their order, weakest first">
      {kind === undefined || kind.tags.length === 0 ? (
        <Empty>It has no tags.</Empty>
      ) : (
        <ul class="chips">
          {kind.tags.map((tag) => (
            <li key={tag}>
              <TagChip
                name={tags[tag]?.name ?? ''}
                order={tags[tag]?.order}
                isListed={kind.listed.includes(tag)}
                via={kind.listed.includes(tag) ? undefined : viaOf(model, kind.listed, tag)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
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

function HostServices({
  model: { data },
  services,
}: {
  readonly model: Model;
  readonly services: PageKind['services'];
}): JSX.Element {
  return (
    <Section title="Services" note="in the order in which they run">
      <ul class="plain services">
        {services.map(([service, state, tag]) => {
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
  );
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
