/** Which files a glob of `include` means; links may lead in circles. */
import { expect } from 'chai';
import { expandGlob, isGlob } from '../src/load/paths.js';
import { memorySystem } from './support/memory-system.js';

const system = memorySystem({
  '/net/a.yaml': '',
  '/net/b.yml': '',
  '/net/.hidden.yaml': '',
  '/net/home/a.yaml': '',
  '/net/home/gena/b.yaml': '',
  '/net/home/.git/c.yaml': '',
  '/net/home/here': { linkTo: '.' },
  '/net/home/up': { linkTo: '..' },
  '/net/home/gena/up': { linkTo: '../..' },
  '/net/lanst': { linkTo: 'home' },
  '/net/folder.yaml': { folder: true },
  '/net/gone.yaml': { linkTo: 'nowhere' },
  '/common/tags.yaml': '',
});

const table: readonly (readonly [string, readonly string[]])[] = [
  ['*.yaml', ['/net/a.yaml']],
  ['*.{yaml,yml}', ['/net/a.yaml', '/net/b.yml']],
  ['[ab].y*ml', ['/net/a.yaml', '/net/b.yml']],
  ['./?.yaml', ['/net/a.yaml']],
  ['*/*.yaml', ['/net/home/a.yaml', '/net/lanst/a.yaml']],
  ['home/*.yaml', ['/net/home/a.yaml']],
  ['../common/*.yaml', ['/common/tags.yaml']],
  ['/common/*', ['/common/tags.yaml']],
  [
    'home/**/*.yaml',
    [
      '/net/home/a.yaml',
      '/net/home/gena/b.yaml',
      '/net/home/gena/up/a.yaml',
      '/net/home/up/a.yaml',
    ],
  ],
  ['nowhere/*.yaml', []],
  ['*.json', []],
];

describe('globs', () => {
  for (const [pattern, files] of table) {
    it(pattern, () => {
      expect(isGlob(pattern)).to.equal(true);
      expect(expandGlob(system, '/net', pattern)).to.deep.equal(files);
    });
  }
  for (const path of ['tags.yaml', '../common/tags.yaml', 'a+b@c.yaml', '/net/a b.yaml', '~/x']) {
    it(`${path} is no glob`, () => {
      expect(isGlob(path)).to.equal(false);
    });
  }
});
