/**
 * What the components of a service own on a host: packages, absolute paths and systemd units
 * (format reference, section 5, "Ownership").
 */
import { posix } from 'node:path';
import type { Span } from '../text/source.js';
import type { Components, Config, Process } from './inventory.js';

/** One thing that one component owns. */
export interface Claim {
  readonly kind: 'package' | 'path' | 'unit';
  /** Equal keys of one kind are the same thing. */
  readonly key: string;
  /** How messages call the thing. */
  readonly thing: string;
  /** `binary.<name>`, `config.<name>` or `process.<name>`. */
  readonly component: string;
  readonly span: Span;
}

const systemDirectories = ['/etc', '/run', '/usr/lib', '/usr/local/lib', '/lib'].map(
  (each) => `${each}/systemd/system/`,
);

/** Every claim of a service, components in written order. */
export function claimsOf(components: Components): Claim[] {
  return [
    ...components.binaries.flatMap(({ name, type, package: owned }) =>
      type === undefined || owned === undefined
        ? []
        : [
            {
              kind: 'package' as const,
              key: `${type}:${owned.value}`,
              thing: `the ${type} package \`${owned.value}\``,
              component: `binary.${name}`,
              span: owned.span,
            },
          ],
    ),
    ...components.configs.flatMap((config) =>
      config.path === undefined
        ? []
        : pathClaims(config.path.value, `config.${config.name}`, config.path.span, true),
    ),
    ...components.processes.flatMap(processClaims),
  ];
}

/** Where the file of a unit is. */
export function unitFilePath(unit: string): string {
  return `/etc/systemd/system/${unit}`;
}

/** Where a drop-in of a unit is. */
export function overridePath(unit: string, name: string): string {
  return `/etc/systemd/system/${unit}.d/${name}`;
}

function processClaims(process: Process): Claim[] {
  const { unit } = process;
  if (unit === undefined) return [];
  const component = `process.${process.name}`;
  const files: [Config, string][] = process.overrides.map((each) => [
    each,
    overridePath(unit.value, each.name),
  ]);
  if (process.unitFile !== undefined) files.unshift([process.unitFile, unitFilePath(unit.value)]);
  return [
    unitClaim(unit.value, component, unit.span),
    ...files.flatMap(([config, path]) => pathClaims(path, component, config, false)),
  ];
}

function pathClaims(path: string, component: string, span: Span, withUnit: boolean): Claim[] {
  const key = posix.normalize(path);
  const unit = withUnit ? unitAt(key) : undefined;
  const claim: Claim = { kind: 'path', key, thing: `the path \`${key}\``, component, span };
  return unit === undefined ? [claim] : [claim, unitClaim(unit, component, span)];
}

function unitClaim(unit: string, component: string, span: Span): Claim {
  return { kind: 'unit', key: unit, thing: `the unit \`${unit}\``, component, span };
}

/** The unit that a file under a systemd system directory belongs to. */
function unitAt(path: string): string | undefined {
  const directory = systemDirectories.find((each) => path.startsWith(each));
  if (directory === undefined) return undefined;
  const [first = '', ...rest] = path.slice(directory.length).split('/');
  if (rest.length === 0) return first;
  return first.endsWith('.d') ? first.slice(0, -2) : rest.at(-1);
}
