/** Which program this is: entries of another one are not used. */
declare const inventoryScriptBuild: string | undefined;

/** Version and digest of the built program (set by `scripts/build.mjs`); `sources` where it runs unbuilt. */
export const build: string =
  typeof inventoryScriptBuild === 'string' ? inventoryScriptBuild : 'sources';
