/** Jinja2's filters for HTML. Escaped text is plain text here: nothing is escaped by itself in Ansible. */
import type { Bound, Definitions } from '../bind.js';
import { fail } from '../error.js';
import { checkText } from '../limits.js';
import { str } from '../repr.js';
import { force, usable, type Run } from '../run.js';
import { dumpJson } from '../json.js';
import { isDict, typeName, type Value } from '../values.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

function escape(run: Run, value: Value): string {
  const result = str(run, value).replace(/[&<>"']/g, (char) => entities[char] ?? char);
  checkText(result.length);
  return result;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function stripTags(run: Run, value: Value): string {
  let rest = str(run, value).replace(/<!--[^]*?-->/g, '');
  rest = rest.replace(/<[^>]*>/g, '');
  const single = rest
    .split(/\s+/u)
    .filter((word) => word !== '')
    .join(' ');
  return single.replace(
    /&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(\w+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined)
        return named[name] ?? fail('unsupported', `the HTML entity \`${whole}\` is not supported`);
      const code = decimal !== undefined ? Number(decimal) : parseInt(hex ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

function xmlAttributes(run: Run, value: Value, args: Bound): string {
  if (!isDict(value)) return fail('type', `'${typeName(value)}' object has no attribute 'items'`);
  const parts: string[] = [];
  for (const entry of value.entries.values()) {
    const inner = usable(force(run, entry.value));
    if (inner === null) continue;
    const key =
      typeof entry.key === 'string' ? entry.key : fail('type', 'an attribute name must be a str');
    if (/[\s/>=]/.test(key))
      return fail('value', `Invalid character in attribute name: \`${key}\``);
    parts.push(`${escape(run, key)}="${escape(run, inner)}"`);
  }
  const joined = parts.join(' ');
  return joined !== '' && args.flag('autospace', true) ? ` ${joined}` : joined;
}

function toJson(run: Run, value: Value, args: Bound): string {
  const indent = args.or('indent', null);
  const text = dumpJson(run, value, {
    indent: indent === null ? undefined : ' '.repeat(Math.min(1000, Number(args.int('indent')))),
    sortKeys: true,
    ascii: true,
    separators: undefined,
  });
  return text.replace(
    /[<>&']/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const htmlFilters: Definitions = {
  escape: { takes: '', does: 'HTML entities for special characters', run: escape },
  e: { takes: '', does: 'HTML entities for special characters', run: escape },
  forceescape: { takes: '', does: 'HTML entities for special characters', run: escape },
  safe: { takes: '', does: 'as text', run: (run, value) => str(run, value) },
  striptags: { takes: '', does: 'without HTML tags', run: stripTags },
  xmlattr: { takes: 'autospace?', does: 'a dict as XML attributes', run: xmlAttributes },
  tojson: { takes: 'indent?', does: 'JSON that may stand in HTML', run: toJson },
  urlize: {
    takes: '* **',
    does: 'refused',
    run: () => fail('unsupported', '`urlize` is not supported'),
  },
};
