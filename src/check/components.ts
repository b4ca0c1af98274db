/** Rules about the components of one service: paths, templates, versions, units, timeouts, references. */
import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { overridePath, unitFilePath } from '../model/claims.js';
import { checkLocal } from '../model/local-path.js';
import type { Binary, Components, Config, Name, Process } from '../model/inventory.js';
import { suggestion } from '../text/suggest.js';
import { carriesTemplate } from '../text/template-markers.js';
import { findCycles } from './cycles.js';
import { repeated } from './hosts.js';

const rpmVersion = /^[0-9]+:[^-:\s]+-[^-:\s]+\.[A-Za-z0-9_]+$/;
const unitName = /^[A-Za-z0-9:_.\\@-]{1,247}\.service$/;
const overrideName = /^[^/.\s][^/\s]*\.conf$/;
const goDuration = /^(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const controls = /\p{Cc}/u;

/** All faults of the components of one service. */
export function checkComponents(components: Components): Diagnostic[] {
  return [
    ...components.binaries.flatMap(checkBinary),
    ...components.configs.flatMap((config) => [...checkPath(config), ...checkTemplate(config)]),
    ...components.processes.flatMap((process) => checkProcess(process, components)),
    ...checkAfterCircles(components),
  ];
}

function checkBinary(binary: Binary): Diagnostic[] {
  const { version } = binary;
  if (binary.type !== 'rpm' || version === undefined || rpmVersion.test(version.value)) return [];
  return [
    diagnostic(
      'check/version',
      version.span,
      `the version \`${version.value}\` is not written in full`,
      {
        help: 'write `epoch:version-release.arch`, e.g. `"0:1.2-3.noarch"`',
      },
    ),
  ];
}

function checkPath({ path }: Config): Diagnostic[] {
  if (path === undefined) return [];
  const fault = faultOfPath(path.value);
  return fault === undefined
    ? []
    : [
        diagnostic('check/path', path.span, `\`${path.value}\` ${fault}`, {
          help: 'name an absolute file path such as `/etc/app.conf`',
        }),
      ];
}

function faultOfPath(path: string): string | undefined {
  if (!path.startsWith('/')) return 'is not absolute';
  if (controls.test(path)) return 'holds a control character';
  if (posix.normalize(path) === '/' || /\/\.{0,2}$/.test(path)) return 'is a folder, not a file';
  return undefined;
}

function checkTemplate({ name, template }: Config): Diagnostic[] {
  if (template === undefined) return [];
  const { file, inline } = template;
  if (file !== undefined && inline !== undefined) {
    return [
      diagnostic(
        'check/template',
        inline.span,
        `the template of \`${name}\` has both \`file\` and \`inline\``,
        {
          related: [{ span: file.span, message: 'the file is named here' }],
          help: 'keep one of the two',
        },
      ),
    ];
  }
  if (file !== undefined) return checkLocal(file);
  return inline === undefined
    ? [
        diagnostic(
          'check/template',
          template,
          `the template of \`${name}\` has neither \`file\` nor \`inline\``,
        ),
      ]
    : [];
}

function checkProcess(process: Process, components: Components): Diagnostic[] {
  return [
    ...checkUnit(process),
    ...checkTimeout(process),
    ...checkUnitFiles(process),
    ...[
      ...process.restartOn.map((each) => [each, 'restart_on'] as const),
      ...process.reloadOn.map((each) => [each, 'reload_on'] as const),
    ].flatMap(([reference, field]) =>
      checkReference(
        reference,
        `\`${field}\` of process \`${process.name}\``,
        triggersOf(components),
        components.complete,
      ),
    ),
    ...process.after.flatMap((each) =>
      checkReference(
        each,
        `\`after\` of process \`${process.name}\``,
        components.processes.map((other) => other.name),
        components.complete,
      ),
    ),
    ...(['restartOn', 'reloadOn', 'after'] as const).flatMap((field) =>
      repeated(
        'check/repeated-reference',
        process[field],
        (name) => `process \`${process.name}\` names \`${name}\` twice`,
      ),
    ),
  ];
}

function triggersOf({ binaries, configs }: Components): string[] {
  return [
    ...binaries.map((each) => `binary.${each.name}`),
    ...configs.map((each) => `config.${each.name}`),
  ];
}

function checkReference(
  reference: Name,
  owner: string,
  known: readonly string[],
  complete: boolean,
): Diagnostic[] {
  if (known.includes(reference.name) || !complete) return [];
  return [
    diagnostic(
      'check/unknown-component',
      reference,
      `${owner} names \`${reference.name}\`, which this service does not have`,
      { help: suggestion(reference.name, known) },
    ),
  ];
}

function checkUnit({ unit }: Process): Diagnostic[] {
  if (unit === undefined || unitName.test(unit.value)) return [];
  return [
    diagnostic('check/unit', unit.span, `\`${unit.value}\` is no name of a \`.service\` unit`, {
      help: /^[A-Za-z0-9:_\\@-]+$/.test(unit.value)
        ? `did you mean \`${unit.value}.service\`?`
        : undefined,
    }),
  ];
}

function checkTimeout({ timeout }: Process): Diagnostic[] {
  if (timeout === undefined || (goDuration.test(timeout.value) && /[1-9]/.test(timeout.value)))
    return [];
  return [
    diagnostic('check/timeout', timeout.span, `\`${timeout.value}\` is no positive duration`, {
      help: 'write a number with its unit, e.g. `5s`, `1m30s` or `300ms`',
    }),
  ];
}

function checkUnitFiles({ unit, unitFile, overrides }: Process): Diagnostic[] {
  const files: [Config, string | undefined][] = overrides.map((each) => [
    each,
    unit && overridePath(unit.value, each.name),
  ]);
  if (unitFile !== undefined) files.unshift([unitFile, unit && unitFilePath(unit.value)]);
  return [
    ...overrides.flatMap((each) =>
      overrideName.test(each.name) && !controls.test(each.name) && !carriesTemplate(each.name)
        ? []
        : [
            diagnostic(
              'check/override-name',
              each,
              `\`${each.name}\` is no plain \`*.conf\` file name`,
            ),
          ],
    ),
    ...files.flatMap(([config, path]) => [
      ...checkDerivedPath(config, path),
      ...checkTemplate(config),
    ]),
  ];
}

function checkDerivedPath({ path }: Config, derived: string | undefined): Diagnostic[] {
  if (path === undefined || derived === undefined || posix.normalize(path.value) === derived)
    return [];
  return [
    diagnostic('check/path', path.span, `\`${path.value}\` is not where this unit's file is`, {
      help: `write \`${derived}\`, or leave the path out`,
    }),
  ];
}

function checkAfterCircles({ processes }: Components): Diagnostic[] {
  const byName = new Map(processes.map((each) => [each.name, each]));
  return findCycles(byName.keys(), (name) => byName.get(name)?.after ?? []).map(({ names, span }) =>
    diagnostic(
      'check/process-cycle',
      span,
      `processes wait for each other: \`${[...names, names[0] ?? ''].join('` → `')}\``,
    ),
  );
}
