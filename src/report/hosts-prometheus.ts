/**
 * Hosts as Prometheus reads them from a file (`file_sd_configs`): a target per host, its address from `ansible_host` or
 * its name, with the labels `host` and `tags`. Tags stand between commas, as other discoveries write lists.
 */
import { jsonList, jsonObject, type JsonStyle } from '../model/json.js';
import type { HostFacts, HostList, LeftOut } from './host-facts.js';

const style: JsonStyle = { unit: '  ', redact: true, markTemplates: false };

/** `port` is added to every target. */
export function prometheusTargets(hosts: readonly HostFacts[], port: number | undefined): HostList {
  const leftOut: LeftOut[] = [];
  const groups = hosts.flatMap((host) => {
    const address = host.connection('address');
    if (address.kind === 'withheld') {
      leftOut.push({
        host: host.resolved,
        fate: `left out: the address cannot be told: ${address.why}`,
      });
      return [];
    }
    if (address.kind === 'text' && /[\s/\p{Cc}]/u.test(address.text)) {
      leftOut.push({ host: host.resolved, fate: 'left out: `ansible_host` is no address' });
      return [];
    }
    const target = targetOf(address.kind === 'text' ? address.text : host.name, port);
    const labels = {
      host: host.name,
      tags: host.tags.length === 0 ? '' : `,${host.tags.join(',')},`,
    };
    return [
      jsonObject(
        [
          ['targets', jsonList([JSON.stringify(target)], { ...style, unit: '' }, '')],
          [
            'labels',
            jsonObject(
              Object.entries(labels).map(([name, text]) => [name, JSON.stringify(text)]),
              style,
              '    ',
            ),
          ],
        ],
        style,
        '  ',
      ),
    ];
  });
  return { text: `${jsonList(groups, style, '')}\n`, leftOut };
}

/** An IPv6 address stands in brackets: behind it may come a port. */
function targetOf(address: string, port: number | undefined): string {
  const host = address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
  return port === undefined ? host : `${host}:${port}`;
}
