/** A fleet for the tests of `report`: everything that its page shows, secrets, and texts that try to become something else. */
import type { System } from '../../src/system.js';
import { memorySystem, type MemorySystem } from './memory-system.js';
import { runCommandLine } from './command-line.js';

/** What nobody may ever see. */
export const secrets = ['sup3r-secret-token', '6338383038656231', 'hunter2-inline'];

/** Runs in the page if any text of the inventory becomes code. */
export const attack =
  '</script><img src=x onerror="window.attacked=1"><script>window.attacked=1</script><!--';

const entries: Readonly<Record<string, string>> = {
  '/fleet/network/inventory.yaml': `
hosts: []
types:
  VpcId: {type: string, pattern: "^vpc-[0-9a-f]{8}$"}
exports:
  vpc_id: {type: VpcId}
  subnet: {type: string}
  db: {type: {host: hostname, port: port}, value: {host: db.example.org, port: 5432}}
  root_token: {type: string, sensitive: true}
`,
  '/fleet/services/nginx.yaml': `
binaries:
  package: {type: deb, package: nginx, version: "1.24.0-2"}
configs:
  main: {path: /etc/nginx/nginx.conf, owner: root, mode: "0644", template: {file: templates/nginx.conf.j2}}
  secret: {path: /etc/nginx/htpasswd, sensitive: true, template: {inline: "admin:hunter2-inline"}}
processes:
  web: {type: systemd, unit: nginx.service, reload_on: [config.main], restart_on: [binary.package]}
`,
  '/fleet/<b onclick=x>.yaml': `
tags:
  odd:
    order: 40
    description: ${JSON.stringify(attack)}
    vars:
      motd: ${JSON.stringify(attack)}
      ${JSON.stringify(`<i>${attack}</i>`)}: {"__proto__": 1, constructor: [1.0, 12345678901234567890]}
      turned: "a\\u202Eb"
`,
  '/fleet/inventory.yaml': `
include: ["<b onclick=x>.yaml"]
upstreams:
  network: {source: network}
exports:
  web_port: {type: port, value: 443}
  password: {type: string, sensitive: true}
vars:
  domain: example.org
  ntp: {servers: [192.0.2.1, 192.0.2.2], pool: true}
tags:
  base:
    order: 10
    description: what every machine has
    vars:
      ports: [22]
      timezone: Europe/Berlin
      backup: {enabled: true, path: /var/backups, keep: {daily: 7, weekly: 4}}
  site-a: {order: 20, vars: {timezone: Europe/Paris, ntp: {servers: [198.51.100.1]}}}
  site-b: {order: 20, vars: {region: eu-north-1, backup: {keep: {daily: 30}}}}
  web:
    order: 30
    includes: [base]
    services: {nginx: {}, legacy: {state: absent}}
    vars:
      ports: !append [80, 443]
      vpc_id: "\${network.vpc_id}"
      subnet: "\${network.subnet}"
      db_url: "postgres://\${network.db.host}:\${network.db.port}/shop"
      token: "\${network.root_token}"
      derived: {url: "https://x:\${network.root_token}@example.org"}
      admin_password: !vault |
        $ANSIBLE_VAULT;1.1;AES256
        6338383038656231
      raw: !unsafe "{{ literal }}"
  db: {order: 30, includes: [base], vars: {backup: !replace {enabled: false}, motd: !unset , postgres: {settings: {max_connections: 200}}}}
  unused: {order: 90, vars: {nobody: sees}}
services:
  legacy: {order: 5, binaries: {package: {type: deb, package: legacy-app}}}
  nginx: {order: 10, file: services/nginx.yaml}
secret_sources:
  default: {type: yaml, file: secrets/default.yaml}
ansible:
  compose: {zone_copy: timezone}
  keyed_groups: [{key: timezone, prefix: tz}]
hosts:
  - name: web[01:06].example.org
    tags: [web, site-a]
    transport: {type: ssh, user: admin, port: 2222}
  - {name: "web[07:09].example.org", tags: [web, site-b, odd]}
  - name: db1.example.org
    tags: [db, site-b]
    vars: {ports: [22, 5432], postgres: {settings: {max_connections: 500}}}
    transport: {type: ssh, host: 192.0.2.77}
  - {name: "2001:db8::7", tags: [db, site-a]}
  - {name: loner, vars: {timezone: UTC, motd: ${JSON.stringify(attack)}}}
`,
};

/** The fleet, its upstream applied on 1 November 2026, but for its subnet. */
export async function fleet(more: Readonly<Record<string, string>> = {}): Promise<MemorySystem> {
  const system = memorySystem(
    { ...entries, ...more },
    { cwd: '/fleet', now: () => Date.UTC(2026, 10, 1, 12) },
  );
  const { exitCode, stderr } = await runCommandLine(system, [
    'apply',
    'network',
    '--set',
    'vpc_id=vpc-0a1b2c3d',
    '--set',
    `root_token=${secrets[0] ?? ''}`,
    '--allow-sensitive',
  ]);
  if (exitCode !== 0) throw new Error(stderr);
  return system;
}

/** The page of an inventory as text. */
export async function pageOf(system: System, ...args: readonly string[]): Promise<string> {
  return (await runCommandLine(system, ['report', '-o', '-', ...args])).stdout;
}
