/**
 * A list; of a long one only what is seen is there, and one row has the tab stop. Arrow keys, Page Up and Down, Home and End go
 * from row to row. On paper the whole list is there, up to a limit that is said.
 */
import { createContext, type JSX, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { defaultRangeExtractor } from '@tanstack/virtual-core';
import { Empty } from './parts.js';
import { useWindowRows } from './virtual.js';

/** True while the page is printed. */
export const Printing = createContext(false);

const mostPrinted = 2000;
/** Shorter lists are there as a whole. */
const fewRows = 60;

/** Where a row that gets the focus is to be seen. */
type Align = 'auto' | 'center';

interface ListProps<T> {
  readonly items: readonly T[];
  readonly label: string;
  /** How high a row may be before it is measured. */
  readonly height: number;
  /** The row; the element that takes the focus gets `tabIndex` and the attribute `data-row`. */
  readonly row: (item: T, tabIndex: 0 | -1) => JSX.Element;
  readonly empty: string;
  /** The row that gets the focus at first. */
  readonly start?: number | undefined;
}

export function List<T>(props: ListProps<T>): JSX.Element {
  const isPrinting = useContext(Printing);
  const { items, label, row, empty } = props;
  if (items.length === 0) return <Empty>{empty}</Empty>;
  if (!isPrinting) return <Rows key={items.length <= fewRows ? 'few' : 'many'} {...props} />;
  return (
    <>
      <ul class="rows" aria-label={label}>
        {items.slice(0, mostPrinted).map((item) => (
          <li>{row(item, 0)}</li>
        ))}
      </ul>
      {items.length > mostPrinted && (
        <p class="note">
          … and {(items.length - mostPrinted).toLocaleString('en')} more: filter the list to print
          them.
        </p>
      )}
    </>
  );
}

function Rows<T>({ items, label, height, row, start }: ListProps<T>): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(start ?? 0);
  const isWhole = items.length <= fewRows;
  const stop = Math.min(active, items.length - 1);
  const { virtualizer, margin } = useSeenRows(list, { count: items.length, height, stop });
  const moveTo = (index: number, align: Align = 'auto'): void => {
    setActive(index);
    if (!isWhole) virtualizer.scrollToIndex(index, { align });
    focusRow(list.current, index, align, 10);
  };
  useLayoutEffect(() => {
    if (start !== undefined)
      requestAnimationFrame(() => {
        moveTo(start, 'center');
      });
  }, [start]);
  const common = {
    ref: list,
    'aria-label': label,
    ...rowEvents({ count: items.length, stop, setActive, moveTo }),
  };
  if (isWhole) {
    return (
      <ul class="rows" {...common}>
        {items.map((item, at) => (
          <li key={at} data-index={at}>
            {row(item, 0)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul class="rows virtual" {...common} style={{ height: `${virtualizer.getTotalSize()}px` }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const item = items[index];
        return item === undefined ? null : (
          <li
            key={index}
            data-index={index}
            ref={(element) => {
              virtualizer.measureElement(element);
            }}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {row(item, index === stop ? 0 : -1)}
          </li>
        );
      })}
    </ul>
  );
}

/** Which rows of a list are to be there, the one with the tab stop always, and how far down the page the list begins. */
function useSeenRows(
  list: RefObject<HTMLUListElement | null>,
  {
    count,
    height,
    stop,
  }: { readonly count: number; readonly height: number; readonly stop: number },
): { readonly virtualizer: ReturnType<typeof useWindowRows>; readonly margin: number } {
  const [margin, setMargin] = useState(0);
  const virtualizer = useWindowRows({
    count,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: margin,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), stop])].sort((a, b) => a - b),
  });
  useLayoutEffect(() => {
    const top = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  return { virtualizer, margin };
}

interface RowMoves {
  readonly count: number;
  /** The row with the tab stop. */
  readonly stop: number;
  readonly setActive: (index: number) => void;
  readonly moveTo: (index: number) => void;
}

/** What keys and the focus do in a list. */
function rowEvents({ count, stop, setActive, moveTo }: RowMoves) {
  return {
    onKeyDown: (event: KeyboardEvent): void => {
      const target = targetOf(event, indexOf(event) ?? stop, count);
      if (target === undefined || !(event.target as Element).hasAttribute('data-row')) return;
      event.preventDefault();
      moveTo(target);
    },
    onFocusIn: (event: FocusEvent): void => {
      const index = indexOf(event);
      if (index !== undefined) setActive(index);
    },
  };
}

/** The row that an event is in. */
function indexOf(event: Event): number | undefined {
  const index = (event.target as Element).closest('[data-index]')?.getAttribute('data-index');
  return index == null ? undefined : Number(index);
}

/** The row that a key leads to. */
function targetOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  from: number,
  count: number,
): number | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + 10,
    PageUp: from - 10,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target));
}

/** A row far away is there only some frames after it was scrolled to. */
function focusRow(list: Element | null, index: number, align: Align, tries: number): void {
  requestAnimationFrame(() => {
    const element = list?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`);
    if (element == null) {
      if (tries > 0) focusRow(list, index, align, tries - 1);
      return;
    }
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: align === 'center' ? 'center' : 'nearest' });
  });
}
