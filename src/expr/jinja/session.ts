/**
 * What several evaluations on the same variables share: the templates among them that were already read, and those
 * being read, so that a variable that needs itself is an error.
 */
import type { Names } from './evaluate.js';
import { JinjaError } from './error.js';
import { freshBudget } from './limits.js';
import { parseTemplateText } from './parse-template.js';
import type { Statement } from './nodes.js';
import { callDefinition, filters, shortName, tests } from './registry.js';
import { renderStatements } from './render.js';
import type { Plugins, Run } from './run.js';
import { isUndefined, type Raw, type Template, type Undefined, type Value } from './values.js';

/** The variables an expression reads. One object for one set of values: it remembers the templates that were read. */
export interface Scope {
  readonly lookup: (name: string) => Raw | undefined;
  /** kept here by this module, as a weak map of ten thousand hosts would cost more than the evaluations */
  session?: Names;
}

const noLocals: ReadonlyMap<string, Value> = new Map();
const parsedTemplates = new Map<string, readonly Statement[] | JinjaError>();

/** A run on these variables with a fresh budget, and with the templates that earlier runs on them have read. */
export function startRun(scope: Scope): Names {
  const names = scope.session ?? openSession(scope);
  Object.assign(names.run.budget, freshBudget());
  names.run.depth = 0;
  return names;
}

function openSession(scope: Scope): Names {
  const known = new Map<Template, Value>();
  const reading = new Set<Template>();
  const run: Run = { plugins, budget: freshBudget(), depth: 0, resolve };
  const names: Names = { run, locals: noLocals, lookup: scope.lookup };
  function resolve(template: Template): Value {
    const value = known.get(template);
    if (value !== undefined) return value;
    if (reading.has(template))
      throw new JinjaError(
        'recursion',
        `the template \`${excerpt(template.text)}\` needs its own value`,
      );
    reading.add(template);
    try {
      const result = read(names, template.text);
      known.set(template, result);
      return result;
    } finally {
      reading.delete(template);
    }
  }
  scope.session = names;
  return names;
}

const plugins: Plugins = {
  call: callDefinition,
  has: (kind, name) => (kind === 'filter' ? filters : tests).has(shortName(name)),
};

/** An error or undefined name inside a template becomes a value that errs where the template is used. */
function read(names: Names, text: string): Value {
  try {
    const value = renderStatements({ ...names, locals: noLocals }, parsed(text), text);
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
  if (known instanceof JinjaError)
    throw new JinjaError(known.kind, known.message, known.place, known.help);
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
