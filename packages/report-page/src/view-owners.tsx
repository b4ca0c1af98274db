/** Who owns which package, file and unit. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { List } from './list.js';
import { counted } from './parts.js';
import { linkTo } from './route.js';
import { PathText } from './value-row.js';
import { claimWords } from './view-services.js';
import type { ViewProps } from './view.js';

const kinds = [
  ['all', 'all'],
  ['package', 'packages'],
  ['path', 'files'],
  ['unit', 'units'],
] as const;

export function Owners({ model, route }: ViewProps): JSX.Element {
  const rows = useMemo(
    () =>
      model.data.services
        .flatMap((service, at) => {
          const hosts = model.hostsOfService(at, 0).length;
          return service.claims.map(([kind, what, component, place]) => ({
            kind,
            what,
            component,
            place: model.place(place),
            service: service.name,
            hosts,
          }));
        })
        .sort((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0)),
    [model],
  );
  const [kind, setKind] = useState<string>('all');
  const chosen = kind === 'all' ? rows : rows.filter((each) => each.kind === kind);
  return (
    <>
      <h1 tabIndex={-1}>Ownership</h1>
      <p class="facts">
        Packages, files and systemd units, and the one service that may touch each on a host.
      </p>
      <Filter
        items={chosen}
        labelOf={(each) => `${each.what} ${each.service} ${each.component}`}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
        label="Filter by package, file, unit or service"
        noun="thing"
        extra={
          <fieldset class="choices">
            <legend class="hidden">Kind</legend>
            {kinds.map(([name, title]) => (
              <label key={name}>
                <input
                  type="radio"
                  name="kind"
                  checked={kind === name}
                  onChange={() => {
                    setKind(name);
                  }}
                />{' '}
                {title}
              </label>
            ))}
          </fieldset>
        }
      >
        {(shown) => (
          <List
            items={shown}
            label="What is owned"
            height={37}
            empty={rows.length === 0 ? 'No service owns anything.' : 'Nothing matches.'}
            row={(each, tabIndex) => (
              <a
                class="row link owned"
                href={linkTo('service', each.service)}
                data-row
                tabIndex={tabIndex}
              >
                <span class="head">
                  <span class="kind">{claimWords[each.kind]}</span>
                  <PathText path={each.what} />
                </span>
                <span class="what">
                  {each.service} <span class="note">{each.component}</span>
                </span>
                <span class="from">
                  <span class="place">{each.place}</span> {counted(each.hosts, 'host')}
                </span>
              </a>
            )}
          />
        )}
      </Filter>
    </>
  );
}
