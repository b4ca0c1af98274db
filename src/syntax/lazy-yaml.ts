/** The door to `yaml`, which is loaded only when something is to be said about a file that js-yaml refuses. */
import { lazyPackage } from '../lazy-package.js';

/** The part of the `yaml` package that the syntax layer uses. */
export type YamlLibrary = typeof import('yaml');

/** The `yaml` package, loaded at the first call. */
export const loadYaml = lazyPackage('yaml') as () => YamlLibrary;
