/** What was found wrong, each with its place and the lines there. */
import type { JSX } from 'preact';
import type { PageDiagnostic } from './shape.js';
import { Filter, replaceQuery } from './filter.js';
import { List } from './list.js';
import type { Model } from './model.js';
import { Prose } from './parts.js';
import type { ViewProps } from './view.js';

export function Problems({ model, route }: ViewProps): JSX.Element {
  const { data } = model;
  const rest = data.errors + data.warnings - data.diagnostics.length;
  return (
    <>
      <h1 tabIndex={-1}>Problems</h1>
      <Filter
        items={data.diagnostics}
        labelOf={(each) =>
          `${each.severity} ${each.code} ${each.message} ${model.place(each.place)}`
        }
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
        label="Filter by text, code or file"
        noun="problem"
      >
        {(shown) => (
          <List
            items={shown}
            label="Problems"
            height={150}
            empty={
              data.diagnostics.length === 0
                ? 'There are none: the inventory is valid, without warnings.'
                : 'No problem matches.'
            }
            row={(each, tabIndex) => <Problem model={model} problem={each} tabIndex={tabIndex} />}
          />
        )}
      </Filter>
      {rest > 0 && (
        <p class="note">… and {rest.toLocaleString('en')} more, which validate prints.</p>
      )}
    </>
  );
}

function Problem({
  model,
  problem,
  tabIndex,
}: {
  readonly model: Model;
  readonly problem: PageDiagnostic;
  readonly tabIndex: 0 | -1;
}): JSX.Element {
  const { severity, code, message, help, place, excerpt, related } = problem;
  return (
    <article class={`problem ${severity}`} data-row tabIndex={tabIndex}>
      <p>
        <span class={severity === 'error' ? 'badge bad' : 'badge fair'}>{severity}</span>{' '}
        <Prose text={message} />
      </p>
      <p class="facts">
        <span class="place">{model.place(place)}</span> <span class="code">{code}</span>
      </p>
      {excerpt.length > 0 && (
        <pre class="excerpt">
          {excerpt.map(([line, text, start, width]) => {
            const isPlain = /^[\x20-\x7e…]*$/.test(text);
            return (
              <div key={line}>
                <span class="line">{line}</span>{' '}
                {isPlain ? (
                  <>
                    {text.slice(0, start)}
                    <mark>{text.slice(start, start + width)}</mark>
                    {text.slice(start + width)}
                  </>
                ) : (
                  text
                )}
              </div>
            );
          })}
        </pre>
      )}
      {related.map(([also, at], index) => (
        <p key={index} class="facts">
          <span class="place">{model.place(at)}</span> <Prose text={also} />
        </p>
      ))}
      {help !== undefined && (
        <p class="help">
          <Prose text={help} />
        </p>
      )}
    </article>
  );
}
