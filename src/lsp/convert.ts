/** What the phases of the program say in the words of the protocol. */
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as ProtocolDiagnostic,
  type Location,
} from 'vscode-languageserver/node';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { isDead } from '../lint/finding.js';
import type { Span } from '../text/source.js';
import { rangeOf } from './positions.js';

/** How the client knows a path. */
export interface Uris {
  uriOf(path: string): string;
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const;

export function toDiagnostic(
  { code, severity, span, message, related, help }: Diagnostic,
  uris: Uris,
): ProtocolDiagnostic {
  return {
    range: rangeOf(span),
    severity: severities[severity],
    code,
    source: 'inventory-script',
    ...(isDead(code) ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    message: help === undefined ? message : `${message}\n${help}`,
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((each) => ({
            location: toLocation(each.span, uris),
            message: each.message,
          })),
        }),
  };
}

export function toLocation(span: Span, uris: Uris): Location {
  return { uri: uris.uriOf(span.source.path), range: rangeOf(span) };
}
