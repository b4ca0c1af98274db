/** All tags, and one tag: what it includes, gives and sets, on how many hosts that wins, and its hosts. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { HostList } from './host-list.js';
import { List } from './list.js';
import type { Model, Setting } from './model.js';
import { counted, Empty, Section, TagChip, Value } from './parts.js';
import { linkTo } from './route.js';
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
  if (number === undefined || tag === undefined)
    return (
      <>
        <h1 tabIndex={-1}>{name}</h1>
        <Empty>
          There is no such tag in this report. <a href={linkTo('tags')}>All tags</a>
        </Empty>
      </>
    );
  const includedBy = model.data.tags.filter((each) => each.includes.includes(name));
  return (
    <>
      <h1 tabIndex={-1}>
        <span class="of">Tag</span> {name}
      </h1>
      <p class="facts">
        Order {tag.order} <span class="place">{model.place(tag.place)}</span>
      </p>
      {tag.description !== undefined && <p>{tag.description}</p>}
      {(tag.includes.length > 0 || includedBy.length > 0) && (
        <dl class="pairs">
          {tag.includes.length > 0 && (
            <>
              <dt>Includes</dt>
              <dd class="chips">
                {tag.includes.map((each) => (
                  <TagChip key={each} name={each} />
                ))}
              </dd>
            </>
          )}
          {includedBy.length > 0 && (
            <>
              <dt>Included by</dt>
              <dd class="chips">
                {includedBy.map((each) => (
                  <TagChip key={each.name} name={each.name} />
                ))}
              </dd>
            </>
          )}
        </dl>
      )}
      {tag.services.length > 0 && (
        <Section title="Services" note="that it gives to its hosts">
          <ul class="plain">
            {tag.services.map(([service, state]) => (
              <li key={service}>
                <a href={linkTo('service', service)}>{service}</a>{' '}
                {state === 'absent' && <span class="badge">absent</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Values" note="that it sets">
        <List
          items={model.settings(tag.vars)}
          label={`Values of ${name}`}
          height={37}
          empty="It sets no variables."
          row={(setting, tabIndex) => (
            <SettingRow
              model={model}
              setting={setting}
              tag={name}
              hosts={hosts.length}
              tabIndex={tabIndex}
            />
          )}
        />
      </Section>
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
        {hosts > 0 && (
          <span class={wins < hosts ? 'badge' : 'note'}>
            {wins === hosts
              ? 'wins everywhere'
              : wins === 0
                ? 'never wins'
                : `wins on ${wins.toLocaleString('en')} of ${hosts.toLocaleString('en')}`}
          </span>
        )}
      </span>
    </a>
  );
}
