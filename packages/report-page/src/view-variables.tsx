/** All variables, and one variable: which values it has, on which hosts, and why. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Filter, replaceQuery } from './filter.js';
import { List } from './list.js';
import { groupAt, type Leaf, type Model } from './model.js';
import { useOpenRows } from './open-rows.js';
import { counted, Empty, Section, Value } from './parts.js';
import { linkTo } from './route.js';
import { PathText, ValueRow } from './value-row.js';
import type { ViewProps } from './view.js';

export function Variables({ model, route }: ViewProps): JSX.Element {
  const paths = model.paths().variables;
  return (
    <>
      <h1 tabIndex={-1}>Variables</h1>
      <Filter
        items={paths}
        labelOf={(path) => path}
        query={route.query}
        setQuery={(query) => {
          replaceQuery(route, query);
        }}
        label="Filter by name"
        noun="variable"
      >
        {(shown) => (
          <List
            items={shown}
            label="Variables"
            height={37}
            empty={paths.length === 0 ? 'There are no variables.' : 'No variable matches.'}
            row={(path, tabIndex) => <VariableRow model={model} path={path} tabIndex={tabIndex} />}
          />
        )}
      </Filter>
    </>
  );
}

function VariableRow({
  model,
  path,
  tabIndex,
}: {
  readonly model: Model;
  readonly path: string;
  readonly tabIndex: 0 | -1;
}): JSX.Element {
  const { hosts, values, common, others } = useMemo(() => {
    const all = model.outcomesAt(path);
    const outcomes = all.filter(({ leaf }) => leaf.outcome === 'value');
    return {
      hosts: countHosts(outcomes.length === 0 ? all : outcomes),
      values: new Set(outcomes.map(({ leaf }) => leaf.value)).size,
      common: outcomes[0]?.leaf,
      others: all.some(({ leaf }) => leaf.outcome === 'map')
        ? 'a map in the place of another value'
        : 'removed',
    };
  }, [model, path]);
  return (
    <a class="row link" href={linkTo('variable', path)} data-row tabIndex={tabIndex}>
      <span class="head">
        <PathText path={path} />
      </span>
      <span class="what">
        {values === 1 && common !== undefined ? (
          <Value
            text={common.value ?? ''}
            isSecret={common.isSecret}
            isUnknown={common.isUnknown}
          />
        ) : (
          <span class="note">{values === 0 ? others : counted(values, 'different value')}</span>
        )}
      </span>
      <span class="from">{counted(hosts, 'host')}</span>
    </a>
  );
}

function countHosts(outcomes: readonly { readonly hosts: readonly number[] }[]): number {
  return outcomes.reduce((sum, each) => sum + each.hosts.length, 0);
}

export function VariableView({ model, route }: ViewProps): JSX.Element {
  const [path = ''] = route.names;
  const outcomes = useMemo(() => grouped(model.outcomesAt(path)), [model, path]);
  const below = useMemo(
    () =>
      model
        .paths()
        .variables.filter((each) => each.startsWith(`${path}.`) || each.startsWith(`${path}[`)),
    [model, path],
  );
  const hosts = countHosts(outcomes.filter(({ leaf }) => leaf.outcome !== 'nothing'));
  const isGroup = model.paths().groups.includes(path);
  const isMap = outcomes.every(({ leaf }) => leaf.outcome === 'map');
  const valuesTitle = isMap ? 'Maps in the place of other values' : 'Values';
  return (
    <>
      <h1 tabIndex={-1}>
        <span class="of">{isGroup ? 'Group' : 'Variable'}</span>{' '}
        <PathText path={isGroup ? groupAt(path) : path} />
      </h1>
      {outcomes.length === 0 && below.length === 0 && (
        <Empty>
          No host in this report has it. <a href={linkTo('variables')}>All variables</a>
        </Empty>
      )}
      {outcomes.length > 0 && (
        <Section
          title={isGroup ? 'Expressions' : valuesTitle}
          note={`on ${counted(hosts, 'host')}, the most common first`}
        >
          <Outcomes
            model={model}
            path={path}
            outcomes={outcomes}
            query={route.query}
            setQuery={(query) => {
              replaceQuery(route, query);
            }}
          />
        </Section>
      )}
      {below.length > 0 && (
        <Section title="Below it" note={counted(below.length, 'variable')}>
          <List
            items={below}
            label={`Variables below ${path}`}
            height={37}
            empty=""
            row={(each, tabIndex) => <VariableRow model={model} path={each} tabIndex={tabIndex} />}
          />
        </Section>
      )}
    </>
  );
}

/** Hosts that get the same value from the same places, whatever it beat there. */
interface Same {
  readonly leaf: Leaf;
  readonly hosts: readonly number[];
  /** True where what it beat differs from host to host. */
  readonly isMixed: boolean;
}

function grouped(outcomes: ReturnType<Model['outcomesAt']>): readonly Same[] {
  const groups = new Map<string, { leaf: Leaf; hosts: number[]; isMixed: boolean }>();
  for (const { leaf, hosts } of outcomes) {
    const from = leaf.winners.map((part) => part.place).join(' ');
    const key = leaf.isConflict
      ? String(leaf.number)
      : `${leaf.outcome} ${from} ${leaf.value ?? ''}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { leaf, hosts: [...hosts], isMixed: false });
    else {
      known.hosts.push(...hosts);
      known.isMixed = true;
    }
  }
  return [...groups.values()].sort((a, b) => b.hosts.length - a.hosts.length);
}

interface OutcomesProps {
  readonly model: Model;
  readonly path: string;
  readonly outcomes: readonly Same[];
  readonly query: string;
  readonly setQuery: (query: string) => void;
}

/** Hosts of one value that are shown at once. */
const mostHosts = 200;

function Outcomes({ model, path, outcomes, query, setQuery }: OutcomesProps): JSX.Element {
  const rows = useOpenRows(outcomes.length === 1 ? [outcomes[0]?.leaf.number ?? 0] : []);
  const nameOf = (host: number | undefined): string => model.hostName(host ?? -1);
  return (
    <Filter
      items={outcomes}
      labelOf={({ leaf, hosts }) =>
        `${(leaf.value ?? '').slice(0, 300)} ${leaf.winners.map((part) => part.name ?? '').join(' ')} ${hosts.map(nameOf).join(' ')}`
      }
      query={query}
      setQuery={setQuery}
      label="Filter by value, tag or host"
      noun="value"
    >
      {(shown) => (
        <List
          items={shown}
          label={`Values of ${path}`}
          height={37}
          empty="No value matches."
          row={({ leaf, hosts, isMixed }, tabIndex) => (
            <ValueRow
              leaf={leaf}
              isMixed={isMixed}
              tabIndex={tabIndex}
              isOpen={rows.isOpen(leaf.number)}
              toggle={(isOpen) => {
                rows.toggle(leaf.number, isOpen);
              }}
              head={hosts.length === 1 ? nameOf(hosts[0]) : counted(hosts.length, 'host')}
            >
              <ul class="names">
                {hosts.slice(0, mostHosts).map((host) => (
                  <li key={host}>
                    <a href={linkTo('host', nameOf(host), path)}>{nameOf(host)}</a>
                  </li>
                ))}
                {hosts.length > mostHosts && (
                  <li class="note">… and {(hosts.length - mostHosts).toLocaleString('en')} more</li>
                )}
              </ul>
            </ValueRow>
          )}
        />
      )}
    </Filter>
  );
}
