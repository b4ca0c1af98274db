/** The same hosts for others: Ansible's static YAML, a script that prints ready JSON, reclass's tree. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeShape } from './generate.mjs';

/** Ansible's own YAML inventory: a group for each tag with its variables, hosts below it. */
export function writeStaticYaml(path, shape, count) {
  const { tags, hosts } = describeShape(shape, count);
  const lines = ['all:', '  hosts:'];
  for (const host of hosts) {
    lines.push(
      `    ${host.name}:`,
      '      ansible_connection: ssh',
      `      ansible_host: ${host.address}`,
      '      ansible_user: admin',
    );
    for (const [name, value] of host.vars) lines.push(`      ${name}: ${value}`);
  }
  lines.push('  children:');
  for (const tag of tags) {
    lines.push(
      `    ${tag.name}:`,
      '      vars:',
      `        ansible_group_priority: ${tag.order + 1}`,
    );
    for (const [name, value] of tag.vars) lines.push(`        ${name}: ${value}`);
    lines.push('      hosts:');
    for (const host of hosts) if (host.tags.includes(tag.name)) lines.push(`        ${host.name}:`);
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
}

/** A script that does nothing but print what `--list` printed: the least that Ansible needs for a script. */
export function writeReadyScript(path, json) {
  writeFileSync(`${path}.json`, json);
  writeFileSync(path, `#!/bin/sh\nexec cat '${path}.json'\n`);
  chmodSync(path, 0o755);
}

/** reclass's tree: a class for each tag, a node for each host. */
export function writeReclassTree(folder, shape, count) {
  const { tags, hosts } = describeShape(shape, count);
  mkdirSync(join(folder, 'classes'), { recursive: true });
  mkdirSync(join(folder, 'nodes'), { recursive: true });
  for (const tag of tags)
    writeFileSync(
      join(folder, 'classes', `${tag.name}.yml`),
      `parameters:\n${tag.vars.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`,
    );
  for (const host of hosts) {
    const classes = [...host.tags].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
    const parameters = [
      'parameters:',
      `  ansible_host: ${host.address}`,
      ...host.vars.map(([name, value]) => `  ${name}: ${value}`),
    ];
    writeFileSync(
      join(folder, 'nodes', `${host.name}.yml`),
      `classes: [${classes.join(', ')}]\n${parameters.join('\n')}\n`,
    );
  }
}
