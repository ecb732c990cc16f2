import type { Page } from 'playwright-core';

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

/** The sample stream is read while everything runs already: ask until the first cards are there. */
export async function waitForCards(page: Page, command = '/pain top'): Promise<void> {
  for (;;) {
    await ask(page, command);
    if ((await page.locator('button:text-is("Details")').count()) > 0) return;
    await page.waitForTimeout(1_000);
  }
}
