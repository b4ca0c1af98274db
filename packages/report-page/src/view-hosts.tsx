/** All hosts, and those that list the same tags. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { replaceQuery } from './filter.js';
import { HostList } from './host-list.js';
import { TagChip } from './parts.js';
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
