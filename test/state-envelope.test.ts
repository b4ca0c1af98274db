/** Laws of the document of a state: what is written is read back as it was, and applying twice changes nothing. */
import fc from 'fast-check';
import { expect } from 'chai';
import { secretRanges } from '../src/diagnostics/redact.js';
import { nodeToJson } from '../src/model/json.js';
import { changesBetween, changeText } from '../src/state/changes.js';
import {
  envelopeText,
  readEnvelope,
  type ExportContent,
  type StateContent,
} from '../src/state/envelope.js';
import { parseSetFile } from '../src/state/given.js';
import { isKnown } from '../src/state/nodes.js';
import { publish, type DeclaredExport } from '../src/state/publish.js';
import type { State } from '../src/state/state.js';
import { readTerraformState } from '../src/state/terraform.js';
import { typeOfTerraform } from '../src/state/terraform-types.js';
import { readJson } from '../src/syntax/json.js';
import type { Node } from '../src/syntax/node.js';
import type { Source } from '../src/text/source.js';
import { typeKey } from '../src/types/data.js';
import { builtIn, typeText, unionOf, type Type } from '../src/types/type.js';
import { plainNode, textOf } from './support/arbitrary-nodes.js';

const sourceOf = (text: string): Source => ({ path: '/state.json', name: 'state.json', text });

function read(text: string): Node {
  const found = readJson(sourceOf(text));
  if ('fault' in found) throw new Error(`${found.fault.message} at ${found.fault.span.start}`);
  return found.root;
}

const baseType: fc.Arbitrary<Type> = fc.constantFrom<Type>(
  builtIn('string'),
  builtIn('integer'),
  builtIn('ip'),
  builtIn('any'),
  {
    kind: 'enum',
    values: [
      { kind: 'int', value: 2n ** 70n },
      { kind: 'string', value: 'a "b"' },
    ],
  },
);
const anyType: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small' },
    baseType,
    tie('type').map((item): Type => ({ kind: 'list', item })),
    tie('type').map((value): Type => ({ kind: 'map', value })),
    fc.tuple(tie('type'), tie('type')).map(([one, two]) => unionOf([one, two])),
    fc
      .uniqueArray(fc.constantFrom('host', '__proto__', 'constructor', 'größe'), { maxLength: 3 })
      .chain((names) =>
        fc
          .tuple(
            ...names.map((name) =>
              fc
                .tuple(tie('type'), fc.boolean())
                .map(([type, required]) => ({ name, required, type })),
            ),
          )
          .map((fields): Type => ({ kind: 'object', fields })),
      ),
    tie('type').map((type): Type => ({
      kind: 'named',
      name: 'VpcId',
      shown: 'network.VpcId',
      type,
    })),
    fc.constant<Type>({
      kind: 'refined',
      base: builtIn('string'),
      constraints: { pattern: '^vpc-[0-9a-f]+$', minLength: 3 },
    }),
  ),
})).type;

const knownNode = plainNode.filter(isKnown);
const content: fc.Arbitrary<ExportContent> = fc.record({
  value: knownNode,
  type: anyType,
  sensitive: fc.boolean(),
  origin: fc.constantFrom('declared', 'given'),
});
const names = fc.constantFrom('a', 'B', 'vpc_id', '1x', 'constructor', 'x-y');
const state: fc.Arbitrary<StateContent> = fc.record({
  lineage: fc.string({ unit: 'grapheme' }),
  serial: fc.nat(2 ** 40),
  time: fc.constant('2026-08-01T12:00:00Z'),
  tool: fc.string({ unit: 'grapheme' }),
  sourceDigest: fc.constant('sha256:0'),
  exports: fc.dictionary(names, content).map((entries) => new Map(Object.entries(entries))),
});

/** A state as text to be compared: equal texts are equal states. */
function shown({ lineage, serial, time, tool, sourceDigest, exports }: StateContent): string {
  const each = [...exports].map(([name, { value, type, sensitive, origin }]) =>
    [name, textOf(value, true), typeKey(type), typeText(type), sensitive, origin].join(' '),
  );
  return [lineage, serial, time, tool, sourceDigest, ...each.sort()].join('\n');
}

function reread(text: string): State {
  const found = readEnvelope(sourceOf(text));
  if ('fault' in found) throw new Error(found.fault.message);
  return found.state;
}

