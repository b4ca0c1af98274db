/** A path → a `Source` with text, or one diagnostic that says why there is none. */
import { diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { System } from '../system.js';
import { displayName } from '../text/display-name.js';
import { startOf, type Source, type Span } from '../text/source.js';

/**
 * Reads `path` as UTF-8 text without its byte-order mark. `from` is the place that names the file: it is blamed
 * where the file cannot be read at all; without it the file itself is. `target` is the path without links.
 */
export function readSource(
  system: System,
  path: string,
  from?: Span,
  target: string = system.realPath(path),
): Outcome<Source | undefined> {
  const name = displayName(system.cwd, path);
  const link = target === path ? undefined : { target, paths: new Map<string, string>() };
  const source = (text: string): Source =>
    link === undefined ? { path, name, text } : { path, name, text, link };
  const nowhere = startOf(source(''));
  const read = system.readFile(path);
  if ('failure' in read) {
    const code = read.failure === 'missing' ? 'load/not-found' : 'load/unreadable';
    return {
      value: undefined,
      diagnostics: [diagnostic(code, from ?? nowhere, `cannot read \`${name}\`: ${read.detail}`)],
    };
  }
  const text = decode(read.bytes);
  if (text === undefined) {
    return {
      value: undefined,
      diagnostics: [
        diagnostic(
          'load/not-text',
          nowhere,
          `the file is ${describeBytes(read.bytes)}, not UTF-8 text`,
        ),
      ],
    };
  }
  return readable(source, text);
}

function readable(source: (text: string) => Source, text: string): Outcome<Source> {
  const marked = text.startsWith('\uFEFF');
  const value = source(marked ? text.slice(1) : text);
  const firstLine = value.text.slice(0, value.text.indexOf('\n') + 1);
  if (!firstLine.startsWith('#!') || (!marked && !firstLine.endsWith('\r\n')))
    return { value, diagnostics: [] };
  const what = marked ? 'a byte-order mark before it' : 'CRLF line ends';
  const found = diagnostic(
    'load/shebang-needs-plain-text',
    startOf(value),
    `the shebang has ${what}, so the system cannot start the file`,
    {
      help: marked
        ? 'save the file as UTF-8 without a byte-order mark'
        : 'save the file with LF line ends',
    },
  );
  return { value, diagnostics: [found] };
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function describeBytes(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  return bytes.subarray(0, 8192).includes(0) ? 'binary data' : 'in another encoding';
}
