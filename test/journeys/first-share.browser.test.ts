import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANGS_MS, hasChromium, launchChromium } from '../../packages/slack-preview/test/support/browser.ts';
import { API_KEY } from '../support/service/fake-service.ts';
import { type HostedWorld, startHostedWorld } from '../support/worlds/hosted-world.ts';

describe.runIf(hasChromium())('a new workspace', () => {
  let browser: Browser;
  let world: HostedWorld;
  beforeAll(async () => {
    [browser, world] = await Promise.all([launchChromium(), startHostedWorld()]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it('gets from install to the first shared card in six clicks and one command, each offered by the screen before', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(HANGS_MS);
    await serveApp(page, world);
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };

    await page.goto('https://app.example/slack/install');
    await click(page.getByRole('link', { name: 'Add to Slack' }));
    await click(page.getByRole('link', { name: 'Allow in Preview Workspace' }));
    const command = (await page.locator('code').textContent()) ?? '';
    const open = page.getByRole('link', { name: 'Open Slack' });
    expect(await open.getAttribute('href')).toBe('slack://open?team=T0PREVIEW01');
    // No browser of ours knows what to open for that address: the stand-in takes the place of the program.
    clicks += 1;
    await page.goto(world.slackUrl);
    await page.waitForSelector('body[data-ready]');

    const composer = page.locator('.channel .composer textarea');
    await composer.fill(command);
    await composer.press('Enter');
    await click(page.locator('.message.ephemeral').getByRole('button', { name: 'Set API key…' }));
    await page.getByRole('textbox', { name: 'API key' }).fill(API_KEY);
    await click(page.locator('#modal').getByRole('button', { name: 'Set API key', exact: true }));
    await click(page.locator('#modal').getByRole('button', { name: 'Share in this channel' }));

    await page.locator('.message:not(.ephemeral):has-text("Shared by")').waitFor();
    await page.locator('#modal:has-text("#dev-pain")').waitFor();
    expect(command).toBe('/pain trending');
    expect(clicks).toBeLessThanOrEqual(6);
  });
});

/** The public address of the app leads to where it listens, as a proxy would. */
async function serveApp(page: Page, { address }: HostedWorld): Promise<void> {
  await page.route('https://app.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const { cookie = '' } = await route.request().allHeaders();
    const response = await fetch(`${address}${pathname}${search}`, { headers: { cookie }, redirect: 'manual' });
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: await response.text() });
  });
}
