import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium, openPage } from '../packages/slack-preview/test/support/browser.ts';
import { launch } from '../test/support/worlds/launched-app.ts';
import { ask, waitForCards } from '../test/support/worlds/preview-page.ts';

/** Makes the README's pictures: starts everything as a user would, drives it in Chromium, and saves what is to be seen. */

const SIZE = { viewport: { width: 1200, height: 860 } };

/** New messages fade in. */
const SETTLED_MS = 1_500;

const folder = await mkdtemp(join(tmpdir(), 'pain-signals-'));
const launched = await launch(folder);
const browser = await launchChromium();
try {
  await takePictures();
} finally {
  await browser.close();
  await launched.interrupt();
  await rm(folder, { recursive: true, force: true });
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: new URL(`./${name}.png`, import.meta.url).pathname });
  console.log(`docs/${name}.png`);
}

async function visit(page: Page, channel: string): Promise<void> {
  await page.click(`a:has-text("${channel}")`);
  await page.waitForSelector(`h1:has-text("${channel}")`);
  await page.waitForSelector('body[data-ready]');
}

async function takePictures(): Promise<void> {
  const { page } = await openPage(browser, launched.preview, SIZE);
  page.setDefaultTimeout(120_000);
  // The README is in English, and so are this reader's numbers.
  await page.selectOption('select:has(option:text-is("Kenji Tanaka"))', { label: 'Grace Okafor (admin)' });
  await page.waitForSelector('body[data-ready]');
  await waitForCards(page);
  await visit(page, 'product');
  // Growth is known a little later than what there is.
  await waitForCards(page, '/pain trending');
  await save(page, 'trending');

  await visit(page, 'general');
  await ask(page, '/pain trending');
  await page.locator('button:text-is("Details")').first().click();
  await page.locator('button:text-is("Evidence")').waitFor();
  await page.locator('button:text-is("Share in channel")').last().click();
  const picture = page.locator('.message:not(.ephemeral) img');
  await picture.waitFor();
  // As high as the shared card, below the channel's name and above the line to type in.
  const { height = 750 } = (await page.locator('.message:not(.ephemeral)').last().boundingBox()) ?? {};
  await page.setViewportSize({ width: 1200, height: Math.ceil(height) + 190 });
  await page.locator('text=Shared by').last().scrollIntoViewIfNeeded();
  await save(page, 'signal');

  await ask(page, '/pain watch area databases when score over 70');
  await ask(page, '/pain watch oauth here');
  await page.click('a:has-text("Pain Signals")');
  await page.waitForSelector('main :text("This week")');
  await page.waitForSelector('main :text("Status")');
  await page.setViewportSize({ width: 1200, height: 1070 });
  await save(page, 'home');

  await page.setViewportSize({ width: 1200, height: 860 });
  await visit(page, 'dev-pain');
  await ask(page, '/pain digest');
  await page.click('button:text-is("Preview and turn on")');
  await page.click('button:text-is("Turn on")');
  await page.waitForSelector('text=Turned on');
  await page.click('button:text-is("Close")');
  await ask(page, '/pain digest');
  await page.locator('button:text-is("Send now")').last().click();
  await page.click('dialog[open] button:text-is("Send now")');
  const digest = page.locator('.message:not(.ephemeral):has-text("Developer pain of the week")');
  await digest.locator('img[alt]').last().waitFor();
  await digest.locator('text=/\\d+ replies/').waitFor();
  const size = await digest.boundingBox();
  await page.setViewportSize({ width: 1200, height: Math.ceil(size?.height ?? 0) + 190 });
  await digest.scrollIntoViewIfNeeded();
  await save(page, 'digest');
}
