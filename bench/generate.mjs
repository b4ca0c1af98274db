/**
 * Inventories for measuring, the same on every machine: no clock, a fixed random sequence.
 * Shapes: `fleet` (a site, a role and an environment a host, 20 variables from them), `tags` (40 tags with 11 variables each,
 * 10 random ones a host, so that hardly two hosts are alike), `vars` (20 variables of its own a host), `services` (40
 * services of 4 components, 6 random ones a host).
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
const tagsOfHost = { tags: 10, vars: 1, services: 6 };

/** What a shape holds: tags with variables as written, hosts with tags, address and variables of their own. */
export function describeShape(shape, count) {
  if (shape === 'fleet') return describeFleet(count);
  const pick = sequence(7);
  const tags = Array.from({ length: tagCount }, (_, order) => ({
    name: `t${order}`,
    order,
    vars: tagVars(order),
  }));
  const hosts = Array.from({ length: count }, (_, at) => {
    const chosen = new Set();
    while (chosen.size < tagsOfHost[shape]) chosen.add(`t${pick(tagCount)}`);
    return {
      name: `host${at}.example.org`,
      tags: [...chosen],
      address: addressOf(at),
      vars: shape === 'vars' ? hostVars(at) : [],
    };
  });
  return { tags, hosts };
}

/** 8 sites, 12 roles and 3 environments, each a tag: what an ordinary fleet has. */
function describeFleet(count) {
  const pick = sequence(7);
  const kinds = [
    ['site', 8, 6],
    ['role', 12, 8],
    ['env', 3, 6],
  ];
  const tags = kinds.flatMap(([kind, size, variables], level) =>
    Array.from({ length: size }, (_, at) => ({
      name: `${kind}${at}`,
      order: level * 10,
      vars: Array.from({ length: variables }, (_, variable) => [
        `${kind}_setting_${variable}`,
        byTurns(variable, [
          at * 100 + variable,
          `"value of ${kind}${at}"`,
          `[${kind}${at}, x${variable}]`,
        ]),
      ]),
    })),
  );
  const hosts = Array.from({ length: count }, (_, at) => ({
    name: `host${at}.example.org`,
    tags: kinds.map(([kind, size]) => `${kind}${pick(size)}`),
    address: addressOf(at),
    vars: [],
  }));
  return { tags, hosts };
}

function addressOf(host) {
  return `10.${(host >> 16) & 255}.${(host >> 8) & 255}.${host & 255}`;
}

/** Our inventory: the YAML text of `count` hosts in one of the shapes. */
export function generate(shape, count) {
  const { tags, hosts } = describeShape(shape, count);
  const lines = ['plugin: inventory-script', 'tags:'];
  for (const tag of tags) {
    lines.push(`  ${tag.name}:`, `    order: ${tag.order}`);
    if (shape === 'services') lines.push(`    services: {s${tag.order}: {}}`);
    lines.push('    vars:', ...tag.vars.map(([name, value]) => `      ${name}: ${value}`));
  }
  if (shape === 'services')
    lines.push('services:', ...tags.flatMap((tag) => serviceLines(tag.order)));
  lines.push('hosts:');
  for (const host of hosts) {
    lines.push(
      `  - name: ${host.name}`,
      `    tags: [${host.tags.join(', ')}]`,
      `    transport: {type: ssh, host: ${host.address}, user: admin}`,
    );
    if (host.vars.length > 0)
      lines.push('    vars:', ...host.vars.map(([name, value]) => `      ${name}: ${value}`));
  }
  return `${lines.join('\n')}\n`;
}

function tagVars(tag) {
  const own = Array.from({ length: 7 }, (_, at) => [
    `own_${tag}_${at}`,
    `value ${at} of tag ${tag}`,
  ]);
  const common = Array.from({ length: 3 }, (_, at) => [`common_${at}`, `[${tag}, "x${at}"]`]);
  return [['shared', `{from: t${tag}, by_tag: {t${tag}: true}}`], ...own, ...common];
}

function hostVars(host) {
  return Array.from({ length: 20 }, (_, at) => [
    `var_${at}`,
    byTurns(at, [host + at, `"text ${at} of host ${host}"`, `[a${host}, b${at}]`]),
  ]);
}

/** A number, a text and a list by turns. */
function byTurns(index, values) {
  return values[index % values.length];
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
