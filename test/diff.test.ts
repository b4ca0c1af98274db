/** `diff` of two files or folders: its forms, what it never shows, who uses an export, and changes that are hard to tell. */
import { expect } from 'chai';
import { markdownLimit, renderDiffMarkdown } from '../src/diff/render-markdown.js';
import type { SideNames } from '../src/diff/render-text.js';
import { runCommandLine, type CommandOutput } from './support/command-line.js';
import { diffOf, linesOf } from './support/diff-sides.js';
import { memorySystem, type MemoryEntry } from './support/memory-system.js';

function run(
  files: Readonly<Record<string, MemoryEntry>>,
  ...args: string[]
): Promise<CommandOutput> {
  return runCommandLine(memorySystem(files, { cwd: '/fleet' }), ['diff', ...args]);
}

/** The lines of a diff, without titles. */
function told(old: string, now: string): readonly string[] {
  return linesOf(diffOf(old, now)).filter((line) => /^[-+~@]/.test(line));
}

const hosts = (count: number): string => `hosts: [{name: 'web[1:${count}]', tags: [web]}]\n`;

describe('diff: two files or folders', () => {
  const files = {
    '/fleet/a/inventory.yaml': `tags: {web: {vars: {x: 1}}}\n${hosts(2)}`,
    '/fleet/b/inventory.yml': `tags: {web: {vars: {x: "1"}}}\n${hosts(2)}`,
    '/fleet/c/inventory.yaml': 'hosts: []\n',
    '/fleet/c/inventory.yml': 'hosts: []\n',
    '/fleet/d/x.txt': '',
  };

  it('needs no git, and ends with 1 where something changes', async () => {
    expect(await run(files, 'a', 'b/inventory.yml')).to.deep.equal({
      exitCode: 1,
      stdout:
        '--- a/inventory.yaml\n+++ b/inventory.yml\n2 of 2 hosts touched, 1 change\n\nVariables\n@@ 2 of 2 hosts, because of tag web (order 0)\n    web[1:2]\n~ x  1 → "1"  a/inventory.yaml:1:24 → b/inventory.yml:1:24\n',
      stderr: '',
    });
  });

  it('ends with 0 where nothing does', async () => {
    const nothing = { exitCode: 0, stderr: '' };
    expect(await run(files, 'a', 'a/inventory.yaml')).to.deep.equal({
      ...nothing,
      stdout: '--- a/inventory.yaml\n+++ a/inventory.yaml\nno difference\n',
    });
    expect(await run(files, 'a', 'a', '--markdown')).to.deep.equal({
      ...nothing,
      stdout:
        '**Inventory:** `a/inventory.yaml` → `a/inventory.yaml`\n\nNothing changes for Ansible.\n',
    });
    expect(JSON.parse((await run(files, 'a', 'a', '--json')).stdout)).to.include({
      format: 1,
      equal: true,
    });
  });

  it('colours lines by what they say', async () => {
    const { stdout } = await run(files, 'a', 'b', '--color');
    expect(stdout)
      .to.contain('\u001b[1mVariables\u001b[22m\n\u001b[36m@@ 2 of 2 hosts')
      .and.to.contain('\u001b[33m~ x');
  });

  it('says where there is no inventory, or are two', async () => {
    const both = await run(files, 'a', 'c');
    expect(both).to.include({ exitCode: 2, stdout: '' });
    expect(both.stderr).to.match(
      /`c` holds both `inventory\.yaml` and `inventory\.yml` .*remove one of them, or name the file/,
    );
    const neither =
      'd/inventory.yaml:1:1: error: the folder `d` holds neither `inventory.yaml` nor `inventory.yml` (name the file, or write a first inventory with `inventory-script init`) [load/not-found]\n';
    expect(await run(files, 'a', 'd')).to.deep.equal({ exitCode: 2, stdout: '', stderr: neither });
    expect((await run(files, './e', 'd')).stderr).to.equal(
      `e:1:1: error: there is no file \`./e\` [load/not-found]\n${neither}`,
    );
  });
});

