/**
 * Assignability: A fits B if every value of A is one of B (format reference, section 8). Reflexive and transitive, and
 * sound: a literal that passes A passes B where A fits B. User types are nominal, so a value of a plain type fits a
 * named or refined one only where all its values are known (an enum) and pass. The unknown type fits both ways.
 */
import {
  ancestry,
  constraintEntry,
  familiesOf,
  implies,
  intrinsic,
  type ConstraintName,
} from './constraints.js';
import { passes } from './check-value.js';
import { typeKey } from './data.js';
import { builtIn, type Constraints, type Literal, type ObjectType, type Type } from './type.js';

/** True if every value of `from` may stand where `to` is expected. */
export function fits(from: Type, to: Type): boolean {
  if (from === to || from.kind === 'unknown-type' || to.kind === 'unknown-type' || isAny(to))
    return true;
  if (from.kind === 'union') return from.members.every((member) => fits(member, to));
  if (isAny(from)) return false;
  return (
    fitsTarget(from, to) ||
    fitsByBase(from, to) ||
    (valuesOf(from)?.every((value) => passes(value, to)) ?? false)
  );
}

/** True if both are one type: the same names, fields and constraints, in whatever order. */
export function sameType(one: Type, other: Type): boolean {
  return one === other || typeKey(one) === typeKey(other);
}

/** True if some text is a value of `type`: which one may only be known later. */
export function takesText(type: Type): boolean {
  switch (type.kind) {
    case 'named':
      return takesText(type.type);
    case 'refined':
      return takesText(type.base) && (type.constraints.enum?.some(isText) ?? true);
    case 'union':
      return type.members.some(takesText);
    case 'enum':
      return type.values.some(isText);
    case 'built-in':
      return isAny(type) || ancestry(type.name).includes('string');
    case 'unknown-type':
      return true;
    case 'list':
    case 'map':
    case 'object':
      return false;
  }
}

function isText(value: Literal): boolean {
  return value.kind === 'string';
}

function isAny(type: Type): boolean {
  return type.kind === 'built-in' && type.name === 'any';
}

/** Judges `from`, which is no union, by what `to` is. */
function fitsTarget(from: Type, to: Type): boolean {
  switch (to.kind) {
    case 'union':
      return to.members.some((member) => fits(from, member));
    case 'refined':
      return (
        fits(from, to.base) &&
        (Object.keys(to.constraints) as ConstraintName[]).every((name) =>
          fulfils(from, name, to.constraints),
        )
      );
    case 'named':
      return from.kind === 'named' && from.name === to.name && sameType(from, to);
    case 'built-in':
      return from.kind === 'built-in' && ancestry(from.name).includes(to.name);
    case 'list':
      return from.kind === 'list' && fits(from.item, to.item);
    case 'map':
      return from.kind === 'map'
        ? fits(from.value, to.value)
        : from.kind === 'object' && from.fields.every((field) => fits(field.type, to.value));
    case 'object':
      return from.kind === 'object' && fitsObject(from, to);
    case 'enum':
    case 'unknown-type':
      return false;
  }
}

/** What is known of all values of a named or refined type is known of its base. */
function fitsByBase(from: Type, to: Type): boolean {
  return (
    (from.kind === 'named' && fits(from.type, to)) ||
    (from.kind === 'refined' && fits(from.base, to))
  );
}

/** Objects have no other fields than their own: what `from` may have, `to` must know. */
function fitsObject(from: ObjectType, to: ObjectType): boolean {
  const given = new Map(from.fields.map((field) => [field.name, field]));
  const taken = new Map(to.fields.map((field) => [field.name, field]));
  return (
    to.fields.every((field) => !field.required || given.get(field.name)?.required === true) &&
    from.fields.every((field) => {
      const target = taken.get(field.name);
      return target !== undefined && fits(field.type, target.type);
    })
  );
}

/** All values of a type, where they are few and known. */
function valuesOf(type: Type): readonly Literal[] | undefined {
  if (type.kind === 'enum') return type.values;
  if (type.kind === 'refined') return type.constraints.enum;
  if (type.kind !== 'built-in') return undefined;
  if (type.name === 'null') return [{ kind: 'null' }];
  return type.name === 'boolean'
    ? [
        { kind: 'bool', value: false },
        { kind: 'bool', value: true },
      ]
    : undefined;
}

/** True if all values of `from` fulfil the constraint `name` of `wanted`, also those that it is not about. */
function fulfils(from: Type, name: ConstraintName, wanted: Constraints): boolean {
  if (from.kind === 'unknown-type') return true;
  if (from.kind === 'union') return from.members.every((member) => fulfils(member, name, wanted));
  const values = valuesOf(from);
  if (values !== undefined)
    return values.every((value) =>
      passes(value, {
        kind: 'refined',
        base: builtIn('any'),
        constraints: { [name]: wanted[name] },
      }),
    );
  if (from.kind === 'named') return fulfils(from.type, name, wanted);
  if (from.kind === 'refined')
    return implies(from.constraints, name, wanted) || fulfils(from.base, name, wanted);
  const family = constraintEntry(name)?.family;
  if (family !== undefined && !isAny(from) && !familiesOf(from).includes(family)) return true;
  return implies(intrinsic(from), name, wanted);
}
