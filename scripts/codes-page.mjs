/**
 * The text of `docs/codes.md`, made from the table in `src/diagnostics/codes.ts`.
 * @param {Readonly<Record<string, { readonly severity: string; readonly meaning: string }>>} codes
 * @returns {string}
 */
export function codesPage(codes) {
  const folders = new Map();
  for (const [code, { severity, meaning }] of Object.entries(codes)) {
    const folder = code.split('/')[0];
    folders.set(folder, [
      ...(folders.get(folder) ?? []),
      `| \`${code}\` | ${severity} | ${meaning} |`,
    ]);
  }
  const intros = {
    load: 'finding and reading files',
    syntax: 'the text of one file',
    schema: 'the shape of one file',
    check: 'definitions and references, whether a host uses them or not',
    resolve: 'what the selected hosts get',
    ansible: 'host patterns (`inventory-script hosts`)',
    report: 'results that are lists, pages and files (`hosts`, `graph`, `report`)',
    lint: 'what can go, and what is doubtful (`inventory-script lint`, and the editor)',
  };
  const sections = [...folders].map(
    ([folder, rows]) =>
      `## ${folder}: ${intros[folder] ?? folder}\n\n| code | severity | meaning |\n|---|---|---|\n${rows.join('\n')}\n`,
  );
  return `# Codes\n\nEvery message ends with its code. \`validate --strict\` makes every warning an error.\nThis page is made from the program's own table.\n\n${sections.join('\n')}`;
}
