/** The frame of the page: skip link, search, navigation, and the view that the address names. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Printing } from './list.js';
import type { Model } from './model.js';
import { parseRoute, linkTo, type Route, type ViewName } from './route.js';
import { SearchBox } from './search-box.js';
import { Exchange } from './view-exchange.js';
import { HostView } from './view-host.js';
import { Hosts, KindView } from './view-hosts.js';
import { Matrix } from './view-matrix.js';
import { Overview } from './view-overview.js';
import { Owners } from './view-owners.js';
import { Problems } from './view-problems.js';
import { ServiceView, Services } from './view-services.js';
import { TagView, Tags } from './view-tags.js';
import { Variables, VariableView } from './view-variables.js';
import type { ViewProps } from './view.js';

const views: Readonly<Record<ViewName, (props: ViewProps) => JSX.Element>> = {
  overview: Overview,
  hosts: Hosts,
  host: HostView,
  kind: KindView,
  tags: Tags,
  tag: TagView,
  variables: Variables,
  variable: VariableView,
  services: Services,
  service: ServiceView,
  matrix: Matrix,
  owners: Owners,
  exchange: Exchange,
  problems: Problems,
};

export function App({
  model,
  isPrinting,
}: {
  readonly model: Model;
  readonly isPrinting: boolean;
}): JSX.Element {
  const { data } = model;
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const address = [route.view, ...route.names].join('/');
  const first = useRef(true);
  useLayoutEffect(() => {
    const heading = main.current?.querySelector('h1');
    document.title = `${route.view === 'overview' ? '' : `${heading?.textContent ?? ''} · `}${data.name}: inventory report`;
    if (!first.current) heading?.focus({ preventScroll: true });
    first.current = false;
  }, [address]);
  const View = views[route.view];
  return (
    <Printing.Provider value={isPrinting}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.querySelector('h1')?.focus();
        }}
      >
        Skip to content
      </a>
      <header class="top">
        <a class="title" href={linkTo('overview')}>
          <span class="name">{data.name}</span>
        </a>
        <SearchBox model={model} />
      </header>
      <Navigation model={model} view={route.view} />
      <main id="main" ref={main} key={address}>
        <View model={model} route={route} />
      </main>
      <footer>
        Made by {data.tool} from {data.name}. Secrets are redacted; this page loads nothing.
      </footer>
    </Printing.Provider>
  );
}

function Navigation({
  model: { data, paths },
  view,
}: {
  readonly model: Model;
  readonly view: ViewName;
}): JSX.Element {
  const owned = data.services.reduce((sum, each) => sum + each.claims.length, 0);
  const links: readonly (readonly [ViewName, string, number | undefined, readonly ViewName[]])[] = [
    ['overview', 'Overview', undefined, []],
    ['hosts', 'Hosts', data.hosts.length, ['host', 'kind']],
    ['tags', 'Tags', data.tags.length, ['tag']],
    ['variables', 'Variables', paths().variables.length, ['variable']],
    ['services', 'Services', data.services.length, ['service']],
    ['matrix', 'Services × hosts', undefined, []],
    ['owners', 'Ownership', owned, []],
    ['exchange', 'Upstreams & exports', data.upstreams.length + data.exports.length, []],
    ['problems', 'Problems', data.errors + data.warnings, []],
  ];
  return (
    <nav aria-label="Views">
      <ul>
        {links.map(([name, title, count, also]) => (
          <li key={name}>
            <a href={linkTo(name)} aria-current={currentOf(view, name, also)}>
              {title}
              {count !== undefined && (
                <span class={name === 'problems' && data.errors > 0 ? 'number bad' : 'number'}>
                  {count.toLocaleString('en')}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What a link is for the view that is shown: the page itself, the list that it belongs to, or nothing. */
function currentOf(
  view: ViewName,
  name: ViewName,
  also: readonly ViewName[],
): 'page' | 'true' | undefined {
  if (name === view) return 'page';
  return also.includes(view) ? 'true' : undefined;
}

/** The route of the address. Where somebody comes back to a view, it is as far down as it was. */
function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(window.location.hash));
  useEffect(() => {
    const tops = new Map<string, number>();
    let current = window.location.hash;
    let isLink = false;
    window.history.scrollRestoration = 'manual';
    const onScroll = (): void => {
      tops.set(current.split('?')[0] ?? '', window.scrollY);
    };
    const onClick = (event: Event): void => {
      isLink = (event.target as Element).closest('a') !== null;
    };
    const onKey = (event: KeyboardEvent): void => {
      isLink = event.key === 'Enter';
    };
    const onChange = (): void => {
      const before = current.split('?')[0] ?? '';
      current = window.location.hash;
      const after = current.split('?')[0] ?? '';
      setRoute(parseRoute(current));
      if (
        after === before ||
        (parseRoute(after).view === 'host' && parseRoute(after).names.length > 1)
      )
        return;
      const top = isLink ? 0 : (tops.get(after) ?? 0);
      isLink = false;
      window.removeEventListener('scroll', onScroll);
      requestAnimationFrame(() => {
        window.scrollTo(0, top);
        requestAnimationFrame(() => {
          window.scrollTo(0, Math.max(top, 0));
          window.addEventListener('scroll', onScroll);
        });
      });
    };
    window.addEventListener('hashchange', onChange);
    window.addEventListener('scroll', onScroll);
    document.addEventListener('click', onClick, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('hashchange', onChange);
    };
  }, []);
  return route;
}
