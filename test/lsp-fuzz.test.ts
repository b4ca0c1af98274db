/** Whatever a client does, the server answers, and says in the end what a fresh reading of the same texts says. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  TextDocument,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-textdocument';
import { createSession } from '../src/lsp/session.js';
import { nodeSystem } from '../src/system.js';
import { temporaryFolder } from './support/ansible.js';
import { startClient, type LanguageClient } from './support/language-client.js';

const files = {
  'inventory.yaml':
    'include: [tags.yaml]\nupstreams: {net: {source: net}}\nservices: {app: {order: 1, file: app.yaml}}\nvars: {a: "${net.port}", ü: "😀"}\nhosts:\n  - {name: "web[1:2]", tags: [home]}\n',
  'tags.yaml': 'tags:\r\n  home: {order: 1, services: {app: {}}, vars: {b: [1, yes]}}\r\n',
  'app.yaml':
    'binaries: {tool: {type: deb, package: app}}\nprocesses:\n  web: {type: systemd, unit: a.service, restart_on: [binary.tool]}\n',
  'net/inventory.yaml': 'exports:\n  port: {value: 443}\nhosts: []\n',
};
type Name = keyof typeof files;
const names = Object.keys(files) as Name[];

const requests = [
  'completion',
  'hover',
  'definition',
  'references',
  'prepareRename',
  'rename',
  'documentSymbol',
  'documentLink',
  'inlayHint',
  'codeLens',
  'codeAction',
];
const position = fc.record({ line: fc.nat(9), character: fc.oneof(fc.nat(60), fc.constant(1e6)) });
const inserted = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\t',
  '{',
  '}',
  '[',
  '"',
  "'",
  '${',
  '${net.',
  ':',
  '- ',
  '#',
  '|',
  '&a',
  '*a',
  '!append ',
  'x',
  '😀',
  '\r\n',
  'tags:\n',
  'hosts: []\n',
  '\u0000',
  '\ud800',
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      name: fc.constantFrom(...names),
      from: position,
      to: position,
      text: inserted,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      name: fc.constantFrom(...names),
      method: fc.constantFrom(...requests),
      at: position,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reset' as const), name: fc.constantFrom(...names) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('close' as const), name: fc.constantFrom(...names) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** How long the server may take to say what is right: then it is taken for silent. */
const patience = 10_000;

describe('lsp under any client', function () {
  this.timeout(120_000);
  let folder = '';
  let client: LanguageClient;
  let version = 1;
  const open = new Map<Name, TextDocument>();
  const pathOf = (name: Name): string => join(folder, name);
  const uriOf = (name: Name): string => pathToFileURL(pathOf(name)).href;

  before(async () => {
    folder = temporaryFolder('fuzz');
    mkdirSync(join(folder, 'net'));
    for (const name of names) writeFileSync(pathOf(name), files[name]);
    client = await startClient(folder);
  });

  async function ensureOpen(name: Name): Promise<TextDocument> {
    const known = open.get(name);
    if (known !== undefined) return known;
    const document = TextDocument.create(uriOf(name), 'yaml', ++version, files[name]);
    open.set(name, document);
    await client.open(pathOf(name), files[name]);
    return document;
  }

  async function change(name: Name, change: TextDocumentContentChangeEvent): Promise<void> {
    const document = await ensureOpen(name);
    TextDocument.update(document, [change], ++version);
    await client.change(pathOf(name), version, [change]);
  }

  async function take(each: Step): Promise<void> {
    switch (each.kind) {
      case 'change':
        return change(each.name, {
          range: { start: each.from, end: each.to.line < each.from.line ? each.from : each.to },
          text: each.text,
        });
      case 'reset':
        return change(each.name, { text: files[each.name] });
      case 'close':
        if (open.delete(each.name))
          await client.connection.sendNotification('textDocument/didClose', {
            textDocument: { uri: uriOf(each.name) },
          });
        return;
      case 'ask': {
        const params = {
          textDocument: { uri: uriOf(each.name) },
          position: each.at,
          newName: 'other',
          context: { includeDeclaration: true, diagnostics: [] },
          range: { start: each.at, end: each.at },
        };
        await client.connection
          .sendRequest(`textDocument/${each.method}`, params)
          .catch((error: unknown) => {
            // A refusal is an answer; a fault in the program is none.
            if (each.method !== 'rename') throw error;
            expect(String(error)).not.to.match(/failed with message|Cannot read|undefined/);
          });
      }
    }
  }

  it('never fails, and tells nothing stale', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        for (const each of steps) await take(each);
        await ensureOpen('inventory.yaml');
        const session = createSession(
          { ...nodeSystem, env: nodeSystem.env, cwd: folder },
          { folders: [folder] },
        );
        for (const [name, document] of open) session.put(pathOf(name), document.getText());
        const expected = session.update();
        for (const name of names) {
          const told = (expected.get(pathOf(name)) ?? []).map(
            (each) =>
              `${each.code} ${each.help === undefined ? each.message : `${each.message}\n${each.help}`}`,
          );
          let heard: readonly string[] = [];
          const isSaid = client.diagnostics(
            pathOf(name),
            (found) =>
              (heard = found.map(
                (each) => `${String(each.code)} ${each.message as string}`,
              )).join() === told.join(),
            told.length === 0,
          );
          const end = new AbortController();
          await Promise.race([isSaid, setTimeout(patience, undefined, end).catch(() => undefined)]);
          end.abort();
          expect(heard, name).to.deep.equal(told);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('takes thousands of changes in a row, and answers what is not cancelled', async () => {
    await ensureOpen('tags.yaml');
    for (let count = 0; count < 2000; count++)
      void change('tags.yaml', {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        text: '#',
      });
    await change('tags.yaml', { text: 'tags: {hom: {}}\n' });
    await change('inventory.yaml', {
      text: 'include: [tags.yaml]\nhosts: [{name: gena, tags: [home]}]\n',
    });
    await client.diagnostics(
      pathOf('inventory.yaml'),
      (found) => found.length === 1 && found[0]?.code === 'check/unknown-tag',
    );
    expect(
      await client.connection.sendRequest('textDocument/hover', {
        textDocument: { uri: uriOf('tags.yaml') },
        position: { line: 0, character: 8 },
      }),
    ).to.have.property('contents');
  });

  it('ends with the client', async () => {
    expect(await client.end()).to.deep.equal({ code: 0, stderr: '' });
    const gone = await startClient(folder);
    expect(await gone.vanish()).to.deep.equal({ code: 1, stderr: '' });
  });
});
