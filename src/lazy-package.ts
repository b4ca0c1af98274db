/**
 * Packages that only some runs need, loaded at the first use: what Ansible calls pays for none of them. Works in ES
 * modules and in a CommonJS bundle, where `import.meta.url` may be undefined.
 */
/** A function that gives the package `name`, loaded when it is first called. */
export function lazyPackage(name: string): () => unknown {
  let loaded: unknown;
  return () => {
    loaded ??= requireFrom(import.meta.url)(name) as unknown;
    return loaded;
  };
}

function requireFrom(url: string | undefined): NodeJS.Require {
  return process.getBuiltinModule('node:module').createRequire(url ?? __filename);
}