describe('diff: forms', () => {
  const old =
    'tags: {web: {order: 5, vars: {n: 12345678901234567890123, gone: 1.0}}}\nhosts: [{name: web1, tags: [web]}, {name: web2, tags: [web]}, {name: db1}]\n';
  const now =
    'tags: {web: {order: 5, vars: {n: 12345678901234567890124}}}\nhosts: [{name: web1, tags: [web]}, {name: web2, tags: [web]}, {name: db2}]\n';

  it('--json tells numbers as they are, lists of hosts once, and places', async () => {
    const { stdout } = await run(
      { '/fleet/a.yaml': old, '/fleet/b.yaml': now },
      'a.yaml',
      'b.yaml',
      '--json',
    );
    expect(stdout).to.equal(`{
  "format": 1,
  "equal": false,
  "old": {"kind": "path", "name": "a.yaml", "path": "a.yaml", "exists": true},
  "new": {"kind": "path", "name": "b.yaml", "path": "b.yaml", "exists": true},
  "hosts": {"old": 3, "new": 3, "touched": 3},
  "changes": [
    {"subject": "host", "action": "added", "name": "db2", "new": {"place": {"file": "/fleet/b.yaml", "line": 2, "column": 70}}, "tags": [], "host_count": 1, "host_set": 0},
    {"subject": "host", "action": "removed", "name": "db1", "old": {"place": {"file": "/fleet/a.yaml", "line": 2, "column": 70}}, "tags": []},
    {"subject": "variable", "action": "removed", "name": "gone", "keys": ["gone"], "old": {"value": 1.0, "place": {"file": "/fleet/a.yaml", "line": 1, "column": 65}}, "cause": {"kind": "tag", "name": "web", "order": 5, "how": "silent"}, "host_count": 2, "host_set": 1},
    {"subject": "variable", "action": "changed", "name": "n", "keys": ["n"], "old": {"value": 12345678901234567890123, "place": {"file": "/fleet/a.yaml", "line": 1, "column": 34}}, "new": {"value": 12345678901234567890124, "place": {"file": "/fleet/b.yaml", "line": 1, "column": 34}}, "cause": {"kind": "tag", "name": "web", "order": 5, "how": "edited"}, "host_count": 2, "host_set": 1}
  ],
  "host_sets": [
    ["db2"],
    ["web1","web2"]
  ]
}
`);
  });

  it('--markdown puts all text into fences that are longer than any in it', async () => {
    const text = 'hosts: [{name: web1, vars: {a: "```\\n</details> @everyone <!-- | ````"}}]\n';
    const { stdout } = await run(
      { '/fleet/a`b.yaml': 'hosts: [{name: web1}]\n', '/fleet/b.yaml': text },
      'a`b.yaml',
      'b.yaml',
      '--markdown',
    );
    expect(stdout).to.equal(`**Inventory:** \`\`a\`b.yaml\`\` → \`b.yaml\`

1 of 1 host touched, 1 change.

<details open><summary>Variables: 1 change</summary>

\`\`\`\`\`diff
@@ 1 of 1 host, because of the host's own vars
    web1
+ a  "\`\`\`\\n</details> @everyone <!-- | \`\`\`\`"  b.yaml:1:32
\`\`\`\`\`

</details>
`);
  });

  it('--markdown is never longer than a comment may be, and counts what it leaves out', () => {
    const many = (value: string): string =>
      `hosts:\n${Array.from({ length: 3000 }, (_, at) => `  - {name: h${at}, vars: {v${at}: ${value}}}\n`).join('')}`;
    const diff = diffOf(many('1'), many('2'));
    const side = { kind: 'path', name: 'x', commit: undefined, path: 'x', isThere: true } as const;
    const names: SideNames = { old: side, new: side };
    for (const limit of [markdownLimit, 5000, 1200]) {
      const text = renderDiffMarkdown(diff, names, limit);
      expect(text.length).to.be.lessThanOrEqual(limit);
      const shown = [...text.matchAll(/^(?:@@| {4}h|! v)/gm)].length;
      expect(shown).to.be.greaterThan(limit / 60);
      expect(text).to.match(
        new RegExp(
          `\n {2}… ${9000 - shown} more lines\n[^]*\n… and ${9000 - shown} more lines, too many for a comment: \`inventory-script diff\` tells all\\.\n$`,
        ),
      );
      expect([...text.matchAll(/<details/g)].length).to.equal(
        [...text.matchAll(/<\/details>/g)].length,
      );
    }
  });
});

