import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../packages/service/test/support/cli.ts';
import { hasChromium, launchChromium, openPage } from '../../packages/slack-preview/test/support/browser.ts';
import { makeTemporaryFolder } from '../support/worlds/full-stack-world.ts';
import { type LaunchedApp, launch } from '../support/worlds/launched-app.ts';
import { ask, say, visit, waitForCards } from '../support/worlds/preview-page.ts';

describe.runIf(hasChromium())('threads and conversations in a browser', () => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let launched: LaunchedApp;
  beforeAll(async () => {
    browser = await launchChromium();
    folder = await makeTemporaryFolder();
    launched = await launch(folder.path);
  });
  /** The search follows the lists by some seconds, and what it did not find is remembered for a minute. */
  async function untilSearchable(): Promise<void> {
    // With a key of its own, so that the app keeps the sixty calls a minute of its own.
    const operator = { DATA_DIR: folder.path };
    await runCli(operator, 'user', 'add', 'reader@example.com', '--pro');
    const [key] = (await runCli(operator, 'key', 'create', 'reader@example.com')).printed;
    const headers = { authorization: `Bearer ${key}` };
    await vi.waitFor(
      async () => {
        const response = await fetch(`${launched.service}/api/signals/semantic-search?q=refresh+token`, { headers });
        expect(((await response.json()) as { totalItems: number }).totalItems).toBeGreaterThan(0);
      },
      { timeout: 90_000, interval: 4_000 },
    );
  }

  afterAll(async () => {
    await launched.interrupt();
    await browser.close();
    await folder.remove();
  });

  it('answer, share by a dialog, and take back what was shared', async () => {
    const { page, faults, strangers } = await openPage(browser, launched.preview);
    await waitForCards(page);
    await untilSearchable();
    const link = await page.locator('.message.ephemeral a[href*="/signals/"]').first().getAttribute('href');

    await say(page, 'Everybody is logged out whenever the refresh token rotates');
    await page.locator('.message:has-text("refresh token rotates") summary[aria-label^="Shortcuts"]').first().click();
    await page.locator('.menu-entry:visible:text("Find related pain")').click();
    await page.waitForSelector('.message.ephemeral:has-text("In common:")');
    await page.click('button:text-is("Share in thread")');
    await page.waitForSelector('a.replies:text("1 reply")');

    await say(page, `see ${link}`);
    await page.waitForSelector('.unfurl:has-text("Score")');

    await ask(page, '/pain top 3');
    await page.locator('button:text-is("Share to…")').last().click();
    await page.waitForSelector('#modal:has-text("Top 3")');
    await page.selectOption('#modal select', { label: '#product' });
    await page.fill('#modal textarea', 'for our planning');
    await page.click('#modal button:text-is("Share")');
    await page.waitForSelector('#modal:has-text("Shared in")');
    await page.click('#modal footer [data-close]');

    await visit(page, 'C0PRODUCT1');
    await page.waitForSelector('.message:has-text("for our planning")');
    await page.locator('.message:has-text("for our planning") button:text-is("Delete")').click();
    await page.click('#confirm button:text-is("Delete")');
    await page.waitForSelector('.message:has-text("for our planning")', { state: 'detached' });

    await say(page, '@Pain Signals what is rising in auth?');
    await page.click('a.replies:text("1 reply")');
    await page.waitForSelector('.thread .message:has-text("Understood as")');

    await page.goto(`${launched.preview}/?channel=D0ADALOVEL&tab=messages`);
    await page.click('.suggestions button:text("What could we build?")');
    await page.press('.channel .composer textarea', 'Enter');
    await page.waitForSelector('.message:has-text("Understood as: all briefs")');
    expect(await page.locator('.unknown-block').count()).toBe(0);
    expect({ faults, strangers }).toEqual({ faults: [], strangers: [] });
  });
});
