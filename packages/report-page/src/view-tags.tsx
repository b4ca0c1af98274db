/** All tags, and one tag: what it includes, gives and sets, on how many hosts that wins, and its hosts. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { HostList } from './host-list.js';
import { List } from './list.js';
import type { Model, Setting } from './model.js';
import { counted, Empty, Missing, Section, TagChip, Value } from './parts.js';
import { linkTo } from './route.js';
import type { PageTag } from './shape.js';
import { PathText } from './value-row.js';
import type { ViewProps } from './view.js';

export function Tags({ model, route }: ViewProps): JSX.Element {
  const rows = useMemo(
    () => model.data.tags.map((tag, at) => ({ tag, hosts: model.hostsOfTag(at).length })),
    [model],
  );
  return (
    <>
      <h1 tabIndex={-1}>Tags</h1>
      <p class="facts">By order: a tag further down wins over those above it.</p>
      <Filter
        items={rows}
        labelOf={({ tag }) => `${tag.name} ${tag.description ?? ''}`}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
        label="Filter by name"
        noun="tag"
      >
        {(shown) => (
          <List
            items={shown}
            label="Tags"
            height={37}
            empty={rows.length === 0 ? 'There are no tags.' : 'No tag matches.'}
            row={({ tag, hosts }, tabIndex) => (
              <a class="row link tag" href={linkTo('tag', tag.name)} data-row tabIndex={tabIndex}>
                <span class="count">{tag.order}</span>
                <span class="head">{tag.name}</span>
                <span class="labels note">{tag.description}</span>
                <span class="from">
                  {counted(tag.vars.length, 'value')}, {counted(hosts, 'host')}
                </span>
              </a>
            )}
          />
        )}
      </Filter>
      {model.data.everywhere.length > 0 && (
        <Section title="Values of every host" note="weaker than those of any tag">
          <List
            items={model.settings(model.data.everywhere)}
            label="Values of every host"
            height={37}
            empty=""
            row={(setting, tabIndex) => (
              <SettingRow
                model={model}
                setting={setting}
                tag={undefined}
                hosts={model.data.hosts.length}
                tabIndex={tabIndex}
              />
            )}
          />
        </Section>
      )}
    </>
  );
}

export function TagView({ model, route }: ViewProps): JSX.Element {
  const [name = ''] = route.names;
  const number = model.tagNumber(name);
  const tag = model.data.tags[number ?? -1];
  const hosts = useMemo(
    () => (number === undefined ? [] : model.hostsOfTag(number)),
    [model, number],
  );
  if (tag === undefined) return <Missing name={name} noun="tag" list="tags" />;
  return (
    <>
      <h1 tabIndex={-1}>
        <span class="of">Tag</span> {name}
      </h1>
      <p class="facts">
        Order {tag.order} <span class="place">{model.place(tag.place)}</span>
      </p>
      {tag.description !== undefined && <p>{tag.description}</p>}
      <Includes tags={model.data.tags} tag={tag} />
      {tag.services.length > 0 && <GivenServices services={tag.services} />}
      <TagValues model={model} tag={tag} hosts={hosts.length} />
      <Section title="Hosts" note={counted(hosts.length, 'host')}>
        {hosts.length === 0 ? (
          <Empty>No host has it.</Empty>
        ) : (
          <HostList
            model={model}
            hosts={hosts}
            query={route.query}
            setQuery={(query) => {
              replaceQuery(route, query);
            }}
          />
        )}
      </Section>
    </>
  );
}

/** The tags that it includes, and those that include it. */
function Includes({
  tags,
  tag: { name, includes },
}: {
  readonly tags: readonly PageTag[];
  readonly tag: PageTag;
}): JSX.Element | null {
  const includedBy = tags.filter((tag) => tag.includes.includes(name)).map((tag) => tag.name);
  if (includes.length === 0 && includedBy.length === 0) return null;
  return (
    <dl class="pairs">
      {includes.length > 0 && <TagPair title="Includes" names={includes} />}
      {includedBy.length > 0 && <TagPair title="Included by" names={includedBy} />}
    </dl>
  );
}

function TagPair({
  title,
  names,
}: {
  readonly title: string;
  readonly names: readonly string[];
}): JSX.Element {
  return (
    <>
      <dt>{title}</dt>
      <dd class="chips">
        {names.map((name) => (
          <TagChip key={name} name={name} />
        ))}
      </dd>
    </>
  );
}

function GivenServices({ services }: { readonly services: PageTag['services'] }): JSX.Element {
  return (
    <Section title="Services" note="that it gives to its hosts">
      <ul class="plain">
        {services.map(([service, state]) => (
          <li key={service}>
            <a href={linkTo('service', service)}>{service}</a>{' '}
            {state === 'absent' && <span class="badge">absent</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TagValues({
  model,
  tag: { name, vars },
  hosts,
}: {
  readonly model: Model;
  readonly tag: PageTag;
  readonly hosts: number;
}): JSX.Element {
  return (
    <Section title="Values" note="that it sets">
      <List
        items={model.settings(vars)}
        label={`Values of ${name}`}
        height={37}
        empty="It sets no variables."
        row={(setting, tabIndex) => (
          <SettingRow
            model={model}
            setting={setting}
            tag={name}
            hosts={hosts}
            tabIndex={tabIndex}
          />
        )}
      />
    </Section>
  );
}

interface SettingProps {
  readonly model: Model;
  readonly setting: Setting;
  /** The tag that sets it; undefined for the inventory itself. */
  readonly tag: string | undefined;
  /** How many hosts could have it. */
  readonly hosts: number;
  readonly tabIndex: 0 | -1;
}

function SettingRow({ model, setting, tag, hosts, tabIndex }: SettingProps): JSX.Element {
  const wins = useMemo(
    () =>
      model
        .outcomesAt(setting.path)
        .reduce(
          (sum, { leaf, hosts: at }) =>
            sum +
            ([...leaf.winners, ...(leaf.remover === undefined ? [] : [leaf.remover])].some(
              (part) =>
                part.kind === (tag === undefined ? 'inventory' : 'tag') && part.name === tag,
            )
              ? at.length
              : 0),
          0,
        ),
    [model, setting.path, tag],
  );
  return (
    <a class="row link" href={linkTo('variable', setting.path)} data-row tabIndex={tabIndex}>
      <span class="head">
        <PathText path={setting.path} />
      </span>
      <span class="what">
        <Value text={setting.text} isSecret isUnknown={setting.text.startsWith('(known after')} />
      </span>
      <span class="from">
        <span class="place">{setting.place}</span>
        {hosts > 0 && <span class={wins < hosts ? 'badge' : 'note'}>{winsWords(wins, hosts)}</span>}
      </span>
    </a>
  );
}

function winsWords(wins: number, hosts: number): string {
  if (wins === hosts) return 'wins everywhere';
  if (wins === 0) return 'never wins';
  return `wins on ${wins.toLocaleString('en')} of ${hosts.toLocaleString('en')}`;
}
