/** Who decides about the cache: the flag, the environment, the inventory. */
import { rmSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { cacheFolder, planCache, type CacheFlag } from '../src/cache/cache.js';
import { entryOf, filesOf, host, list, run, world, type World } from './support/cached.js';
import { memorySystem } from './support/memory-system.js';

/** A world whose list is in the cache, since the environment asks for it. */
function asked(): World {
  const made = world({ 'inventory.yaml': 'hosts: [{name: gena}]\n' });
  run(made);
  return made;
}

/** A world with an inventory of its own `ansible` section, and no word from the environment. */
function silent(ansible: string): World {
  const made = world({ 'inventory.yaml': `hosts: [{name: gena}]\nansible: ${ansible}\n` });
  delete made.env.INVENTORY_SCRIPT_CACHE;
  return made;
}

describe('who may use the cache', () => {
  const both = { HOME: '/h', XDG_CACHE_HOME: '/x', INVENTORY_SCRIPT_CACHE_DIR: 'c' };
  const folders: [env: Record<string, string>, folder: string | undefined][] = [
    [both, '/w/c'],
    [{ ...both, INVENTORY_SCRIPT_CACHE_DIR: '' }, '/x/inventory-script'],
    [{ HOME: '/h', XDG_CACHE_HOME: 'relative' }, '/h/.cache/inventory-script'],
    [{ HOME: '/h', XDG_CACHE_HOME: '' }, '/h/.cache/inventory-script'],
    [{ HOME: '' }, undefined],
    [{}, undefined],
  ];
  for (const [env, folder] of folders) {
    it(`is in ${folder ?? 'no place'} for ${JSON.stringify(env)}`, () => {
      expect(cacheFolder(memorySystem({}, { env, cwd: '/w' }))).to.equal(folder);
    });
  }

  const plans: [flag: CacheFlag, variable: string | undefined, plan: object | undefined][] = [
    ['avoid', '1', undefined],
    ['avoid', undefined, undefined],
    ['refresh', '0', { reads: false, isAskedFor: true }],
    ['refresh', undefined, { reads: false, isAskedFor: true }],
    [undefined, '1', { reads: true, isAskedFor: true }],
    [undefined, 'true', { reads: true, isAskedFor: true }],
    [undefined, '0', undefined],
    [undefined, 'no', undefined],
    [undefined, '', { reads: true, isAskedFor: false }],
    [undefined, undefined, { reads: true, isAskedFor: false }],
  ];
  for (const [flag, variable, plan] of plans) {
    it(`is decided by the flag, then the environment: ${flag ?? 'none'}, ${variable ?? 'unset'}`, () => {
      const system = memorySystem({}, { env: { INVENTORY_SCRIPT_CACHE: variable, HOME: '/h' } });
      expect(planCache(system, flag)).to.deep.equal(
        plan && { ...plan, folder: '/h/.cache/inventory-script' },
      );
    });
  }

  it('is not made where nobody asks for it', () => {
    for (const ansible of ['{}', '{cache: false}']) {
      const made = silent(ansible);
      expect([run(made).from, run(made).from]).to.deep.equal(['computed', 'computed']);
      run(made, host('gena'));
      expect(filesOf(made)).to.deep.equal([]);
    }
    const forbidden = asked();
    rmSync(forbidden.cache, { recursive: true });
    run(forbidden, { ...list, cache: 'avoid' });
    run({ ...forbidden, env: { ...forbidden.env, INVENTORY_SCRIPT_CACHE: '0' } });
    expect(filesOf(forbidden)).to.deep.equal([]);
  });

  it('is made where the inventory asks for it, and not used where the user forbids it', () => {
    const made = silent('{cache: true}');
    run(made);
    expect(run(made).from).to.equal('cache');
    expect(run(made, host('gena')).from).to.equal('cache');
    expect(run(made, { ...list, cache: 'avoid' }).from).to.equal('computed');
    made.env.INVENTORY_SCRIPT_CACHE = '0';
    expect(run(made).from).to.equal('computed');
  });

  it('is used only as long as the environment asks for it, if only that did', () => {
    const made = silent('{}');
    made.env.INVENTORY_SCRIPT_CACHE = '1';
    run(made);
    expect(run(made).from).to.equal('cache');
    delete made.env.INVENTORY_SCRIPT_CACHE;
    expect(run(made).from).to.equal('computed');
    expect(run(made, host('gena')).from).to.equal('computed');
    made.env.INVENTORY_SCRIPT_CACHE = '1';
    expect(run(made).from).to.equal('cache');
  });

  it('is made anew by --refresh-cache, whatever the environment says', () => {
    const made = asked();
    const before = entryOf(made);
    writeFileSync(before, 'damaged');
    made.env.INVENTORY_SCRIPT_CACHE = '0';
    expect(run(made, { ...list, cache: 'refresh' }).from).to.equal('computed');
    made.env.INVENTORY_SCRIPT_CACHE = '1';
    expect(run(made).from).to.equal('cache');
  });

  it('is used for its timeout at most', () => {
    const made = silent('{cache: {timeout: 300}}');
    run(made);
    expect(run(made, list, { later: 299_000 }).from).to.equal('cache');
    expect(run(made, host('gena'), { later: 302_000 }).from).to.equal('computed');
    expect(run(made, list, { later: -60_000 }).from).to.equal('computed');
    expect(run(made, list, { later: 302_000 }).from).to.equal('computed');
  });
});
