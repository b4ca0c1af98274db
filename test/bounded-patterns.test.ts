/** Regular expressions and globs that users write, wherever they run: each ends soon, on any text. */
import { expect } from 'chai';
import { compileGlob } from '../src/ansible/glob.js';
import { regexMatcher } from '../src/expr/expressions.js';
import { expandGlob } from '../src/load/paths.js';
import { runCommandLine } from './support/command-line.js';
import { evaluateLine, scopeOf } from './jinja/engine.js';
import { memorySystem } from './support/memory-system.js';

const long = 'a'.repeat(250);

/** What a run takes at most, in milliseconds of this process. */
function expectSoon(action: () => void, most = 8_000): void {
  const before = process.cpuUsage();
  action();
  expect(process.cpuUsage(before).user / 1_000).to.be.lessThan(most);
}

describe('regular expressions of Jinja', () => {
  const scope = scopeOf({ dict: [['text', 'a'.repeat(100_000)]] });
  for (const expression of [
    "text is match('(a+)+b')",
    "text is search('(?:' ~ 'a' * 100 ~ ')*b')",
    "text is search('()' * 2000 ~ 'x')",
    "text is search('(?:' ~ '^|' * 1000 ~ '\\\\b)q')",
    "text is search('(?=(a*))b|' * 100 ~ 'b')",
    "text is search('[' ~ 'b' * 4000 ~ ']')",
    "text | regex_findall('(?:a*b)?a') | length",
    "text | regex_replace('a*?b|a', 'c') | length",
    "([text] * 1000) | select('match', 'a*b') | list | length",
  ]) {
    it(`${expression} ends at a limit`, () => {
      expectSoon(() => {
        const outcome = evaluateLine(expression, scope);
        expect('error' in outcome && outcome.error).to.equal('limit');
      });
    });
  }
});

describe('globs and regular expressions of hosts', () => {
  it('take time in proportion to the names', () => {
    expectSoon(() => {
      expect(compileGlob(`${'*a'.repeat(60)}b`)(long)).to.equal(false);
      expect(compileGlob('*a'.repeat(60))(long)).to.equal(true);
      expect(compileGlob(`${'*[a-z]?'.repeat(40)}!`)(long)).to.equal(false);
    });
  });

  it('stop where an expression takes too long on the names together', () => {
    const matches = regexMatcher('(a+)+b');
    expectSoon(() => {
      if (typeof matches !== 'function') throw new Error(matches.fault);
      for (let count = 0; count < 1_000; count++) expect(matches(long)).to.equal(undefined);
    });
  });

  it('are reported once where they take too long', async () => {
    const names = Array.from(
      { length: 200 },
      (_, number) => `- name: ${'a'.repeat(60)}-${number}\n`,
    );
    const system = memorySystem({ '/inventory.yaml': `hosts:\n${names.join('')}` });
    const { exitCode, stderr } = await runCommandLine(system, [
      ...['hosts', '--limit', '~(a+)+b', '-i', '/inventory.yaml'],
    ]);
    expect(stderr.match(/takes too long/g)).to.have.length(1);
    expect(exitCode).to.equal(1);
  });
});

describe('globs of include', () => {
  const files = { [`/${long}.yaml`]: '', [`/${long}b`]: '', '/b/a/b.yaml': '' };
  for (const [glob, matches] of [
    [`${'*a'.repeat(20)}b`, [`/${long}b`]],
    ['+(*a)b', [`/${long}b`]],
    ['+(*a)c', []],
    ['{*a*a,*b*}*/*a/b*.y*ml', ['/b/a/b.yaml']],
    ['!(*a*b)', [`/${long}.yaml`]],
  ] as const) {
    it(`${glob} ends soon`, () => {
      expectSoon(() => {
        expect(expandGlob(memorySystem(files), '/', glob)).to.deep.equal(matches);
      });
    });
  }
});
