/** The language server as a process, spoken to by a real protocol client. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  DocumentSymbol,
  Hover,
  InlayHint,
  Location,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { temporaryFolder } from './support/ansible.js';
import { startClient } from './support/language-client.js';
import { runTool } from './support/tool.js';

const network = 'exports:\n  vpc_id: {type: string}\n  port: {value: 443}\nhosts: []\n';
const inventory = `upstreams: {network: {source: network}}
tags:
  home: {order: 20, vars: {vmango: {port: "\${network.port}", näme: "😀"}}}
hosts:
  - {name: gena, tags: [home]}
`;

function fleet(): { readonly folder: string; readonly path: string; readonly upstream: string } {
  const folder = temporaryFolder('fleet');
  mkdirSync(join(folder, 'network'));
  const [path, upstream] = [
    join(folder, 'inventory.yaml'),
    join(folder, 'network', 'inventory.yaml'),
  ];
  writeFileSync(path, inventory);
  writeFileSync(upstream, network);
  return { folder, path, upstream };
}

describe('lsp', () => {
  it('serves a client from the first file to its end', async () => {
    const { folder, path, upstream } = fleet();
    const client = await startClient(folder);
    expect(client.started.serverInfo?.name).to.equal('inventory-script');
    expect(client.started.capabilities.positionEncoding).to.equal('utf-16');
    await client.open(path, inventory);
    expect(await client.diagnostics(path, () => true)).to.deep.equal([]);

    const uri = pathToFileURL(path).href;
    const textDocument = { uri };
    const ask = <T>(
      method: string,
      line: number,
      character: number,
      more: object = {},
    ): Promise<T> =>
      client.connection.sendRequest<T>(method, {
        textDocument,
        position: { line, character },
        ...more,
      });
    const [definition] = await ask<Location[]>(
      'textDocument/definition',
      2,
      inventory.split('\n')[2]?.indexOf('.port') ?? 0,
    );
    expect(definition).to.deep.equal({
      uri,
      range: { start: { line: 0, character: 12 }, end: { line: 0, character: 19 } },
    });
    const [exported] = await ask<Location[]>(
      'textDocument/definition',
      2,
      (inventory.split('\n')[2]?.indexOf('.port') ?? 0) + 2,
    );
    expect(exported).to.deep.equal({
      uri: pathToFileURL(upstream).href,
      range: { start: { line: 2, character: 2 }, end: { line: 2, character: 6 } },
    });
    expect((await ask<Hover>('textDocument/hover', 4, 25)).contents).to.deep.equal({
      kind: 'markdown',
      value: '**tag** `home`, order 20\n\n1 host: gena',
    });
    expect(
      (
        await ask<Location[]>('textDocument/references', 2, 3, {
          context: { includeDeclaration: true },
        })
      ).map((each) => each.range.start.line),
    ).to.have.members([2, 4]);
    const edit = await ask<WorkspaceEdit>('textDocument/rename', 2, 3, { newName: 'flat' });
    expect(edit.changes?.[uri]?.map((each) => each.newText)).to.deep.equal(['flat', 'flat']);
    expect(
      await client.connection
        .sendRequest('textDocument/documentSymbol', { textDocument })
        .then((found) => (found as DocumentSymbol[]).map((each) => each.name)),
    ).to.deep.equal(['upstreams', 'tags', 'hosts']);
    const hints = await client.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', {
      textDocument,
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    });
    expect(hints).to.deep.equal([{ position: { line: 4, character: 28 }, label: ' 20' }]);
    const [lens] = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument,
    });
    expect(
      (await client.connection.sendRequest<CodeLens>('codeLens/resolve', lens)).command?.title,
    ).to.equal('1 of 1 host');
    expect(
      await client.connection.sendRequest('textDocument/documentLink', { textDocument }),
    ).to.deep.equal([
      {
        range: { start: { line: 0, character: 30 }, end: { line: 0, character: 37 } },
        target: pathToFileURL(upstream).href,
      },
    ]);
    await client.connection
      .sendRequest('textDocument/rename', {
        textDocument,
        position: { line: 2, character: 3 },
        newName: 'a b',
      })
      .then(
        () => expect.fail('a name with a blank was accepted'),
        (error: unknown) => expect(String(error)).to.include('`a b` is no name'),
      );
    expect(await client.end()).to.deep.equal({ code: 0, stderr: '' });
  });

  it('says what validate says while it is typed, in every file, and mends it', async () => {
    const { folder, path, upstream } = fleet();
    const client = await startClient(folder);
    await client.open(path, inventory);
    await client.diagnostics(path, (found) => found.length === 0);
    const line = inventory.split('\n')[4] ?? '';
    const at = { line: 4, character: line.indexOf('home') };
    await client.change(path, 2, [
      { range: { start: at, end: { ...at, character: at.character + 4 } }, text: 'hme' },
    ]);
    const [found] = await client.diagnostics(path, (each) => each.length > 0);
    expect(found).to.include({
      code: 'check/unknown-tag',
      source: 'inventory-script',
      severity: 1,
    });
    expect(found?.range).to.deep.equal({ start: at, end: { ...at, character: at.character + 3 } });
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: pathToFileURL(path).href },
      range: found?.range,
      context: { diagnostics: [] },
    });
    expect(actions.map((each) => each.title)).to.deep.equal([
      'Replace by `home`',
      'Add the tag `hme`',
    ]);
    await client.change(path, 3, [{ text: `${inventory}vars: {}\n` }]);
    const [idle] = await client.diagnostics(path, (each) =>
      each.some(({ severity }) => severity === 4),
    );
    expect(idle)
      .to.include({ code: 'lint/empty-section', source: 'inventory-script', severity: 4 })
      .and.deep.include({ tags: [1] });
    const removals = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: pathToFileURL(path).href },
      range: idle?.range,
      context: { diagnostics: [] },
    });
    expect(removals.map((each) => each.title)).to.deep.equal([
      'Remove `vars`',
      'Ignore `lint/empty-section` here',
    ]);
    const broken = `${inventory}tags: {x: [\n`;
    await client.change(path, 4, [{ text: broken }]);
    await client.diagnostics(path, (each) =>
      each.some(({ code }) => String(code).startsWith('syntax/')),
    );
    const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri: pathToFileURL(path).href },
      position: { line: 2, character: inventory.split('\n')[2]?.indexOf('port}') ?? 0 },
    });
    expect(items.map((each) => each.label)).to.deep.equal(['vpc_id', 'port']);
    await client.change(path, 4, [{ text: inventory }]);
    await client.diagnostics(path, (each) => each.length === 0);
    // A change in the upstream's buffer is seen by those that take values from it, before anything is saved.
    await client.open(upstream, network);
    await client.change(upstream, 2, [
      { text: network.replace('port: {value: 443}', 'ports: {value: 443}') },
    ]);
    const [unknown] = await client.diagnostics(path, (each) => each.length > 0);
    expect(unknown?.code).to.equal('upstream/unknown-export');
    expect(readFileSync(upstream, 'utf8')).to.equal(network);
    expect((await client.end()).code).to.equal(0);
  });

  it('leaves files alone that belong to no inventory', async () => {
    const { folder, path } = fleet();
    const client = await startClient(folder);
    const play = join(folder, 'site.yml');
    writeFileSync(play, '- hosts: all\n  tasks: []\n');
    await client.open(play, '- hosts: all\n  tasks: []\n');
    await client.open(path, 'hosts: [{name: gena, tags: [x]}]\n');
    await client.diagnostics(path, (found) => found.length === 1);
    expect(
      await client.connection.sendRequest('textDocument/completion', {
        textDocument: { uri: pathToFileURL(play).href },
        position: { line: 1, character: 2 },
      }),
    ).to.deep.equal([]);
    expect((await client.end()).code).to.equal(0);
  });

  it('takes the inventory that is named, and says where it is not there', async () => {
    const { folder } = fleet();
    const production = join(folder, 'production.txt');
    writeFileSync(production, 'include: [tags.yaml]\nhosts: [{name: gena, tags: [home]}]\n');
    writeFileSync(join(folder, 'tags.yaml'), 'tags: {home: {}}\n');
    const client = await startClient(folder, ['lsp', '-i', production]);
    await client.open(join(folder, 'tags.yaml'), 'tags: {}\n');
    expect((await client.diagnostics(production, (found) => found.length > 0))[0]?.code).to.equal(
      'check/unknown-tag',
    );
    expect((await client.end()).code).to.equal(0);
    const missing = await runTool(['lsp', '-i', 'nowhere.yaml'], folder);
    expect(missing.code).to.equal(1);
    expect(missing.stderr).to.include('there is no file `nowhere.yaml`');
  });
});