it('diff: --markdown tells something of every kind, however long others are', () => {
  const many = (from: number, value: string): string =>
    `tags:\n${Array.from({ length: 900 }, (_, at) => `  t${from + at}: {}\n`).join('')}vars:\n${Array.from({ length: 900 }, (_, at) => `  v${at}: ${value.repeat(90)}\n`).join('')}hosts: [{name: h}]\n`;
  const side = { kind: 'path', name: 'x', commit: undefined, path: 'x', isThere: true } as const;
  const text = renderDiffMarkdown(diffOf(many(0, 'a'), many(1000, 'b')), { old: side, new: side });
  expect(text.length).to.be.within(markdownLimit - 1000, markdownLimit);
  for (const [what, least] of [
    [/^[-+] tag t/gm, 300],
    [/^! v\d/gm, 100],
  ] as const)
    expect([...text.matchAll(what)].length).to.be.greaterThan(least);
});

describe('diff: what is never shown', () => {
  const side = (secret: string): Readonly<Record<string, string>> => ({
    [`/fleet/${secret}/network/inventory.yaml`]: `hosts: []\nexports: {token: {type: string, sensitive: true, value: ${secret}-token}}\n`,
    [`/fleet/${secret}/web/inventory.yaml`]: `upstreams: {network: {source: ../network}}
ansible: {compose: {made: "token ~ '!'"}}
vars: {token: "\${network.token}", text: "x \${network.token}", list: ["\${network.token}"], vault: !vault "${secret}-vault", map: {deep: !vault "${secret}-deep"}}
services: {app: {order: 1, configs: {main: {path: /etc/app, owner: "\${network.token}", template: {inline: "\${network.token}"}}}}}
tags: {app: {services: {app: {}}}}
exports: {mine: {type: string, value: "\${network.token}"}, own: {type: string, sensitive: true, value: ${secret}-own}}
hosts: [{name: web1, tags: [app], transport: {type: ssh, user: "\${network.token}"}}]
`,
  });

  for (const form of ['--no-color', '--json', '--markdown']) {
    it(`neither vault text nor sensitive values nor what is made of them, with ${form}`, async () => {
      const { exitCode, stdout, stderr } = await run(
        { ...side('alpha'), ...side('omega') },
        'alpha/web',
        'omega/web',
        form,
      );
      expect({ exitCode, stderr }).to.deep.equal({ exitCode: 1, stderr: '' });
      expect(stdout.replaceAll(/(?:alpha|omega)\/(?:web|network)/g, '')).to.not.match(
        /alpha|omega/,
      );
      for (const name of [
        'text',
        'list',
        'vault',
        'map.deep',
        'made',
        'ansible_user',
        'mine',
        'own',
        'network.token',
      ])
        expect(stdout, name).to.contain(name);
    });
  }

  it('nor the text of a config that is sensitive on either side', () => {
    const service = (configs: string): string =>
      `services: {app: {order: 1, configs: {x: {path: /x, template: {inline: x}}, ${configs}}}}\nhosts: []\n`;
    const old = service(
      'a: {path: /a, sensitive: true, template: {inline: alpha}}, b: {path: /b, sensitive: true, template: {inline: alpha}}, c: {path: /c, template: {inline: seen}}',
    );
    const now = service(
      'a: {path: /a, sensitive: true, template: {inline: omega}}, b: {path: /b, template: {inline: omega}}, d: {path: /d, sensitive: true, template: {inline: omega}}',
    );
    const lines = told(old, now).join('\n');
    expect(lines).to.not.match(/alpha|omega/);
    expect(lines)
      .to.contain('configs.a.template.inline  another value, which is not shown')
      .and.to.contain('configs.b.template.inline  another value')
      .and.to.contain('"inline": "seen"');
    expect(lines).to.match(/\+ service app configs\.d {2}.*"inline": "<redacted>"/);
  });

  it('sees that nothing changed in them', async () => {
    expect((await run(side('alpha'), 'alpha/web', 'alpha/web')).exitCode).to.equal(0);
  });
});

