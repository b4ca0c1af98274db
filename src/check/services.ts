/** Rules about services as a whole: components inline or in a file, at least one, each thing owned once. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { claimsOf, type Claim } from '../model/claims.js';
import { checkLocal } from '../model/local-path.js';
import type { Components, Inventory, SecretSource, Service } from '../model/inventory.js';
import { checkComponents } from './components.js';

/** All faults of the definitions of services. A file that two services name is judged once. */
export function checkServices(services: Inventory['services']): Diagnostic[] {
  const judged = new Set<string>();
  return [...services.values()].flatMap((service) => {
    const found = [...checkFileOrInline(service), ...checkNotEmpty(service)];
    const shared = service.file === undefined ? undefined : service.components.path;
    if (shared !== undefined && judged.has(shared)) return found;
    if (shared !== undefined) judged.add(shared);
    return [
      ...found,
      ...checkComponents(service.components),
      ...checkRepeatedResources(service.components),
    ];
  });
}

/** A secret source's file is local; whether it exists does not matter. */
export function checkSecretSources(sources: ReadonlyMap<string, SecretSource>): Diagnostic[] {
  return [...sources.values()].flatMap((source) =>
    source.file === undefined ? [] : checkLocal(source.file),
  );
}

function checkFileOrInline(service: Service): Diagnostic[] {
  const [inline] = service.components.kinds;
  if (service.file === undefined || inline === undefined) return [];
  return [
    diagnostic(
      'check/service-file',
      inline,
      `service \`${service.name}\` has both \`file\` and \`${inline.name}\``,
      {
        related: [{ span: service.file.span, message: 'the file is named here' }],
        help: `move \`${inline.name}\` into the file, or remove \`file\``,
      },
    ),
  ];
}

function checkNotEmpty({ components, file, name, ...service }: Service): Diagnostic[] {
  const count =
    components.binaries.length + components.configs.length + components.processes.length;
  if (count > 0 || !components.complete) return [];
  return [
    diagnostic(
      'check/empty-service',
      file?.span ?? service,
      `service \`${name}\` has no component`,
      {
        help: 'add at least one below `binaries`, `configs` or `processes`',
      },
    ),
  ];
}

/** Within one service a config may lie in the folder of a unit that a process of the service runs. */
function checkRepeatedResources(components: Components): Diagnostic[] {
  const first = new Map<string, Claim>();
  return claimsOf(components).flatMap((claim) => {
    if (claim.kind === 'unit' && !claim.component.startsWith('process.')) return [];
    const key = `${claim.kind} ${claim.key}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, claim);
    if (before === undefined || before.component === claim.component) return [];
    return [
      diagnostic(
        'check/repeated-resource',
        claim.span,
        `\`${claim.component}\` and \`${before.component}\` both own ${claim.thing}`,
        {
          related: [{ span: before.span, message: `\`${before.component}\` owns it here` }],
        },
      ),
    ];
  });
}
