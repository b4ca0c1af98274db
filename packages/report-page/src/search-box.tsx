/** The search at the top of the page: a combobox, used with `/` or Ctrl-K, arrow keys, Enter and Escape. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Model } from './model.js';
import { counted } from './parts.js';
import { openSearch, type Found, type Hit } from './search.js';

const nothing: Found = { hits: [], total: 0 };

export function SearchBox({ model }: { readonly model: Model }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const { query, found, chosen, isShown, type, setOpen, open, onKeyDown } = useSearch(model);
  useEffect(
    () =>
      onShortcut(() => {
        input.current?.focus();
        input.current?.select();
      }),
    [],
  );
  return (
    <div
      class="search"
      role="search"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <label class="hidden" for="search">
        Search hosts, tags, variables, values, packages
      </label>
      <input
        id="search"
        ref={input}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder="Search hosts, variables, values …"
        aria-expanded={isShown}
        aria-controls="hits"
        aria-autocomplete="list"
        aria-activedescendant={isShown && found.hits.length > 0 ? `hit-${chosen}` : undefined}
        value={query}
        onInput={(event) => {
          type(event.currentTarget.value);
        }}
        onFocus={() => {
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      <div id="hits" class="hits" role="listbox" aria-label="Results" hidden={!isShown}>
        {isShown && <Hits hits={found.hits} chosen={chosen} open={open} />}
      </div>
      {isShown && found.hits.length === 0 && <p class="hits none">Nothing matches “{query}”.</p>}
      <div class="hidden" role="status" aria-live="polite">
        {isShown && totalWords(found)}
      </div>
    </div>
  );
}

/** What is typed, what that finds, which hit is chosen, and whether the hits are shown; and what changes these. */
function useSearch(model: Model) {
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const search = useRef<((query: string) => Found) | undefined>(undefined);
  const found = useMemo(
    () => (query.trim() === '' ? nothing : (search.current ??= openSearch(model))(query.trim())),
    [query],
  );
  const isShown = isOpen && query.trim() !== '';
  useEffect(() => {
    document.getElementById(`hit-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, isShown]);
  const type = (text: string): void => {
    setQuery(text);
    setChosen(0);
    setOpen(true);
  };
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    setOpen(false);
    setQuery('');
    window.location.hash = hit.link;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = found.hits.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: chosen >= last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
    };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (isShown) setChosen(move);
      setOpen(true);
    } else if (event.key === 'Enter') open(isShown ? found.hits[chosen] : undefined);
    else if (event.key === 'Escape') {
      event.preventDefault();
      if (isShown) setOpen(false);
      else setQuery('');
    }
  };
  return { query, found, chosen, isShown, type, setOpen, open, onKeyDown };
}

function totalWords({ total }: Found): string {
  return total === 0 ? 'No results' : counted(total, 'result');
}

function Hits({
  hits,
  chosen,
  open,
}: {
  readonly hits: readonly Hit[];
  readonly chosen: number;
  readonly open: (hit: Hit) => void;
}): JSX.Element {
  const groups = [...new Set(hits.map((each) => each.group))];
  return (
    <>
      {groups.map((group) => (
        <div role="group" aria-label={group} key={group}>
          <div class="group" aria-hidden="true">
            {group}
          </div>
          {hits.map(
            (hit, at) =>
              hit.group === group && (
                <div
                  role="option"
                  key={at}
                  id={`hit-${at}`}
                  class="hit"
                  aria-selected={at === chosen}
                  onMouseDown={(event) => {
                    event.preventDefault();
                  }}
                  onClick={() => {
                    open(hit);
                  }}
                >
                  <Marked text={hit.label} ranges={hit.ranges} />
                </div>
              ),
          )}
        </div>
      ))}
    </>
  );
}

function Marked({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: readonly number[];
}): JSX.Element {
  const pieces: (JSX.Element | string)[] = [];
  let end = 0;
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const [from = 0, to = 0] = ranges.slice(at, at + 2);
    pieces.push(text.slice(end, from), <mark>{text.slice(from, to)}</mark>);
    end = to;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}

/** `/` outside of fields, and Ctrl-K or Command-K anywhere. */
function onShortcut(act: () => void): () => void {
  const listen = (event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement;
    const isWanted =
      (event.key === '/' && !isField && !event.ctrlKey && !event.metaKey && !event.altKey) ||
      (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
    if (!isWanted) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', listen);
  return () => {
    document.removeEventListener('keydown', listen);
  };
}
