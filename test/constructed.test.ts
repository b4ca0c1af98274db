/**
 * What our `compose`, `groups` and `keyed_groups` make equals what Ansible's own `constructed` plugin makes of the same
 * options, stacked on our output without them. Shapes after Ansible's own tests, then the edges of every option.
 */
import { expect } from 'chai';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emitList } from '../src/ansible/list.js';
import { resolvePath } from '../src/pipeline.js';
import { nodeSystem } from '../src/system.js';
import {
  ansibleVersions,
  isAtLeast,
  projectRoot,
  temporaryFolder,
  type Ansible,
} from './support/ansible.js';
import { parseExactJson, type ExactJson } from './support/exact-json.js';
import { parseInventory } from './support/inventory-json.js';

const base = `
vars: {region: eu-west-1, who: "{{ inventory_hostname }} in {{ region }}", chain: "{{ who | upper }}"}
tags:
  base: {order: 0, vars: {hostvar0: {key0: value0}, hostvar1: hostvalue1, hostvar2: [item0], cpus: 4}}
  web-front: {order: 10, includes: [base], services: {app: {}}, vars: {roles: [front end, "", ~, api, 5, true], env: ""}}
  old: {order: 20, services: {legacy: {state: absent}}, vars: {env: ~, tags_of: {Env: Prod, "x y": "", n: ~, deep: {a: 1}}}}
services:
  app: {order: 1, configs: {main: {path: /etc/app.conf, template: {inline: x}}}}
  legacy: {order: 2, binaries: {package: {type: rpm, package: legacy}}}
secret_sources: {default: {type: yaml, file: secrets.yaml}}
hosts:
  - {name: host0, tags: [base], vars: {size: 3, farm: mcdonald, animal: cow, ratio: 0.5, big: 123456789012345678901}}
  - {name: web1.example.org, tags: [web-front], transport: {type: ssh, host: 192.0.2.1, user: admin}, vars: {size: 12, yes_flag: true}}
  - {name: web2.example.org, tags: [web-front, old], vars: {size: "7", no_flag: false, empty_map: {}, empty_list: []}}
  - {name: 192.0.2.77, tags: [old]}
  - {name: lonely, vars: {raw: !unsafe "{{ not_me }}", text: "größe-5", five: 5points, cjk: 日本}}
`;

