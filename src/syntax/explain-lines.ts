/** Refused texts: lines that are no `key: value`, stand at no column that fits, or hold more than one key. */
import { quoteIt, withoutComment } from './explain-values.js';
import type { Explanation, Refused } from './refused.js';

const keyAndColon =
  /^(\s*(?:- +)*)((?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#'"[\]{},&*!|>%@`-][^#]*?|-\S[^#]*?))(:\s+)(?=\S)/;
const notLineUp = /mapping entry|sequence entry|document separator|multiline key|mapping key/;

/** What a merge left behind: at the start of a line no value of an inventory can look like this. */
export function explainConflictMarker({ text }: Refused): Explanation | undefined {
  const marker = /^(?:<{7}(?= )|\|{7}(?= )|={7}(?=\r?$)|>{7}(?= ))/m.exec(text);
  if (marker === null) return undefined;
  const [sign] = marker;
  return {
    start: marker.index,
    end: marker.index + sign.length,
    message: `\`${sign}\` is the mark of a merge that is not finished`,
    help: 'keep what should stay of both sides, and remove the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`',
  };
}

/** `[web]` at the start of a line: a file that Ansible reads as INI. */
export function explainIni({ text }: Refused): Explanation | undefined {
  const section = /^(?:\s*(?:[#;].*)?\r?\n)*(\[[\w.:-]+\])[ \t]*\r?\n[ \t]*[^\s,\]}]/.exec(text);
  if (section?.[1] === undefined) return undefined;
  const start = section[0].indexOf(section[1]);
  return {
    start,
    end: start + section[1].length,
    message: 'this is a section of an INI file, not YAML',
    help: 'does Ansible read this file by itself? `inventory-script import` turns it into an inventory of this format',
  };
}

/** A list that starts on the line of its key, or an item among keys. */
export function explainListItem({
  text,
  refusal,
  lineStart,
  lineEnd,
  contentStart,
}: Refused): Explanation | undefined {
  if (
    !notLineUp.test(refusal.reason) ||
    !/^-(?:\s|$)/.test(text.slice(refusal.offset, refusal.offset + 2))
  )
    return undefined;
  const place = {
    start: refusal.offset,
    end: Math.max(refusal.offset + 1, lineStart + text.slice(lineStart, lineEnd).trimEnd().length),
  };
  if (refusal.offset > contentStart) {
    return {
      ...place,
      message: 'a list starts on the line of its key',
      help: 'put its first `-` on the next line',
    };
  }
  return {
    ...place,
    message: 'the indentation of this list item fits nothing above it',
    help: 'align it with the other items of its list',
  };
}

/** `a: b: c`, or a key below a key that has its value already. */
export function explainColon(refused: Refused): Explanation | undefined {
  const { text, refusal, lineStart, lineEnd, contentStart } = refused;
  if (!notLineUp.test(refusal.reason) || text.charAt(refusal.offset) !== ':') return undefined;
  const line = text.slice(lineStart, lineEnd);
  const key = keyAndColon.exec(line);
  const valueStart = lineStart + (key?.[0].length ?? 0);
  if (key !== null && valueStart <= refusal.offset) {
    const value = withoutComment(text.slice(valueStart, lineEnd));
    return {
      start: valueStart,
      end: valueStart + value.length,
      message: 'a plain value holds `: `, which would start another key',
      help: quoteIt(value),
    };
  }
  if (line.startsWith('---')) {
    return {
      start: contentStart,
      end: refusal.offset,
      message: 'a map starts on the line of `---`',
      help: 'put it on the next line',
    };
  }
  const above = previousLine(text, lineStart);
  if (contentStart - lineStart <= above - (text.lastIndexOf('\n', above) + 1)) return undefined;
  return {
    start: contentStart,
    end: refusal.offset,
    message: 'the line above has its value already, and this key is indented below it',
    help: 'align the key with the other keys of its map, or leave the value above empty',
  };
}

/** A line without a colon where a key is expected; an alias as a key, whose name would end with its colon. */
export function explainKeyLine(refused: Refused): Explanation | undefined {
  const { text, refusal, lineStart, lineEnd } = refused;
  if (!notLineUp.test(refusal.reason)) return undefined;
  const alias = /^\s*(?:- +)*(\*[^\s:]+:)(?:\s|$)/.exec(text.slice(lineStart, lineEnd));
  if (alias?.[1] !== undefined) {
    const start = text.indexOf('*', lineStart);
    return {
      start,
      end: start + alias[1].length,
      message: 'the name of an alias goes on to its colon',
      help: `put a blank before the colon: \`${alias[1].slice(0, -1)} :\``,
    };
  }
  const start = lineWithoutColon(refused);
  if (start === undefined) return undefined;
  const line = withoutComment(text.slice(start).split(/[\r\n]/, 1)[0] ?? '');
  const help = /^[\w.-]+:\S/.test(line)
    ? 'put a blank behind the colon'
    : 'put `:` behind the key, or indent the line if it continues the value above';
  return { start, end: start + line.length, message: 'this line is no `key: value`', help };
}

/** Where the line starts that has no colon: `yaml` knows, js-yaml stops one line later or at the end. */
function lineWithoutColon({
  text,
  refusal,
  second,
  lineStart,
  lineEnd,
  contentStart,
}: Refused): number | undefined {
  const known =
    second?.code === 'MULTILINE_IMPLICIT_KEY' ||
    second?.reason.startsWith('Implicit map keys') === true;
  if (known && second.offset <= refusal.offset) return second.offset;
  if (!/multiline key|':' after a mapping key/.test(refusal.reason)) return undefined;
  const atColon = text.charAt(refusal.offset) === ':';
  return !atColon && contentStart < lineEnd ? contentStart : previousLine(text, lineStart);
}

/** Anything else that does not line up with what stands above it. */
export function explainPlace({
  text,
  refusal,
  lineEnd,
  contentStart,
}: Refused): Explanation | undefined {
  if (!notLineUp.test(refusal.reason)) return undefined;
  const start = Math.max(contentStart, refusal.offset);
  const rest = withoutComment(text.slice(start, lineEnd));
  if (rest === '') return undefined;
  const place = { start, end: start + rest.length };
  if (start > contentStart)
    return {
      ...place,
      message: 'this text does not belong to the value before it',
      help: 'quote the whole value if it is text',
    };
  return {
    ...place,
    message: 'the indentation of this line fits nothing above it',
    help: 'align it with the keys or items that it belongs to',
  };
}

function previousLine(text: string, lineStart: number): number {
  const lines = text.slice(0, lineStart).trimEnd();
  const start = lines.lastIndexOf('\n') + 1;
  return start + (/^\s*/.exec(lines.slice(start))?.[0].length ?? 0);
}
