/**
 * Diagnostics as SARIF 2.1.0, which code scanning reads: one run, one rule for each code that occurs, in the order of
 * its first diagnostic. Lines and columns count from 1, columns in code points; the end is the first place behind.
 * Paths become URIs: relative where they are, `file:` where absolute. Nothing in it depends on time or machine.
 */
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { positionAt } from '../text/position.js';
import { isNowhere, type Source, type Span } from '../text/source.js';
import { codes, type Code, type Severity } from './codes.js';
import type { Diagnostic, Related } from './diagnostic.js';
import { jsonForTerminals } from './render-json.js';

export interface SarifOptions {
  /** Of the tool that found the diagnostics. */
  readonly version: string;
  /** What a file is called; by default as in messages. */
  readonly nameOf?: (source: Source) => string;
}

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

/** All diagnostics in the order given, 2 spaces, one final line break. */
export function renderSarif(
  diagnostics: readonly Diagnostic[],
  { version, nameOf = nameInMessages }: SarifOptions,
): string {
  const rules = [...new Set(diagnostics.map(({ code }) => code))];
  const run = {
    tool: { driver: { name: 'inventory-script', version, rules: rules.map(describeRule) } },
    columnKind: 'unicodeCodePoints',
    results: diagnostics.map((each) => describe(each, rules.indexOf(each.code), nameOf)),
  };
  return `${jsonForTerminals({ $schema: schema, version: '2.1.0', runs: [run] })}\n`;
}

function nameInMessages({ name }: Source): string {
  return name;
}

function describeRule(code: Code): object {
  const { severity, meaning } = codes[code];
  return {
    id: code,
    shortDescription: { text: meaning },
    defaultConfiguration: { level: levelOf(severity) },
  };
}

/** What SARIF calls a severity. */
function levelOf(severity: Severity): string {
  return severity === 'hint' ? 'note' : severity;
}

function describe(
  { code, severity, message, help, span, related }: Diagnostic,
  ruleIndex: number,
  nameOf: (source: Source) => string,
): object {
  return {
    ruleId: code,
    ruleIndex,
    level: levelOf(severity),
    message: { text: plain(help === undefined ? message : `${message}\nhelp: ${help}`) },
    locations: isNowhere(span) ? [] : [{ physicalLocation: placeIn(span, nameOf) }],
    ...(related.length === 0
      ? {}
      : { relatedLocations: related.map((each, at) => describeRelated(each, at, nameOf)) }),
  };
}

function describeRelated(
  { span, message }: Related,
  at: number,
  nameOf: (source: Source) => string,
): object {
  return { id: at + 1, physicalLocation: placeIn(span, nameOf), message: { text: plain(message) } };
}

function placeIn({ source, start, end }: Span, nameOf: (source: Source) => string): object {
  const from = positionAt(source, start);
  const to = positionAt(source, Math.max(start, end));
  return {
    artifactLocation: { uri: uriOf(nameOf(source)) },
    region: {
      startLine: from.line,
      startColumn: from.column,
      endLine: to.line,
      endColumn: to.column,
    },
  };
}

function uriOf(name: string): string {
  if (isAbsolute(name)) return pathToFileURL(name).href;
  const uri = name.split('/').map(encodeURIComponent).join('/');
  return uri.split('/')[0]?.includes('%3A') === true ? `./${uri}` : uri;
}

/** Text in which no reader sees a link: `[text](target)` is one in SARIF's plain text too. */
function plain(text: string): string {
  return text.replace(/\[(?=[^[\]]*\]\()/g, '\\[');
}
