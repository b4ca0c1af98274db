/**
 * Hosts as an ssh configuration, for `ssh -F FILE HOST` or an `Include`: address, port, user, key and jump host as Ansible
 * would use them, and the arguments for `ssh` that a configuration can say. Hosts with another connection are left out.
 */
import type { HostFacts, HostList, LeftOut } from './host-facts.js';
import { sshOptions, sshQuoted } from './ssh-arguments.js';

const sshConnections: ReadonlySet<string> = new Set([
  'ssh',
  'smart',
  'ansible.builtin.ssh',
  'paramiko',
  'paramiko_ssh',
  'ansible.builtin.paramiko_ssh',
]);

/** In the order in which Ansible gives them to ssh, which takes the first value of a keyword; `true`: a percent sign is special there. */
const fields = [
  ['address', 'HostName', true],
  ['port', 'Port', false],
  ['identityFile', 'IdentityFile', true],
  ['user', 'User', false],
] as const;

export function sshConfig(hosts: readonly HostFacts[]): HostList {
  const leftOut: LeftOut[] = [];
  const blocks = hosts.flatMap((host) => {
    const why = reasonAgainst(host);
    if (why === undefined)
      return [
        [`Host ${host.name}`, ...linesOf(host, leftOut).map((line) => `    ${line}`), ''].join(
          '\n',
        ),
      ];
    leftOut.push({ host: host.resolved, fate: `left out: ${why}` });
    return [];
  });
  return {
    text: `# made by inventory-script hosts --format ssh-config\n${blocks.map((block) => `\n${block}`).join('')}`,
    leftOut,
  };
}

function reasonAgainst(host: HostFacts): string | undefined {
  const connection = host.connection('connection');
  const address = host.connection('address');
  if (connection.kind === 'withheld') return `the connection cannot be told: ${connection.why}`;
  if (connection.kind === 'text' && !sshConnections.has(connection.text))
    return `the connection is \`${connection.text}\``;
  return address.kind === 'withheld' ? `the address cannot be told: ${address.why}` : undefined;
}

function linesOf(host: HostFacts, leftOut: LeftOut[]): readonly string[] {
  const lines: string[] = [];
  const leave = (what: string, why: string): void =>
    void leftOut.push({ host: host.resolved, fate: `listed without ${what}: ${why}` });
  for (const [part, keyword, expands] of fields) {
    const value = host.connection(part);
    if (value.kind === 'withheld') leave(`\`${keyword}\``, value.why);
    else if (value.kind === 'text' && /\p{Cc}/u.test(value.text))
      leave(`\`${keyword}\``, 'it holds control characters');
    else if (value.kind === 'text' && part === 'port' && !isPort(value.text))
      leave(`\`${keyword}\``, `\`${value.text}\` is no port`);
    else if (value.kind === 'text')
      lines.push(
        `${keyword} ${sshQuoted(expands ? value.text.replaceAll('%', '%%') : value.text)}`,
      );
  }
  for (const part of ['commonArgs', 'extraArgs'] as const) {
    const value = host.connection(part);
    const name = part === 'commonArgs' ? 'ansible_ssh_common_args' : 'ansible_ssh_extra_args';
    if (value.kind === 'withheld') leave(`\`${name}\``, value.why);
    if (value.kind !== 'text') continue;
    const { lines: options, rest } = sshOptions(value.text.replace(/\s*[\r\n]\s*/g, ' '));
    lines.push(...options);
    for (const each of rest) leave(`\`${each}\` of \`${name}\``, 'a configuration cannot say it');
  }
  return lines;
}

/** With anything else ssh takes nothing of the whole file. */
function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;
}
