/**
 * The names in the text of an inventory of the ordinary form, found by regular expressions over lines and indentation:
 * what completion needs, in a few milliseconds for ten thousand hosts. Judges nothing. A text that is written in another
 * way than block maps and lists at these places answers undefined, and has to be read by the full reader.
 */

export interface Names {
  /** Patterns of hosts: a name may hold ranges. */
  readonly hosts: readonly string[];
  readonly tags: readonly string[];
  readonly services: readonly string[];
  readonly exports: readonly string[];
  /** What `include` names, as written. */
  readonly includes: readonly string[];
}

/** A part of the text: the lines of one top-level key, and what stands beside the key. */
interface Section {
  readonly source: string;
  readonly beside: string;
  readonly start: number;
  readonly end: number;
}

const lineEnd = String.raw` *(?: #.*)?(?=\n|$)`;
const plain = String.raw`[A-Za-z0-9./_](?:[^\s#:,{}"']|:(?=[^\s,}]))*`;
/** A text in one of the three styles: three groups. */
const text = String.raw`(?:(${plain})|"([^"\\\n]*)"|'([^'\n]*)')`;
const key = String.raw`(?:([\w.-]+)|"([^"\\\n]*)"|'([^'\n]*)'):(?=[ \n]|$)`;
/** Behind the dash of a host: its name first, in a flow map or a block map; else the blanks before another key. */
const hostStart = new RegExp(
  `^(?:\\{ *name: +${text} *[,}]| *name: +${text}${lineEnd}|( *)${key})`,
);
const nameFirst = 'name: ';
const wordAlone = /^[A-Za-z0-9][\w.-]*$/;
const isNothing = /^ *(?:#.*)?$/;
const wholeText = new RegExp(`^ *${text}${lineEnd}`);

export function scanNames(source: string): Names | undefined {
  const sections = source.includes('\r') ? undefined : sectionsOf(source);
  if (sections === undefined) return undefined;
  const of = (
    name: string,
    read: (section: Section) => string[] | undefined,
  ): string[] | undefined => {
    const section = sections.get(name);
    return section === undefined ? [] : read(section);
  };
  const hosts = of('hosts', hostsIn);
  const tags = of('tags', keysIn);
  const services = of('services', keysIn);
  const exports = of('exports', keysIn);
  const includes = of('include', textsIn);
  return (
    hosts && tags && services && exports && includes && { hosts, tags, services, exports, includes }
  );
}

/** The parts of a block map at column 0; undefined if the text is something else. */
function sectionsOf(source: string): Map<string, Section> | undefined {
  const sections = new Map<string, Section>();
  let open: { readonly name: string; readonly beside: string; readonly start: number } | undefined;
  // A line break is much faster to look for than the start of a line.
  const line = /\n(?!- )[^\s#].*/g;
  for (
    let found = /^[^\s#].*/.exec(source) ?? line.exec(source);
    found !== null;
    found = line.exec(source)
  ) {
    const written = found[0].trimStart();
    if (written === '---' && open === undefined) continue;
    const [, name, beside = ''] = /^([A-Za-z_][\w-]*):(?: (.*))?$/.exec(written) ?? [];
    if (name === undefined || name === open?.name || sections.has(name)) return undefined;
    if (open !== undefined) sections.set(open.name, { source, ...open, end: found.index });
    open = { name, beside, start: found.index + found[0].length };
  }
  if (open !== undefined) sections.set(open.name, { source, ...open, end: source.length });
  return sections;
}

function hostsIn(section: Section): string[] | undefined {
  const indent = indentOf(section);
  if (indent === undefined) return undefined;
  const hosts = section.source.slice(section.start, section.end).split(`\n${' '.repeat(indent)}- `);
  if (!(hosts[0] ?? '').split('\n').every((line) => isNothing.test(line))) return undefined;
  const names: string[] = [];
  for (let at = 1; at < hosts.length; at++) {
    const host = hosts[at] ?? '';
    // Nearly every host: `name: ` and a word, alone on the line.
    const end = host.indexOf('\n');
    const word = host.startsWith(nameFirst)
      ? host.slice(nameFirst.length, end < 0 ? host.length : end)
      : '';
    const name = wordAlone.test(word) ? word : nameOf(host, indent);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

/** The name of one host, from the text behind its dash. */
function nameOf(host: string, indent: number): string | undefined {
  const found = hostStart.exec(host);
  const name = found?.[1] ?? found?.[4] ?? found?.[2] ?? found?.[3] ?? found?.[5] ?? found?.[6];
  return (
    name ??
    (found?.[7] === undefined ? undefined : nameBelow(host, indent, indent + 2 + found[7].length))
  );
}

/** The name of a host that gives it later than its other keys, which stand at `column`. */
function nameBelow(host: string, indent: number, column: number): string | undefined {
  const found = new RegExp(
    `\\n {${column}}name: +${text}${lineEnd}|\\n {0,${indent}}[^ #\\n]`,
  ).exec(host);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function keysIn(section: Section): string[] | undefined {
  if (/^\{\} *(?:#.*)?$/.test(section.beside)) return [];
  const indent = indentOf(section);
  if (indent === undefined) return undefined;
  return gather(section, new RegExp(`\\n {${indent}}${key}|\\n {0,${indent}}[^ #\\n]`, 'g'));
}

function textsIn(section: Section): string[] | undefined {
  const [, flow] = /^\[([^[\]{}]*)\] *(?: #.*)?$/.exec(section.beside) ?? [];
  if (flow !== undefined) {
    const texts = flow.trim() === '' ? [] : flow.split(',').map((each) => wholeText.exec(each));
    const names = texts.map((found) => found?.[1] ?? found?.[2] ?? found?.[3]);
    return names.every((each) => each !== undefined) ? names : undefined;
  }
  const indent = indentOf(section);
  return indent === undefined
    ? undefined
    : gather(
        section,
        new RegExp(`\\n {${indent}}- +${text}${lineEnd}|\\n {0,${indent}}[^ #\\n]`, 'g'),
      );
}

/** The texts that the three groups of `line` match in a section; undefined where it matches without one. */
function gather({ source, start, end }: Section, line: RegExp): string[] | undefined {
  const names: string[] = [];
  line.lastIndex = start;
  for (
    let found = line.exec(source);
    found !== null && found.index < end;
    found = line.exec(source)
  ) {
    const name = found[1] ?? found[2] ?? found[3];
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

/** The column of the entries below a key; 0 where there are none, undefined where something stands beside the key. */
function indentOf({ source, beside, start, end }: Section): number | undefined {
  if (/^\[\] *(?:#.*)?$/.test(beside)) return 0;
  if (!isNothing.test(beside)) return undefined;
  const first = /\n( *)[^ #\n]/g;
  first.lastIndex = start;
  const found = first.exec(source);
  return found === null || found.index >= end ? 0 : (found[1]?.length ?? 0);
}
