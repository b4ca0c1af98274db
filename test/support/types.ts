/** Types in one line: from their text or YAML, over a few user types. */
import fc from 'fast-check';
import { declareTypes } from '../../src/types/declare.js';
import { parseType } from '../../src/types/parse.js';
import {
  builtIn,
  builtIns,
  unionOf,
  type BuiltInName,
  type Constraints,
  type Literal,
  type Type,
} from '../../src/types/type.js';
import { valueOfA } from './syntax.js';

const declared = valueOfA(`a:
  VpcId: {type: string, pattern: "^vpc-[0-9a-f]+$"}
  ProdVpcId: {type: VpcId, minLength: 8}
  Stage: {enum: [dev, prod]}
  Listen: {type: port, minimum: 1024}
  Server: {host: hostname, port?: port}
  Keyed: {id: VpcId}
  OtherKeyed: {id: port}
  Anything: any
  Kept: string | null
`);

/** The user types that tests name. */
export const userTypes = declareTypes(declared.kind === 'map' ? declared.entries : []).value;

/** The type that a YAML value means; it must be fine. */
export function typeOf(yaml: string): Type {
  const { value, diagnostics } = parseType(valueOfA(`a: ${yaml}`), userTypes);
  if (diagnostics.length > 0)
    throw new Error(`${yaml}: ${diagnostics.map((each) => each.message).join('; ')}`);
  return value;
}

/** Any scalar, mostly ones near the edges of the built-in types. */
export const literals: fc.Arbitrary<Literal> = fc.oneof(
  fc
    .constantFrom(
      '',
      'dev',
      'prod',
      'vpc-1',
      'vpc-12345',
      'db1',
      'db1.example.org',
      '192.0.2.1',
      '::1',
      '192.0.2.0/24',
      '5s',
      '512M',
      '1.2.3',
      '0644',
      'a@b.c',
      '/etc',
      'https://a/',
      '00:00:5e:00:53:01',
      '1',
      'true',
    )
    .map((value): Literal => ({ kind: 'string', value })),
  fc
    .constantFrom<number | bigint>(
      -1,
      0,
      1,
      2,
      80,
      1023,
      1024,
      65535,
      65536,
      2n ** 70n,
      -(2n ** 70n),
    )
    .map((value): Literal => ({ kind: 'int', value })),
  fc.constantFrom(0.5, 1, -2.5).map((value): Literal => ({ kind: 'float', value })),
  fc.boolean().map((value): Literal => ({ kind: 'bool', value })),
  fc.constant<Literal>({ kind: 'null' }),
);

const builtInTypes = fc
  .constantFrom(...(Object.keys(builtIns) as BuiltInName[]))
  .map((name): Type => builtIn(name));
const namedTypes = fc.constantFrom(...userTypes.types.values());
const enums = fc
  .uniqueArray(literals, {
    minLength: 1,
    maxLength: 3,
    selector: (literal) =>
      `${literal.kind} ${literal.kind === 'null' ? '' : String(literal.value)}`,
  })
  .map((values): Type => ({ kind: 'enum', values }));

const numberConstraints = fc.record<Constraints>(
  {
    minimum: fc.constantFrom<number | bigint>(0, 1, 2n ** 65n),
    maximum: fc.constantFrom(80, 1024),
    exclusiveMinimum: fc.constantFrom(0, 0.5),
    exclusiveMaximum: fc.constantFrom(1024, 65536),
    multipleOf: fc.constantFrom(0.5, 1, 2),
  },
  { requiredKeys: [] },
);
const textConstraints = fc.record<Constraints>(
  {
    pattern: fc.constantFrom('^vpc-', '^[a-z]'),
    minLength: fc.constantFrom(1, 5),
    maxLength: fc.constantFrom(3, 9),
  },
  { requiredKeys: [] },
);

function refined(
  bases: fc.Arbitrary<Type>,
  constraints: fc.Arbitrary<Constraints>,
): fc.Arbitrary<Type> {
  return fc
    .tuple(bases, constraints)
    .map(([base, wanted]): Type => ({ kind: 'refined', base, constraints: wanted }));
}

const scalarTypes: fc.Arbitrary<Type> = fc.oneof(
  builtInTypes,
  namedTypes,
  enums,
  refined(
    fc.constantFrom<Type>(
      builtIn('number'),
      builtIn('integer'),
      builtIn('port'),
      typeOf('Listen'),
      typeOf('integer | string'),
    ),
    numberConstraints,
  ),
  refined(
    fc.constantFrom<Type>(
      builtIn('string'),
      builtIn('hostname'),
      typeOf('VpcId'),
      typeOf('Kept'),
      typeOf('integer | string'),
    ),
    textConstraints,
  ),
);

/** Any type but the unknown one. */
export const types: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalarTypes,
    tie('type').map((item): Type => ({ kind: 'list', item })),
    tie('type').map((value): Type => ({ kind: 'map', value })),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map(unionOf),
    fc
      .uniqueArray(
        fc.record({
          name: fc.constantFrom('host', 'port', 'name'),
          required: fc.boolean(),
          type: tie('type'),
        }),
        { minLength: 1, maxLength: 3, selector: (field) => field.name },
      )
      .map((fields): Type => ({ kind: 'object', fields })),
    tie('type').map((item): Type => ({
      kind: 'refined',
      base: { kind: 'list', item },
      constraints: { minItems: 1 },
    })),
  ),
})).type;
