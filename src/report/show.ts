/**
 * `show`: the resolved inventory as JSON for people and programs (format reference, section 12). Hosts by name,
 * services by order, names as written, defaults filled in, paths absolute, vault text redacted.
 */
import { componentData, type Data } from '../model/component-data.js';
import { dataToJson, jsonList, jsonObject, nodeToJson, type JsonStyle } from '../model/json.js';
import { secretSourceData } from '../model/secret-source-data.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import type { Assignment } from '../resolve/services.js';
import { transportFields } from '../resolve/transport.js';
import { byCodePoint } from '../text/order.js';
import { shownVariables } from './shown-variables.js';

const style: JsonStyle = { unit: '  ', redact: true, markTemplates: false };

/** The JSON text of the whole, 2 spaces, with a final newline. */
export function showJson({ inventory, hosts }: ResolvedInventory): string {
  const sorted = [...hosts].sort((a, b) => byCodePoint(a.host.name, b.host.name));
  const text = jsonObject(
    [
      [
        'hosts',
        jsonList(
          sorted.map((host) => hostJson(host, '    ')),
          style,
          '  ',
        ),
      ],
      [
        'secret_sources',
        dataToJson(
          inventory.secretSources.size === 0
            ? {}
            : secretSourceData(inventory.secretSources.values()),
          style,
          '  ',
        ),
      ],
    ],
    style,
    '',
  );
  return `${text}\n`;
}

function hostJson(host: ResolvedHost, indent: string): string {
  const inner = `${indent}  `;
  const transport = transportFields(host.host);
  const variables = shownVariables(host);
  return jsonObject(
    [
      ['name', JSON.stringify(host.host.name)],
      [
        'tags',
        dataToJson(
          host.tags.map((tag) => tag.name),
          style,
          inner,
        ),
      ],
      ...(transport === undefined
        ? []
        : [
            [
              'transport',
              jsonObject(
                transport.map(({ name, value }) => [name, nodeToJson(value, style, `${inner}  `)]),
                style,
                inner,
              ),
            ] as const,
          ]),
      [
        'vars',
        jsonObject(
          variables.map(({ name, value }) => [name, nodeToJson(value, style, `${inner}  `)]),
          style,
          inner,
        ),
      ],
      ['services', dataToJson(host.services.map(serviceData), style, inner)],
    ],
    style,
    indent,
  );
}

function serviceData({ service, given }: Assignment): Data {
  return {
    name: service.name,
    order: service.order ?? 0,
    state: given.state,
    source: service.components.path,
    ...componentData(service.components),
  };
}
