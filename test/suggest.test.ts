/** Which known name is suggested for one that is not known. */
import { expect } from 'chai';
import { nearest } from '../src/text/suggest.js';

const rows: readonly [name: string, known: readonly string[], near: string | undefined][] = [
  ['wbe', ['web', 'db'], 'web'],
  ['egde', ['edge'], 'edge'],
  ['vras', ['vars', 'tags'], 'vars'],
  ['inculde', ['include'], 'include'],
  ['Web', ['web'], 'web'],
  ['we', ['web'], 'web'],
  ['binarys', ['binaries', 'configs'], 'binaries'],
  ['reigon', ['region'], 'region'],
  ['keyed-group', ['keyed_groups'], 'keyed_groups'],
  ['apt', ['rpm', 'deb'], undefined],
  ['nope', ['home'], undefined],
  ['foo', ['fix'], undefined],
  ['a', ['b'], undefined],
  ['web', ['web'], undefined],
  ['web', ['wib', 'wab'], 'wab'],
];

describe('nearest', () => {
  for (const [name, known, near] of rows)
    it(`${name} among ${known.join(', ')}: ${near ?? 'none'}`, () => {
      expect(nearest(name, known)).to.equal(near);
    });
});
