/** The variables that a host's transport sets, as values with the place of the field that sets them. */
import type { Host } from '../model/inventory.js';
import { sshVariables } from '../model/transport-names.js';
import type { Node, StringNode, UnsafeNode } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { byCodePoint } from '../text/order.js';
import { holdsTemplate, mayBecomeTemplate, templateMarkers } from '../text/template-markers.js';
import { pathFrom } from '../text/path-from.js';

/** A variable that a transport sets. */
export interface TransportVariable {
  readonly name: string;
  readonly value: Node;
}

/** By name; none for a host without a transport (format reference, section 2). */
export function transportVariables({ definition, address }: Host): readonly TransportVariable[] {
  const { transport } = definition;
  if (transport === undefined) return [];
  const connection = (name: string, at: Span): TransportVariable => ({
    name: 'ansible_connection',
    value: text(name, at),
  });
  switch (transport.type) {
    case 'local':
      return [connection('local', transport)];
    case 'plugin':
      return sorted([
        ...(transport.connection === undefined
          ? []
          : [{ name: 'ansible_connection', value: transport.connection }]),
        ...(transport.options?.entries ?? []).map((entry) => ({
          name: entry.key,
          value: entry.value,
        })),
      ]);
    case 'ssh': {
      const variables = [connection('ssh', transport)];
      for (const { key, value } of transport.fields) {
        const name = sshVariables.get(key);
        if (name !== undefined) variables.push({ name, value: emitted(key, value, address) });
      }
      return sorted(variables);
    }
  }
}

/** The fields of a host's transport as `show` prints them: `type` first, paths absolute; undefined without a transport. */
export function transportFields({
  definition,
  address,
}: Host): readonly TransportVariable[] | undefined {
  const { transport } = definition;
  if (transport === undefined) return undefined;
  const type = { name: 'type', value: text(transport.type, transport) };
  switch (transport.type) {
    case 'local':
      return [type];
    case 'ssh':
      return [
        type,
        ...transport.fields.map(({ key, value }) => ({
          name: key,
          value: key === 'proxy_jump' ? value : emitted(key, value, address),
        })),
      ];
    case 'plugin':
      return [
        type,
        ...(transport.connection === undefined
          ? []
          : [{ name: 'connection', value: transport.connection }]),
        ...(transport.options === undefined ? [] : [{ name: 'options', value: transport.options }]),
      ];
  }
}

function emitted(key: string, value: Node, address: string | undefined): Node {
  if (value.kind !== 'string' && value.kind !== 'unsafe') return value;
  switch (key) {
    case 'host':
      return address === undefined ? value : withText(value, address);
    case 'identity_file':
      return value.value.startsWith('~')
        ? value
        : withText(value, pathFrom(value.source, value.value));
    case 'proxy_jump':
      return withText(value, `-J ${value.value}`);
    default:
      return value;
  }
}

/** The value with the text that was made of its own; a template only as far as it was one before. */
function withText(value: StringNode | UnsafeNode, made: string): Node {
  const isOwn =
    holdsTemplate(value.value) &&
    templateMarkers(made).join() === templateMarkers(value.value).join();
  const isUnsafe = value.kind === 'unsafe' || (!isOwn && mayBecomeTemplate(made));
  return { ...value, kind: isUnsafe ? 'unsafe' : 'string', value: made };
}

function text(value: string, { source, start, end }: Span): Node {
  return { kind: 'string', value, source, start, end };
}

/** By name; mostly they are, as they are written. */
function sorted(variables: TransportVariable[]): readonly TransportVariable[] {
  const isSorted = variables.every(
    ({ name }, at) => byCodePoint(variables[at - 1]?.name ?? '', name) <= 0,
  );
  return isSorted ? variables : variables.sort((a, b) => byCodePoint(a.name, b.name));
}
