/** Small pieces that all views are made of. Texts of the inventory are only ever text: nothing here makes HTML of them. */
import type { ComponentChildren, JSX } from 'preact';
import { indented, wordsOf } from './json-text.js';
import type { Part } from './model.js';
import { linkTo, type ViewName } from './route.js';

/** A value in one line, as far as it fits; `isWhole` gives it as many lines as it needs. */
export function Value({
  text,
  isSecret = false,
  isUnknown = false,
  isWhole = false,
}: {
  readonly text: string;
  readonly isSecret?: boolean;
  readonly isUnknown?: boolean;
  readonly isWhole?: boolean;
}): JSX.Element {
  if (isUnknown && text.startsWith('('))
    return <span class="badge unknown">{text.slice(1, -1)}</span>;
  if (isSecret && /^(?:"<redacted>"|<redacted>|\{"__ansible_vault": "<redacted>"\})$/.test(text))
    return <span class="badge secret">redacted</span>;
  const shown = isWhole ? indented(text) : shortened(text);
  return (
    <code class={isWhole ? 'value whole' : 'value'}>
      {shown.length > 20_000
        ? shown
        : wordsOf(shown).map(([kind, word]) =>
            kind === 'mark' ? word : <span class={`j-${kind}`}>{word}</span>,
          )}
    </code>
  );
}

function shortened(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** Message text: names between backticks as code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split('`').map((piece, at) => (at % 2 === 1 ? <code>{piece}</code> : piece))}</>;
}

export function Place({ at }: { readonly at: string }): JSX.Element {
  return <span class="place">{at}</span>;
}

/** The layer that a part comes from, in words. */
export function layerWords({ kind, name, order }: Pick<Part, 'kind' | 'name' | 'order'>): string {
  switch (kind) {
    case 'inventory':
      return 'every host';
    case 'tag':
      return `tag ${name ?? ''}`;
    case 'host':
      return 'the host itself';
    case 'transport':
      return 'its transport';
    case 'compose':
    case 'groups':
    case 'keyed_groups':
      return `ansible.${kind}`;
    case 'tool':
      return order === undefined ? 'inventory-script' : '';
  }
}

export function Layer({
  part,
  isLink = false,
}: {
  readonly part: Part;
  readonly isLink?: boolean;
}): JSX.Element {
  return (
    <span class={`layer ${part.kind}`}>
      {part.kind === 'tag' && isLink ? (
        <>
          tag <a href={linkTo('tag', part.name ?? '')}>{part.name}</a>
        </>
      ) : (
        layerWords(part)
      )}
      {part.kind === 'tag' && <span class="order"> order {part.order}</span>}
    </span>
  );
}

export function TagChip({
  name,
  order,
  isListed = true,
  via,
}: {
  readonly name: string;
  readonly order?: number | undefined;
  readonly isListed?: boolean;
  readonly via?: string | undefined;
}): JSX.Element {
  return (
    <a class={isListed ? 'chip' : 'chip through'} href={linkTo('tag', name)}>
      {name}
      {order !== undefined && (
        <span class="rank">
          <span class="hidden"> order </span>
          {order}
        </span>
      )}
      {via !== undefined && <span class="via"> via {via}</span>}
    </a>
  );
}

/** `1 host`, `5,000 hosts`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

export function Section({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section>
      <h2>
        {title}
        {note !== undefined && <span class="note"> {note}</span>}
      </h2>
      {children}
    </section>
  );
}

/** The view of something that the address names and the report does not have. */
export function Missing({
  name,
  noun,
  list,
}: {
  readonly name: string;
  readonly noun: string;
  /** The view that lists all of them. */
  readonly list: ViewName;
}): JSX.Element {
  return (
    <>
      <h1 tabIndex={-1}>{name}</h1>
      <Empty>
        There is no such {noun} in this report. <a href={linkTo(list)}>All {noun}s</a>
      </Empty>
    </>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

/** A share of a whole as a bar beside the number that says the same. */
export function Bar({ share }: { readonly share: number }): JSX.Element {
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="all" width="100" height="6" rx="1" />
      <rect class="part" width={Math.max(share > 0 ? 1 : 0, share * 100)} height="6" rx="1" />
    </svg>
  );
}

/** A time of a state, and how long ago that is: only the browser has a clock. */
export function Ago({ time }: { readonly time: string }): JSX.Element {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return <>{time}</>;
  return (
    <time datetime={time} title={time}>
      {agoWords(Date.now() - at)}
    </time>
  );
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function agoWords(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const [unit, size] =
    units.find((each) => Math.abs(seconds) >= each[1]) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
    -Math.round(seconds / size),
    unit,
  );
}
