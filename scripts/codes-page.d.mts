export function codesPage(
  codes: Readonly<Record<string, { readonly severity: string; readonly meaning: string }>>,
): string;