/** The options, in YAML that the `constructed` plugin and our `ansible:` both read. */
const configurations: Readonly<Record<string, string>> = {
  'nothing at all': '{}',
  'keyed groups from text, list and map': `
keyed_groups: [{key: hostvar0}, {key: hostvar1}, {key: hostvar2}, {key: hostvar0, prefix: prefix}, {key: hostvar1, prefix: prefix},
  {key: hostvar2, prefix: prefix}, {key: hostvar0, separator: separator}, {key: hostvar1, separator: separator}, {key: hostvar2, separator: separator}]`,
  'the same without a leading separator': `
leading_separator: false
keyed_groups: [{key: hostvar0}, {key: hostvar1}, {key: hostvar2}, {key: hostvar0, separator: separator}, {key: hostvar1, prefix: "", separator: "-"}]`,
  'a separator of its own':
    'keyed_groups: [{key: animal, prefix: farmer, separator: _old_}, {key: farm, separator: mmm}]',
  'a parent': 'keyed_groups: [{prefix: farm, key: farm, parent_group: barn}]',
  'a templated parent':
    'keyed_groups: [{prefix: farm, key: farm, parent_group: "{{ animal }}_barn"}]',
  'a parent with a default': `keyed_groups: [{prefix: r, key: region, parent_group: "{{ animal | default('any') }}_kept"}]`,
  'a parent that is left out':
    'keyed_groups: [{prefix: r, key: region, parent_group: "{{ animal | default(omit) }}"}]',
  'a parent that is empty': `keyed_groups: [{prefix: r, key: region, parent_group: "{{ '' }}"}]`,
  'a parent that errs skips the host':
    'keyed_groups: [{prefix: farm, key: region, parent_group: "{{ animal }}"}]',
  'a parent that is a tag group':
    'keyed_groups: [{prefix: farm, key: farm, parent_group: base}, {prefix: r, key: region, parent_group: web-front}]',
  'a parent of parents':
    'keyed_groups: [{prefix: l1, key: region, parent_group: l2_x}, {prefix: l2, key: "\'x\'", parent_group: top}]',
  'the parent all': 'keyed_groups: [{prefix: r, key: region, parent_group: all}]',
  'default value for empty and null': `
keyed_groups: [{prefix: e, key: env, default_value: none}, {prefix: r, key: roles, default_value: "no role"}, {prefix: t, key: tags_of, default_value: x}]`,
  'an empty default value': `keyed_groups: [{prefix: e, key: env, default_value: ""}]`,
  'no trailing separator': 'keyed_groups: [{prefix: t, key: tags_of, trailing_separator: false}]',
  'a trailing separator': 'keyed_groups: [{prefix: t, key: tags_of, trailing_separator: true}]',
  'empty without a default':
    'keyed_groups: [{prefix: tag, key: env}, {prefix: m, key: empty_map}, {prefix: l, key: empty_list}, {prefix: u, key: nope}]',
  'names that are made safe': `keyed_groups: [{key: five, prefix: "", separator: ""}, {key: text}, {key: cjk, separator: ""}, {prefix: "a b", key: region, separator: "."}]`,
  'items of other types':
    "keyed_groups: [{prefix: r, key: roles}, {prefix: n, key: \"[1, 1.5, 2e20, [1, 'a'], {'k': none}]\"}]",
  'map keys of other types': `keyed_groups: [{prefix: d, key: "{1: 'x', 2.5: 'y', true: 'z'}"}]`,
  'zero and false name nothing':
    'keyed_groups: [{prefix: z, key: cpus * 0}, {prefix: o, key: no_flag}]',
  'expressions as keys': `
keyed_groups: [{prefix: az, key: "region.split('-')[-1]"}, {prefix: s, key: "'big' if size | default(0) | int > 5 else 'small'"},
  {prefix: net, key: "(ansible_host | default('0.0.0.0')).split('.')[:3] | join('_')"}, {prefix: short, key: inventory_hostname_short}]`,
  'values that are templates': 'keyed_groups: [{prefix: w, key: who}, {prefix: c, key: chain}]',
  'tags and services': `
keyed_groups: [{prefix: t, key: inventory_tags}, {prefix: s, key: "inventory_services | map(attribute='name') | list"},
  {prefix: d, key: "inventory_service_app.configs.keys() | list"}, {prefix: x, key: "inventory_secret_sources.keys() | list"}]`,
  'group names': 'keyed_groups: [{prefix: g, key: group_names}]',
  conditions: `
groups: {large: size | default(0) | int > 5, fronts: "'web-front' in inventory_tags", alone: "group_names == ['ungrouped']", none_of: "false", all_of: true,
  both: "cpus is defined and size is defined", absent: "inventory_services | selectattr('state', 'equalto', 'absent') | list | length > 0"}`,
  'conditions on names made safe':
    'groups: {a-b: cpus is defined, a_b: size is defined, "x y": "inventory_hostname is match(\'web\')", "5x": true}',
  'conditions that err are skipped': 'groups: {errs: nope > 1, errs_too: size > 5, fine: true}',
  'conditions and keys unite': `
groups: {r_eu_west_1: "inventory_hostname == 'host0'"}
keyed_groups: [{prefix: r, key: "region if cpus is defined else 'other'"}, {prefix: "", separator: r_, key: "'eu-west-1' if inventory_hostname == 'lonely' else ''"}]`,
  'composed text, numbers, lists and maps': `
compose: {c_text: region ~ '!', c_sum: cpus + 1, c_ratio: cpus / 3, c_list: "[cpus, region, none]", c_map: "{'a': cpus, 'b': {'c': [1.0, true]}}", c_bool: cpus > 3,
  c_none: none, c_big: big + 1, c_who: who, c_chain: chain, c_default: nope | default('x'), c_skipped: nope}`,
  'composed over merged': `compose: {hostvar0: "{'other': 1}", size: size | default(1) | int + 1, region: region | upper, inventory_hostname_short: "'x'"}`,
  'composed connection':
    'compose: {ansible_port: 2200 + (size | default(0) | int), ansible_python_interpreter: "\'/usr/bin/python3\'"}',
  'composed variables are not seen by each other': 'compose: {one: cpus, two: one, three: two}',
  'groups see what was composed': `
compose: {c_site: "region.split('-')[0]", c_flag: "cpus is defined"}
groups: {flagged: c_flag | bool, sited: c_site == 'eu'}
keyed_groups: [{prefix: site, key: c_site, parent_group: "{{ c_site }}_all"}]`,
  'composed text with braces': `compose: {braced: "'{' ~ '{ region }' ~ '}'", passed: raw}`,
  filters: `
compose: {f1: "hostvar0 | dict2items", f2: "region | regex_replace('-.*', '')", f3: "roles | select('string') | list", f4: "tags_of | combine({'z': 1})",
  f5: "region | b64encode", f6: "inventory_tags | union(['z']) | sort", f7: "(size | string).zfill(4)", f8: "'%03d' | format(size | int)"}`,
  'strict and all is well':
    'strict: true\ncompose: {ok: region}\ngroups: {ok_too: true}\nkeyed_groups: [{prefix: k, key: region}, {prefix: none, key: "[]"}, {prefix: nil, key: "{}"}]',
  'strict: compose errs': 'strict: true\ncompose: {bad: nope}',
  'strict: a condition errs': 'strict: true\ngroups: {bad: nope > 1}',
  'strict: a key errs': 'strict: true\nkeyed_groups: [{key: nope}]',
  'strict: a key is empty': 'strict: true\nkeyed_groups: [{key: env}]',
  'strict: a parent errs':
    'strict: true\nkeyed_groups: [{key: region, parent_group: "{{ nope }}"}]',
  'a key that is a number': 'keyed_groups: [{key: cpus}]',
  'a key that is true': 'keyed_groups: [{key: yes_flag}]',
  'a parent that is a list': 'keyed_groups: [{key: region, parent_group: "{{ [1] }}"}]',
  'a group that would be its own parent': `keyed_groups: [{key: "'a'", separator: "", parent_group: a}]`,
  'groups that would contain each other': `keyed_groups: [{key: "'a'", separator: "", parent_group: b}, {key: "'b'", separator: "", parent_group: a}]`,
  'a name that is empty': `keyed_groups: [{key: "['']", separator: ""}]`,
  'a default value and a trailing separator':
    'keyed_groups: [{key: region, default_value: x, trailing_separator: true}]',
};

