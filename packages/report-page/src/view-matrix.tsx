/** Services × hosts. Hosts with the same services share a row; of a large matrix only what is seen is there. */
import type { JSX, RefObject } from 'preact';
import { useContext, useMemo, useRef } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { Printing } from './list.js';
import type { Model } from './model.js';
import { counted, Empty } from './parts.js';
import { linkTo } from './route.js';
import type { PageService } from './shape.js';
import { useElementRows } from './virtual.js';
import type { ViewProps } from './view.js';

interface Row {
  readonly hosts: readonly number[];
  /** State of each service that they have, by its number. */
  readonly services: ReadonlyMap<number, 0 | 1>;
}

const [rowHeight, columnWidth] = [30, 34];
const mostPrinted = 1000;

export function Matrix({ model, route }: ViewProps): JSX.Element {
  const rows = useMemo(() => rowsOf(model), [model]);
  const { services } = model.data;
  return (
    <>
      <h1 tabIndex={-1}>Services × hosts</h1>
      <p class="facts">
        Services in the order in which they run. Hosts with the same services share a row.{' '}
        <span class="key">
          <Mark state={0} /> present <Mark state={1} /> absent
        </span>
      </p>
      {services.length === 0 ? (
        <Empty>There are no services.</Empty>
      ) : (
        <Filter
          items={rows}
          labelOf={({ hosts, services: has }) =>
            [
              ...hosts.map(model.hostName),
              ...[...has.keys()].map((each) => services[each]?.name ?? ''),
            ].join(' ')
          }
          query={route.query}
          setQuery={(query) => {
            replaceQuery(route, query);
          }}
          label="Filter by host or service"
          noun="row"
        >
          {(shown) => <Grid model={model} rows={shown} />}
        </Filter>
      )}
    </>
  );
}

function rowsOf(model: Model): readonly Row[] {
  const rows = new Map<string, { hosts: number[]; services: ReadonlyMap<number, 0 | 1> }>();
  for (const [at, { services }] of model.data.kinds.entries()) {
    const key = services.map(([service, state]) => `${service}:${state}`).join();
    const row = rows.get(key) ?? {
      hosts: [],
      services: new Map(services.map(([service, state]) => [service, state])),
    };
    row.hosts.push(...(model.hostsOfKind()[at] ?? []));
    rows.set(key, row);
  }
  return [...rows.values()]
    .map((row) => ({ ...row, hosts: row.hosts.sort((a, b) => a - b) }))
    .sort((a, b) => b.hosts.length - a.hosts.length || (a.hosts[0] ?? 0) - (b.hosts[0] ?? 0));
}

function Mark({ state }: { readonly state: 0 | 1 }): JSX.Element {
  return <span class={state === 0 ? 'mark present' : 'mark absent'} aria-hidden="true" />;
}

function Grid({
  model,
  rows,
}: {
  readonly model: Model;
  readonly rows: readonly Row[];
}): JSX.Element {
  const { services } = model.data;
  const isPrinting = useContext(Printing);
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, columns, ...sizes } = useCells(scroller, rows.length, services);
  if (rows.length === 0) return <Empty>No row matches.</Empty>;
  if (isPrinting) return <OnPaper model={model} rows={rows} />;
  return (
    <div
      class="matrix"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Services and hosts, scrollable"
    >
      <div
        role="table"
        aria-label="Services of hosts"
        aria-rowcount={rows.length + 1}
        aria-colcount={services.length + 1}
        style={{ width: `${sizes.width}px`, height: `${sizes.height}px` }}
      >
        <Heads services={services} columns={columns} sizes={sizes} />
        {lines.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <Line
              key={index}
              model={model}
              row={row}
              line={{ index, start }}
              columns={columns}
              sizes={sizes}
            />
          );
        })}
      </div>
    </div>
  );
}

/** A line or a column that is seen: its number, and where it starts. */
interface Seen {
  readonly index: number;
  readonly start: number;
}

interface Sizes {
  readonly width: number;
  readonly height: number;
  readonly nameWidth: number;
  readonly headHeight: number;
}

