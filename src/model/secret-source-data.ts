/** Declared secret sources as data: name → type and absolute file. The files are never opened. */
import { dirname, resolve } from 'node:path';
import { byName, type Data } from './component-data.js';
import type { SecretSource } from './inventory.js';

export function secretSourceData(sources: Iterable<SecretSource>): Data {
  return byName([...sources], ({ file }) => ({
    file: file && resolve(dirname(file.span.source.path), file.value),
    type: 'yaml',
  }));
}
