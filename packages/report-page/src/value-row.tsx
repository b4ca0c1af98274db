/** One value as a row that opens: what it is, where it comes from, and what it beat. */
import type { ComponentChildren, JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { Printing } from './list.js';
import type { Leaf, Part, Reason } from './model.js';
import { Layer, Place, Value } from './parts.js';

interface RowProps {
  readonly leaf: Leaf;
  readonly tabIndex: 0 | -1;
  /** True for several explanations of one value: what it beat is told host by host. */
  readonly isMixed?: boolean;
  readonly isOpen: boolean;
  readonly toggle: (isOpen: boolean) => void;
  /** What the row begins with: a path, or what has the value. */
  readonly head: ComponentChildren;
  /** What follows the explanation. */
  readonly children?: ComponentChildren;
}

export function ValueRow({
  leaf,
  tabIndex,
  isMixed = false,
  isOpen,
  toggle,
  head,
  children,
}: RowProps): JSX.Element {
  const isPrinting = useContext(Printing);
  const [from] = leaf.remover === undefined ? leaf.winners.slice(-1) : [leaf.remover];
  return (
    <details
      class={leaf.isConflict ? 'row conflict' : 'row'}
      open={isOpen || (isPrinting && leaf.losers.length > 0)}
      onToggle={(event) => {
        if (!isPrinting) toggle(event.currentTarget.open);
      }}
    >
      <summary data-row tabIndex={tabIndex}>
        <span class="head">{head}</span>
        <span class="what">
          <Outcome leaf={leaf} />
        </span>
        <span class="from">
          {from !== undefined && (
            <>
              <Layer part={from} /> <Place at={from.place} />
            </>
          )}
          {leaf.isConflict && <span class="badge bad">conflict</span>}
          {leaf.winners.length > 1 && <span class="badge">{leaf.winners.length} joined</span>}
          {leaf.losers.length > 0 && !leaf.isConflict && !isMixed && (
            <span class="badge">beat {leaf.losers.length}</span>
          )}
        </span>
      </summary>
      {(isOpen || isPrinting) && (
        <div class="why">
          <Why leaf={isMixed ? { ...leaf, losers: [] } : leaf} />
          {isMixed && <p class="note">What it beats differs from host to host.</p>}
          {children}
        </div>
      )}
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
  const isWhole = leaf.value !== undefined && (leaf.value.length > 60 || winners.length > 1);
  return (
    <>
      {isWhole && (
        <pre class="full">
          <Value text={leaf.value} isSecret={leaf.isSecret} isUnknown={leaf.isUnknown} isWhole />
        </pre>
      )}
      <ol class="parts">
        {remover !== undefined && <PartLine what="wins" part={remover} isSecret={false} />}
        {[...winners].reverse().map((each) => (
          <PartLine
            key={each.place}
            what={verdictOf(each, leaf)}
            part={each}
            isSecret={leaf.isSecret}
            isUnknown={leaf.isUnknown}
            isAbove={isWhole && winners.length === 1}
          />
        ))}
        {[...losers].reverse().map((each, at) => (
          <PartLine key={at} what={each.reason} part={each} isSecret />
        ))}
      </ol>
    </>
  );
}

/** What became of a part. */
type Verdict = 'wins' | 'adds' | Reason;

/** Of two tags of one order that contradict each other none wins, though one was met first. */
function verdictOf({ kind, order }: Part, { winners, losers }: Leaf): Verdict {
  const isConflict = losers.some((loser) => loser.reason === 'conflict' && loser.order === order);
  if (kind === 'tag' && isConflict) return 'conflict';
  return winners.length > 1 ? 'adds' : 'wins';
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  wins: 'wins',
  adds: 'adds',
  replaced: 'replaced',
  identical: 'says the same',
  unset: 'removed',
  conflict: 'conflict',
};

interface PartProps {
  readonly what: Verdict;
  readonly part: Part;
  readonly isSecret: boolean;
  readonly isUnknown?: boolean;
  /** True where the whole value stands above. */
  readonly isAbove?: boolean;
}

function PartLine({
  what,
  part,
  isSecret,
  isUnknown = false,
  isAbove = false,
}: PartProps): JSX.Element {
  return (
    <li class={what}>
      <span class="verdict">{verdictWords[what]}</span>
      <span class="what">
        {isAbove ? (
          <span class="note">the value above</span>
        ) : (
          <Value
            text={part.text}
            isSecret={isSecret}
            isUnknown={isUnknown || part.text.startsWith('(known after')}
          />
        )}
      </span>
      <span class="from">
        <Layer part={part} isLink /> <Place at={part.place} />
      </span>
    </li>
  );
}

/** A path that may break behind its dots. */
export function PathText({ path }: { readonly path: string }): JSX.Element {
  const pieces = path.split(/(?<=[._\][-])/);
  return (
    <span class="path">{pieces.map((piece, at) => (at === 0 ? piece : [<wbr />, piece]))}</span>
  );
}
