/** What the editor offers and finds at a cursor (`|>`), also where nothing parses. */
import { expect } from 'chai';
import { complete } from '../src/lsp/complete.js';
import { hoverAt } from '../src/lsp/hover.js';
import { definitionsAt, linksIn, mentionAt, mentionsOf, rename } from '../src/lsp/navigate.js';
import { hintsIn, lensPlaces, lensText, outlineOf } from '../src/lsp/outline.js';
import { edit, places, type Editing } from './support/editing.js';

const network = `types:
  VpcId: {type: string, pattern: "^vpc-"}
exports:
  vpc_id: {type: VpcId}
  dns: {type: list<ip>, value: [192.0.2.53]}
  db: {type: {host: hostname, port: port}, value: {host: db1.example.org, port: 5432}}
  port: {value: 443}
  ports: {type: map<port>, value: {a: 1, x.y: 2}}
  token: {type: string, sensitive: true, value: x}
hosts: []
`;
const services =
  'binaries:\n  tool: {type: deb, package: app}\nconfigs:\n  main: {path: /etc/app.conf, template: {file: templates/app.j2}}\nprocesses:\n  web: {type: systemd, unit: app.service, restart_on: [binary.tool, config.main]}\n';
const base =
  'tags:\n  base: {order: 0, description: every host, vars: {ntp: pool, vmango: {name: Base}}}\n';
const fleet = `include: [common.yaml]
upstreams:
  network: {source: network}
types:
  Env: {enum: [dev, prod]}
variables:
  env: Env
  vmango.port: {type: port, required: true}
vars: {env: dev}
tags:
  home: {order: 20, includes: [base], services: {app: {}}, vars: {vmango: {name: Home, port: "\${network.port}"}}}
services:
  app: {order: 1, file: services/app.yaml}
exports:
  region: {value: eu}
hosts:
  - {name: "web[1:2]", tags: [home]}
  - {name: gena, tags: [base]}
`;
const files = {
  'inventory.yaml': fleet,
  'common.yaml': base,
  'services/app.yaml': services,
  'services/templates/app.j2': 'x',
  'network/inventory.yaml': network,
};

function editing(name: keyof typeof files, from: string, to: string): Editing {
  const text: string = files[name];
  if (!text.includes(from)) throw new Error(`no ${from} in ${name}`);
  return edit({ ...files, [name]: text.replace(from, () => to) });
}

function labels({ system, session, located, text, offset }: Editing): string[] {
  const offered = complete(
    { system, located: located(), analyses: session.analyses() },
    text,
    offset,
  );
  return [...offered]
    .sort((a, b) => a.rank - b.rank || (a.label < b.label ? -1 : 1))
    .map((each) => each.label);
}

