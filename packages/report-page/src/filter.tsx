/** The filter above a list: what is typed is in the address, so that a filtered list can be shared; the count is told. */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { counted } from './parts.js';
import type { Route } from './route.js';
import { withQuery } from './route.js';
import { labelsOf as prepared, matching } from './match.js';

interface FilterProps<T> {
  readonly items: readonly T[];
  /** What of an item is searched. */
  readonly labelOf: (item: T) => string;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly label: string;
  /** One of what is listed. */
  readonly noun: string;
  readonly children: (items: readonly T[]) => ComponentChildren;
  /** More ways to choose. */
  readonly extra?: ComponentChildren;
}

export function Filter<T>({
  items,
  labelOf,
  query,
  setQuery,
  label,
  noun,
  children,
  extra,
}: FilterProps<T>): JSX.Element {
  const labels = useMemo(() => prepared(items.map(labelOf)), [items]);
  const shown = useMemo(
    () =>
      query.trim() === ''
        ? items
        : matching(labels, query).flatMap((at) => {
            const item = items[at];
            return item === undefined ? [] : [item];
          }),
    [items, labels, query],
  );
  const told = `${shown.length === items.length ? '' : `${shown.length.toLocaleString('en')} of `}${counted(items.length, noun)}`;
  return (
    <>
      <div class="filter">
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          spellcheck={false}
          autocomplete="off"
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
          }}
        />
        {extra}
        <span class="count" role="status" aria-live="polite">
          {told}
        </span>
      </div>
      {children(shown)}
    </>
  );
}

/** Puts a query into the address without a step in the history. */
export function replaceQuery(route: Route, query: string): void {
  const [path = ''] = window.location.hash.split('?');
  window.history.replaceState(null, '', withQuery(path === '' ? `#/${route.view}` : path, query));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
