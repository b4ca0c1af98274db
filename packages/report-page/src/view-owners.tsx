/** Who owns which package, file and unit. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { List } from './list.js';
import { compareTexts, type Model } from './model.js';
import { counted } from './parts.js';
import { linkTo } from './route.js';
import type { PageClaim } from './shape.js';
import { PathText } from './value-row.js';
import { claimWords } from './view-services.js';
import type { ViewProps } from './view.js';

const kinds = [
  ['all', 'all'],
  ['package', 'packages'],
  ['path', 'files'],
  ['unit', 'units'],
] as const;

type Kind = (typeof kinds)[number][0];

interface Owned {
  readonly kind: PageClaim[0];
  readonly what: string;
  readonly service: string;
  readonly component: string;
  readonly place: string;
  /** How many hosts have the service. */
  readonly hosts: number;
}

export function Owners({ model, route }: ViewProps): JSX.Element {
  const rows = useMemo(() => ownedIn(model), [model]);
  const [kind, setKind] = useState<Kind>('all');
  const chosen = kind === 'all' ? rows : rows.filter((owned) => owned.kind === kind);
  return (
    <>
      <h1 tabIndex={-1}>Ownership</h1>
      <p class="facts">
        Packages, files and systemd units, and the one service that may touch each on a host.
      </p>
      <Filter
        items={chosen}
        labelOf={({ what, service, component }) => `${what} ${service} ${component}`}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
        label="Filter by package, file, unit or service"
        noun="thing"
        extra={<KindChoice chosen={kind} choose={setKind} />}
      >
        {(shown) => (
          <List
            items={shown}
            label="What is owned"
            height={37}
            empty={rows.length === 0 ? 'No service owns anything.' : 'Nothing matches.'}
            row={(owned, tabIndex) => <OwnedRow owned={owned} tabIndex={tabIndex} />}
          />
        )}
      </Filter>
    </>
  );
}

function ownedIn(model: Model): readonly Owned[] {
  return model.data.services
    .flatMap((service, number) => {
      const hosts = model.hostsOfService(number, 0).length;
      return service.claims.map(([kind, what, component, place]) => ({
        kind,
        what,
        component,
        place: model.place(place),
        service: service.name,
        hosts,
      }));
    })
    .sort((a, b) => compareTexts(a.what, b.what));
}

function KindChoice({
  chosen,
  choose,
}: {
  readonly chosen: Kind;
  readonly choose: (kind: Kind) => void;
}): JSX.Element {
  return (
    <fieldset class="choices">
      <legend class="hidden">Kind</legend>
      {kinds.map(([kind, title]) => (
        <label key={kind}>
          <input
            type="radio"
            name="kind"
            checked={chosen === kind}
            onChange={() => {
              choose(kind);
            }}
          />{' '}
          {title}
        </label>
      ))}
    </fieldset>
  );
}

function OwnedRow({
  owned,
  tabIndex,
}: {
  readonly owned: Owned;
  readonly tabIndex: 0 | -1;
}): JSX.Element {
  return (
    <a class="row link owned" href={linkTo('service', owned.service)} data-row tabIndex={tabIndex}>
      <span class="head">
        <span class="kind">{claimWords[owned.kind]}</span>
        <PathText path={owned.what} />
      </span>
      <span class="what">
        {owned.service} <span class="note">{owned.component}</span>
      </span>
      <span class="from">
        <span class="place">{owned.place}</span> {counted(owned.hosts, 'host')}
      </span>
    </a>
  );
}
