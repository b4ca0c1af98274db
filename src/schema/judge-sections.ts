/**
 * Judges the sections of a file that most inventories do not have (`lateSections` in `scripts/build.mjs`): a late part of
 * the program, so that the others need not read its validator.
 */
import type { ErrorObject } from 'ajv';
import type { Plain } from './plain.js';
import { sections as validate } from './sections-validator.generated.js';

/** All faults of these sections, with pointers from the root of the file. */
export function judgeSections(sections: Readonly<Record<string, Plain>>): readonly ErrorObject[] {
  return validate(sections) ? [] : (validate.errors ?? []);
}
