/** The virtualizer of TanStack as a hook: which rows of a long list are to be there, in the window or in an element. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface Wanted {
  readonly count: number;
  readonly estimateSize: (index: number) => number;
  readonly overscan?: number;
  readonly horizontal?: boolean;
  readonly paddingStart?: number;
  readonly rangeExtractor?: VirtualizerOptions<Element, Element>['rangeExtractor'];
}

export function useWindowRows(
  wanted: Wanted & { readonly scrollMargin: number },
): Virtualizer<Window, Element> {
  return useVirtualizer<Window>({
    ...(wanted as Omit<typeof wanted, 'rangeExtractor'>),
    ...(wanted.rangeExtractor && { rangeExtractor: wanted.rangeExtractor }),
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
  });
}

export function useElementRows(
  wanted: Wanted & { readonly element: () => HTMLElement | null },
): Virtualizer<HTMLElement, Element> {
  const { element, ...rest } = wanted;
  return useVirtualizer<HTMLElement>({
    ...(rest as Omit<typeof rest, 'rangeExtractor'>),
    getScrollElement: element,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
  });
}

function useVirtualizer<Scroller extends Element | Window>(
  options: VirtualizerOptions<Scroller, Element>,
): Virtualizer<Scroller, Element> {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const current = {
    ...options,
    onChange: () => {
      render(undefined);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<Scroller, Element>(current));
  virtualizer.setOptions(current);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });
  return virtualizer;
}
