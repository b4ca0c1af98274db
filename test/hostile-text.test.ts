/**
 * Text that came from an upstream reaches plays as text, whatever it holds: a real Ansible reads it in every place where
 * a value of an upstream may stand, and runs none of it. What each core reads as a template is in the reference
 * (`docs/ansible.md`, "What Ansible reads as a template").
 */
import { expect } from 'chai';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { run } from '../scripts/ansible-core.mjs';
import {
  ansibleVersions,
  isAtLeast,
  moreAnsibleVersions,
  temporaryFolder,
  tool,
  type Ansible,
} from './support/ansible.js';
import { composedTexts, hostileTexts, joinedTexts } from './support/hostile-texts.js';
import { listOf, runTool, writeInventory } from './support/tool.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An inventory with hostile upstream values, and what its host has to get of them. */
interface World {
  readonly folder: string;
  readonly inventory: string;
  /** Where commands that run leave a file each. */
  readonly ran: string;
  readonly expected: Readonly<Record<string, Json>>;
}

/** The names of texts that a path may hold. */
const oneLine = new Set(
  [...hostileTexts('/ran')].filter(([, text]) => /^[ -~]+$/.test(text)).map(([name]) => name),
);

const versions = [...(await ansibleVersions()), ...(await moreAnsibleVersions(['2.16', '2.18']))];

for (const ansible of versions) {
  describe(`${ansible.label} and hostile text of an upstream`, () => {
    it('runs the same text where it is a value of the inventory itself, so that this test can fail', async () => {
      const { folder, ran } = emptyWorld();
      const texts = hostileTexts(ran);
      const own = Object.fromEntries(
        ['delimiters', 'header'].map((name) => [name, texts.get(name) ?? '']),
      );
      const inventory = writeInventory(
        folder,
        `hosts: [{name: gena, transport: {type: local}, vars: ${JSON.stringify(own)}}]\n`,
      );
      await play(ansible, { folder, inventory }, [
        { debug: { msg: '{{ delimiters }}{{ header }}' } },
      ]);
      expect(readdirSync(ran)).to.deep.equal(
        isAtLeast(ansible, 2, 15) ? ['delimiters', 'header'] : ['delimiters'],
      );
    });

    it('gets it as it is, alone, in collections, joined, composed, and in components', async () => {
      const world = await newWorld();
      const names = Object.keys(world.expected);
      const all = `{${names.map((name) => `'${name}': ${name}`).join(', ')}}`;
      const others = `{${names.map((name) => `'${name}': hostvars['gena'].${name}`).join(', ')}}`;
      writeFileSync(join(world.folder, 'all.j2'), `{{ ${all} | to_json }}`);
      await play(ansible, world, [
        { copy: { dest: join(world.folder, 'direct'), content: `{{ ${all} | to_json }}` } },
        { copy: { dest: join(world.folder, 'hostvars'), content: `{{ ${others} | to_json }}` } },
        { template: { dest: join(world.folder, 'template'), src: join(world.folder, 'all.j2') } },
        {
          copy: {
            dest: join(world.folder, 'lookup'),
            content: `{{ lookup('template', '${join(world.folder, 'all.j2')}') }}`,
          },
        },
        { debug: { msg: '{{ item }}' }, loop: '{{ texts }}' },
        { debug: { msg: '{{ item.value }}' }, loop: '{{ by_name | dict2items }}' },
      ]);
      expect(readdirSync(world.ran)).to.deep.equal([]);
      for (const way of ['direct', 'hostvars', 'template', 'lookup'])
        expect(JSON.parse(readFileSync(join(world.folder, way), 'utf8')), way).to.deep.equal(
          world.expected,
        );
    });

    it('runs none of it where plays join, cut and keep it', async () => {
      const world = await newWorld();
      await play(ansible, world, [
        { set_fact: { joined: '{{ brace }}{{ after_brace }}', cut: '{{ behind_blank | trim }}' } },
        { debug: { msg: '{{ joined }} {{ cut }}' } },
        { debug: { msg: '{{ item }}' }, loop: "{{ in_pieces.split('|') }}" },
        { set_fact: { half: '{{ half_header }}{{ after_half_header }}' } },
        { debug: { msg: '{{ half }}' } },
      ]);
      expect(readdirSync(world.ran)).to.deep.equal([]);
    });

    it('runs none of it where Ansible itself reads it: connections, groups, definitions', async () => {
      const world = await newWorld();
      await play(
        ansible,
        world,
        [
          { raw: 'true' },
          { debug: { msg: '{{ group_names }} {{ inventory_services }}' } },
          {
            debug: { msg: '{{ lookup("ansible.builtin.vars", item.definition) }}' },
            loop: '{{ inventory_services }}',
          },
        ],
        { hosts: 'gena:lanst:mira', ignore_errors: true, ignore_unreachable: true },
      );
      expect(readdirSync(world.ran)).to.deep.equal([]);
    });
  });
}

