/**
 * Inventories for measuring, the same on every machine: no clock, a fixed random sequence.
 * Shapes: `tags` (40 tags with 11 variables each, 10 tags a host), `vars` (20 variables of its own a host),
 * `services` (40 services of 4 components, 6 a host).
 */

/** A small linear congruential generator. */
function sequence(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

const tagCount = 40;

/** Our inventory: YAML text of `count` hosts in one of the shapes. */
export function generate(shape, count) {
  const pick = sequence(7);
  const lines = ['plugin: inventory-script', 'tags:'];
  for (let tag = 0; tag < tagCount; tag++) lines.push(...tagLines(shape, tag));
  if (shape === 'services') {
    lines.push('services:');
    for (let service = 0; service < tagCount; service++) lines.push(...serviceLines(service));
  }
  lines.push('hosts:');
  for (let host = 0; host < count; host++) lines.push(...hostLines(shape, host, pick));
  return `${lines.join('\n')}\n`;
}

function tagLines(shape, tag) {
  const lines = [`  t${tag}:`, `    order: ${tag}`];
  if (shape === 'services') lines.push(`    services: {s${tag}: {}}`);
  lines.push('    vars:', `      shared: {from: t${tag}, by_tag: {t${tag}: true}}`);
  for (let at = 0; at < 10; at++) lines.push(at < 7 ? `      own_${tag}_${at}: value ${at} of tag ${tag}` : `      common_${at}: [${tag}, "x${at}"]`);
  return lines;
}

function serviceLines(service) {
  return [
    `  s${service}:`,
    `    order: ${service}`,
    `    binaries: {package: {type: rpm, package: app${service}}}`,
    '    configs:',
    `      main: {path: /etc/app${service}.conf, mode: "0644", template: {file: templates/app.j2}}`,
    `      extra: {path: /etc/app${service}.d/extra.conf, template: {inline: "x = {{ x }}"}}`,
    `    processes: {web: {type: systemd, unit: app${service}.service, restart_on: [binary.package, config.main]}}`,
  ];
}

function hostLines(shape, host, pick) {
  const tags = shape === 'vars' ? 1 : shape === 'services' ? 6 : 10;
  const chosen = new Set();
  while (chosen.size < tags) chosen.add(pick(tagCount));
  const lines = [
    `  - name: host${host}.example.org`,
    `    tags: [${[...chosen].map((tag) => `t${tag}`).join(', ')}]`,
    `    transport: {type: ssh, host: 10.${(host >> 16) & 255}.${(host >> 8) & 255}.${host & 255}, user: admin}`,
  ];
  if (shape !== 'vars') return lines;
  lines.push('    vars:');
  for (let at = 0; at < 20; at++) lines.push(`      var_${at}: ${at % 3 === 0 ? host + at : at % 3 === 1 ? `"text ${at} of host ${host}"` : `[a${host}, b${at}]`}`);
  return lines;
}
