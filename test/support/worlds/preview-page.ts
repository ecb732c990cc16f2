import type { Locator, Page } from 'playwright-core';

const COMPOSER = '.channel .composer textarea';

/** Types a line in the preview workspace as a person would, and waits for the app's private answer. */
export async function ask(page: Page, line: string): Promise<void> {
  const answers = page.locator('.message.ephemeral');
  const before = await answers.count();
  await say(page, line);
  await answers.nth(before).waitFor();
}

/** Says something in the channel, as a person would. */
export async function say(page: Page, text: string): Promise<void> {
  // What is typed below a dialog that has not closed yet goes nowhere.
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.fill(COMPOSER, text);
  await page.press(COMPOSER, 'Enter');
}

/** Opens a channel by its link. Until the new page's script runs, what is pressed there does nothing. */
export async function visit(page: Page, channelId: string): Promise<void> {
  await page.click(`[data-channel-link="${channelId}"]`);
  await page.waitForURL(new RegExp(`channel=${channelId}`));
  await page.waitForSelector('body[data-ready]');
}

/** For an answer that the app gives by itself. */
const PATIENCE_MS = 30_000;

/**
 * The sample stream is read while everything runs already, and the app answers once it is there. Asked again only when it gave up:
 * each answer spends some of the sixty calls of the minute, and a slow machine would have none left.
 */
export async function waitForCards(page: Page, command = '/pain top'): Promise<void> {
  const cards = page.locator('button:text-is("Details")').first();
  for (;;) {
    await ask(page, command);
    if (await isThere(cards)) return;
  }
}

const isThere = (target: Locator): Promise<boolean> =>
  target.waitFor({ timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
