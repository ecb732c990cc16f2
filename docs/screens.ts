import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { runCli } from '../packages/service/test/support/cli.ts';
import { launchChromium, openPage } from '../packages/slack-preview/test/support/browser.ts';
import { launch } from '../test/support/worlds/launched-app.ts';
import { ask, say, waitForCards } from '../test/support/worlds/preview-page.ts';
import { installPages, notices, steps } from './screen-notices.ts';

/**
 * A picture and the text of every kind of screen, for somebody who reads them all: starts everything as a user would, drives it in
 * Chromium, and saves to test-results/screens.
 */

const FOLDER = new URL('../test-results/screens/', import.meta.url);
const SIZE = { viewport: { width: 1200, height: 1_600 } };
/** A screen has settled when its text stays the same for so long. */
const SETTLED_MS = 1_500;
const PATIENCE_MS = 60_000;
/** The admin’s direct messages with the app. */
const DIRECT = 'D0GRACEHOP';
const PASSWORD = 'a long pass phrase for pictures';

const LISTS = [
  '/pain',
  '/pain trending',
  '/pain emerging',
  '/pain top',
  '/pain top 3 by mentions',
  '/pain top 5 by growth',
  '/pain trending area:security',
  '/pain search docker',
  '/pain search type:bug area:frontend days:30',
  '/pain areas',
  '/pain briefs',
  '/pain briefs security',
];
const SIGNALS = [
  '/pain compare 1 vs 2',
  '/pain signal 1',
  '/pain why 1',
  '/pain evidence 1',
  '/pain brief 1',
  '/pain chart 1',
  '/pain chart 1 timeline 90',
  '/pain chart 1 history',
  '/pain chart 1 sources',
];
const QUESTIONS = [
  '/pain signal login',
  '/pain does anybody complain about slow builds?',
  '/pain what are the top pains in auth?',
  '/pain only bugs this month',
  '/pain what is new this week?',
  '/pain why is number 1 rising?',
  '/pain kubernetes',
  '/pain how do I bake bread?',
  '/pain thanks',
];
const SETTINGS = [
  '/pain help',
  '/pain watches',
  '/pain hidden',
  '/pain status',
  '/pain digest',
  '/pain watch oauth',
  '/pain watch area databases when score over 70',
];
const MISTAKES = [
  '/pain trendign',
  '/pain search dokcer',
  '/pain search xyzzyplugh',
  '/pain signal 99',
  '/pain chart 1 pie',
  '/pain emerging under many',
  '/pain search area:kitchen',
  '/pain watch oauth when score over 700',
  '/pain share 1 in #nowhere',
  '/pain compare 1 vs 1',
];
/** Commands and buttons that open a dialog. */
const DIALOGS = ['/pain search', '/pain share 1', '/pain compare 1', '/pain settings', '/pain connect'];

const lastAnswer = (page: Page): Locator => page.locator('#messages .message').last();

