/**
 * Which hosts Ansible takes for patterns such as `web:&site_a:!old`, and in which order: first the patterns without a
 * sign, then those with `&`, then those with `!`, wherever they stand. A pattern is the name of a host or group, a glob,
 * `~` and a regular expression, or one of the former with a subscript. Follows Ansible's `InventoryManager`.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { regexMatcher } from '../expr/expressions.js';
import type { Spanned } from '../text/source.js';
import { nearest } from '../text/suggest.js';
import { compileGlob } from './glob.js';
import type { ReadInventory } from './read-back.js';

type Pattern = Spanned<string>;

/** The hosts that the patterns choose together; all where there are none. With an error none are chosen. */
export function matchHosts(
  inventory: ReadInventory,
  patterns: readonly Pattern[],
): Outcome<readonly string[]> {
  if (patterns.length === 0) return { value: inventory.membersOf('all'), diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const known = new Map<string, readonly string[]>();
  const matching = (pattern: Pattern): readonly string[] => {
    let hosts = known.get(pattern.value);
    if (hosts === undefined)
      known.set(pattern.value, (hosts = matchOne(inventory, pattern, diagnostics)));
    return hosts;
  };
  let chosen = new Set<string>();
  for (const pattern of inOrder(patterns)) {
    const { value } = pattern;
    if (inventory.hosts.has(value)) chosen.add(value);
    else if (value.startsWith('!'))
      for (const host of matching(unsigned(pattern))) chosen.delete(host);
    else if (value.startsWith('&')) {
      const kept = new Set(matching(unsigned(pattern)));
      chosen = new Set([...chosen].filter((host) => kept.has(host)));
    } else for (const host of matching(pattern)) chosen.add(host);
  }
  return {
    value: diagnostics.some((each) => each.severity === 'error') ? [] : [...chosen],
    diagnostics,
  };
}

/** Without a pattern that adds hosts, the others are about all of them. */
function inOrder(patterns: readonly Pattern[]): readonly Pattern[] {
  const signed = (sign: string): readonly Pattern[] =>
    patterns.filter(({ value }) => value.startsWith(sign));
  const regular = patterns.filter(({ value }) => !/^[!&]/.test(value));
  const [first] = patterns;
  const everything = first === undefined ? [] : [{ value: 'all', span: first.span }];
  return [...(regular.length === 0 ? everything : regular), ...signed('&'), ...signed('!')];
}

function unsigned({ value, span }: Pattern): Pattern {
  return { value: value.slice(1), span: { ...span, start: Math.min(span.start + 1, span.end) } };
}

function matchOne(
  inventory: ReadInventory,
  pattern: Pattern,
  diagnostics: Diagnostic[],
): readonly string[] {
  if (pattern.value === '') {
    diagnostics.push(
      diagnostic('ansible/host-pattern', pattern.span, 'a sign stands before no pattern', {
        help: 'write the pattern right behind `&` or `!`',
      }),
    );
    return [];
  }
  const { expression, subscript } = splitSubscript(pattern.value);
  const hosts = enumerate(
    inventory,
    { value: expression, span: { ...pattern.span, end: pattern.span.start + expression.length } },
    diagnostics,
  );
  if (hosts.length === 0 || subscript === undefined) return hosts;
  const taken = subscript(hosts);
  if (taken === undefined)
    diagnostics.push(
      diagnostic(
        'ansible/host-pattern',
        pattern.span,
        `\`${pattern.value}\` takes a host that is not there: \`${expression}\` has ${hosts.length}`,
      ),
    );
  return taken ?? [];
}

type Subscript = (hosts: readonly string[]) => readonly string[] | undefined;

/** `x[0]`, `x[-1]`, `x[0:2]` with both ends, `x[1:]`; brackets of a regular expression are its own. */
function splitSubscript(pattern: string): {
  readonly expression: string;
  readonly subscript: Subscript | undefined;
} {
  const found = pattern.startsWith('~')
    ? null
    : /^(.+)\[(?:(-?[0-9]+)|([0-9]+)[:-]([0-9]*))\]$/su.exec(pattern);
  if (found === null) return { expression: pattern, subscript: undefined };
  const [, expression = '', single, from = '0', to = ''] = found;
  const one =
    (index: number): Subscript =>
    (hosts) => {
      const host = hosts.at(index);
      return host === undefined ? undefined : [host];
    };
  if (single !== undefined) return { expression, subscript: one(Number(single)) };
  const start = Number(from);
  // To Ansible an end of 0 is none.
  return {
    expression,
    subscript:
      to !== '' && Number(to) === 0
        ? one(start)
        : (hosts) => hosts.slice(start, to === '' ? undefined : Number(to) + 1),
  };
}

/** The hosts of the groups that match, then the hosts that do: where groups match, only a pattern with wildcards or dots looks further. */
function enumerate(
  inventory: ReadInventory,
  pattern: Pattern,
  diagnostics: Diagnostic[],
): readonly string[] {
  const { value } = pattern;
  const matches = matcherOf(pattern, diagnostics);
  if (matches === undefined) return [];
  const groups = [...inventory.groups.keys()].filter(matches);
  const found = groups.flatMap((group) => inventory.membersOf(group));
  if (groups.length === 0 || value.startsWith('~') || /[.?*[]/.test(value))
    for (const host of inventory.hosts) if (matches(host)) found.push(host);
  if (found.length === 0 && groups.length === 0) diagnostics.push(noMatch(inventory, pattern));
  return found;
}

function matcherOf(
  { value, span }: Pattern,
  diagnostics: Diagnostic[],
): ((text: string) => boolean) | undefined {
  if (!value.startsWith('~')) return compileGlob(value);
  const compiled = regexMatcher(value.slice(1));
  const tell = (why: string): void => {
    diagnostics.push(
      diagnostic(
        'ansible/host-pattern',
        span,
        `\`${value}\` is no regular expression that can be used: ${why.replace(/^regular expression: /, '')}`,
        { help: 'behind `~` stands a regular expression of Python' },
      ),
    );
  };
  if ('fault' in compiled) {
    tell(compiled.fault);
    return undefined;
  }
  let isSlow = false;
  return (text) => {
    const found = isSlow ? false : compiled(text);
    if (found === undefined) tell('it takes too long');
    isSlow ||= found === undefined;
    return found === true;
  };
}

/** What Ansible takes for the machine that it runs on, where the inventory does not say what it is. */
const local: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

function noMatch({ groups, hosts }: ReadInventory, { value, span }: Pattern): Diagnostic {
  if (local.has(value))
    return diagnostic('ansible/no-match', span, `\`${value}\` is no host of the inventory`, {
      help: 'Ansible makes one for it, which has no variables; to have it here, add it to `hosts`',
    });
  const near = nearest(value, [...groups.keys(), ...hosts]);
  return diagnostic('ansible/no-match', span, `\`${value}\` matches no host and no group`, {
    help: near === undefined ? undefined : `did you mean \`${near}\`?`,
  });
}
