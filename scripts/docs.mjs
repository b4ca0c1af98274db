/** `npm run docs`: rewrites the pages that are made from the program's own tables. Needs `tsx` for the sources. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';
import { codesPage } from './codes-page.mjs';

register();
const { codes } = await import('../src/diagnostics/codes.ts');
writeFileSync(fileURLToPath(new URL('../docs/codes.md', import.meta.url)), codesPage(codes));