const dialog = (page: Page): Locator => page.locator('#modal[open]');
const button = (page: Page, label: string): Locator => lastAnswer(page).locator(`button:text-is("${label}")`);
const screens: string[] = [];
const folder = await mkdtemp(join(tmpdir(), 'pain-signals-'));
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const launched = await launch(folder);
const browser = await launchChromium();
try {
  const { page } = await openPage(browser, launched.preview, SIZE);
  page.setDefaultTimeout(PATIENCE_MS);
  const tours = {
    firstMinute,
    commands,
    cards,
    dialogs,
    channels,
    conversations,
    links,
    sentByItself,
    home,
    webPages,
    outage,
  };
  for (const [name, tour] of Object.entries(tours)) {
    try {
      await go(page, 'C0DEVPAIN1');
      await closeDialog(page);
      await tour(page);
    } catch (error) {
      // One screen that is missing must not cost all that follow.
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
} finally {
  await writeFile(new URL('screens.md', FOLDER), screens.join('\n'));
  await browser.close();
  await launched.interrupt();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${screens.length} screens in test-results/screens`);

/** An admin whose language and numbers are English. */
async function go(page: Page, channel: string, options = ''): Promise<void> {
  await page.goto(`${launched.preview}/?as=U0GRACEHOP&channel=${channel}${options}`);
  await page.waitForSelector('body[data-ready]');
}

async function settled(target: Locator): Promise<string> {
  await target.waitFor();
  const page = target.page();
  for (let before = '', text = await target.innerText(); ; [before, text] = [text, await target.innerText()]) {
    if (text === before && !/^\s*Loading/.test(text)) return text;
    await page.waitForTimeout(SETTLED_MS);
  }
}

/** Saves what is to be seen and, for readers, the texts, those of pictures included. */
async function save(name: string, target: Locator): Promise<void> {
  const menus = await target
    .locator('select')
    .evaluateAll((all) => all.map((menu) => String(Reflect.get(menu, 'innerText'))));
  const text = menus.reduce((left, menu) => left.replace(menu, '[menu]'), await settled(target));
  const number = String(screens.length + 1).padStart(3, '0');
  const file = `${number}-${name
    .replace(/[^a-z0-9]+/gi, '-')
    .slice(0, 50)
    .toLowerCase()}.png`;
  const unseen = await target.evaluate((element) =>
    [...element.querySelectorAll('img[alt], svg[aria-label]')].map(
      (each) => each.getAttribute('alt') ?? each.getAttribute('aria-label'),
    ),
  );
  await target.screenshot({ path: new URL(file, FOLDER).pathname });
  const pictures = unseen.map((alt) => `[picture: ${alt}]`).join('\n');
  screens.push(`## ${number} ${name}\n\n${file}\n\n\`\`\`text\n${text.trim()}\n${pictures}\n\`\`\`\n`);
}

/** A command answers with a private message or a dialog. */
async function saveAnswer(page: Page, line: string): Promise<void> {
  const answers = page.locator('.message.ephemeral');
  const before = await answers.count();
  await say(page, line);
  await answers.nth(before).or(dialog(page)).first().waitFor();
  await saveWhatCame(page, line);
}

async function closeDialog(page: Page): Promise<void> {
  while (await dialog(page).isVisible()) {
    await page.locator('#modal [data-close]').first().click();
    await page.waitForTimeout(SETTLED_MS);
  }
}

async function saveDialog(page: Page, name: string): Promise<void> {
  await dialog(page).waitFor();
  await save(name, dialog(page));
}

async function firstMinute(page: Page): Promise<void> {
  await ask(page, '/pain');
  await save('/pain, typed before the sample data is there', lastAnswer(page));
  await waitForCards(page);
  await waitForCards(page, '/pain trending');
}

async function commands(page: Page): Promise<void> {
  for (const line of [...LISTS, '/pain trending', ...SIGNALS, ...QUESTIONS, ...SETTINGS, ...MISTAKES])
    await saveAnswer(page, line);
}

/** What the buttons and menus of cards do. */
async function cards(page: Page): Promise<void> {
  await ask(page, '/pain help');
  await press(page, 'All commands');
  for (const label of ['Details', 'Evidence', 'Brief']) {
    await ask(page, '/pain trending');
    await settled(lastAnswer(page));
    if (label !== 'Details' && (await button(page, 'Details').count()) > 0) {
      await button(page, 'Details').first().click();
      await settled(lastAnswer(page));
    }
    if ((await button(page, label).count()) > 0) await press(page, label);
  }
  await ask(page, '/pain signal 1');
  await settled(lastAnswer(page));
  const entries = await lastAnswer(page).locator('.menu .menu-entry').allTextContents();
  for (const entry of entries) {
    await ask(page, '/pain signal 2');
    await settled(lastAnswer(page));
    await lastAnswer(page).locator('summary[aria-label="More actions"]').first().click();
    const chosen = lastAnswer(page)
      .locator(`.menu-entry:text-is("${entry.replace('↗', '')}")`)
      .first();
    if ((await chosen.count()) === 0 || entry.includes('↗')) continue;
    await chosen.click();
    await page.waitForTimeout(SETTLED_MS);
    await saveWhatCame(page, `a signal’s menu: ${entry}`);
  }
}

async function press(page: Page, label: string): Promise<void> {
  await button(page, label).first().click();
  await page.waitForTimeout(SETTLED_MS);
  await saveWhatCame(page, label);
}

/** A press opens a dialog, asks to confirm, or answers in the channel. */
async function saveWhatCame(page: Page, name: string): Promise<void> {
  const confirm = page.locator('#confirm[open]');
  if (await confirm.isVisible()) {
    await save(name, confirm);
    await page.keyboard.press('Escape');
  } else if (await dialog(page).isVisible()) {
    await saveDialog(page, name);
    await closeDialog(page);
  } else await save(name, lastAnswer(page));
}

async function dialogs(page: Page): Promise<void> {
  await ask(page, '/pain trending');
  await settled(lastAnswer(page));
  for (const line of DIALOGS) await saveAnswer(page, line);
  await ask(page, '/pain evidence 1');
  await settled(lastAnswer(page));
  if ((await button(page, 'Open post').count()) > 0) await press(page, 'Open post');
  await ask(page, '/pain digest');
  await settled(lastAnswer(page));
  await button(page, 'Set up').or(button(page, 'Preview and turn on')).first().click();
  await saveDialog(page, 'digest: preview or setup');
  await closeDialog(page);
}

/** What everybody in a channel sees. */
async function channels(page: Page): Promise<void> {
  await go(page, 'C0PRODUCT1');
  const shared = page.locator('.message:not(.ephemeral)').last();
  for (const line of ['/pain share 1 here', '/pain share brief 1 here']) {
    await ask(page, '/pain trending');
    await settled(lastAnswer(page));
    const before = await page.locator('.message:not(.ephemeral)').count();
    await say(page, line);
    await page.locator('.message:not(.ephemeral)').nth(before).waitFor();
    await save(`in the channel: ${line}`, shared);
  }
  await ask(page, '/pain top 5');
  await settled(lastAnswer(page));
  await button(page, 'Share in channel').last().click();
  await page.waitForTimeout(SETTLED_MS);
  await save('in the channel: a shared list', shared);
  await ask(page, '/pain digest');
  await page.click('button:text-is("Preview and turn on")');
  await saveDialog(page, 'digest: preview');
  await page.click('#modal button:text-is("Turn on")');
  await page.waitForSelector('#modal:has-text("Turned on")');
  await saveDialog(page, 'digest: turned on');
  await closeDialog(page);
  await ask(page, '/pain digest');
  await save('/pain digest, turned on', lastAnswer(page));
  await button(page, 'Send now').last().click();
  await page.waitForTimeout(SETTLED_MS);
  await save('digest: send now', page.locator('#confirm[open]'));
  await page.click('#confirm button:text-is("Send now")');
  const digest = page.locator('.message:not(.ephemeral):has-text("Developer pain of the week")');
  await digest.locator('text=/\\d+ replies/').waitFor();
  await closeDialog(page);
  await save('in the channel: the weekly digest', digest);
  await digest.locator('a.replies').click();
  await save('the digest’s thread', page.locator('#thread-messages'));
  await page.click('[aria-label="Close thread"]');
}

async function conversations(page: Page): Promise<void> {
  await go(page, 'C0GENERAL1');
  await say(page, 'Everybody is logged out whenever the refresh token rotates');
  await page.locator('.message:has-text("refresh token rotates") summary[aria-label^="Shortcuts"]').last().click();
  await page.locator('.menu-entry:visible:text("Find related pain")').click();
  await page.locator('.message.ephemeral').last().waitFor();
  await save('Find related pain', lastAnswer(page));
  await say(page, '@Pain Signals what is rising in auth?');
  const question = page.locator('.message:has-text("what is rising in auth?")').last();
  await question.locator('a.replies:has-text("1 reply")').click();
  const thread = page.locator('#thread-messages .message');
  await thread.nth(1).waitFor();
  await save('a mention’s answer', thread.nth(1));
  let answers = 2;
  for (const line of ['and the brief?', 'why?', 'only bugs', 'how many people?', 'thanks']) {
    await page.fill('.thread .composer textarea', `@Pain Signals ${line}`);
    await page.press('.thread .composer textarea', 'Enter');
    answers += 2;
    await thread.nth(answers - 1).waitFor();
    await save(`in the thread: ${line}`, thread.nth(answers - 1));
  }
  await go(page, DIRECT, '&tab=messages');
  await save('the direct message, empty', page.locator('main'));
  for (const line of ['what could we build?', 'what hurts people who deploy to kubernetes?', 'tell me a joke']) {
    const before = await page.locator('#messages .message').count();
    await say(page, line);
    await page
      .locator('#messages .message')
      .nth(before + 1)
      .waitFor();
    await save(`in a direct message: ${line}`, lastAnswer(page));
  }
}

/** A link to a signal that somebody pastes, and its details beside the conversation. */
async function links(page: Page): Promise<void> {
  await ask(page, '/pain trending');
  await settled(lastAnswer(page));
  const address = await lastAnswer(page).locator('a[href*="/signals/"]').first().getAttribute('href');
  await go(page, 'C0GENERAL1');
  await say(page, `Have you seen ${address}`);
  const link = page.locator('.message:has(.work-object)').last();
  await save('a pasted link', link);
  await link.locator('[data-details]').first().click();
  const details = page.locator('#details');
  await details.locator('dl').waitFor();
  await save('a pasted link’s details', details);
}

async function sentByItself(page: Page): Promise<void> {
  // Made at the start, and known to the programs alone.
  const [token] = launched
    .programs()
    .flatMap((pid) => /SLACK_BOT_TOKEN=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1] ?? []);
  for (const [name, { text, blocks }] of Object.entries(notices)) {
    const before = await page.locator('#messages .message').count();
    await fetch(`${launched.preview}/api/chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ channel: 'C0DEVPAIN1', text, blocks: JSON.stringify(blocks) }),
    });
    await page.locator('#messages .message').nth(before).waitFor();
    await save(name, lastAnswer(page));
  }
  for (const [name, text] of Object.entries(steps)) screens.push(`## ${name}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
  // Of its own: a page keeps the preview's content security policy, and with it no styles.
  const context = await browser.newContext(SIZE);
  const own = await context.newPage();
  for (const [name, markup] of Object.entries(installPages)) {
    await own.setContent(markup);
    await save(name, own.locator('body'));
  }
  await context.close();
}

async function home(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1200, height: 3_000 });
  await go(page, DIRECT, '&tab=home');
  await page.waitForSelector('main :text("Status")');
  await save('Home of an admin', page.locator('main'));
  await page.goto(`${launched.preview}/?as=U0KENTHOMP&channel=D0KENTHOMP&tab=home`);
  await page.waitForSelector('main :text("Status")');
  await save('Home of a member', page.locator('main'));
  await page.setViewportSize(SIZE.viewport);
}

async function webPages(page: Page): Promise<void> {
  const operator = { DATA_DIR: folder, SERVICE_PORT: new URL(launched.service).port };
  const added = await runCli(operator, 'user', 'add', 'reader@example.com', '--pro');
  screens.push(`## cli user add\n\n\`\`\`text\n${added.printed.join('\n')}\n\`\`\`\n`);
  const link = added.printed.join(' ').match(/https?:\/\/\S+/)?.[0];
  if (link === undefined) throw new Error('no link for the new user');
  const body = page.locator('body');
  await page.goto(`${launched.service}/sign-in`);
  await save('web: sign in', body);
  await page.goto(link);
  await save('web: set a password', body);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL(/signals/);
  await save('web: signals', body);
  await page.goto(`${launched.service}/signals?q=docker`);
  await save('web: signals searched for', body);
  await page.goto(`${launched.service}/signals?q=xyzzyplugh`);
  await save('web: nothing found', body);
  await page.goto(`${launched.service}/signals`);
  await page.locator('main a[href*="/signals/"]').first().click();
  await page.waitForURL(/signals\/.+/);
  await save('web: a signal', body);
  await page.setViewportSize({ width: 380, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await save('web: a signal, narrow and dark', body);
  await page.setViewportSize(SIZE.viewport);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${launched.service}/settings`);
  await save('web: settings', body);
  await page.goto(`${launched.service}/signals/none`);
  await save('web: not found', body);
}

/** What a person sees while the service doesn’t answer. */
async function outage(page: Page): Promise<void> {
  const [service] = launched.programs();
  if (service === undefined) throw new Error('no service to stop');
  process.kill(service, 'SIGSTOP');
  try {
    await saveAnswer(page, '/pain top 7');
    await saveAnswer(page, '/pain status');
  } finally {
    process.kill(service, 'SIGCONT');
  }
}
