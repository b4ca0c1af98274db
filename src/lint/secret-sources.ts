/**
 * Secret sources that nothing in the inventory names: no template of a service, and no variable. A template may ask for a
 * secret without naming a source, so `default` counts as used where there is any; and where a template cannot be read,
 * nobody knows. What plays ask for is not looked at.
 */
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Config, Service, Template } from '../model/inventory.js';
import { variableLayers } from '../model/variable-layers.js';
import { pathFrom } from '../text/path-from.js';
import { plain, type Finding } from './finding.js';
import { filesOf, inventoryOf, type Linted } from './linted.js';
import { textsIn } from './texts.js';

export function findUnusedSecretSources(linted: Linted): Finding[] {
  const { secretSources, services } = inventoryOf(linted);
  const sources = [...secretSources.values()].filter((each) => !linted.mayBeUsedElsewhere(each));
  if (sources.length === 0) return [];
  const templates = [...services.values()].flatMap(templatesOf);
  const texts = templates.flatMap(
    (template) => template.inline?.value ?? readTemplate(linted, template) ?? [],
  );
  if (texts.length < templates.length) return [];
  const variables = variableLayers(filesOf(linted)).flatMap((layer) => textsIn(layer));
  const all = [...texts, ...variables].join('\n');
  if (all.includes('inventory_secret_sources')) return [];
  return sources
    .filter(
      ({ name }) =>
        !(name === 'default' && templates.length > 0) &&
        !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(all),
    )
    .map((each) =>
      plain(
        diagnostic(
          'lint/unused-secret-source',
          each,
          `no template of a service and no variable names the secret source \`${each.name}\``,
          { help: 'remove it, unless plays ask for it' },
        ),
      ),
    );
}

function templatesOf({ components }: Service): readonly Template[] {
  const configs: readonly Config[] = [
    ...components.configs,
    ...components.processes.flatMap((each) => [
      ...(each.unitFile === undefined ? [] : [each.unitFile]),
      ...each.overrides,
    ]),
  ];
  return configs.flatMap(({ template }) => template ?? []);
}

function readTemplate({ read }: Linted, { file }: Template): string | undefined {
  return file === undefined ? undefined : read(pathFrom(file.span.source, file.value));
}
