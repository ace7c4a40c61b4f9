// Opens the HTML report from disk in a real browser and steps through it. Without a Chromium the test says so and
// passes, unless HEDDLE_REQUIRE_CHROMIUM=1.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceText } from '../src/base/source-text.js';
import { writeHtml } from '../src/report/html/write-html.js';
import { plainReport, type Report } from '../src/report/report.js';
import { counter, everyKind, joined, lostUpdate, reportOf, roundRobin } from '../src/report/testing/fixtures.js';

const candidates = [
  process.env['HEDDLE_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = candidates.find((path) => path !== undefined && existsSync(path));
const quietly = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const offline = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

if (executablePath === undefined) {
  describe('HTML report in a browser', () => {
    it('needs a Chromium', () => {
      console.log('html-report.test.ts: no Chromium found (set HEDDLE_CHROMIUM to its path): browser tests not run');
      expect(process.env['HEDDLE_REQUIRE_CHROMIUM']).not.toBe('1');
    });
  });
} else {
  describe('HTML report in a browser', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-html-'));
    let browser: Browser;

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: ['--headless', ...quietly, ...offline] });
    });

    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Opens a report from disk; everything that goes wrong in the page is collected. */
    async function open(report: Report, hash = ''): Promise<{ page: Page; troubles: string[] }> {
      const file = join(folder, `report-${Math.random().toString(36).slice(2)}.html`);
      writeFileSync(file, joined(writeHtml(report, plainReport)));
      const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('console', (message) => troubles.push(message.text()));
      page.on('dialog', (dialog) => {
        troubles.push(dialog.message());
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        if (!request.url().startsWith('file:')) troubles.push(request.url());
      });
      await page.goto(pathToFileURL(file).href + hash);
      return { page, troubles };
    }

    /** What is highlighted: the step's number and label in the diagram, the line and the text in the source. */
    async function highlighted(page: Page) {
      const text = (selector: string) => page.locator(`article:not([hidden]) ${selector}`).allTextContents();
      return {
        number: await text('.step.current .number'),
        label: await text('.step.current .label'),
        line: await text('.line.current .n'),
        source: await text('.line.current code span.current'),
      };
    }

    it('steps through with keys, and highlights the step in the diagram and in the source', async () => {
      const { page, troubles } = await open(reportOf(lostUpdate));
      const steps = [
        { number: ['2'], label: ['read count, c = 0'], line: ['6'], source: ['count'] },
        { number: ['3'], label: ['acquire l'], line: ['14'], source: ['l'] },
        { number: ['4'], label: ['write count = 10'], line: ['15'], source: ['count'] },
        { number: ['5'], label: ['release l'], line: ['14'], source: ['l'] },
        { number: ['6'], label: ['write count = 1'], line: ['7'], source: ['count'] },
      ];
      expect(await highlighted(page)).toEqual(steps[0]);
      for (const [index, key] of ['ArrowRight', 'j', 'ArrowDown', 'j', 'j'].entries()) {
        await page.keyboard.press(key);
        expect(await highlighted(page)).toEqual(steps[Math.min(index + 1, 4)]);
      }
      await page.keyboard.press('Home');
      expect(await highlighted(page)).toEqual(steps[0]);
      await page.keyboard.press('End');
      expect(await highlighted(page)).toEqual(steps[4]);
      for (const [index, key] of ['ArrowLeft', 'k', 'ArrowUp'].entries()) {
        await page.keyboard.press(key);
        expect(await highlighted(page)).toEqual(steps[3 - index]);
      }
      expect(troubles).toEqual([]);
      await page.close();
    });

    it('shows variables and locks as they are at the step', async () => {
      const { page } = await open(reportOf(lostUpdate), '#r1/4');
      const values = () => page.locator('.state .value:visible').allTextContents();
      expect(await values()).toEqual(['10', '0', 'held by Q#1']);
      await page.keyboard.press('End');
      expect(await values()).toEqual(['1', '0', 'free']);
      await page.keyboard.press('Home');
      expect(await values()).toEqual(['–', '0', 'free']);
      await page.close();
    });

    it('steps with buttons and clicks, and says where it is', async () => {
      const { page } = await open(reportOf(lostUpdate));
      await page.getByRole('button', { name: /next step/ }).click();
      expect(await page.locator('.now').textContent()).toBe('Q#1: acquire l');
      expect(await page.locator('.position').textContent()).toBe('step 3 of 6');
      await page.locator('.step', { hasText: 'overwrites the update' }).click();
      expect((await highlighted(page)).number).toEqual(['6']);
      expect(await page.getByRole('button', { name: /next step/ }).isDisabled()).toBe(true);
      expect(page.url()).toMatch(/#r1\/6$/);
      await page.close();
    });

    it('plays with the space bar, and shows its keys', async () => {
      const { page, troubles } = await open(reportOf(lostUpdate));
      await page.keyboard.press(' ');
      await page.locator('.position', { hasText: 'step 3 of 6' }).waitFor();
      await page.keyboard.press(' ');
      expect(await page.getByRole('button', { name: /play/ }).getAttribute('aria-pressed')).toBe('false');
      await page.keyboard.press('?');
      expect(await page.locator('dialog.keys').isVisible()).toBe(true);
      await page.keyboard.press('?');
      expect(await page.locator('dialog.keys').isVisible()).toBe(false);
      expect(troubles).toEqual([]);
      await page.close();
    });

    it('shows the detail first on a phone, and a finding when it is tapped', async () => {
      const { page } = await open(everyKind);
      await page.setViewportSize({ width: 390, height: 844 });
      const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
      expect(await top('article:not([hidden]) h2')).toBeLessThan(await top('.results button'));
      await page.locator('.results button').nth(1).click();
      const title = page.locator('article:not([hidden]) h2');
      expect(await title.textContent()).toBe('two accesses of balance are unordered');
      expect((await title.boundingBox())!.y).toBeLessThan(400);
      await page.close();
    });

    it('keeps the current step of a long interleaving in view', async () => {
      const { page } = await open(reportOf(roundRobin(6, 60)));
      await page.keyboard.press('End');
      const [box, step] = await Promise.all([
        page.locator('.scroll').boundingBox(),
        page.locator('.step.current .glyph').boundingBox(),
      ]);
      expect(step!.y).toBeGreaterThan(box!.y);
      expect(step!.y + step!.height).toBeLessThan(box!.y + box!.height);
      await page.close();
    });

    it('filters results by verdict and by text, and moves between them', async () => {
      const { page } = await open(everyKind);
      const visible = () => page.locator('.results button:visible').count();
      const before = await visible();
      await page.getByRole('button', { name: '2 violated' }).click();
      expect(await visible()).toBe(before - 2);
      await page.getByLabel('filter results').fill('deadlock');
      expect(await page.locator('.results button:visible').allTextContents()).toEqual([
        'no interleaving deadlocks (searched exhaustively, not certified)counter.eml · explore',
      ]);
      await page.getByLabel('filter results').fill('');
      await page.getByRole('button', { name: '2 violated' }).click();
      await page.locator('h1').click();
      await page.keyboard.press('n');
      expect(await page.locator('article:not([hidden]) h2').textContent()).toBe(
        'two accesses of balance are unordered',
      );
      await page.close();
    });

    it('runs no script of the input', async () => {
      const attack = `</script><script>alert(1)</script><img src=x onerror="alert(1)">`;
      const source = new SourceText('counter.eml', counter.text.replace('var count', `/* ${attack} */ var count`));
      const hostile = { ...lostUpdate, message: attack, because: [attack] };
      const { page, troubles } = await open({ ...reportOf(hostile), sources: { find: () => source } });
      expect(await page.locator('article:not([hidden]) h2').textContent()).toBe(attack);
      expect(await page.locator('.line[data-line="1"] code').textContent()).toContain(attack);
      expect(troubles).toEqual([]);
      await page.close();
    });
  });
}