describe('diff: who uses an export', () => {
  const network = (exports: string): string => `hosts: []\nexports: ${exports}\n`;
  const files = {
    '/fleet/old/inventory.yaml': network(
      '{id: {type: string}, port: {value: 1}, same: {value: 1}}',
    ),
    '/fleet/network/inventory.yaml': network('{port: {value: x}, same: {value: 1}}'),
    '/fleet/web/inventory.yaml':
      'upstreams: {net: {source: ../network}, other: {source: ../old}}\nvars: {a: "${net.id}", b: "x ${net.id} ${net.port}", c: "${other.id}", d: "${net.same}"}\nhosts: []\n',
    '/fleet/lab/deep/lab.yaml':
      'upstreams: {n: {source: ../../network/.}}\nhosts: [{name: lab1, transport: {type: ssh, port: "${n.port}"}}]\n',
    '/fleet/lab/.hidden/inventory.yaml':
      'upstreams: {n: {source: ../../network}}\nvars: {a: "${n.id}"}\nhosts: []\n',
    '/fleet/lab/broken.yaml': 'upstreams: {n: {source: ../network}\n',
  };

  it('names each reference to one that changed or went', async () => {
    const { stdout } = await run(files, 'old', 'network', '--consumers', 'web,lab');
    expect(stdout.slice(stdout.indexOf('Exports'))).to.equal(`Exports
- export id  string  old/inventory.yaml:2:11
    used as net.id  web/inventory.yaml:2:12
    used as net.id  web/inventory.yaml:2:30
~ export port type  integer → string  old/inventory.yaml:2:31 → network/inventory.yaml:2:11
    used as n.port  lab/deep/lab.yaml:2:52
    used as net.port  web/inventory.yaml:2:40
~ export port value  1 → "x"  old/inventory.yaml:2:45 → network/inventory.yaml:2:25
    used as n.port  lab/deep/lab.yaml:2:52
    used as net.port  web/inventory.yaml:2:40
`);
  });

  it('says that nobody does, where somebody looked', async () => {
    expect((await run(files, 'old', 'network', '--consumers', 'old')).stdout).to.contain(
      '- export id  string  old/inventory.yaml:2:11\n    nobody uses it\n',
    );
    expect((await run(files, 'old', 'network')).stdout).to.not.contain('used');
  });
});

it('diff: another value that waits for the same as before', async () => {
  const text = (url: string): string =>
    `upstreams: {net: {source: ../net}}\nhosts: [{name: web1, vars: {url: "${url}"}}]\n`;
  const files = {
    '/fleet/a/inventory.yaml': text('http://${net.id}/'),
    '/fleet/b/inventory.yaml': text('https://${net.id}/'),
    '/fleet/net/inventory.yaml': 'hosts: []\nexports: {id: {type: string}}\n',
  };
  expect((await run(files, 'a', 'b')).stdout).to.contain(
    '\n~ url  another value, and still (known after upstream apply: net.id)  a/inventory.yaml:2:34 → b/inventory.yaml:2:34\n',
  );
});