describe('the document of a state', () => {
  it('is read back as it was written, and written again to the same bytes', () => {
    fc.assert(
      fc.property(state, (written) => {
        const text = envelopeText(written);
        const back = reread(text);
        expect(shown(back)).to.equal(shown(written));
        expect(envelopeText(back)).to.equal(text);
        expect(changesBetween(written.exports, back.exports)).to.deep.equal([]);
      }),
    );
  });

  it('is JSON like any other', () => {
    fc.assert(
      fc.property(state, (written) => {
        expect(JSON.parse(envelopeText(written))).to.have.property('format', 1);
      }),
    );
  });

  it('cut off anywhere is a fault, never a state with less', () => {
    fc.assert(
      fc.property(state, fc.nat(), (written, seed) => {
        const text = envelopeText(written).trimEnd();
        expect(readEnvelope(sourceOf(text.slice(0, seed % text.length)))).to.have.property('fault');
      }),
    );
  });

  it('that is any other JSON, or a damaged one, is a fault at a place in it, never an exception', () => {
    const damaged = fc
      .tuple(state, fc.nat(), fc.constantFrom('', '"', '{', ']', '5', 'null', '\\u0000'))
      .map(([written, at, by]) => {
        const text = envelopeText(written);
        return text.slice(0, at % text.length) + by + text.slice((at % text.length) + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        for (const found of [readEnvelope(sourceOf(text)), readTerraformState(sourceOf(text))]) {
          if ('fault' in found) expect(found.fault.span.start).to.be.within(0, text.length);
          else expect(found.state.serial).to.be.at.least(0);
        }
      }),
    );
  });

  it('given twice is given once: the second time nothing changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, knownNode, fc.boolean())), state, (rows, before) => {
        const span = { source: sourceOf(''), start: 0, end: 0 };
        const declared = [
          ...new Map(
            rows.map(([name, value, isOwn]) => [
              name,
              {
                name,
                type: builtIn('any'),
                typeSpan: undefined,
                value: isOwn ? value : undefined,
                waits: undefined,
                sensitive: false,
                ...span,
              },
            ]),
          ).values(),
        ] satisfies DeclaredExport[];
        const given = rows
          .filter(
            ([name], at) =>
              rows.findIndex(([other]) => other === name) === at &&
              declared.some((each) => each.name === name && each.value === undefined),
          )
          .map(([name, node]) => ({
            name,
            value: { node },
            sensitive: false,
            optional: false,
            ...span,
          }));
        const apply = (previous: State, values: typeof given): State => {
          const { value, diagnostics } = publish({
            declared,
            given: values,
            previous,
            clear: 'allowed',
          });
          expect(diagnostics).to.deep.equal([]);
          return reread(envelopeText({ ...previous, exports: value.exports }));
        };
        const once = apply(reread(envelopeText({ ...before, exports: new Map() })), given);
        expect(changesBetween(once.exports, apply(once, given).exports)).to.deep.equal([]);
        expect(changesBetween(once.exports, apply(once, []).exports)).to.deep.equal([]);
      }),
    );
  });

  it('changes are told of exactly what differs, by name', () => {
    fc.assert(
      fc.property(state, state, (one, two) => {
        const changes = changesBetween(one.exports, two.exports);
        const after = new Map(one.exports);
        for (const change of changes) {
          if (change.after === undefined) after.delete(change.name);
          else after.set(change.name, change.after);
          expect(changeText(change))
            .to.match(/^[-+~] /)
            .and.not.match(/\n/);
        }
        expect(changesBetween(after, two.exports)).to.deep.equal([]);
        expect(changes.map((change) => change.name)).to.deep.equal(
          changes.map((change) => change.name).sort(),
        );
      }),
    );
  });
});

describe('JSON with places', () => {
  it('means what JSON means', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t'), (text, blank) => {
        const spaced = `${blank}${text}${blank}`;
        expect(
          JSON.parse(
            nodeToJson(read(spaced), { unit: '', redact: false, markTemplates: false }, ''),
          ),
        ).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it('knows the place of every value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const visit = (node: Node): void => {
          expect(textOf(read(text.slice(node.start, node.end)), true)).to.equal(textOf(node, true));
          if (node.kind === 'list') node.items.forEach(visit);
          if (node.kind === 'map')
            node.entries.forEach((entry) => {
              visit(entry.value);
            });
        };
        visit(read(text));
      }),
    );
  });

  const numbers: readonly [string, string][] = [
    ['0', 'int 0'],
    ['-0', 'int 0'],
    ['-0.0', 'float -0'],
    ['1.0', 'float 1'],
    ['1e2', 'float 100'],
    ['12345678901234567890', 'int 12345678901234567890'],
    ['9007199254740993', 'int 9007199254740993'],
    ['0.1', 'float 0.1'],
  ];
  for (const [text, expected] of numbers)
    it(`${text} is ${expected}`, () => {
      expect(textOf(read(text), true)).to.equal(expected);
    });

  const faults: readonly [string, string, number][] = [
    ['', 'the text ends too early', 0],
    ['[1, 2', 'the text ends too early', 5],
    ['[1,]', 'a value is expected behind the `,`', 3],
    ['{"a": 1,}', 'a value is expected behind the `,`', 8],
    ['{a: 1}', 'a key in double quotes is expected here', 1],
    ['{"a" 1}', 'a `:` is expected here', 5],
    ['{"a": 1 "b": 2}', 'a `,` or `}` is expected here', 8],
    ['{"a": 1, "a": 2}', 'the key `a` stands here a second time', 9],
    ['01', 'a value is expected here', 0],
    ['1.', 'a value is expected here', 0],
    ['+1', 'a value is expected here', 0],
    ['NaN', 'a value is expected here', 0],
    ['1e999', 'the number is too large', 0],
    ['"a\nb"', 'the string is not closed, or holds what a JSON string cannot', 0],
    ['"\\x"', 'the string is not closed, or holds what a JSON string cannot', 0],
    ['"\\ud800"', 'the string holds half of a surrogate pair', 0],
    ['1 2', 'there is more text behind the value', 2],
    ['nulls', 'there is more text behind the value', 4],
    ['['.repeat(200), 'values are nested more than 100 levels deep', 101],
  ];
  for (const [text, message, at] of faults) {
    it(`${JSON.stringify(text.slice(0, 20))} is none: ${message}`, () => {
      const found = readJson(sourceOf(text));
      if (!('fault' in found)) throw new Error('it was read');
      expect([found.fault.message, found.fault.span.start]).to.deep.equal([message, at]);
    });
  }
});

