/** One value as a row that opens: what it is, where it comes from, and what it beat. */
import type { ComponentChildren, JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { Printing } from './list.js';
import type { Leaf, Part } from './model.js';
import { Layer, Place, reasonWords, Value } from './parts.js';

interface RowProps {
  readonly leaf: Leaf;
  readonly tabIndex: 0 | -1;
  readonly isOpen: boolean;
  readonly toggle: (isOpen: boolean) => void;
  /** What the row begins with: a path, or what has the value. */
  readonly head: ComponentChildren;
  /** What follows the explanation. */
  readonly children?: ComponentChildren;
}

export function ValueRow({ leaf, tabIndex, isOpen, toggle, head, children }: RowProps): JSX.Element {
  const isPrinting = useContext(Printing);
  const [from] = leaf.remover === undefined ? leaf.winners.slice(-1) : [leaf.remover];
  return (
    <details class={leaf.isConflict ? 'row conflict' : 'row'} open={isOpen || (isPrinting && leaf.losers.length > 0)} onToggle={(event) => { if (!isPrinting) toggle(event.currentTarget.open); }}>
      <summary data-row tabIndex={tabIndex}>
        <span class="head">{head}</span>
        <span class="what"><Outcome leaf={leaf} /></span>
        <span class="from">
          {from !== undefined && <><Layer part={from} /> <Place at={from.place} /></>}
          {leaf.isConflict && <span class="badge bad">conflict</span>}
          {leaf.winners.length > 1 && <span class="badge">{leaf.winners.length} joined</span>}
          {leaf.losers.length > 0 && !leaf.isConflict && <span class="badge">beat {leaf.losers.length}</span>}
        </span>
      </summary>
      {(isOpen || isPrinting) && <div class="why"><Why leaf={leaf} />{children}</div>}
    </details>
  );
}

function Outcome({ leaf }: { readonly leaf: Leaf }): JSX.Element {
  if (leaf.outcome === 'nothing') return <span class="note">is not set</span>;
  if (leaf.outcome === 'map') return <span class="note">a map, its values follow</span>;
  return <Value text={leaf.value ?? ''} isSecret={leaf.isSecret} isUnknown={leaf.isUnknown} />;
}

/** The whole value, then each part in it and each that lost, the strongest first. */
function Why({ leaf }: { readonly leaf: Leaf }): JSX.Element {
  const { winners, remover, losers } = leaf;
  const said = winners.length > 1 ? 'adds' : 'wins';
  return (
    <>
      {leaf.value !== undefined && (leaf.value.length > 60 || winners.length > 1) && <pre class="full"><Value text={leaf.value} isSecret={leaf.isSecret} isUnknown={leaf.isUnknown} isWhole /></pre>}
      <ol class="parts">
        {remover !== undefined && <PartLine what="wins" part={remover} isSecret={false} />}
        {[...winners].reverse().map((each) => <PartLine key={each.place} what={said} part={each} isSecret={leaf.isSecret} isUnknown={leaf.isUnknown} />)}
        {[...losers].reverse().map((each, at) => <PartLine key={at} what={reasonWords[each.reason]} part={each} isSecret isLoser={each.reason !== 'conflict'} />)}
      </ol>
    </>
  );
}

function PartLine({ what, part, isSecret, isUnknown = false, isLoser = false }: { readonly what: string; readonly part: Part; readonly isSecret: boolean; readonly isUnknown?: boolean; readonly isLoser?: boolean }): JSX.Element {
  return (
    <li class={isLoser ? 'lost' : undefined}>
      <span class="verdict">{what}</span>
      <span class="what"><Value text={part.text} isSecret={isSecret} isUnknown={isUnknown || part.text.startsWith('(known after')} /></span>
      <span class="from"><Layer part={part} isLink /> <Place at={part.place} /></span>
    </li>
  );
}

/** A path that may break behind its dots. */
export function PathText({ path }: { readonly path: string }): JSX.Element {
  const pieces = path.split(/(?<=[._\][-])/);
  return <span class="path">{pieces.map((piece, at) => (at === 0 ? piece : [<wbr />, piece]))}</span>;
}