/** What cores up to 2.18 do differently: null is no empty value to them, results are texts, `omit` is one, too. */
const sinceTypes = new Set([
  'a parent that is left out',
  'default value for empty and null',
  'an empty default value',
  'no trailing separator',
  'zero and false name nothing',
]);

interface Constructed {
  readonly groups: Readonly<
    Record<string, { readonly hosts: readonly string[]; readonly children: readonly string[] }>
  >;
  readonly hostvars: Readonly<Record<string, Readonly<Record<string, ExactJson>>>>;
}

type Answer = Constructed | { readonly error: string };

const folder = temporaryFolder('constructed');
const names = Object.keys(configurations);
const versions = await ansibleVersions();

it('has at least 30 configurations, and an ansible-core to compare with', () => {
  expect(names).to.have.length.at.least(30);
  expect(versions).is.not.empty;
});

for (const ansible of versions) {
  describe(`${ansible.label}: constructed stacked on our output`, () => {
    let theirs: readonly Answer[] = [];
    before(async () => {
      theirs = await stacked(ansible);
    });
    for (const [index, [name, options]] of Object.entries(configurations).entries()) {
      if (sinceTypes.has(name) && !isAtLeast(ansible, 2, 19)) continue;
      it(name, () => {
        const [expected, actual] = [theirs[index], ours(options)];
        if (expected === undefined || 'error' in expected)
          expect(actual, JSON.stringify(expected)).to.have.property('error');
        else expect(comparable(actual, ansible)).to.deep.equal(comparable(expected, ansible));
      });
    }
  });
}

