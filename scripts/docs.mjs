/** `npm run docs`: rewrites the pages that are made from the program's own tables. Needs `tsx` for the sources. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';
import { codesPage } from './codes-page.mjs';
import { commandsPage, manPage } from './manual.mjs';

register();
const { codes } = await import('../src/diagnostics/codes.ts');
const { commands } = await import('../src/cli/commands.ts');
const help = await import('../src/cli/arguments/help.ts');
const surroundings = await import('../src/cli/arguments/environment.ts');
const { jsonSchema } = await import('../src/report/json-schema.ts');
const { version } = await import('../src/cli/version.ts');

const manual = { commands, help, surroundings };
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
mkdirSync(at('man'), { recursive: true });
writeFileSync(
  at('docs/inventory.schema.json'),
  `${JSON.stringify(jsonSchema('inventory'), null, 2)}\n`,
);
writeFileSync(at('docs/codes.md'), codesPage(codes));
writeFileSync(
  at('docs/commands.md'),
  commandsPage(readFileSync(at('docs/commands.md'), 'utf8'), manual),
);
writeFileSync(at('man/inventory-script.1'), manPage(manual, version));
