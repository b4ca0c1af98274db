/** What each refined string type accepts, and what it does not. */
import { isIPv4, isIPv6 } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { formats } from '../src/types/formats.js';
import type { BuiltInName } from '../src/types/type.js';

const long = 'a'.repeat(63);

const table: readonly (readonly [BuiltInName, readonly string[], readonly string[]])[] = [
  [
    'ip',
    ['192.0.2.1', '::1', '2001:db8::1', '::ffff:192.0.2.1'],
    ['', '192.0.2', '192.0.2.256', 'db1', '192.0.2.1/24', '[::1]', '192.0.2.1 ', ':::', '1'],
  ],
  [
    'ipv4',
    ['0.0.0.0', '255.255.255.255', '10.1.2.3'],
    [
      '::1',
      '01.2.3.4',
      '1.2.3.04',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.4\n',
      '١.2.3.4',
      '1..2.3',
      '-1.2.3.4',
      '0x1.2.3.4',
    ],
  ],
  [
    'ipv6',
    [
      '::',
      '::1',
      '1::',
      'fe80::1',
      '1:2:3:4:5:6:7:8',
      '::192.0.2.1',
      '1:2:3:4:5:6:192.0.2.1',
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      'ABCD::',
    ],
    [
      '192.0.2.1',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      ':1',
      '1:',
      ':::',
      '12345::',
      'g::',
      '1:2:3:4:5:6:7:192.0.2.1',
      '192.0.2.1::',
      'fe80::1%eth0',
      '::1.2.3',
      '1:2:3:4:5:6:7:8::',
      '',
    ],
  ],
  [
    'cidr',
    [
      '192.0.2.0/24',
      '0.0.0.0/0',
      '192.0.2.1/32',
      '2001:db8::/32',
      '::/0',
      '::1/128',
      '192.0.2.1/24',
    ],
    [
      '192.0.2.0',
      '192.0.2.0/33',
      '192.0.2.0/024',
      '192.0.2.0/-1',
      '192.0.2.0/',
      '/24',
      '192.0.2/24',
      '::/129',
      '192.0.2.0/24/1',
      '192.0.2.0/255.255.255.0',
      'a/8',
      '192.0.2.0 /24',
    ],
  ],
  [
    'hostname',
    [
      'db1',
      'db1.example.org',
      'a-b',
      '1a',
      'xn--bcher-kva.example',
      'localhost',
      '12',
      'A.B',
      `${long}.org`,
    ],
    [
      '',
      '-a',
      'a-',
      'a..b',
      '.a',
      'a.',
      'a_b',
      'a b',
      '192.0.2.1',
      'a.1',
      `${long}a`,
      `${long}.${long}.${long}.${long}`,
      'bücher',
      'a\n',
      'db1:80',
    ],
  ],
  ['fqdn', ['db1.example.org', 'a.b'], ['db1', 'a.b.', '192.0.2.1', 'a..b', '']],
  [
    'url',
    [
      'https://example.org/',
      'http://[::1]:80/a?b#c',
      'postgres://db1:5432/app',
      's3://bucket/key',
      'file:///etc/passwd',
      'redis://:secret@db1',
      'HTTPS://EXAMPLE.ORG',
    ],
    [
      '',
      'example.org',
      '/etc',
      'https://',
      'https:///',
      '//example.org',
      'https:example.org',
      'https://a b',
      'mailto:a@b.c',
      'https://a:99999/',
      'http://a\n',
      '1http://a',
      'https://[::1',
    ],
  ],
  [
    'path',
    ['/etc/app.conf', 'a', 'files/key', '~/.ssh/id', '.', '/', '/srv/a b', '/a/', 'C:\\x', '/a:b'],
    ['', ' /a', '/a ', '/a\nb', '/a\0', 'https://a/b', 's3://b', '\t'],
  ],
  [
    'mac',
    ['00:00:5e:00:53:01', '00-00-5E-00-53-01', '0000.5e00.5301', 'AA:BB:CC:DD:EE:FF'],
    [
      '',
      '00:00:5e:00:53',
      '00:00:5e:00:53:0g',
      '00:00:5e:00:53:01:02',
      '00:00-5e:00:53:01',
      '00005e005301',
      '0:0:5e:0:53:1',
    ],
  ],
  [
    'duration',
    ['5s', '300ms', '1h30m', '1.5h', '.5s', '1h2m3.5s', '10us', '10µs', '5ns', '0s', '1.s'],
    ['', '5', 's', '1d', '5 s', '-5s', '1h 30m', '5S', '1e3s', '.s', 'forever'],
  ],
  [
    'size',
    ['0', '4096', '512M', '512MB', '512MiB', '1.5G', '1 GB', '10k', '10K', '7B', '2TiB'],
    [
      '',
      'M',
      '-1M',
      '1.M',
      '.5M',
      '512 megabytes',
      '1,5G',
      '512Mb',
      '512m',
      '1  G',
      '1G ',
      'infinity',
    ],
  ],
  [
    'email',
    ['admin@example.org', 'a.b+c@x.y', "o'neil@example.org", 'root@localhost'],
    [
      '',
      'admin',
      '@example.org',
      'admin@',
      'a@b@c',
      '.a@b.c',
      'a.@b.c',
      'a..b@c.d',
      'a b@c.d',
      'a@-b',
      'a@b_c',
      `${'a'.repeat(65)}@b.c`,
      'Admin <a@b.c>',
    ],
  ],
  [
    'semver',
    [
      '1.2.3',
      '0.0.0',
      '1.0.0-alpha.1',
      '1.0.0-0.3.7',
      '1.0.0+build.5',
      '1.0.0-rc.1+sha-5',
      '10.20.30',
      '1.0.0--',
    ],
    [
      '',
      '1',
      '1.2',
      'v1.2.3',
      '1.2.3.4',
      '01.2.3',
      '1.2.3-',
      '1.2.3-01',
      '1.2.3+',
      '1.2.x',
      ' 1.2.3',
    ],
  ],
  [
    'mode',
    ['0644', '644', '0755', '4755', '01777'],
    ['', '64', '0844', '06444444', 'u=rw', '0o644', '-rw-r--r--', '64400'],
  ],
];

