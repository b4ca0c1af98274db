/** Larger constructs: maps, lists, block scalars, anchors, merge keys, as PyYAML 6.0.3 was measured to read them. */
import { expect } from 'chai';
import { parse, treeOf } from './support/syntax.js';
import constructs from './data/yaml-constructs.json' with { type: 'json' };

interface Construct {
  readonly text: string;
  /** What PyYAML makes of it; null where it refuses, or where a key is no string. */
  readonly tree: unknown;
  /** The errors that we tell. */
  readonly codes?: readonly string[];
  /** Why the two differ, where they do. */
  readonly exception?: string;
}

describe('YAML constructs', () => {
  it('are many, and differ from PyYAML in four known ways only', () => {
    expect(constructs.length).to.be.greaterThan(190);
    const exceptions = (constructs as Construct[]).filter(
      (each) => (each.tree === null) !== (each.codes !== undefined),
    );
    expect(exceptions.map((each) => each.exception)).to.deep.equal([
      "a quoted scalar continued at its key's column is refused",
      'names of anchors may hold more characters',
      'line separators outside quotes are refused',
      'the value key of YAML 1.1 is not read',
    ]);
  });

  for (const { text, tree, codes, exception } of constructs as Construct[]) {
    it(`${JSON.stringify(text)} ${codes === undefined ? 'is read as Ansible reads it' : `is ${codes.join(', ')}`}`, () => {
      const { value, diagnostics } = parse(text);
      expect([...new Set(diagnostics.map((each) => each.code))]).to.deep.equal(codes ?? []);
      if (codes === undefined && exception === undefined)
        expect(treeOf(value.root ?? expect.fail('no root'))).to.deep.equal(tree);
    });
  }
});
