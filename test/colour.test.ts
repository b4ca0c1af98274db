import { expect } from 'chai';
import { decideColour } from '../src/cli/terminal/colour.js';

describe('decideColour', () => {
  const rows: [
    title: string,
    flag: boolean | undefined,
    env: Record<string, string>,
    isTerminal: boolean,
    colour: boolean,
  ][] = [
    ['a terminal has colour', undefined, {}, true, true],
    ['a pipe has none', undefined, {}, false, false],
    ['a dumb terminal has none', undefined, { TERM: 'dumb' }, true, false],
    ['NO_COLOR takes it from a terminal', undefined, { NO_COLOR: '1' }, true, false],
    ['NO_COLOR=0 is set, too', undefined, { NO_COLOR: '0' }, true, false],
    ['an empty NO_COLOR says nothing', undefined, { NO_COLOR: '' }, true, true],
    ['FORCE_COLOR gives it to a pipe', undefined, { FORCE_COLOR: '1' }, false, true],
    [
      'FORCE_COLOR gives it to a dumb terminal',
      undefined,
      { FORCE_COLOR: 'true', TERM: 'dumb' },
      true,
      true,
    ],
    ['FORCE_COLOR wins over NO_COLOR', undefined, { FORCE_COLOR: '3', NO_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0 takes it', undefined, { FORCE_COLOR: '0' }, true, false],
    ['FORCE_COLOR=False takes it', undefined, { FORCE_COLOR: 'False' }, true, false],
    ['an empty FORCE_COLOR says nothing', undefined, { FORCE_COLOR: '' }, false, false],
    [
      '--color wins over the environment',
      true,
      { NO_COLOR: '1', FORCE_COLOR: '0', TERM: 'dumb' },
      false,
      true,
    ],
    ['--no-color wins over the environment', false, { FORCE_COLOR: '1' }, true, false],
  ];
  for (const [title, flag, env, isTerminal, colour] of rows) {
    it(title, () => {
      expect(decideColour({ flag, env, isTerminal })).to.equal(colour);
    });
  }
});
