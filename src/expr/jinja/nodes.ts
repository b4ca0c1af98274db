/** The tree of an expression and of a template; every node knows its place in the text it was parsed from. */
import type { Place } from './error.js';

export interface CallArguments {
  readonly positional: readonly Node[];
  readonly named: readonly { readonly name: string; readonly value: Node }[];
  readonly star: Node | undefined;
  readonly starStar: Node | undefined;
}

export const noCallArguments: CallArguments = {
  positional: [],
  named: [],
  star: undefined,
  starStar: undefined,
};

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

export type Node = Place &
  (
    | { readonly type: 'constant'; readonly value: null | boolean | bigint | number | string }
    | { readonly type: 'name'; readonly name: string }
    | { readonly type: 'list' | 'tuple'; readonly items: readonly Node[] }
    | {
        readonly type: 'dict';
        readonly pairs: readonly { readonly key: Node; readonly value: Node }[];
      }
    | { readonly type: 'attribute'; readonly object: Node; readonly name: string }
    | { readonly type: 'item'; readonly object: Node; readonly key: Node }
    | {
        readonly type: 'slice';
        readonly object: Node;
        readonly from: Node | undefined;
        readonly to: Node | undefined;
        readonly step: Node | undefined;
      }
    | { readonly type: 'call'; readonly callee: Node; readonly args: CallArguments }
    | {
        readonly type: 'filter' | 'test';
        readonly value: Node;
        readonly name: string;
        readonly namePlace: Place;
        readonly args: CallArguments;
      }
    | { readonly type: 'unary'; readonly operator: '-' | '+' | 'not'; readonly operand: Node }
    | {
        readonly type: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Node;
        readonly right: Node;
      }
    | {
        readonly type: 'logic';
        readonly operator: 'and' | 'or';
        readonly left: Node;
        readonly right: Node;
      }
    | {
        readonly type: 'compare';
        readonly first: Node;
        readonly rest: readonly { readonly operator: CompareOperator; readonly operand: Node }[];
      }
    | { readonly type: 'concat'; readonly parts: readonly Node[] }
    | {
        readonly type: 'conditional';
        readonly test: Node;
        readonly then: Node;
        readonly otherwise: Node | undefined;
      }
  );

export interface Branch {
  readonly test: Node | undefined;
  readonly body: readonly Statement[];
}

export type Statement =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'output'; readonly value: Node }
  | { readonly type: 'if'; readonly branches: readonly Branch[] }
  | {
      readonly type: 'for';
      readonly targets: Target;
      readonly iterable: Node;
      readonly condition: Node | undefined;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[] | undefined;
    }
  | { readonly type: 'set'; readonly targets: Target; readonly value: Node }
  | { readonly type: 'set block'; readonly name: string; readonly body: readonly Statement[] };

/** What a `for` or `set` assigns to: one name, or several that take the parts of a sequence. */
export interface Target extends Place {
  readonly names: readonly string[];
  readonly unpack: boolean;
}
