/** All services, and one service: its components, what they own, who gives it, and its hosts. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { HostList } from './host-list.js';
import { List } from './list.js';
import type { Model } from './model.js';
import { counted, Empty, Missing, Section, TagChip } from './parts.js';
import { linkTo } from './route.js';
import type { PageClaim, PageComponent, PageField, PageService } from './shape.js';
import type { ViewProps } from './view.js';

export function Services({ model, route }: ViewProps): JSX.Element {
  const rows = useMemo(
    () =>
      model.data.services.map((service, at) => ({
        service,
        hosts: model.hostsOfService(at, 0).length,
        absent: model.hostsOfService(at, 1).length,
      })),
    [model],
  );
  return (
    <>
      <h1 tabIndex={-1}>Services</h1>
      <p class="facts">
        In the order in which they run. <a href={linkTo('matrix')}>Services × hosts</a>
      </p>
      <Filter
        items={rows}
        labelOf={({ service }) => service.name}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
        label="Filter by name"
        noun="service"
      >
        {(shown) => (
          <List
            items={shown}
            label="Services"
            height={37}
            empty={rows.length === 0 ? 'There are no services.' : 'No service matches.'}
            row={({ service, hosts, absent }, tabIndex) => (
              <a
                class="row link tag"
                href={linkTo('service', service.name)}
                data-row
                tabIndex={tabIndex}
              >
                <span class="count">{service.order}</span>
                <span class="head">{service.name}</span>
                <span class="labels note">
                  {service.components.map((each) => each.name).join(', ')}
                </span>
                <span class="from">
                  {counted(hosts, 'host')}
                  {absent > 0 && `, absent on ${absent.toLocaleString('en')}`}
                </span>
              </a>
            )}
          />
        )}
      </Filter>
    </>
  );
}

export function ServiceView({ model, route }: ViewProps): JSX.Element {
  const [name = ''] = route.names;
  const number = model.serviceNumber(name);
  const service = model.data.services[number ?? -1];
  const hosts = useMemo(
    () => (number === undefined ? [] : model.hostsOfService(number, 0)),
    [model, number],
  );
  const absent = useMemo(
    () => (number === undefined ? [] : model.hostsOfService(number, 1)),
    [model, number],
  );
  if (service === undefined) return <Missing name={name} noun="service" list="services" />;
  return (
    <>
      <h1 tabIndex={-1}>
        <span class="of">Service</span> {name}
      </h1>
      <Facts model={model} service={service} />
      <Components model={model} components={service.components} />
      {service.claims.length > 0 && <Claims claims={service.claims} />}
      <Section title="Hosts" note={`present on ${counted(hosts.length, 'host')}`}>
        {hosts.length === 0 ? (
          <Empty>It is present on no host.</Empty>
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
      {absent.length > 0 && <AbsentHosts model={model} hosts={absent} />}
    </>
  );
}

/** Its order, where it is written, and the tags that give it. */
function Facts({
  model,
  service: { name, order, place, file },
}: {
  readonly model: Model;
  readonly service: PageService;
}): JSX.Element {
  const givers = model.data.tags.filter((tag) =>
    tag.services.some(([service]) => service === name),
  );
  return (
    <>
      <p class="facts">
        Order {order ?? 'not known'} <span class="place">{model.place(place)}</span>
        {file !== undefined && (
          <>
            {' '}
            in <span class="place">{file}</span>
          </>
        )}
      </p>
      <dl class="pairs">
        <dt>Given by</dt>
        <dd class="chips">
          {givers.length === 0 ? (
            <span class="note">no tag</span>
          ) : (
            givers.map((tag) => <TagChip key={tag.name} name={tag.name} />)
          )}
        </dd>
      </dl>
    </>
  );
}

function Claims({ claims }: { readonly claims: readonly PageClaim[] }): JSX.Element {
  return (
    <Section title="Owns">
      <ul class="plain">
        {claims.map(([kind, what, component], index) => (
          <li key={index}>
            <span class="kind">{claimWords[kind]}</span> <code>{what}</code>{' '}
            <span class="note">{component}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function AbsentHosts({
  model,
  hosts,
}: {
  readonly model: Model;
  readonly hosts: readonly number[];
}): JSX.Element {
  return (
    <Section title="Absent" note={`removed from ${counted(hosts.length, 'host')}`}>
      <List
        items={hosts}
        label="Hosts where it is absent"
        height={37}
        empty=""
        row={(host, tabIndex) => (
          <a
            class="row link"
            href={linkTo('host', model.hostName(host))}
            data-row
            tabIndex={tabIndex}
          >
            {model.hostName(host)}
          </a>
        )}
      />
    </Section>
  );
}

/** What is owned, in words. */
export const claimWords = { package: 'package', path: 'file', unit: 'unit' } as const;

const kinds: Readonly<Record<PageComponent['kind'], string>> = {
  binary: 'Package',
  config: 'File',
  process: 'Process',
};

function Components({
  model,
  components,
}: {
  readonly model: Model;
  readonly components: readonly PageComponent[];
}): JSX.Element {
  return (
    <Section title="Components">
      {components.length === 0 && <Empty>It has none that could be read.</Empty>}
      <div class="cards">
        {components.map((component) => (
          <Component
            key={`${component.kind}.${component.name}`}
            component={component}
            place={model.place(component.place)}
          />
        ))}
      </div>
    </Section>
  );
}

function Component({
  component,
  place,
}: {
  readonly component: PageComponent;
  readonly place: string;
}): JSX.Element {
  return (
    <div class="card">
      <h3>
        <span class="of">{kinds[component.kind]}</span> {component.name}
      </h3>
      <Fields fields={component.fields} />
      <p class="place">{place}</p>
    </div>
  );
}

function Fields({ fields }: { readonly fields: readonly PageField[] }): JSX.Element {
  return (
    <dl class="fields">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <FieldValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ value }: { readonly value: PageField[1] }): JSX.Element {
  if (typeof value !== 'string') return <Fields fields={value} />;
  return value.includes('\n') ? <pre>{value}</pre> : <code>{value}</code>;
}
