/** What a newcomer asks: what is this fleet, and is it well? */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Model } from './model.js';
import { Bar, counted, Empty, Section, TagChip } from './parts.js';
import { linkTo } from './route.js';
import type { PageKind } from './shape.js';
import { StateLine } from './view-exchange.js';
import type { ViewProps } from './view.js';

const mostShown = 15;

export function Overview({ model }: ViewProps): JSX.Element {
  const { data } = model;
  return (
    <>
      <h1 tabIndex={-1}>{data.name}</h1>
      <Health model={model} />
      <ul class="tiles" aria-label="Contents">
        <Tile link={linkTo('hosts')} count={data.hosts.length} noun="host" />
        <Tile link={linkTo('tags')} count={data.tags.length} noun="tag" />
        <Tile link={linkTo('variables')} count={model.paths().variables.length} noun="variable" />
        <Tile link={linkTo('services')} count={data.services.length} noun="service" />
        {data.upstreams.length > 0 && (
          <Tile link={linkTo('exchange')} count={data.upstreams.length} noun="upstream" />
        )}
        {data.exports.length > 0 && (
          <Tile link={linkTo('exchange')} count={data.exports.length} noun="export" />
        )}
      </ul>
      <div class="columns">
        <Tags model={model} />
        <Services model={model} />
        <Kinds model={model} />
        {data.upstreams.length > 0 && (
          <Section title="Upstreams">
            <ul class="plain">
              {data.upstreams.map((each) => (
                <li key={each.name}>
                  <a href={linkTo('exchange')}>{each.name}</a>: <StateLine state={each.state} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        {data.secretSources.length > 0 && (
          <Section title="Secret sources" note="declared, never read">
            <ul class="plain">
              {data.secretSources.map((each) => (
                <li key={each.name}>
                  <strong>{each.name}</strong> <span class="place">{model.place(each.place)}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </>
  );
}

function Health({ model: { data } }: Pick<ViewProps, 'model'>): JSX.Element {
  const { errors, warnings } = data;
  if (errors > 0) {
    return (
      <p class="health bad">
        <strong>Not valid: {counted(errors, 'error')}</strong>
        {warnings > 0 && `, ${counted(warnings, 'warning')}`}. Ansible gets nothing from it, and
        what is shown here is what could be built.{' '}
        <a href={linkTo('problems')}>Show the problems</a>
      </p>
    );
  }
  if (warnings > 0)
    return (
      <p class="health fair">
        <strong>Valid</strong>, with <a href={linkTo('problems')}>{counted(warnings, 'warning')}</a>
        .
      </p>
    );
  return (
    <p class="health good">
      <strong>Valid</strong>, without errors or warnings.
    </p>
  );
}

function Tile({
  link,
  count,
  noun,
}: {
  readonly link: string;
  readonly count: number;
  readonly noun: string;
}): JSX.Element {
  return (
    <li>
      <a href={link}>
        <strong>{count.toLocaleString('en')}</strong> {noun}
        {count === 1 ? '' : 's'}
      </a>
    </li>
  );
}

function Tags({ model }: Pick<ViewProps, 'model'>): JSX.Element {
  const { data } = model;
  const rows = useMemo(
    () =>
      data.tags
        .map((tag, at) => ({ tag, hosts: model.hostsOfTag(at).length }))
        .sort((a, b) => b.hosts - a.hosts),
    [data],
  );
  const untagged = useMemo(
    () =>
      data.kinds.reduce(
        (sum, kind, at) =>
          sum + (kind.tags.length === 0 ? (model.hostsOfKind()[at]?.length ?? 0) : 0),
        0,
      ),
    [data],
  );
  return (
    <Section title="Tags" note="by the number of their hosts">
      {rows.length === 0 && <Empty>There are no tags.</Empty>}
      <Shares of="Tag">
        {rows.slice(0, mostShown).map(({ tag, hosts }) => (
          <tr key={tag.name}>
            <th scope="row">
              <a href={linkTo('tag', tag.name)}>{tag.name}</a>
              {tag.description !== undefined && <span class="about">{tag.description}</span>}
            </th>
            <td class="count">{hosts.toLocaleString('en')}</td>
            <td class="share">
              <Bar share={hosts / Math.max(1, data.hosts.length)} />
            </td>
          </tr>
        ))}
      </Shares>
      {rows.length > mostShown && (
        <p>
          <a href={linkTo('tags')}>All {rows.length} tags</a>
        </p>
      )}
      {untagged > 0 && (
        <p class="note">
          {counted(untagged, 'host')} {untagged === 1 ? 'has' : 'have'} no tag.
        </p>
      )}
    </Section>
  );
}

/** A table of how many hosts have something, its rows with a name, a count and a bar. */
function Shares({
  of,
  children,
}: {
  readonly of: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <table class="shares">
      <colgroup>
        {['', 'count', 'share'].map((name) => (
          <col key={name} class={name} />
        ))}
      </colgroup>
      <thead class="hidden">
        <tr>
          <th>{of}</th>
          <th>Hosts</th>
          <th>Share</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Kinds({ model }: Pick<ViewProps, 'model'>): JSX.Element | null {
  const { data } = model;
  const rows = useMemo(
    () =>
      data.kinds
        .map((kind, at) => ({ at, kind, hosts: model.hostsOfKind()[at] ?? [] }))
        .sort((a, b) => b.hosts.length - a.hosts.length),
    [data],
  );
  if (rows.length === 0) return null;
  if (rows.length > mostShown && (rows[0]?.hosts.length ?? 0) < 4) {
    return (
      <Section title="Kinds of hosts">
        <p class="note">
          Hardly two hosts have the same tags: there are {counted(rows.length, 'combination')}.
        </p>
      </Section>
    );
  }
  const shown = rows.slice(0, mostShown);
  const rest = rows.slice(mostShown).reduce((sum, each) => sum + each.hosts.length, 0);
  return (
    <Section title="Kinds of hosts" note={`${counted(rows.length, 'combination')} of tags`}>
      <Shares of="Tags">
        {shown.map(({ at, kind, hosts }) => (
          <KindRow key={at} model={model} kind={kind} hosts={hosts} />
        ))}
      </Shares>
      {rest > 0 && (
        <p class="note">
          … and {counted(rows.length - mostShown, 'more combination')} on {counted(rest, 'host')}.
        </p>
      )}
    </Section>
  );
}

function KindRow({
  model,
  kind,
  hosts,
}: {
  readonly model: Model;
  readonly kind: PageKind;
  readonly hosts: readonly number[];
}): JSX.Element {
  const { data } = model;
  const names = kind.listed.map((tag) => data.tags[tag]?.name ?? '');
  const first = model.hostName(hosts[0] ?? 0);
  return (
    <tr>
      <th scope="row" class="chips">
        {names.length === 0 ? (
          <span class="note">no tags</span>
        ) : (
          names.map((name) => <TagChip key={name} name={name} />)
        )}
      </th>
      <td class="count">
        {hosts.length === 1 ? (
          <a href={linkTo('host', first)} title={first}>
            1 host<span class="hidden">: {first}</span>
          </a>
        ) : (
          <a href={linkTo('kind', ...names)}>{counted(hosts.length, 'host')}</a>
        )}
      </td>
      <td class="share">
        <Bar share={hosts.length / Math.max(1, data.hosts.length)} />
      </td>
    </tr>
  );
}

function Services({ model }: Pick<ViewProps, 'model'>): JSX.Element | null {
  const { data } = model;
  const rows = useMemo(
    () =>
      data.services
        .map((service, at) => ({
          service,
          hosts: model.hostsOfService(at, 0).length,
          absent: model.hostsOfService(at, 1).length,
        }))
        .sort((a, b) => b.hosts - a.hosts),
    [data],
  );
  if (rows.length === 0) return null;
  return (
    <Section title="Services" note="by the number of their hosts">
      <Shares of="Service">
        {rows.slice(0, mostShown).map(({ service, hosts, absent }) => (
          <tr key={service.name}>
            <th scope="row">
              <a href={linkTo('service', service.name)}>{service.name}</a>
              {absent > 0 && <span class="about">absent on {counted(absent, 'host')}</span>}
              {hosts + absent === 0 && <span class="about">on no host</span>}
            </th>
            <td class="count">{hosts.toLocaleString('en')}</td>
            <td class="share">
              <Bar share={hosts / Math.max(1, data.hosts.length)} />
            </td>
          </tr>
        ))}
      </Shares>
      {rows.length > mostShown && (
        <p>
          <a href={linkTo('services')}>All {rows.length} services</a>
        </p>
      )}
    </Section>
  );
}
