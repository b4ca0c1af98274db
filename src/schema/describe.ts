/** Phrases for messages: what a field takes, what was written, and how to write it. */
import type { Place, Schema } from './locate.js';

const typeNames: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'a string',
  integer: 'an integer',
  boolean: 'true or false',
};

/** What a field takes, e.g. "a string", "`present` or `absent`", "an integer from 1 to 65535". */
export function describeExpected(
  schema: Schema &
    Readonly<{ minimum?: number; maximum?: number; pattern?: string; minLength?: number }>,
  isOutOfRange = false,
): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined)
    return schema.enum
      .filter((each) => typeof each === 'string')
      .map((each) => `\`${each}\``)
      .join(' or ');
  if (schema.pattern?.includes('0-7') === true) return 'an octal string such as `"0644"`';
  if (schema.pattern?.includes(':') === true)
    return 'an SELinux context such as `system_u:object_r:etc_t:s0`';
  const types = (typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])).filter(
    (each) => each !== 'null',
  );
  const named = types.map((each) => typeNames[each] ?? each).join(' or ');
  if (schema.maximum !== undefined && (schema.maximum < Number.MAX_SAFE_INTEGER || isOutOfRange)) {
    return `${named} from ${schema.minimum ?? 0} to ${schema.maximum}`;
  }
  return schema.minLength === undefined ? named : `${named} that is not empty`;
}

/** "quote it: `mode: "0644"`" for a plain scalar that YAML reads as something other than the string it should be. */
export function quoteHelp(place: Place): string | undefined {
  const { node, schema, key, name } = place;
  if (
    schema.type !== 'string' ||
    !(node.kind === 'int' || node.kind === 'float' || node.kind === 'bool')
  )
    return undefined;
  const quoted = JSON.stringify(node.source.text.slice(node.start, node.end));
  return `quote it: \`${key === undefined ? '' : `${name ?? ''}: `}${quoted}\``;
}
