/**
 * A text that no parser takes → one `syntax/invalid` at the place where a person has to look, in words that say what to
 * do. The parsers' own words are used only where nothing better is known. Rules are tried in order; the first one that
 * recognises the case speaks.
 */
import type { Source, Span } from '../text/source.js';
import { diagnostic, type Diagnostic, type Related } from '../diagnostics/diagnostic.js';
import { tooDeep } from './events.js';
import { explainBracket } from './explain-brackets.js';
import {
  explainColon,
  explainConflictMarker,
  explainIni,
  explainKeyLine,
  explainListItem,
  explainPlace,
} from './explain-lines.js';
import { explainEscape, explainQuote, explainTextBehindQuote } from './explain-quotes.js';
import {
  explainComma,
  explainDirective,
  explainForbiddenStart,
  explainTab,
  explainTemplate,
  explainWords,
} from './explain-values.js';
import type { Explanation, Refused } from './refused.js';

type Rule = (refused: Refused) => Explanation | undefined;

const rules: readonly Rule[] = [
  explainConflictMarker,
  explainIni,
  explainTab,
  explainTemplate,
  explainQuote,
  explainEscape,
  explainDirective,
  explainForbiddenStart,
  explainBracket,
  explainComma,
  explainListItem,
  explainTextBehindQuote,
  explainColon,
  explainKeyLine,
  explainWords,
  explainPlace,
];

/** The one diagnostic for a text that was refused. */
export function explainRefusal(source: Source, refused: Refused): Diagnostic {
  const { refusal, text } = refused;
  if (refusal.reason === tooDeep) {
    return diagnostic(
      'syntax/too-deep',
      spanOf(source, text, refusal.offset, refusal.offset + 1),
      'values are nested more than 100 levels deep here',
      {
        help: 'flatten the value',
      },
    );
  }
  for (const rule of rules) {
    const found = rule(refused);
    if (found !== undefined) return toDiagnostic(source, text, found);
  }
  const reason =
    refusal.reason.charAt(0).toLowerCase() + refusal.reason.slice(1).replace(/[.:]?\s*$/, '');
  return diagnostic(
    'syntax/invalid',
    spanOf(source, text, refusal.offset, refusal.offset + 1),
    reason,
  );
}

function toDiagnostic(source: Source, text: string, found: Explanation): Diagnostic {
  const { related } = found;
  const others: Related[] =
    related === undefined
      ? []
      : [{ span: spanOf(source, text, related.start, related.end), message: related.message }];
  return diagnostic('syntax/invalid', spanOf(source, text, found.start, found.end), found.message, {
    help: found.help,
    related: others,
  });
}

function spanOf(source: Source, text: string, start: number, end: number): Span {
  const first = Math.min(start, text.length);
  return { source, start: first, end: Math.max(first, Math.min(end, text.length)) };
}
