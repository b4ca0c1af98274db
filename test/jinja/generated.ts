/**
 * Expressions that are made by rule from the lists of forms.txt, and as many as asked for that chance puts together from
 * the same. `differential.ts` compares what they give here and in a real ansible-core.
 */
import { readFileSync } from 'node:fs';

const sections = readSections();

/** The lines of forms.txt by the title of their section. */
function readSections(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL('forms.txt', import.meta.url), 'utf8');
  return new Map(
    text
      .split(/^# /m)
      .filter((part) => part !== '')
      .map((part) => {
        const [title = '', ...lines] = part.split('\n');
        return [title, lines.filter((line) => line !== '')] as const;
      }),
  );
}

function section(title: string): readonly string[] {
  const lines = sections.get(title);
  if (lines === undefined) throw new Error(`forms.txt has no section "${title}"`);
  return lines;
}

/** The form with `x` for `X` and `y` for `Y`. */
function filled(form: string, x: string, y = ''): string {
  return form.replaceAll(/[XY]/g, (place) => (place === 'X' ? x : y));
}

/** Every operator, filter and test on null, undefined, empty and false values, and with them as arguments. */
export function onNulls(): readonly string[] {
  const operands = section('operands');
  const seconds = section('second operands');
  return [
    ...section('forms of one operand').flatMap((form) => operands.map((x) => filled(form, x))),
    ...section('forms of two operands').flatMap((form) =>
      operands.flatMap((x) => seconds.map((y) => filled(form, x, y))),
    ),
  ];
}

/** Back references in all their spellings, in filters that take them and in those that do not. */
export function backReferences(): readonly string[] {
  const spellings = section('spellings of back references');
  const around = ['', 'v', '<', '-'];
  const onTexts = section('texts to replace in').flatMap((text) =>
    section('patterns with groups').flatMap((pattern) =>
      spellings.flatMap((spelling, index) => [
        `${text} | regex_replace(${pattern}, '${around[index % around.length] ?? ''}${spelling}')`,
        `${text} | regex_search(${pattern}, '${spelling}')`,
      ]),
    ),
  );
  const alone = spellings.flatMap((spelling) => [
    `'${spelling}'`,
    `'${spelling}' | length`,
    `"${spelling}x"`,
    `'aa' is match('(a)${spelling}')`,
    `'aa-b' | regex_findall('(a)${spelling}')`,
    `'a${spelling}b' | replace('${spelling}', '-')`,
    `['a', 'b'] | map('regex_replace', '(.)', '${spelling}${spelling}')`,
    `['aa', 'ab'] | select('match', '(.)${spelling}')`,
    `name | regex_replace('(w)', r'${spelling}')`,
  ]);
  return [...onTexts, ...alone];
}

/** The filters that constructed inventories use most, on plain values. */
export function mostUsed(): readonly string[] {
  const calls = section('the most used filters');
  return section('inputs of the most used filters').flatMap((input) =>
    calls.map((call) => `${input} | ${call}`),
  );
}

/** `ipaddr` and its kin on addresses, networks and what is neither. */
export function onAddresses(): readonly string[] {
  const queries = section('queries of ipaddr');
  return section('addresses').flatMap((address) => [
    ...queries.map((query) => `${address} | ansible.utils.ipaddr(${query})`),
    ...["''", "'address'", "'network'", "'10.0.0.0/8'"].flatMap((query) => [
      `${address} | ansible.utils.ipv4(${query})`,
      `${address} | ansible.utils.ipv6(${query})`,
    ]),
    `${address} | ansible.utils.ipaddr('address', 4)`,
    `${address} | ansible.utils.ipaddr('address', version=6)`,
  ]);
}

/** `count` expressions, two or three forms deep; the same for the same seed. */
export function byChance(count: number, seed: number): readonly string[] {
  const next = randomNumbers(seed);
  const choose = (all: readonly string[]): string => {
    const chosen = all[Math.floor(next() * all.length)];
    if (chosen === undefined) throw new Error('there is nothing to choose from');
    return chosen;
  };
  // Left out: what grows without bounds, and what gives values of types that only Python has.
  const plain = section('forms of one operand').filter(
    (form) => !/\{[{%]|permutations|combinations|urlsplit|tojson|escape/.test(form),
  );
  const inside = (depth: number): string => {
    if (depth === 0) return choose(section(next() < 0.7 ? 'operands' : 'second operands'));
    const form = choose(next() < 0.6 ? plain : section('forms of two operands'));
    return filled(form, `(${inside(depth - 1)})`, `(${inside(depth - 1)})`);
  };
  const made = new Set<string>();
  while (made.size < count) made.add(inside(next() < 0.6 ? 2 : 3));
  return [...made];
}

/** Numbers from 0 to 1 by Mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
