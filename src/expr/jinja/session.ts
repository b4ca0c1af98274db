/**
 * What several evaluations on the same variables share: the templates among them that were already read, and those
 * being read, so that a variable that needs itself is an error.
 */
import { callValue, type Names } from './evaluate.js';
import { JinjaError } from './error.js';
import { limits, type Budget } from './limits.js';
import { parseTemplateText } from './parse-template.js';
import type { Statement } from './nodes.js';
import { callDefinition, filters, shortName, tests } from './registry.js';
import { renderStatements } from './render.js';
import type { Run } from './run.js';
import { isUndefined, type Raw, type Template, type Undefined, type Value } from './values.js';

/** The variables an expression reads. The same object must be used for the same values: what was read is remembered. */
export interface Scope { readonly lookup: (name: string) => Raw | undefined }

const remembered = new WeakMap<Scope, Map<Template, Value>>();
const parsedTemplates = new Map<string, readonly Statement[] | JinjaError>();

export function startRun(scope: Scope): Names {
  const budget: Budget = { steps: limits.steps };
  const known = remembered.get(scope) ?? new Map<Template, Value>();
  remembered.set(scope, known);
  const reading = new Set<Template>();
  const names: Names = { run: {
    budget,
    depth: 0,
    resolve: (template) => {
      const value = known.get(template);
      if (value !== undefined) return value;
      if (reading.has(template)) throw new JinjaError('recursion', `the template \`${excerpt(template.text)}\` needs its own value`);
      reading.add(template);
      const result = read(names, template.text);
      reading.delete(template);
      known.set(template, result);
      return result;
    },
    filter: (name, value, args) => callDefinition(run, 'filter', name, value, args),
    test: (name, value, args) => callDefinition(run, 'test', name, value, args),
    hasFilter: (name) => filters.has(shortName(name)),
    hasTest: (name) => tests.has(shortName(name)),
    call: (callee, args) => callValue(run, callee, args),
  }, locals: new Map(), lookup: scope.lookup };
  const run: Run = names.run;
  return names;
}

/** An error or undefined name inside a template becomes a value that errs where the template is used. */
function read(names: Names, text: string): Value {
  try {
    const value = renderStatements({ ...names, locals: new Map() }, parsed(text), text);
    return isUndefined(value) ? outside(text, value.message, value.failure) : value;
  } catch (error) {
    if (!(error instanceof JinjaError)) throw error;
    if (error.kind === 'limit' || error.kind === 'recursion') {
      error.place = undefined;
      throw error;
    }
    return outside(text, error.message, error.kind === 'undefined' ? undefined : error);
  }
}

/** The places of an error in a template mean nothing in the expression that reads it. */
function outside(text: string, message: string, failure: Error | undefined): Undefined {
  const told = `${message}, in the template \`${excerpt(text)}\``;
  if (failure === undefined) return { kind: 'undefined', message: told };
  const kind = failure instanceof JinjaError ? failure.kind : 'value';
  const help = failure instanceof JinjaError ? failure.help : undefined;
  return { kind: 'undefined', message: told, failure: new JinjaError(kind, told, undefined, help) };
}

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

function parsed(text: string): readonly Statement[] {
  const known = parsedTemplates.get(text);
  if (known instanceof JinjaError) throw new JinjaError(known.kind, known.message, known.place, known.help);
  if (known !== undefined) return known;
  if (parsedTemplates.size > 2_000) parsedTemplates.clear();
  try {
    const statements = parseTemplateText(text);
    parsedTemplates.set(text, statements);
    return statements;
  } catch (error) {
    if (error instanceof JinjaError) parsedTemplates.set(text, error);
    throw error;
  }
}
