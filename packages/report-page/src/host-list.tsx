/** Hosts with their tags, as every view lists them. */
import type { JSX } from 'preact';
import { Filter } from './filter.js';
import { List } from './list.js';
import type { Model } from './model.js';
import { linkTo } from './route.js';
import { PathText } from './value-row.js';

/** Hosts, to be filtered by name and tag. */
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
