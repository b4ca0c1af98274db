/** Hosts as JSON for programs: a stable shape, in the order in which they were chosen; with variables as `show` prints them. */
import {
  dataToJson,
  jsonList,
  jsonObject,
  namesJson,
  nodeToJson,
  type JsonStyle,
} from '../model/json.js';
import { shownValue, type HostFacts } from './host-facts.js';
import { shownVariables } from './shown-variables.js';

const style: JsonStyle = { unit: '  ', redact: true, markTemplates: false };

/** `{"hosts": [{"name", "address"?, "port"?, "user"?, "connection"?, "tags", "groups", "services", "vars"?}]}`. */
export function hostsJson(hosts: readonly HostFacts[], withVariables: boolean): string {
  return `${jsonObject(
    [
      [
        'hosts',
        jsonList(
          hosts.map((host) => hostJson(host, withVariables)),
          style,
          '  ',
        ),
      ],
    ],
    style,
    '',
  )}\n`;
}

function hostJson(host: HostFacts, withVariables: boolean): string {
  const inner = '      ';
  const connection = (['address', 'port', 'user', 'connection'] as const).flatMap(
    (part): [string, string][] => {
      const text = shownValue(host.connection(part));
      return text === undefined
        ? []
        : [
            [
              part,
              part === 'port' && /^\d{1,5}$/.test(text)
                ? String(Number(text))
                : JSON.stringify(text),
            ],
          ];
    },
  );
  const pairs: (readonly [string, string])[] = [
    ['name', JSON.stringify(host.name)],
    ...connection,
    ['tags', namesJson(host.tags, style, inner)],
    ['groups', namesJson(host.groups(), style, inner)],
    [
      'services',
      dataToJson(
        host.services.map(({ name, state }) => ({ name, state })),
        style,
        inner,
      ),
    ],
  ];
  if (withVariables)
    pairs.push([
      'vars',
      jsonObject(
        shownVariables(host.resolved).map(({ name, value }) => [
          name,
          nodeToJson(value, style, `${inner}  `),
        ]),
        style,
        inner,
      ),
    ]);
  return jsonObject(pairs, style, '    ');
}
