/** Paths in an inventory are local files. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Spanned } from '../text/source.js';

/** The complaint about a path that is a URL. */
export function checkLocal(path: Spanned<string>): Diagnostic[] {
  if (!/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(path.value)) return [];
  return [
    diagnostic('load/url', path.span, `\`${path.value}\` is a URL; only local files are read`),
  ];
}
