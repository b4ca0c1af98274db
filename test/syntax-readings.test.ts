/** Plain scalars that YAML 1.2 reads in another way: one warning for each spelling, with both readings and a count. */
import { expect } from 'chai';
import { findDifferentReadings } from '../src/syntax/readings.js';
import scalars from './data/yaml-scalars.json' with { type: 'json' };
import { parse } from './support/syntax.js';

function warningsOf(text: string): string[] {
  return findDifferentReadings(parse(text).value).map(
    ({ code, span, message, help }) => `${code} ${span.start}: ${message} (${help ?? ''})`,
  );
}

const rows: readonly (readonly [written: string, message: string, help: string])[] = [
  [
    'yes',
    '`yes` is true to Ansible and text in YAML 1.2',
    'write `"yes"` if text is meant, `true` if not',
  ],
  [
    'Off',
    '`Off` is false to Ansible and text in YAML 1.2',
    'write `"Off"` if text is meant, `false` if not',
  ],
  [
    '0644',
    '`0644` is 420 to Ansible and 644 in YAML 1.2',
    'write `"0644"` if text is meant, `420` if not',
  ],
  ['0o644', '`0o644` is text to Ansible and 420 in YAML 1.2', 'write `"0o644"` if text is meant'],
  ['08', '`08` is text to Ansible and 8 in YAML 1.2', 'write `"08"` if text is meant'],
  ['1e3', '`1e3` is text to Ansible and 1000 in YAML 1.2', 'write `"1e3"` if text is meant'],
  [
    '1_000',
    '`1_000` is 1000 to Ansible and text in YAML 1.2',
    'write `"1_000"` if text is meant, `1000` if not',
  ],
  [
    '22:22',
    '`22:22` is 1342 to Ansible and text in YAML 1.2',
    'write `"22:22"` if text is meant, `1342` if not',
  ],
  ['-.5', '`-.5` is text to Ansible and -0.5 in YAML 1.2', 'write `"-.5"` if text is meant'],
  [
    '2001-12-14',
    '`2001-12-14` is the date `2001-12-14` to Ansible and text in YAML 1.2',
    'write `"2001-12-14"` if text is meant',
  ],
];

describe('readings', () => {
  for (const [written, message, help] of rows) {
    it(`${written} in a value, in brackets, in a list`, () => {
      const warning = [`syntax/reads-differently 3: ${message} (${help})`];
      expect(warningsOf(`a: ${written}\n`)).to.deep.equal(warning);
      expect(warningsOf(`a: [${written}]\n`)).to.deep.equal([warning[0]?.replace(' 3:', ' 4:')]);
      expect(warningsOf(`- ${written}\n`)).to.deep.equal([warning[0]?.replace(' 3:', ' 2:')]);
    });
  }

  it('warns of exactly the plain scalars that were measured to differ', () => {
    const plain = scalars.filter(({ written }) => !/^["'[{!&*?]|: /.test(written));
    const differing = plain.filter(
      ({ same12, ansible }) => !same12 && !ansible.startsWith('ERROR'),
    );
    expect(differing.length).to.be.greaterThan(40);
    for (const { written } of plain) {
      if (parse(`a: ${written}\n`).diagnostics.length > 0) continue;
      const expected = differing.some((each) => each.written === written) ? 1 : 0;
      expect(warningsOf(`a: ${written}\n`), written).to.have.length(expected);
    }
  });

  it('counts each spelling once for each place, and points at the first', () => {
    const text = 'a: {b: no, c: [yes, no]}\nd: no\n08: x\ne: 08\n';
    expect(warningsOf(text)).to.deep.equal([
      'syntax/reads-differently 7: `no` is false to Ansible and text in YAML 1.2, here and in 2 more places (write `"no"` if text is meant, `false` if not)',
      'syntax/reads-differently 15: `yes` is true to Ansible and text in YAML 1.2 (write `"yes"` if text is meant, `true` if not)',
      'syntax/reads-differently 31: `08` is text to Ansible and 8 in YAML 1.2, here and in 1 more place (write `"08"` if text is meant)',
    ]);
  });

  it('what aliases and merge keys repeat counts once', () => {
    expect(
      warningsOf('a: &a {b: yes}\nc: [*a, *a]\nd: {<<: *a}\ne: &e yes\nf: *e\n'),
    ).to.deep.equal([
      'syntax/reads-differently 10: `yes` is true to Ansible and text in YAML 1.2, here and in 1 more place (write `"yes"` if text is meant, `true` if not)',
    ]);
  });

  it('says nothing of what is quoted, tagged, a block, or the same to both', () => {
    const text =
      'a: "yes"\nb: \'08\'\nc: |\n  yes\nd: !!str 08\ne: !!str &x 1e3\nf: !unsafe yes\ng: !vault 08\nh: [true, False, null, ~, 12, -1.5, 0x1F, +1, .5]\ni:\n"08": x\n!!str 012: y\n';
    expect(parse(text).diagnostics).to.deep.equal([]);
    expect(warningsOf(text)).to.deep.equal([]);
  });

  it('says nothing of a text that could not be read', () => {
    expect(warningsOf('a: [yes\n')).to.deep.equal([]);
  });
});
