/**
 * The door to `yaml`, which is loaded only when something is to be said about a file that js-yaml refuses: the hot path
 * never pays for it. Works in ES modules and in a CommonJS bundle, where `import.meta.url` is undefined.
 */
import { createRequire } from 'node:module';

/** The part of the `yaml` package that the syntax layer uses. */
export type YamlLibrary = typeof import('yaml');

let library: YamlLibrary | undefined;

/** The `yaml` package, loaded at the first call. */
export function loadYaml(): YamlLibrary {
  library ??= requireFrom(import.meta.url)('yaml') as YamlLibrary;
  return library;
}

function requireFrom(url: string | undefined): NodeJS.Require {
  return createRequire(url ?? __filename);
}
