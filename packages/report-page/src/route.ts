/** Where the page is: `#/host/web1/ntp.servers?q=text`. Every view has an address of its own, so that it can be shared. */

export type ViewName =
  | 'overview'
  | 'hosts'
  | 'host'
  | 'kind'
  | 'tags'
  | 'tag'
  | 'variables'
  | 'variable'
  | 'services'
  | 'service'
  | 'matrix'
  | 'owners'
  | 'exchange'
  | 'problems';

export interface Route {
  readonly view: ViewName;
  /** The names behind that of the view. */
  readonly names: readonly string[];
  /** The text that a list is filtered by. */
  readonly query: string;
}

const views: ReadonlySet<string> = new Set<ViewName>([
  'overview',
  'hosts',
  'host',
  'kind',
  'tags',
  'tag',
  'variables',
  'variable',
  'services',
  'service',
  'matrix',
  'owners',
  'exchange',
  'problems',
]);

/** The overview for whatever is no address. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [view = '', ...names] = path.split('/').map(decode);
  return {
    view: views.has(view) ? (view as ViewName) : 'overview',
    names,
    query: new URLSearchParams(search).get('q') ?? '',
  };
}

export function linkTo(view: ViewName, ...names: readonly string[]): string {
  return `#/${view === 'overview' ? '' : [view, ...names.map(encodeURIComponent)].join('/')}`;
}

export function withQuery(link: string, query: string): string {
  return query === '' ? link : `${link}?${new URLSearchParams({ q: query }).toString()}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
