/**
 * The page of `report`: one HTML text that needs nothing beside it and asks nothing of the network. Its data are JSON in a
 * block that is never run, its code and its style are made from `packages/report-page` by `scripts/build.mjs`; the page's own policy lets run
 * only these two, known by their digests, so that nothing in an inventory can become code. Loaded late.
 */
import { pageData, type Reported } from './page-data.js';
import { script, style } from './page.generated.js';

export type { Reported } from './page-data.js';

/** What marks a page as made here, near its start. */
const mark = '<meta name="generator" content="inventory-script report">';

/** The page; `digestOf` gives the SHA-256 digest of a text in base64. */
export function renderPage(reported: Reported, digestOf: (text: string) => string): string {
  const data = pageData(reported);
  const policy = `default-src 'none'; script-src 'sha256-${digestOf(script)}'; style-src 'sha256-${digestOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${mark}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(data.name)}: inventory report</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This page shows its data with JavaScript, which is switched off. Nothing is loaded from anywhere: it is safe to switch it on.</noscript>
<div id="page"></div>
<script type="application/json" id="data">${inScript(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Whether a file that starts like this is a page of ours, which may be replaced. */
export function isReport(start: string): boolean {
  return start.startsWith('<!doctype html>') && start.slice(0, 500).includes(mark);
}

/** JSON that cannot end the block that it stands in, nor begin a comment. */
function inScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