describe('types of Terraform', () => {
  const rows: readonly [string, string, string | undefined][] = [
    ['"string"', '"a"', 'string'],
    ['"bool"', 'true', 'boolean'],
    ['"number"', '1', 'integer'],
    ['"number"', '1.5', 'number'],
    ['"dynamic"', '{"a": [1]}', '{a: list<integer>}'],
    ['"string"', 'null', 'null'],
    ['["list", "string"]', '["a"]', 'list<string>'],
    ['["list", "number"]', '[1, 2]', 'list<integer>'],
    ['["list", "number"]', '[1, 2.5]', 'list<number>'],
    ['["list", "number"]', '[]', 'list<number>'],
    ['["set", "bool"]', '[true]', 'list<boolean>'],
    ['["map", "string"]', '{"a": "b"}', 'map<string>'],
    ['["map", ["list", "number"]]', '{"a": [1], "b": []}', 'map<list<integer> | list<number>>'],
    ['["tuple", ["string", "number"]]', '["a", 1]', 'list<string | integer>'],
    ['["tuple", []]', '[]', 'list<any>'],
    [
      '["object", {"host": "string", "port": "number"}]',
      '{"host": "h", "port": 22}',
      '{host: string, port: integer}',
    ],
    [
      '["object", {"host": "string", "port": "number"}, ["port"]]',
      '{"host": "h", "port": null}',
      '{host: string, port?: null}',
    ],
    ['["object", {}]', '{}', '{}'],
    ['"colour"', '"a"', undefined],
    ['["list"]', '[]', undefined],
    ['["list", "colour"]', '[]', undefined],
    ['["object", {"a": 1}]', '{"a": 1}', undefined],
    ['5', '5', undefined],
  ];
  for (const [type, value, expected] of rows) {
    it(`${type} of ${value} is ${expected ?? 'none'}`, () => {
      const found = typeOfTerraform(read(type), read(value));
      expect(found && typeText(found)).to.equal(expected);
    });
  }
});

describe('excerpts of files with values', () => {
  /** What an excerpt of each line leaves to be read. */
  const shown = (text: string, read: (source: Source) => unknown): string => {
    const source = sourceOf(text);
    read(source);
    let start = 0;
    return text
      .split('\n')
      .map((line) => {
        const from = start;
        start += line.length + 1;
        return secretRanges(source, from, from + line.length).reduceRight(
          (left, range) => `${left.slice(0, range.start - from)}█${left.slice(range.end - from)}`,
          line,
        );
      })
      .join('\n');
  };
  const state =
    '{"format": 1, "lineage": "l", "serial": 1, "time": "t", "tool": "x", "source": "s",\n"exports": {"k": {"type": "string", "value": "hunter2", "origin": "given"}}}';
  const terraform =
    '{"version": 4, "serial": 1, "lineage": "l", "outputs": {"k": {"value": "hunter2",\n"type": "string"}}}';
  it('show no values', () => {
    expect(shown(state, readEnvelope)).to.equal(state.replace('"hunter2"', '█'));
    expect(shown(terraform, readTerraformState)).to.equal(terraform.replace('"hunter2"', '█'));
    expect(shown('{"k": "hunter2",\n"l": [1]}', parseSetFile)).to.equal('{"k": █,\n"l": █}');
    expect(
      shown('{"k": {"sensitive": true, "type": "string", "value": "hunter2"}}', parseSetFile),
    ).to.equal('{"k": {"sensitive": true, "type": "string", "value": █}}');
  });
  it('show nothing of what cannot be read', () => {
    for (const read of [readEnvelope, readTerraformState, parseSetFile]) {
      expect(shown('{"version": 1, "k":\n"hunter2" x}', read)).to.equal('█\n█');
    }
    expect(shown(state.replace('"serial": 1', '"serial": -1'), readEnvelope)).to.equal('█\n█');
    expect(shown(state.replace('"format": 1', '"format": 2'), readEnvelope)).to.equal('█\n█');
    expect(shown(terraform.replace('"version": 4', '"version": 3'), readTerraformState)).to.equal(
      '█\n█',
    );
  });
});