describe('diff: changes that are hard to tell', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    [
      'two tags with one set of variables by an alias',
      'vars: {seed: &v {x: 1}}\ntags: {a: {order: 1, vars: *v}, b: {order: 2, vars: *v}}\nhosts: [{name: h1, tags: [a]}, {name: h2, tags: [b]}]\n',
      'vars: {seed: &v {x: 2}}\ntags: {a: {order: 1, vars: *v}, b: {order: 2, vars: *v}}\nhosts: [{name: h1, tags: [a]}, {name: h2, tags: [b]}]\n',
      [
        "@ 2 of 2 hosts, because of the inventory's vars",
        '~ seed.x  1 → 2  inventory.yaml:1:21',
        '@ 1 of 2 hosts, because of tag a (order 1)',
        '~ x  1 → 2  inventory.yaml:1:21',
        '@ 1 of 2 hosts, because of tag b (order 2)',
        '~ x  1 → 2  inventory.yaml:1:21',
      ],
    ],
    [
      'a value that moves to another layer',
      'tags: {web: {vars: {x: 1}}}\nhosts: [{name: web1, tags: [web]}]\n',
      'vars: {x: 1}\ntags: {web: {}}\nhosts: [{name: web1, tags: [web]}]\n',
      [],
    ],
    [
      'a variable under another name that is the same to Ansible',
      'vars: {my-app: {a: 1}}\nhosts: [{name: web1}]\n',
      'vars: {my_app: {a: 2}}\nhosts: [{name: web1}]\n',
      [
        "@ 1 of 1 host, because of the inventory's vars",
        '~ my_app.a (was my-app.a)  1 → 2  inventory.yaml:1:20',
      ],
    ],
    [
      'a map that replaces a scalar, and one that is replaced',
      'vars: {a: 1, b: {c: {d: 1}}}\nhosts: [{name: web1}]\n',
      'vars: {a: {x: 1}, b: {c: 2}}\nhosts: [{name: web1}]\n',
      [
        "@ 1 of 1 host, because of the inventory's vars",
        '~ a  1 → {"x": 1}  inventory.yaml:1:11 → inventory.yaml:1:15',
        '~ b.c  {"d": 1} → 2  inventory.yaml:1:25 → inventory.yaml:1:26',
      ],
    ],
    [
      'a host that is renamed together with its tag',
      'tags: {web: {order: 1, vars: {x: 1, y: 2}}}\nhosts: [{name: web1, tags: [web], vars: {ansible_host: 192.0.2.1}}, {name: web2, tags: [web]}]\n',
      'tags: {shop: {order: 1, vars: {x: 1, y: 3}}}\nhosts: [{name: shop1, tags: [shop], vars: {ansible_host: 192.0.2.1}}, {name: web2, tags: [shop]}]\n',
      [
        '~ web1 → shop1  the same address 192.0.2.1  inventory.yaml:2:16',
        '~ tag web → shop  on 2 hosts: shop1, web2  inventory.yaml:1:8',
        '@ 2 of 2 hosts, because of tag shop (order 1)',
        '~ y  2 → 3  inventory.yaml:1:40 → inventory.yaml:1:41',
      ],
    ],
    [
      'a name that goes from one host to another',
      'hosts: [{name: a, vars: {ansible_host: 192.0.2.1}}, {name: b, vars: {ansible_host: 192.0.2.2}}]\n',
      'hosts: [{name: b, vars: {ansible_host: 192.0.2.1}}]\n',
      [
        '- a  no tags  inventory.yaml:1:16',
        "@ 1 of 1 host, because of the host's own vars",
        '~ ansible_host  "192.0.2.2" → "192.0.2.1"  inventory.yaml:1:84 → inventory.yaml:1:40',
      ],
    ],
    [
      'a service that takes the place of another',
      'services: {app: {order: 1, binaries: {p: {type: rpm, package: p}}}}\ntags: {web: {services: {app: {}}}}\nhosts: [{name: web1, tags: [web]}]\n',
      'services: {app: {order: 1, binaries: {p: {type: deb, package: p}}}}\ntags: {web: {}}\nhosts: [{name: web1, tags: [web]}]\n',
      [
        '~ service app binaries.p.type  "rpm" → "deb"  which no host has  inventory.yaml:1:49',
        '- service app binaries.p.manager  "dnf"  which no host has  inventory.yaml:1:39',
        '- service app  on 1 host: web1  because of tag web (order 0), which gives it no longer  inventory.yaml:2:25',
      ],
    ],
  ];
  for (const [title, old, now, lines] of cases) {
    it(title, () => {
      expect(told(old, now)).to.deep.equal(lines);
      expect(told(old, old)).to.deep.equal([]);
    });
  }
});
