/** Declared secret sources as data: name → type and absolute file. The files are never opened. */
import { pathFrom } from '../text/path-from.js';
import { byName, type Data } from './component-data.js';
import type { SecretSource } from './inventory.js';

export function secretSourceData(sources: Iterable<SecretSource>): Data {
  return byName([...sources], ({ file }) => ({
    file: file && pathFrom(file.span.source, file.value),
    type: 'yaml',
  }));
}