/** Which lines and columns are seen, and how large the whole is. */
function useCells(
  scroller: RefObject<HTMLDivElement | null>,
  rowCount: number,
  services: readonly PageService[],
): Sizes & { readonly lines: readonly Seen[]; readonly columns: readonly Seen[] } {
  const nameWidth = window.innerWidth < 640 ? 170 : 280;
  const longestName = Math.max(4, ...services.map((service) => service.name.length));
  const headHeight = Math.min(150, 34 + 7 * longestName);
  const down = useElementRows({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: headHeight,
    element: () => scroller.current,
  });
  const across = useElementRows({
    count: services.length,
    estimateSize: () => columnWidth,
    overscan: 4,
    paddingStart: nameWidth,
    horizontal: true,
    element: () => scroller.current,
  });
  return {
    lines: down.getVirtualItems(),
    columns: across.getVirtualItems(),
    width: across.getTotalSize(),
    height: down.getTotalSize(),
    nameWidth,
    headHeight,
  };
}

function Heads({
  services,
  columns,
  sizes: { width, nameWidth, headHeight },
}: {
  readonly services: readonly PageService[];
  readonly columns: readonly Seen[];
  readonly sizes: Sizes;
}): JSX.Element {
  return (
    <div
      role="row"
      class="heads"
      aria-rowindex={1}
      style={{ width: `${width}px`, height: `${headHeight}px` }}
    >
      <span
        role="columnheader"
        aria-colindex={1}
        class="corner"
        style={{ width: `${nameWidth}px` }}
      >
        Hosts
      </span>
      {columns.map(({ index, start }) => (
        <span
          role="columnheader"
          aria-colindex={index + 2}
          key={index}
          class="column"
          style={{ left: `${start}px`, width: `${columnWidth}px` }}
        >
          <a href={linkTo('service', services[index]?.name ?? '')} title={services[index]?.name}>
            {services[index]?.name}
          </a>
        </span>
      ))}
    </div>
  );
}

function Line({
  model,
  row,
  line,
  columns,
  sizes: { width, nameWidth },
}: {
  readonly model: Model;
  readonly row: Row;
  readonly line: Seen;
  readonly columns: readonly Seen[];
  readonly sizes: Sizes;
}): JSX.Element {
  return (
    <div
      role="row"
      class="line"
      aria-rowindex={line.index + 2}
      style={{ top: `${line.start}px`, height: `${rowHeight}px`, width: `${width}px` }}
    >
      <span
        role="rowheader"
        aria-colindex={1}
        class="name"
        title={row.hosts.slice(0, 20).map(model.hostName).join('\n')}
        style={{ width: `${nameWidth}px` }}
      >
        <RowName model={model} row={row} />
      </span>
      {columns.map((column) => (
        <Cell key={column.index} column={column} state={row.services.get(column.index)} />
      ))}
    </div>
  );
}

function Cell({
  column,
  state,
}: {
  readonly column: Seen;
  readonly state: 0 | 1 | undefined;
}): JSX.Element {
  return (
    <span
      role="cell"
      aria-colindex={column.index + 2}
      class="cell"
      style={{ left: `${column.start}px`, width: `${columnWidth}px` }}
    >
      {state !== undefined && (
        <>
          <Mark state={state} />
          <span class="hidden">{state === 0 ? 'present' : 'absent'}</span>
        </>
      )}
    </span>
  );
}

function RowName({ model, row }: { readonly model: Model; readonly row: Row }): JSX.Element {
  const first = model.hostName(row.hosts[0] ?? -1);
  return (
    <>
      <a href={linkTo('host', first)}>{first}</a>
      {row.hosts.length > 1 && (
        <span class="more">
          +{(row.hosts.length - 1).toLocaleString('en')}
          <span class="hidden"> more hosts</span>
        </span>
      )}
    </>
  );
}

/** A matrix does not fit on paper: each row in words. */
function OnPaper({
  model,
  rows,
}: {
  readonly model: Model;
  readonly rows: readonly Row[];
}): JSX.Element {
  const { services } = model.data;
  return (
    <>
      <ul class="plain">
        {rows.slice(0, mostPrinted).map((row, at) => (
          <li key={at}>
            <strong>
              <RowName model={model} row={row} />
            </strong>
            :{' '}
            {row.services.size === 0
              ? 'no services'
              : [...row.services]
                  .map(
                    ([service, state]) =>
                      `${services[service]?.name ?? ''}${state === 1 ? ' (absent)' : ''}`,
                  )
                  .join(', ')}
          </li>
        ))}
      </ul>
      {rows.length > mostPrinted && (
        <p class="note">… and {counted(rows.length - mostPrinted, 'more row')}.</p>
      )}
    </>
  );
}