describe('hostile text of an upstream', () => {
  it('has at least thirty shapes, and there are ansible-cores to test with', () => {
    expect(hostileTexts('/ran').size).to.be.greaterThan(30);
    expect(versions.length).to.be.greaterThan(0);
  });

  it('is not made of the names of folders either, except where a path is a template itself', async () => {
    const folder = join(temporaryFolder('named'), "{{ lookup('pipe', 'id') }}");
    mkdirSync(folder);
    const inventory = writeInventory(
      folder,
      yaml({
        hosts: [
          { name: 'gena', tags: ['web'], transport: { type: 'ssh', identity_file: 'key' } },
          { name: 'lanst', transport: { type: 'ssh', identity_file: '~/{{ key }}' } },
          { name: 'mira', transport: { type: 'ssh', identity_file: '{{ key }}' } },
        ],
        tags: { web: { services: { app: {} } } },
        secret_sources: { default: { type: 'yaml', file: 'secrets.yaml' } },
        services: { app: { order: 1, configs: { a: { path: '/a', template: { file: 'a.j2' } } } } },
      }),
    );
    const list = await listOf(inventory);
    const unsafe = (path: string): string =>
      JSON.stringify({ __ansible_unsafe: join(folder, path) }, undefined, 1).replace(
        /\s*\n\s*/g,
        '',
      );
    for (const path of ['key', '{{ key }}', 'secrets.yaml', 'a.j2'])
      expect(list.replace(/\s*\n\s*/g, ''), path).to.include(unsafe(path));
    expect(list).to.include('"ansible_ssh_private_key_file": "~/{{ key }}"');
  });

  it('is printed with the same bytes by a warm run, and by `--host`', async () => {
    const { folder, inventory } = await newWorld();
    const env = {
      ...process.env,
      INVENTORY_SCRIPT_CACHE: '1',
      INVENTORY_SCRIPT_CACHE_DIR: join(folder, 'cache'),
    };
    const list = await listOf(inventory);
    for (const time of ['cold', 'warm'])
      expect((await run(tool, [inventory, '--list'], { env })).stdout, time).to.equal(list);
    const { stdout } = await runTool([inventory, '--host', 'gena']);
    const { _meta } = JSON.parse(list) as { _meta: { hostvars: Record<string, Json> } };
    expect(JSON.parse(stdout)).to.deep.equal(_meta.hostvars.gena);
  });
});

function emptyWorld(): { readonly folder: string; readonly ran: string } {
  const folder = temporaryFolder('hostile');
  const ran = join(folder, 'ran');
  mkdirSync(ran);
  return { folder, ran };
}

/** Applies the texts to an upstream, and writes an inventory that uses them wherever it may. */
async function newWorld(): Promise<World> {
  const { folder, ran } = emptyWorld();
  const texts = hostileTexts(ran);
  for (const name of ['network', 'web']) mkdirSync(join(folder, name));
  const byName = Object.fromEntries(texts);
  const collections = { texts: [...texts.values()], by_name: byName, deep: [{ a: [[byName]] }] };
  const exported = [
    ...[...texts.keys()].map((name) => [name, { type: 'string' }]),
    ...Object.keys(collections).map((name) => [name, { type: 'any' }]),
  ];
  const network = writeInventory(
    join(folder, 'network'),
    yaml({ hosts: [], exports: Object.fromEntries(exported) as Json }),
  );
  const outputs = join(folder, 'outputs.json');
  writeFileSync(outputs, JSON.stringify({ ...byName, ...collections }));
  const applied = await runTool(['-i', network, 'apply', '--set-file', outputs]);
  expect(applied.code, applied.stderr).to.equal(0);
  const inventory = writeInventory(join(folder, 'web'), yaml(consumer([...texts.keys()])));
  writeFileSync(join(folder, 'ssh'), '#!/bin/sh\nexit 255\n', { mode: 0o755 });
  return { folder, inventory, ran, expected: { ...byName, ...collections, ...expectedOf(texts) } };
}