/** [file, what is replaced, by what, some of what is offered, what is not] */
const completions: readonly (readonly [
  keyof typeof files,
  string,
  string,
  readonly string[],
  readonly string[],
])[] = [
  [
    'inventory.yaml',
    'hosts:\n',
    '|>\nhosts:\n',
    ['ansible', 'plugin', 'secret_sources'],
    ['tags', 'binaries'],
  ],
  ['inventory.yaml', 'tags: [home]', 'tags: [ho|>]', ['base', 'home'], ['app']],
  ['inventory.yaml', 'tags: [home]', 'tags: [|>', ['base', 'home'], ['app']],
  ['inventory.yaml', 'includes: [base]', 'includes: [|>]', ['base'], ['home']],
  ['inventory.yaml', 'services: {app: {}}', 'services: {|>}', ['app'], ['home']],
  [
    'inventory.yaml',
    '{order: 20, includes',
    '{|>, includes',
    ['description', 'order'],
    ['name', 'vars'],
  ],
  [
    'inventory.yaml',
    '  - {name: gena, tags: [base]}',
    '  - name: gena\n    |>',
    ['tags', 'transport', 'vars'],
    ['name'],
  ],
  ['inventory.yaml', '  - {name: gena, tags: [base]}', '  - |>', ['name', 'tags'], ['home']],
  [
    'inventory.yaml',
    '  - {name: gena, tags: [base]}',
    '  - name: gena\n    transport:\n      type: |>',
    ['local', 'plugin', 'ssh'],
    [],
  ],
  [
    'inventory.yaml',
    '  - {name: gena, tags: [base]}',
    '  - name: gena\n    transport:\n      type: ssh\n      |>',
    ['host', 'port', 'user'],
    ['connection', 'type'],
  ],
  ['inventory.yaml', 'env: dev}', 'env: |>}', ['dev', 'prod'], []],
  ['inventory.yaml', 'vars: {env: dev}', 'vars: {|>}', ['env', 'ntp', 'vmango'], ['home']],
  ['inventory.yaml', 'vmango: {name: Home, port', 'vmango: {|>, port', ['name'], ['port']],
  ['inventory.yaml', '"${network.port}"', '"${|>"', ['network'], ['port']],
  [
    'inventory.yaml',
    '"${network.port}"',
    '"${network.|>"',
    ['port', 'db', 'dns', 'token', 'vpc_id'],
    [],
  ],
  ['inventory.yaml', '"${network.port}"', '"${network.db.|>}"', ['port', 'host'], []],
  ['inventory.yaml', 'env: Env', 'env: |>', ['Env', 'network.VpcId', 'list<', 'string'], []],
  [
    'inventory.yaml',
    'include: [common.yaml]',
    'include: [|>]',
    ['common.yaml', 'services'],
    ['inventory.yaml'],
  ],
  ['inventory.yaml', 'source: network', 'source: |>', ['network', 'services'], ['common.yaml']],
  ['inventory.yaml', 'file: services/app.yaml', 'file: services/|>', ['app.yaml', 'templates'], []],
  [
    'services/app.yaml',
    'binary.tool, config.main',
    'bi|>',
    ['binary.tool', 'config.main'],
    ['web'],
  ],
  [
    'services/app.yaml',
    'restart_on: [binary.tool, config.main]',
    'state: |>',
    ['running', 'stopped'],
    [],
  ],
  ['services/app.yaml', 'file: templates/app.j2', 'file: templates/|>', ['app.j2'], []],
  ['common.yaml', 'description: every host', 'in|>', ['includes'], ['order']],
  // No name twice.
  ['inventory.yaml', 'tags: [home]', 'tags: [home, |>]', ['base'], ['home']],
  [
    'inventory.yaml',
    '  - {name: gena, tags: [base]}',
    '  - name: gena\n    tags:\n      - home\n      - |>',
    ['base'],
    ['home'],
  ],
  // What fits comes first: nested, in lists and maps, in text, behind a declared export.
  ['inventory.yaml', '"${network.port}"', '"${network.|>"', ['port', 'db', 'dns'], []],
  [
    'inventory.yaml',
    'vars: {env: dev}',
    'vars: {a: "text ${network.|>"}',
    ['port', 'token', 'vpc_id', 'db', 'dns'],
    [],
  ],
  [
    'inventory.yaml',
    'region: {value: eu}',
    'region: {type: integer, value: "${network.|>"}',
    ['port', 'db', 'dns'],
    [],
  ],
  ['inventory.yaml', '"${network.port}"', '"${network.dns[|>"', ['0'], []],
  ['inventory.yaml', '"${network.port}"', '\'${network.ports["|>', ['a', 'x.y'], []],
  ['inventory.yaml', '"${network.port}"', '!unsafe "${network.|>"', [], ['port']],
  ['inventory.yaml', 'order: 20', 'description: "${network.|>"', [], ['port']],
  // Expressions, groups, hosts.
  [
    'inventory.yaml',
    'hosts:\n',
    'ansible: {groups: {x: "\'|>\' in inventory_tags"}}\nhosts:\n',
    ['base', 'home'],
    ['true'],
  ],
  [
    'inventory.yaml',
    'hosts:\n',
    'ansible: {groups: {x: "\'|>\' in inventory_services"}}\nhosts:\n',
    ['app'],
    ['home'],
  ],
  [
    'inventory.yaml',
    'hosts:\n',
    'ansible: {compose: {x: "e|>"}}\nhosts:\n',
    ['env', 'ntp', 'vmango', 'inventory_tags'],
    ['home'],
  ],
  [
    'inventory.yaml',
    'hosts:\n',
    'ansible: {keyed_groups: [{key: env, parent_group: |>}]}\nhosts:\n',
    ['base', 'home'],
    [],
  ],
  [
    'inventory.yaml',
    '  - {name: gena, tags: [base]}',
    '  - {name: gena, transport: {type: ssh, proxy_jump: ops@|>}}',
    ['gena', 'web1', 'web2'],
    [],
  ],
  // Types and declarations.
  ['inventory.yaml', '{enum: [dev, prod]}', '{|>}', ['type', 'enum', 'pattern'], ['required']],
  [
    'inventory.yaml',
    '{type: port, required: true}',
    '{type: port, |>}',
    ['description', 'minimum', 'required'],
    ['type'],
  ],
  ['inventory.yaml', 'required: true', 'required: |>', ['false', 'true'], []],
  ['inventory.yaml', '  env: Env', '  |>', ['ntp', 'vmango', 'vmango.name'], ['vmango.port']],
  [
    'inventory.yaml',
    'include: [common.yaml]',
    'include: [common.yaml]\nplugin: |>',
    ['inventory-script'],
    [],
  ],
];

