/** What the inventory takes from others and gives to them, and how fresh that is. */
import type { JSX } from 'preact';
import type { PageExport, PageState, PageUpstream, PageValue } from './shape.js';
import { Ago, Empty, Section, Value } from './parts.js';
import type { ViewProps } from './view.js';

export function Exchange({ model }: ViewProps): JSX.Element {
  const { data, place } = model;
  return (
    <>
      <h1 tabIndex={-1}>Upstreams & exports</h1>
      <Section title="Upstreams" note="inventories whose values this one uses">
        {data.upstreams.length === 0 && <Empty>It uses no values of other inventories.</Empty>}
        {data.upstreams.map((each) => (
          <Upstream key={each.name} upstream={each} place={place(each.place)} />
        ))}
      </Section>
      <Section title="Exports" note="values that others may use">
        {data.exports.length === 0 && <Empty>It exports nothing.</Empty>}
        {data.state !== null && (
          <p class="facts">
            <StateLine state={data.state} />
            {data.state.kind === 'present' && data.state.isOutdated === true && (
              <>
                {' '}
                <span class="badge fair">what is declared has changed since</span>
              </>
            )}
          </p>
        )}
        {data.exports.length > 0 && (
          <Values values={data.exports} placeOf={(each) => place(each.place)} />
        )}
      </Section>
    </>
  );
}

function Upstream({
  upstream,
  place,
}: {
  readonly upstream: PageUpstream;
  readonly place: string;
}): JSX.Element {
  return (
    <div class="card wide">
      <h3>
        {upstream.name} <span class="note">{upstream.source}</span>
      </h3>
      <p class="facts">
        <StateLine state={upstream.state} /> <span class="place">{place}</span>
      </p>
      {upstream.waits.length > 0 && (
        <p>
          Not known yet:{' '}
          {upstream.waits.map((each, at) => (
            <>
              {at > 0 && ', '}
              <code>{each}</code>
            </>
          ))}
        </p>
      )}
      {upstream.exports.length > 0 && <Values values={upstream.exports} />}
    </div>
  );
}

function Values<T extends PageValue>({
  values,
  placeOf,
}: {
  readonly values: readonly T[];
  readonly placeOf?: (value: T) => string;
}): JSX.Element {
  return (
    <ul class="rows">
      {values.map((each) => (
        <li key={each.name}>
          <div class="row still">
            <span class="head">
              {each.name} <span class="note">{each.type}</span>
            </span>
            <span class="what">
              {each.value === null ? (
                <span class="badge unknown">known after apply</span>
              ) : (
                <Value text={each.value} isSecret={each.sensitive || each.value === '<redacted>'} />
              )}
            </span>
            <span class="from">
              {placeOf !== undefined && <span class="place">{placeOf(each)}</span>}{' '}
              <Applied value={each} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Applied({ value }: { readonly value: PageValue | PageExport }): JSX.Element | null {
  if (!('applied' in value)) return null;
  return value.applied === null ? (
    <span class="badge fair">not applied yet</span>
  ) : (
    <span>
      applied: <Value text={value.applied ?? ''} isSecret={value.sensitive} />
    </span>
  );
}

/** How fresh a state is, in words. */
export function StateLine({ state }: { readonly state: PageState }): JSX.Element {
  switch (state.kind) {
    case 'unneeded':
      return <>needs no state: all that is used of it is declared</>;
    case 'absent':
      return (
        <>
          <span class="badge fair">never applied</span> <span class="place">{state.place}</span>
        </>
      );
    case 'broken':
      return (
        <>
          <span class="badge bad">cannot be read</span> {state.message}{' '}
          <span class="place">{state.place}</span>
        </>
      );
    case 'present':
      return (
        <>
          {state.time === null ? (
            'applied'
          ) : (
            <>
              applied <Ago time={state.time} />
            </>
          )}
          , serial {state.serial}, by {state.tool} <span class="place">{state.place}</span>
        </>
      );
  }
}
