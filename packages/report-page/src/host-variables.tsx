/** The variables of one host, each with where it comes from and what it beat. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Filter } from './filter.js';
import { List } from './list.js';
import { isGroup, type Leaf, type Model } from './model.js';
import { useOpenRows } from './open-rows.js';
import { counted, Section } from './parts.js';
import { linkTo } from './route.js';
import { PathText, ValueRow } from './value-row.js';

interface VariablesProps {
  readonly model: Model;
  readonly host: number;
  readonly name: string;
  /** The variable that the address names. */
  readonly path: string | undefined;
  readonly query: string;
  readonly setQuery: (query: string) => void;
}

export function HostVariables({
  model,
  host,
  name,
  path,
  query,
  setQuery,
}: VariablesProps): JSX.Element {
  const all = useMemo(() => model.leavesOf(host), [model, host]);
  const leaves = useMemo(() => all.filter((leaf) => !isGroup(leaf)), [all]);
  const [isContested, setContested] = useState(false);
  const rows = useOpenRows(path === undefined ? [] : [path]);
  const chosen = isContested ? leaves.filter((leaf) => leaf.losers.length > 0) : leaves;
  const start = startOf(chosen, path);
  const isLost = path !== undefined && startOf(all, path) < 0;
  return (
    <Section title="Variables" note={counted(leaves.length, 'value')}>
      {isLost && (
        <p class="health fair">
          It has no value <code>{path}</code>.
        </p>
      )}
      <Filter
        items={chosen}
        labelOf={labelOf}
        query={query}
        setQuery={setQuery}
        label="Filter by name, value or place"
        noun="value"
        extra={<ContestedChoice isChosen={isContested} choose={setContested} />}
      >
        {(shown) => (
          <List
            items={shown}
            label={`Variables of ${name}`}
            height={37}
            start={query === '' && start >= 0 ? start : undefined}
            empty={leaves.length === 0 ? 'It has no variables.' : 'No value matches.'}
            row={(leaf, tabIndex) => (
              <ValueRow
                leaf={leaf}
                tabIndex={tabIndex}
                isOpen={rows.isOpen(leaf.path)}
                head={<PathText path={leaf.path} />}
                toggle={(isOpen) => {
                  rows.toggle(leaf.path, isOpen);
                }}
              >
                <p class="links">
                  <a href={linkTo('variable', leaf.path)}>On all hosts</a>{' '}
                  <a href={linkTo('host', name, leaf.path)}>Link to this value</a>
                </p>
              </ValueRow>
            )}
          />
        )}
      </Filter>
    </Section>
  );
}

/** What of a value is searched. */
function labelOf({ path, value, winners }: Leaf): string {
  const origins = winners.map((part) => `${part.name ?? part.kind} ${part.place}`);
  return `${path} = ${(value ?? '').slice(0, 300)} ${origins.join(' ')}`;
}

function ContestedChoice({
  isChosen,
  choose,
}: {
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => {
          choose(event.currentTarget.checked);
        }}
      />{' '}
      only those that beat another
    </label>
  );
}

/** The value at a path, or the first one below it. */
function startOf(leaves: readonly Leaf[], path: string | undefined): number {
  const exact = leaves.findIndex((leaf) => leaf.path === path);
  return exact >= 0 || path === undefined
    ? exact
    : leaves.findIndex(
        (leaf) => leaf.path.startsWith(`${path}.`) || leaf.path.startsWith(`${path}[`),
      );
}