describe('completion', () => {
  for (const [name, from, to, some, none] of completions) {
    it(`${name}: ${JSON.stringify(to)} offers ${some.join(', ')}`, () => {
      const offered = labels(editing(name, from, to));
      expect(offered).to.include.members([...some]);
      expect(offered.filter((each) => some.includes(each))).to.deep.equal(some);
      for (const each of none) expect(offered).not.to.include(each);
    });
  }

  it('writes a key with its colon, closes a reference, and replaces the word under the cursor', () => {
    const insert = (where: Editing, label: string): string => {
      const found = complete(
        { system: where.system, located: where.located(), analyses: where.session.analyses() },
        where.text,
        where.offset,
      ).find((each) => each.label === label);
      return found === undefined
        ? '(nothing)'
        : [
            where.text.slice(0, found.start).split('\n').at(-1),
            found.insert,
            where.text.slice(found.end).split('\n')[0],
          ].join('');
    };
    expect(
      insert(
        editing('inventory.yaml', '  - {name: gena, tags: [base]}', '  - name: gena\n    tr|>'),
        'transport',
      ),
    ).to.equal('    transport: ');
    expect(
      insert(editing('inventory.yaml', 'vars: {env: dev}', 'vars:\n  env: ${net|>work'), 'network'),
    ).to.equal('  env: ${network.');
    expect(
      insert(
        editing('inventory.yaml', 'vars: {env: dev}', 'vars: {env: "a ${network.p|>"}'),
        'port',
      ),
    ).to.equal('vars: {env: "a ${network.port}"}');
    expect(insert(editing('inventory.yaml', 'tags: [home]', 'tags: [ho|>me]'), 'base')).to.equal(
      '  - {name: "web[1:2]", tags: [base]}',
    );
    expect(
      insert(editing('inventory.yaml', '  home: {order', '  home: {ord|>er'), 'order'),
    ).to.match(/^ {2}home: \{order: 20/);
    const here = (to: string): Editing =>
      editing('inventory.yaml', 'vars: {env: dev}', `vars:\n  a: ${to}`);
    expect(insert(here('"${network.|>-${network.port}"'), 'port')).to.equal(
      '  a: "${network.port}-${network.port}"',
    );
    expect(insert(here('"${network.ports.|>"'), 'x.y')).to.equal(`  a: "\${network.ports['x.y']}"`);
    expect(insert(here('${network.ports[|>'), 'x.y')).to.equal('  a: ${network.ports["x.y"]}');
    expect(insert(here('"😀 ${network.dns[|>]}"'), '0')).to.equal('  a: "😀 ${network.dns[0]}"');
    expect(insert(here('"text ${network.d|>"'), 'db')).to.equal('  a: "text ${network.db."');
    expect(
      insert(
        editing(
          'inventory.yaml',
          'hosts:\n',
          'ansible: {groups: {x: "\'ho|>\' in inventory_tags"}}\nhosts:\n',
        ),
        'home',
      ),
    ).to.equal(`ansible: {groups: {x: "'home' in inventory_tags"}}`);
  });
});

/** [file, what is replaced, by what, where the definition is] */
const definitions: readonly (readonly [keyof typeof files, string, string, readonly string[]])[] = [
  ['inventory.yaml', 'tags: [home]', 'tags: [ho|>me]', ['inventory.yaml:11:3 "home"']],
  ['inventory.yaml', 'tags: [base]', 'tags: [ba|>se]', ['common.yaml:2:3 "base"']],
  ['inventory.yaml', 'services: {app', 'services: {a|>pp', ['inventory.yaml:13:3 "app"']],
  ['inventory.yaml', '${network.port}', '${network.po|>rt}', ['network/inventory.yaml:7:3 "port"']],
  ['inventory.yaml', '${network.port}', '${netw|>ork.port}', ['inventory.yaml:3:3 "network"']],
  ['inventory.yaml', 'env: Env', 'env: E|>nv', ['inventory.yaml:5:3 "Env"']],
  ['inventory.yaml', 'vars: {env: dev}', 'vars: {e|>nv: dev}', ['inventory.yaml:7:3 "env"']],
  [
    'inventory.yaml',
    'file: services/app.yaml',
    'file: services/a|>pp.yaml',
    ['services/app.yaml:1:1 ""'],
  ],
  ['inventory.yaml', '[common.yaml]', '[com|>mon.yaml]', ['common.yaml:1:1 ""']],
  ['inventory.yaml', 'source: network', 'source: net|>work', ['network/inventory.yaml:1:1 ""']],
  ['services/app.yaml', 'config.main', 'config.m|>ain', ['services/app.yaml:4:3 "main"']],
  ['services/app.yaml', 'binary.tool', 'bin|>ary.tool', ['services/app.yaml:2:3 "tool"']],
  [
    'inventory.yaml',
    '${network.port}',
    '${network.db.ho|>st}',
    ['network/inventory.yaml:6:52 "host"'],
  ],
  [
    'inventory.yaml',
    '${network.port}',
    '${network.dns[|>0]}',
    ['network/inventory.yaml:5:33 "192.0.2.53"'],
  ],
  ['services/app.yaml', 'binary.tool', 'binary.to|>ol', ['services/app.yaml:2:3 "tool"']],
  [
    'inventory.yaml',
    'hosts:\n  - {name: "web[1:2]", tags: [home]}',
    'hosts: [\n  - {name: web, tags: [ho|>me]}',
    ['inventory.yaml:11:3 "home"'],
  ],
];

describe('go to definition', () => {
  for (const [name, from, to, expected] of definitions) {
    it(`${name}: ${JSON.stringify(to)}`, () => {
      const { system, session, located, offset } = editing(name, from, to);
      expect(places(definitionsAt(system, located(), offset, session.analyses()))).to.deep.equal(
        expected,
      );
    });
  }

  it('works in a file that never parsed, with the files that it names', () => {
    const { system, session, located, offset } = edit({
      'inventory.yaml':
        'include: [common.yaml]\ntags:\n  home: {order: 1, includes: [ba|>se\nhosts:\n  - name: x\n',
      'common.yaml': base,
    });
    expect(located().draft.isBroken).to.equal(true);
    expect(places(definitionsAt(system, located(), offset, session.analyses()))).to.deep.equal([
      'common.yaml:2:3 "base"',
    ]);
  });
});

describe('references and renaming', () => {
  it('finds a tag in all files', () => {
    const { session, located, offset } = editing('common.yaml', '  base:', '  ba|>se:');
    const mention = mentionAt(located(), offset);
    expect(
      mention && places(mentionsOf(mention, session.analyses()).map((each) => each.span)),
    ).to.deep.equal([
      'common.yaml:2:3 "base"',
      'inventory.yaml:11:32 "base"',
      'inventory.yaml:18:25 "base"',
    ]);
  });

  /** [file, what is replaced, by what, the new name, places that change or the refusal] */
  const renames: readonly (readonly [
    keyof typeof files,
    string,
    string,
    string,
    readonly string[] | string,
  ])[] = [
    [
      'inventory.yaml',
      '  app: {order',
      '  a|>pp: {order',
      'shop',
      ['inventory.yaml:11:50 "app"', 'inventory.yaml:13:3 "app"'],
    ],
    [
      'inventory.yaml',
      '${network.port}',
      '${network.p|>ort}',
      'https',
      ['inventory.yaml:11:105 "port"', 'network/inventory.yaml:7:3 "port"'],
    ],
    [
      'inventory.yaml',
      '  network: {',
      '  net|>work: {',
      'net',
      ['inventory.yaml:11:97 "network"', 'inventory.yaml:3:3 "network"'],
    ],
    [
      'services/app.yaml',
      'config.main',
      'config.m|>ain',
      'conf',
      ['services/app.yaml:4:3 "main"', 'services/app.yaml:6:76 "main"'],
    ],
    [
      'inventory.yaml',
      '  Env: ',
      '  E|>nv: ',
      'Stage',
      ['inventory.yaml:5:3 "Env"', 'inventory.yaml:7:8 "Env"'],
    ],
    ['inventory.yaml', 'tags: [home]', 'tags: [h|>ome]', 'base', 'there is a tag `base` already'],
    [
      'inventory.yaml',
      'tags: [home]',
      'tags: [h|>ome]',
      'a b',
      '`a b` is no name: start with a letter or digit and use only letters, digits, `-` and `_`',
    ],
    ['inventory.yaml', 'tags: [home]', 'tags: [n|>ope]', 'x', 'nothing defines the tag `nope`'],
  ];
  for (const [name, from, to, wanted, expected] of renames) {
    it(`${name}: ${JSON.stringify(to)} to ${wanted}`, () => {
      const { session, located, offset } = editing(name, from, to);
      const mention = mentionAt(located(), offset);
      if (mention === undefined) throw new Error('no name there');
      const found = rename(mention, wanted, session.analyses());
      expect(
        'refusal' in found ? found.refusal : places(found.map((each) => each.span)),
      ).to.deep.equal(expected);
    });
  }

  it('changes what expressions compare, and the groups of tags', () => {
    const text = `tags: {we|>b-eu: {}}
ansible:
  groups:
    e: "'web-eu' in inventory_tags or 'web_eu' in group_names and 'other' in group_names"
    f: "inventory_tags is contains('web-eu')"
  keyed_groups: [{key: a, parent_group: web_eu}]
hosts: [{name: a, tags: [web-eu], vars: {a: 1}}]
`;
    const { session, located, offset } = edit({ 'inventory.yaml': text });
    const mention = mentionAt(located(), offset);
    const found = mention && rename(mention, 'web-us', session.analyses());
    const changes =
      found === undefined || 'refusal' in found
        ? []
        : found.map(
            (each) => `${each.span.source.text.slice(each.span.start, each.span.end)} ${each.text}`,
          );
    expect(changes).to.deep.equal([
      'web-eu web-us',
      'web-eu web-us',
      'web_eu web_us',
      'web-eu web-us',
      'web_eu web_us',
      'web-eu web-us',
    ]);
  });

  it('takes a tag of a file that two inventories include for one', () => {
    const { session, located, offset } = edit({
      'staging.yaml': 'include: [tags.yaml]\nhosts: [{name: a, tags: [home]}]\n',
      'production.yaml': 'include: [tags.yaml]\nhosts: [{name: b, tags: [home]}]\n',
      'tags.yaml': 'tags: {ho|>me: {}}\n',
    });
    const mention = mentionAt(located(), offset);
    expect(
      mention && places(mentionsOf(mention, session.analyses()).map((each) => each.span)),
    ).to.deep.equal([
      'production.yaml:2:26 "home"',
      'staging.yaml:2:26 "home"',
      'tags.yaml:1:8 "home"',
    ]);
  });
});

/** [file, what is replaced, by what, what the hover says] */
const hovers: readonly (readonly [keyof typeof files, string, string, RegExp])[] = [
  [
    'inventory.yaml',
    'name: Home',
    'na|>me: Home',
    /^`vmango\.name` = `"Home"` {2}\n\S*inventory\.yaml:11:\d+ {2}tag home \(order 20\) {2}\n2 hosts: web1, web2$/,
  ],
  [
    'common.yaml',
    'name: Base',
    'name: Ba|>se',
    /`"Home"`[^]*2 hosts: web1, web2[^]*`"Base"`[^]*1 host: gena/,
  ],
  [
    'inventory.yaml',
    'tags: [base]',
    'tags: [ba|>se]',
    /^\*\*tag\*\* `base`, order 0\n\nevery host\n\n3 hosts: web1, web2, gena$/,
  ],
  [
    'inventory.yaml',
    'services: {app',
    'services: {a|>pp',
    /^\*\*service\*\* `app`, order 1\n\n2 hosts: web1, web2$/,
  ],
  [
    'inventory.yaml',
    '${network.port}',
    '${network.p|>ort}',
    /^\*\*export\*\* `port`: `integer`\n\nvalue: `443`$/,
  ],
  [
    'network/inventory.yaml',
    '  vpc_id',
    '  vpc|>_id',
    /^\*\*export\*\* `vpc_id`: `VpcId`\n\nknown after apply/,
  ],
  ['network/inventory.yaml', '  token', '  tok|>en', /sensitive: its value is shown to nobody/],
  ['inventory.yaml', 'order: 20', 'ord|>er: 20', /Tags of a higher order win; default 0\./],
  [
    'inventory.yaml',
    'env: Env',
    'env: E|>nv',
    /^\*\*type\*\* `Env`\n\n```yaml\n\{enum: \[dev, prod\]\}\n```$/,
  ],
  ['inventory.yaml', 'vars: {env: dev}', 'vars: {env: d|>ev}', /declared as `Env`/],
  ['services/app.yaml', 'package: app', 'pack|>age: app', /^The package's name\.$/],
  ['services/app.yaml', 'binary.tool', 'bi|>nary.tool', /^\*\*binary\*\* `tool`/],
  [
    'inventory.yaml',
    '${network.port}',
    '${network.db.po|>rt}',
    /^`network\.db\.port`: `port`\n\nvalue: `5432`$/,
  ],
  [
    'inventory.yaml',
    'port: "${network.port}"',
    'po|>rt: "${network.vpc_id}"',
    /^`vmango\.port` = `\(known after upstream apply: network\.vpc_id\)`/,
  ],
  [
    'inventory.yaml',
    'vars: {env: dev}',
    'vars: {t|>t: "${network.token}"}',
    /^`tt` = `"<redacted>"`/,
  ],
  [
    'inventory.yaml',
    'required: true',
    'requi|>red: true',
    /^True where every host must have the variable\.$/,
  ],
  ['inventory.yaml', '[common.yaml]', '[common.ya|>ml]', /^Files \(globs allowed\)/],
  [
    'inventory.yaml',
    '{name: gena, tags: [base]}',
    '{name: gena, transport: {ty|>pe: local}}',
    /^`ansible_connection` = `"local"`[^]*1 host: gena\n\nHow Ansible reaches the host: `local`/,
  ],
];

describe('hover', () => {
  for (const [name, from, to, expected] of hovers) {
    it(`${name}: ${JSON.stringify(to)}`, () => {
      const { session, located, offset } = editing(name, from, to);
      expect(hoverAt(located(), offset, session.analyses())?.text).to.match(expected);
    });
  }
});

describe('a text that does not parse at the moment', () => {
  /** What is typed in: each leaves something open. */
  const broken: readonly (readonly [string, string])[] = [
    ['port: "${network.port}"', 'port: "${network.|>'],
    ['vars: {env: dev}', 'vars:\n  env: "|>'],
    ['exports:\n', 'exports: {a: [|>\n'],
    ['  - {name: gena, tags: [base]}', '  - {name: gena, tags: [base|>'],
    ['vars: {env: dev}', 'vars:\n\tenv: dev|>'],
  ];
  for (const [from, to] of broken) {
    it(`${JSON.stringify(to)}: values, counts, hints and types are those of its lines`, () => {
      const { system, session, located, text, offset } = editing('inventory.yaml', from, to);
      const here = located();
      expect(here.draft.isBroken).to.equal(true);
      const hover = (word: string): string | undefined =>
        hoverAt(here, text.indexOf(word) + 1, session.analyses())?.text;
      expect(hover('name: Home')).to.match(/`vmango\.name` = `"Home"`[^]*2 hosts: web1, web2/);
      expect(hover('base], services')).to.match(
        /\*\*tag\*\* `base`, order 0[^]*[23] hosts: web1, web2/,
      );
      expect(lensText([here], () => text.indexOf('home:'))).to.match(/^2 of [23] hosts$/);
      expect(hintsIn(here, 0, text.length).map((each) => each.text)).to.include(' 20');
      if (to.includes('network'))
        expect(
          labels({ system, session, path: '', located, text, offset }).slice(0, 1),
        ).to.deep.equal(['port']);
    });
  }

  it('never shows what is secret', () => {
    const secret =
      'vars:\n  a: !vault |\n    $ANSIBLE_VAULT;1.1;AES256\n    6162\n  b: {c: !vault hidden}\nexports:\n  token: {sensitive: true, value: hidden}\nhosts: [{name: x}]\ntags: {y: [|>\n';
    const { session, located, text } = edit({ 'inventory.yaml': secret });
    for (let offset = 0; offset < text.length; offset++)
      expect(hoverAt(located(), offset, session.analyses())?.text ?? '').not.to.match(
        /hidden|6162/,
      );
  });
});

describe('outline, links, hints and lenses', () => {
  const { system, located, text } = editing('inventory.yaml', 'hosts:', '|>hosts:');

  it('lists sections with their definitions', () => {
    const told = outlineOf(located()).map(
      (each) => `${each.name}: ${each.children.map((child) => child.name).join(' ')}`,
    );
    expect(told).to.deep.equal([
      'include: ',
      'upstreams: network',
      'types: Env',
      'variables: env vmango.port',
      'vars: env',
      'tags: home',
      'services: app',
      'exports: region',
      'hosts: web[1:2] gena',
    ]);
  });

  it('links paths to their files', () => {
    expect(
      linksIn(system, located()).map(
        ({ span, target }) => `${span.source.text.slice(span.start, span.end)} ${target}`,
      ),
    ).to.deep.equal([
      'common.yaml /fleet/common.yaml',
      'network /fleet/network/inventory.yaml',
      'services/app.yaml /fleet/services/app.yaml',
    ]);
  });

  it('shows inferred types, and the orders of tags', () => {
    expect(hintsIn(located(), 0, text.length).map((each) => each.text)).to.deep.equal([
      ': string',
      ' 0',
      ' 20',
      ' 0',
    ]);
  });

  it('counts hosts above tags and variables', () => {
    const here = located();
    expect(
      lensPlaces(here).map(
        (span) => `${text.slice(span.start, span.end)} ${lensText([here], () => span.start)}`,
      ),
    ).to.deep.equal(['env 3 of 3 hosts', 'home 2 of 3 hosts', 'vmango 2 of 3 hosts']);
  });
});
