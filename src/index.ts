/**
 * The library: `import { loadInventory, resolveHosts, nodeSystem } from 'inventory-script'`.
 * Functions are synchronous, read only through the `System` they are given, and never throw on user input: what is
 * wrong comes back as diagnostics. Described in `docs/library.md`.
 */
export { emitHost, emitList } from './ansible/list.js';
export type { Declarations } from './check/types.js';
export { codes, type Code, type Severity } from './diagnostics/codes.js';
export {
  hasErrors,
  inFileOrder,
  type Diagnostic,
  type Outcome,
  type Related,
} from './diagnostics/diagnostic.js';
export { renderGithub } from './diagnostics/render-github.js';
export { renderJson } from './diagnostics/render-json.js';
export { renderSarif, type SarifOptions } from './diagnostics/render-sarif.js';
export { renderText } from './diagnostics/render-text.js';
export type { Workspace } from './load/load.js';
export type { Host, HostDefinition, Inventory, Service, Tag } from './model/inventory.js';
export {
  loadApplied,
  loadInventory,
  resolveApplied,
  resolveHosts,
  resolvePath,
  validatePath,
  type LoadedInventory,
  type Resolution,
} from './pipeline.js';
export {
  explainLeaves,
  type Contribution,
  type Leaf,
  type Loser,
  type LossReason,
} from './report/explain.js';
export { explainJson, explainText } from './report/explain-text.js';
export { layersOf, type Layer } from './report/layers.js';
export { showJson } from './report/show.js';
export { parsePath, pathText } from './text/path-text.js';
export type { ResolvedHost, ResolvedInventory } from './resolve/resolve.js';
export { everything, type Selection } from './resolve/select.js';
export type { Node } from './syntax/node.js';
export { nodeSystem, type System } from './system.js';
export { placeOf, positionAt, type Position } from './text/position.js';
export type { Source, Span } from './text/source.js';
export type { DeclaredVariable, DeclaredVariables } from './types/declared-variables.js';
export { typeToSchema, type JsonSchema } from './types/schema.js';
export { typeText, type Type } from './types/type.js';