describe('refined strings', () => {
  it('all have rows', () => {
    expect(table.map(([name]) => name)).to.have.members([...formats.keys()]);
  });
  for (const [name, good, bad] of table) {
    const accepts = formats.get(name)?.accepts ?? (() => undefined);
    for (const text of good)
      it(`${name}: ${JSON.stringify(text)}`, () => void expect(accepts(text)).to.equal(true));
    for (const text of bad)
      it(`${name}: not ${JSON.stringify(text)}`, () => void expect(accepts(text)).to.equal(false));
  }
  it('addresses are those of the network library', () => {
    const texts = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
      fc.string({ unit: fc.constantFrom('1', 'a', 'F', ':', '::', '.', '0', '25'), maxLength: 12 }),
      fc
        .array(fc.constantFrom('1', 'ab', '', '192.0.2.1', '00000'), { maxLength: 10 })
        .map((parts) => parts.join(':')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(
          [formats.get('ipv4')?.accepts(text), formats.get('ipv6')?.accepts(text)],
          text,
        ).to.deep.equal([isIPv4(text), isIPv6(text)]);
      }),
      { numRuns: 3000 },
    );
  });
  it('take no time to speak of for long texts', () => {
    for (const text of [
      '1'.repeat(1e5),
      'a.'.repeat(5e4),
      '1.'.repeat(5e4),
      ':'.repeat(1e5),
      `${'a'.repeat(1e5)}@`,
      'a@'.repeat(5e4),
      '1s'.repeat(5e4) + '!',
      `1.2.3-${'0-'.repeat(5e4)}!`,
    ]) {
      for (const { accepts } of formats.values()) expect(accepts(text)).to.be.a('boolean');
    }
  });
});