/** What our tool makes of the base with `options`. */
function ours(options: string): Answer {
  const path = join(folder, 'ours.yaml');
  const section =
    options === '{}' ? 'ansible: {}' : `ansible:\n${options.trim().replace(/^/gm, '  ')}`;
  writeFileSync(path, `${base}${section}\n`);
  const { resolved, valid, diagnostics } = resolvePath(nodeSystem, path);
  if (!valid)
    return {
      error: diagnostics
        .filter((each) => each.severity === 'error')
        .map((each) => each.message)
        .join('; '),
    };
  const { groups, hostvars } = parseInventory([...emitList(resolved, false)].join(''));
  return {
    hostvars,
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, { hosts = [], children = [] }]) => [
        name,
        { hosts, children },
      ]),
    ),
  };
}

/** What the plugin makes of each of the configurations. */
async function stacked(ansible: Ansible): Promise<readonly Answer[]> {
  const inventory = join(folder, 'base.yaml');
  writeFileSync(inventory, base);
  const script = join(folder, 'base');
  const { resolved, valid } = resolvePath(nodeSystem, inventory);
  expect(valid, 'the base is valid').equals(true);
  writeFileSync(`${script}.json`, [...emitList(resolved, false)].join(''));
  writeFileSync(script, `#!/bin/sh\nexec cat '${script}.json'\n`);
  chmodSync(script, 0o755);
  const configs = names.map((name, index) => {
    const path = join(folder, `${index}.yaml`);
    writeFileSync(
      path,
      `plugin: constructed\n${configurations[name] === '{}' ? '' : (configurations[name] ?? '').trim()}\n`,
    );
    return path;
  });
  const driver = join(projectRoot, 'test', 'support', 'constructed.py');
  const { code, stdout, stderr } = await ansible.run('python', [driver], {
    input: JSON.stringify({ base: script, configs }),
  });
  if (code !== 0) throw new Error(`the driver ended with ${code}\n${stderr}`);
  return parseExactJson(stdout) as unknown as readonly Answer[];
}

/** One form for both; cores up to 2.18 compose texts where newer ones keep types. */
function comparable(answer: Answer, ansible: Ansible): unknown {
  if ('error' in answer) return answer;
  const asText = !isAtLeast(ansible, 2, 19);
  const groups = Object.entries(answer.groups).filter(([name]) => name !== 'all');
  return {
    groups: Object.fromEntries(
      groups.map(([name, { hosts, children }]) => [
        name,
        { hosts: [...hosts].sort(), children: [...children].sort() },
      ]),
    ),
    hostvars: Object.fromEntries(
      Object.entries(answer.hostvars).map(([host, vars]) => [
        host,
        Object.fromEntries(
          Object.entries(vars).map(([name, value]) => [
            name,
            asText ? scalarText(plain(value)) : plain(value),
          ]),
        ),
      ]),
    ),
  };
}

/** Text that is marked as unsafe is the text. */
function plain(value: ExactJson): ExactJson {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || 'number' in value) return value;
  const fields = value as Readonly<Record<string, ExactJson>>;
  const marked = fields.__ansible_unsafe;
  return typeof marked === 'string'
    ? marked
    : Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, plain(each)]));
}

/** A scalar as a template of an old core writes it. */
function scalarText(value: ExactJson): ExactJson {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'object' && 'number' in value && typeof value.number === 'string'
    ? value.number
    : value;
}
