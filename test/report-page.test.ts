/** The page of `report` in a real Chromium: by keyboard, by link, in both colour schemes, on paper, with 5,000 hosts, under attack. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { chromium, type Browser, type Page } from 'playwright-core';
import { generate } from '../bench/generate.mjs';
import { findChromium } from '../scripts/chromium.mjs';
import { temporaryFolder } from './support/ansible.js';
import { memorySystem } from './support/memory-system.js';
import { fleet, pageOf } from './support/report-fleet.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = temporaryFolder('report');

/** Names as long as they may be, and fields in fields. */
const long = `
vars: {${'k'.repeat(300)}: ${'v'.repeat(3000)}}
tags: {${'t'.repeat(300)}: {services: {s: {}}}}
services: {s: {order: 1, processes: {p: {type: systemd, unit: a.service, overrides: {10-runtime.conf: {template: {inline: "[Service]"}}}}}}}
hosts: [{name: ${'h'.repeat(300)}, tags: [${'t'.repeat(300)}]}]
`;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

describe('the page of report', function () {
  this.timeout(120_000);
  let browser: Browser;
  let page: Page;
  /** What went wrong in a page, and what a page asked the network for. */
  const trouble: string[] = [];

  before(async () => {
    const found = await findChromium();
    browser = await chromium.launch({
      executablePath: found.command,
      env: { ...process.env, ...found.env },
      args: ['--no-sandbox'],
    });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('console', (message) => trouble.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:') && request.url() !== 'data:,')
        trouble.push(request.url());
    });
    writeFileSync(join(folder, 'fleet.html'), await pageOf(await fleet()));
    writeFileSync(
      join(folder, 'broken.html'),
      await pageOf(
        memorySystem({
          '/inventory.yaml':
            'hosts: [{name: a, tags: [x, y]}]\ntags: {x: {vars: {p: 1}}, y: {vars: {p: 2}}}\n',
        }),
      ),
    );
    writeFileSync(
      join(folder, 'long.html'),
      await pageOf(memorySystem({ '/inventory.yaml': long })),
    );
    writeFileSync(
      join(folder, 'large.html'),
      await pageOf(memorySystem({ '/inventory.yaml': generate('services', 5000) })),
    );
  });
  after(async () => {
    await browser.close();
  });
  afterEach(() => {
    expect(trouble.splice(0)).to.deep.equal([]);
  });

  /** Opens a page anew at an address. */
  async function open(name: string, address = ''): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`${pathToFileURL(join(folder, `${name}.html`)).href}#/${address}`);
    await page.waitForSelector('h1');
  }

  const ask = (expression: string): Promise<unknown> => page.evaluate(expression);
  const focused = (): Promise<unknown> => ask('document.activeElement.textContent');
  /** Waits until an expression is true; Playwright's own way to do that is forbidden by the policy of the page. */
  async function until(expression: string): Promise<void> {
    for (let tries = 0; tries < 400; tries++) {
      if ((await ask(`Boolean(${expression})`)) === true) return;
      await page.waitForTimeout(25);
    }
    throw new Error(`never true: ${expression}`);
  }
  const address = (): Promise<unknown> => ask('decodeURIComponent(location.hash)');

  it('is searched by keyboard alone', async () => {
    await open('fleet');
    await page.keyboard.press('/');
    await page.keyboard.type('web04');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await page.getByRole('combobox').getAttribute('aria-expanded')).to.equal('true');
    expect(await page.locator('.search [role="status"]').innerText()).to.match(/^\d+ results?$/);
    await page.keyboard.press('Enter');
    await until("document.querySelector('h1').textContent === 'Host web04.example.org'");
    expect(await address()).to.equal('#/host/web04.example.org');
    expect(await focused()).to.equal('Host web04.example.org');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('timezone');
    await options.first().waitFor();
    expect(await page.locator('[aria-selected="true"]').innerText()).to.equal('timezone');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = await page.locator('[aria-selected="true"]').innerText();
    expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).to.equal(
      await page.locator('[aria-selected="true"]').getAttribute('id'),
    );
    expect(chosen).to.match(/^timezone = /);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('combobox').getAttribute('aria-expanded')).to.equal('false');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until("document.activeElement.textContent === 'Variable timezone'");
    await page.keyboard.press('/');
    await page.keyboard.type('no such thing');
    await until("document.querySelector('.search [role=status]').textContent === 'No results'");
  });

  it('has a skip link, and a place for the focus after each step', async () => {
    await open('fleet');
    await page.keyboard.press('Tab');
    expect(await focused()).to.equal('Skip to content');
    await page.keyboard.press('Enter');
    expect(await focused()).to.equal('inventory.yaml');
    await page.getByRole('link', { name: /^Tags/ }).first().focus();
    await page.keyboard.press('Enter');
    await until("document.activeElement.textContent === 'Tags'");
    expect(await page.title()).to.equal('Tags · inventory.yaml: inventory report');
    await page.goBack();
    await until("document.querySelector('h1').textContent === 'inventory.yaml'");
  });

  it('opens a shared link to a value, with what it beat', async () => {
    await open('fleet', 'host/web01.example.org/timezone');
    const row = page.locator('details[open]');
    await row.waitFor();
    await until("document.activeElement.tagName === 'SUMMARY'");
    expect(
      (await row.locator('.parts li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
    ).to.deep.equal([
      'wins "Europe/Paris" tag site-a order 20 inventory.yaml:19:40',
      'replaced "Europe/Berlin" tag base order 10 inventory.yaml:17:17',
    ]);
    await page.keyboard.press('ArrowUp');
    await until("document.activeElement.innerText.startsWith('subnet')");
    await page.keyboard.press('Enter');
    await until('document.activeElement.parentElement.open');
    await open('fleet', 'variable/zone_copy');
    expect(await page.locator('summary').first().innerText()).to.match(/^7 hosts/);
    await open('fleet', 'hosts?q=site-b');
    expect(await page.locator('.filter .count').innerText()).to.equal('4 of 12 hosts');
    await page.getByRole('searchbox').fill('db');
    await until("location.hash === '#/hosts?q=db'");
    await open('fleet', 'host/nobody');
    expect(await page.locator('main').innerText()).to.include('no such host');
  });

  const views = [
    '',
    'hosts',
    'kind/web/site-a',
    'host/web07.example.org',
    'host/web01.example.org/ports',
    'tags',
    'tag/base',
    'variables',
    'variable/timezone',
    'services',
    'service/nginx',
    'matrix',
    'owners',
    'exchange',
    'problems',
  ];

  it('has nothing that axe objects to, in light or in dark, and never scrolls sideways', async () => {
    const found: string[] = [];
    const judge = async (where: string, options: string): Promise<void> => {
      const violations = (await ask(
        `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
      )) as readonly Violation[];
      found.push(
        ...violations.map(
          ({ id, nodes }) =>
            `${where}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`,
        ),
      );
    };
    const alike = [
      'kind/web/site-a',
      'host/web07.example.org',
      'tags',
      'variables',
      'services',
      'problems',
    ];
    for (const [name, each] of [
      ...views.map((view) => ['fleet', view] as const),
      ['broken', 'problems'] as const,
      ['broken', 'host/a'] as const,
    ]) {
      await open(name, each);
      if (each === '') await page.getByRole('combobox').fill('e');
      if ((await ask('typeof axe')) === 'undefined') await ask(axe);
      if (name === 'broken' || !alike.includes(each)) {
        await judge(`${name} ${each}`, '{ resultTypes: ["violations"] }');
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await ask('getComputedStyle(document.documentElement).backgroundColor')).to.equal(
          'rgb(20, 23, 27)',
        );
        await judge(
          `${name} ${each} in dark`,
          '{ runOnly: ["color-contrast", "link-in-text-block"] }',
        );
        await page.emulateMedia({ colorScheme: 'light' });
      }
      for (const width of [400, 800, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(
          await ask('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          `${each} at ${width}`,
        ).to.equal(0);
      }
    }
    expect(found).to.deep.equal([]);
  });

  it('never scrolls sideways, however long names are, and keeps fields in fields readable', async () => {
    for (const width of [400, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const each of [
        '',
        'hosts',
        `host/${'h'.repeat(300)}`,
        'tags',
        `tag/${'t'.repeat(300)}`,
        'variables',
        'service/s',
        'matrix',
      ]) {
        await open('long', each);
        expect(
          await ask('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          `${each.slice(0, 9)} at ${width}`,
        ).to.equal(0);
        if (each === 'hosts')
          expect(await page.locator('.filter .count').innerText()).to.equal('1 host');
        if (each === 'service/s')
          expect(
            await ask(
              "Math.min(...[...document.querySelectorAll('.fields code')].map((code) => code.parentElement.clientWidth))",
            ),
          ).to.be.greaterThan(100);
      }
    }
  });

  it('shows texts as texts, whatever they would like to be', async () => {
    for (const each of [
      ...views,
      'tag/odd',
      'host/loner/motd',
      'host/web07.example.org/motd',
      `host/${encodeURIComponent('<img src=x onerror=window.attacked=1>')}`,
      'variables?q=<img',
      '%',
    ]) {
      await open('fleet', each);
      expect(
        await ask(
          'window.attacked === undefined && document.querySelector("main img, main script, main b, main i") === null',
        ),
        each,
      ).to.equal(true);
    }
    await open('fleet', 'host/loner/motd');
    expect(await page.locator('details[open] .full').innerText()).to.include(
      '</script><img src=x onerror=',
    );
    await open('fleet', 'tag/odd');
    expect(await page.locator('main').innerText())
      .to.include('<b onclick=x>.yaml:3:3')
      .and.to.include('\\u202e');
  });

  it('shows a broken inventory with its errors', async () => {
    await open('broken');
    expect(await page.locator('.health').innerText()).to.match(/^Not valid: 1 error/);
    await page.getByRole('link', { name: 'Show the problems' }).click();
    expect(await page.locator('.excerpt mark').first().innerText()).to.equal('2');
    await open('broken', 'host/a/p');
    expect(await page.locator('details[open] .verdict').allInnerTexts()).to.deep.equal([
      'conflict',
      'conflict',
    ]);
  });

  it('is printed with everything that is in a list', async () => {
    await open('large', 'hosts?q=host12');
    const count = Number(
      (await page.locator('.filter .count').innerText()).split(' ')[0]?.replace(',', ''),
    );
    expect(count).to.be.greaterThan(100);
    expect(await page.locator('.rows li').count()).to.be.lessThan(80);
    await page.emulateMedia({ media: 'print' });
    await until(`document.querySelectorAll('.rows li').length === ${count}`);
    expect(await page.getByRole('navigation').isVisible()).to.equal(false);
    await page.emulateMedia({ media: 'screen' });
    await until("document.querySelectorAll('.rows li').length < 80");
    await open('fleet', 'host/web01.example.org');
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(pdf.length).to.be.greaterThan(10_000);
  });

  it('shows 5,000 hosts with few elements, and goes through them by keyboard', async () => {
    await open('large', 'hosts');
    expect(await page.locator('.filter .count').innerText()).to.equal('5,000 hosts');
    expect(await ask('document.querySelectorAll("*").length')).to.be.lessThan(1500);
    await page.locator('[data-row]').first().focus();
    await page.keyboard.press('End');
    await until("document.activeElement.textContent.startsWith('host4999.example.org')");
    await page.keyboard.press('ArrowUp');
    await until("document.activeElement.textContent.startsWith('host4998.example.org')");
    await page.keyboard.press('Enter');
    await until("document.querySelector('h1').textContent === 'Host host4998.example.org'");
    await page.goBack();
    await until("document.body.textContent.includes('host4997.example.org')");
    for (const each of [
      '',
      'tag/t0',
      'variables',
      'variable/shared.from',
      'variable/ansible_host',
      'matrix',
      'owners',
      'service/s3',
    ]) {
      await open('large', each);
      expect(await ask('document.querySelectorAll("*").length'), each).to.be.lessThan(2500);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('4321');
    await until("document.querySelector('[role=option]')?.textContent === 'host4321.example.org'");
  });
});
