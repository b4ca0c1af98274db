/** Which rows of a list are open, by what each of them is known by. */
import { useState } from 'preact/hooks';

interface OpenRows<T> {
  readonly isOpen: (row: T) => boolean;
  readonly toggle: (row: T, isOpen: boolean) => void;
}

/** Those of `start` are open at first. */
export function useOpenRows<T>(start: readonly T[]): OpenRows<T> {
  const [open, setOpen] = useState<ReadonlySet<T>>(new Set(start));
  return {
    isOpen: (row) => open.has(row),
    toggle: (row, isOpen) => {
      setOpen((before) => changed(before, row, isOpen));
    },
  };
}

/** A set with one more, or one less; the same one where nothing changes. */
function changed<T>(set: ReadonlySet<T>, row: T, isIn: boolean): ReadonlySet<T> {
  if (set.has(row) === isIn) return set;
  const next = new Set(set);
  if (isIn) next.add(row);
  else next.delete(row);
  return next;
}