/** An inventory with every text in every kind of place. */
function consumer(names: readonly string[]): Readonly<Record<string, Json>> {
  const whole = (name: string): string => `\${network.${name}}`;
  const refer = (to: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(to.map((name) => [name, whole(name)]));
  const configs = names.map((name) => [
    name,
    {
      path: pathOf(name, `\${network.${name}}`),
      owner: `o${whole(name)}`,
      template: { inline: whole(name) },
    },
  ]);
  return {
    upstreams: { network: { source: '../network' } },
    hosts: [
      { name: 'gena', tags: ['web'], transport: { type: 'local' } },
      {
        name: 'lanst',
        tags: ['web'],
        transport: {
          type: 'plugin',
          connection: whole('delimiters'),
          options: { ansible_user: whole('header'), ansible_remote_tmp: whole('statement') },
        },
      },
      {
        name: 'mira',
        tags: ['web'],
        transport: {
          type: 'ssh',
          host: '192.0.2.1',
          user: whole('delimiters'),
          identity_file: whole('within_text'),
          extra_args: whole('header'),
        },
      },
    ],
    tags: {
      web: {
        vars: { ...refer([...names, 'texts', 'by_name', 'deep']), ...joinedTexts },
        services: { app: {} },
      },
    },
    services: { app: { order: 1, configs: Object.fromEntries(configs) as Json } },
    ansible: {
      compose: composedTexts,
      keyed_groups: ['delimiters', 'header', 'texts'].map((key) => ({ key, parent_group: 'made' })),
    },
  };
}

/** The path of a config; text on several lines cannot be a part of it. */
function pathOf(name: string, value: string): string {
  return oneLine.has(name) ? `/etc/${name}/${value}x` : `/etc/${name}`;
}

/** What joined and composed texts are, and the components. */
function expectedOf(texts: ReadonlyMap<string, string>): Readonly<Record<string, Json>> {
  const text = (name: string): string => texts.get(name) ?? '';
  const joined = Object.entries(joinedTexts).map(([name, written]) => [
    name,
    written.replace(/\$\{network\.(\w+)\}/g, (_, reference: string) => text(reference)),
  ]);
  const braces = text('brace') + text('after_brace');
  const header = text('half_header') + text('after_half_header');
  const configs = [...texts].map(([name, value]) => [
    name,
    {
      owner: `o${value}`,
      path: posix.normalize(pathOf(name, value)),
      sensitive: false,
      template: { inline: value },
    },
  ]);
  return {
    ...(Object.fromEntries(joined) as Record<string, string>),
    composed: text('header'),
    composed_braces: braces,
    composed_literal: braces,
    composed_pieces: `{{ ${text('delimiters').slice(3, -3)} }}`,
    composed_header: header,
    composed_trim: text('behind_blank').trim(),
    composed_split: text('in_pieces').split('|'),
    composed_join: braces,
    composed_map: { a: [braces], b: { c: text('header') } },
    composed_format: braces,
    composed_replace: `<${braces.slice(1)}`,
    inventory_service_app: {
      binaries: {},
      configs: Object.fromEntries(configs) as Json,
      processes: {},
    },
  };
}

/** A map whose values are written as JSON, which is YAML, too. */
function yaml(sections: Readonly<Record<string, Json>>): string {
  return Object.entries(sections)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

/** Runs tasks, which have to end well. */
async function play(
  ansible: Ansible,
  { folder, inventory }: { readonly folder: string; readonly inventory: string },
  tasks: readonly object[],
  keywords: Readonly<Record<string, Json>> = { hosts: 'gena' },
): Promise<void> {
  const playbook = join(folder, 'play.json');
  writeFileSync(playbook, JSON.stringify([{ gather_facts: false, ...keywords, tasks }]));
  const { code, stdout, stderr } = await ansible.run(
    'ansible-playbook',
    ['-i', inventory, playbook],
    {
      env: {
        ANSIBLE_SSH_EXECUTABLE: join(folder, 'ssh'),
        ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: 'true',
      },
    },
  );
  expect(code, stdout.slice(-3000) + stderr.slice(-3000)).to.equal(0);
}
