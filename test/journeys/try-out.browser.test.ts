import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../packages/service/test/support/cli.ts';
import { hasChromium, launchChromium, openPage } from '../../packages/slack-preview/test/support/browser.ts';
import { makeTemporaryFolder } from '../support/worlds/full-stack-world.ts';
import { type LaunchedApp, launch } from '../support/worlds/launched-app.ts';
import { ask, waitForCards } from '../support/worlds/preview-page.ts';

describe.runIf(hasChromium())('npm start, tried out in a browser', () => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let launched: LaunchedApp;
  beforeAll(async () => {
    browser = await launchChromium();
    folder = await makeTemporaryFolder();
    launched = await launch(folder.path);
  });
  afterAll(async () => {
    await browser.close();
    await folder.remove();
  });

  it('shows real cards, opens one, shares it, and draws every block the app sends', async () => {
    const { page, faults, strangers } = await openPage(browser, launched.preview);
    await waitForCards(page);
    const lines = ['/pain', '/pain trending', '/pain emerging', '/pain search docker', '/pain nonsense', '/pain help'];
    for (const line of lines) await ask(page, line);
    await page.locator('button:text-is("Details")').first().click();
    await page.locator('button:text-is("Evidence")').first().waitFor();
    await page.locator('button:text-is("Share in channel")').last().click();
    await page.waitForSelector('.message:not(.ephemeral):has-text("Shared by")');
    expect(await page.locator('.unknown-block').count()).toBe(0);
    expect({ faults, strangers }).toEqual({ faults: [], strangers: [] });
  });

  it('stops as a whole on Ctrl-C, and loses nothing until it is started again', async () => {
    // With a key of its own: the app may have spent the sixty calls a minute of its own.
    const operator = { DATA_DIR: folder.path };
    await runCli(operator, 'user', 'add', 'reader@example.com', '--pro');
    const created = await runCli(operator, 'key', 'create', 'reader@example.com');
    expect(created).toMatchObject({ status: 0 });
    const [key] = created.printed;
    const signals = async ({ service }: LaunchedApp) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${service}/api/pain-signals?size=100&sortBy=volume`, { headers });
      expect(response.status).toBe(200);
      return ((await response.json()) as { items: { id: string; volume: number }[] }).items.map(({ id, volume }) => [
        id,
        volume,
      ]);
    };
    const before = await signals(launched);
    expect(await launched.interrupt()).toBe(0);
    await expect(fetch(launched.preview)).rejects.toThrow('fetch failed');

    launched = await launch(folder.path);
    expect(await signals(launched)).toEqual(before);
    expect(await launched.interrupt()).toBe(0);
  });
});
