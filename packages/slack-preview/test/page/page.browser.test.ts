import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closePages, hasChromium, launchChromium, openPage } from '../support/browser.ts';
import { createPainApp } from '../support/pain-app.ts';
import { BOT_TOKEN, clientOf, startBoth, startPreview } from '../support/start-preview.ts';

const COMPOSER = '.channel .composer textarea';
/** A button of a message. A suggestion below the composer may have the same word, and is there before any message. */
const button = (label: string) => `.message button:text-is("${label}")`;

describe.runIf(hasChromium())('the page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(() => closePages(browser));
  afterAll(() => browser.close());

  async function startWithApp() {
    let origin = '';
    const both = await startBoth(createPainApp(() => clientOf(origin, BOT_TOKEN)));
    origin = both.origin;
    return both;
  }

  async function write(page: Awaited<ReturnType<typeof openPage>>['page'], text: string): Promise<void> {
    await page.fill(COMPOSER, text);
    await page.press(COMPOSER, 'Enter');
  }

  it('runs a command and shows the answer, loading nothing from elsewhere', async () => {
    const { origin } = await startWithApp();
    const { page, faults, strangers } = await openPage(browser, origin);
    await write(page, '/pain trending');
    await page.waitForSelector('.message.ephemeral h3:text("Trending")');
    expect(await page.textContent('.message .only-you')).toBe('Only visible to you');
    expect(await page.textContent('.message .text')).toBe('Flaky tests <script>');
    expect(await page.textContent('#announcement')).toBe('One signal is rising');
    await expect.poll(() => page.inputValue(COMPOSER)).toBe('');
    expect({ faults, strangers }).toEqual({ faults: [], strangers: [] });
  });

  it('says that the app works, until it has answered', async () => {
    const release = Promise.withResolvers<string>();
    const { origin, workspace } = await startBoth(() => release.promise);
    const { page } = await openPage(browser, origin);
    await write(page, '/pain trending');
    await page.waitForSelector('#status:text("is working")');
    release.resolve('here it is');
    await page.waitForSelector('.message:has-text("here it is")');
    await page.waitForSelector('#status:empty', { state: 'attached' });
    expect(workspace.messages('C0DEVPAIN1')).toHaveLength(1);
  });

  it('replaces a message in place when a button is pressed by keyboard, and keeps the focus there', async () => {
    const { origin } = await startWithApp();
    const { page } = await openPage(browser, origin);
    await write(page, '/pain');
    await page.focus(button('Refresh'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.context:has-text("you chose refresh")');
    expect(await page.locator('.message').count()).toBe(1);
    await page.waitForSelector(`${button('Refresh')}:focus`);
  });

  it('offers a menu, and asks before it deletes', async () => {
    const { origin } = await startWithApp();
    const { page } = await openPage(browser, origin);
    await write(page, '/pain');
    await page.click('summary[aria-label="More actions"]');
    await page.click('.menu-entry:text("Wrong cluster")');
    await page.waitForSelector('.context:has-text("you chose wrong")');

    await page.click(button('Delete'));
    expect(await page.textContent('#confirm h2')).toBe('Delete this card?');
    await page.keyboard.press('Escape');
    await page.click(button('Delete'));
    await page.click('#confirm button:text("Delete")');
    await page.waitForSelector('.message', { state: 'detached' });
  });

  it('opens the address of a menu option, and waits for no answer', async () => {
    const { origin, client, app } = await startBoth();
    const { page } = await openPage(browser, origin);
    await page.context().route('https://pain.example/**', (route) => route.fulfill({ body: 'the page' }));
    const plain = (text: string) => ({ type: 'plain_text' as const, text });
    const options = [
      { text: plain('Watch'), value: 'watch' },
      { text: plain('Open page'), value: 'open', url: 'https://pain.example/s1' },
    ];
    const blocks = [
      { type: 'actions' as const, elements: [{ type: 'overflow' as const, action_id: 'more', options }] },
    ];
    await client.chat.postMessage({ channel: 'C0DEVPAIN1', text: 'a signal', blocks });
    await page.click('summary[aria-label="More actions"]');
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.click('.menu-entry:text("Open page")')]);
    expect(opened.url()).toBe('https://pain.example/s1');
    await expect.poll(() => app.received.at(-1)?.payload.actions).toMatchObject([{ action_id: 'more' }]);
    expect(await page.textContent('#status')).toBe('');
  });

  it('fills in a modal, which says what is missing, and shows what was shared to everybody', async () => {
    const { origin } = await startWithApp();
    const { page, faults } = await openPage(browser, origin);
    await write(page, '/pain');
    await page.click(button('Share'));
    await page.waitForSelector('#modal[open] h2:text("Share")');
    await page.click('#modal button:text("Share it")');
    await page.waitForSelector('#modal .error:text("Please complete this required field.")');
    await page.selectOption('#modal select', 'C0PRODUCT1');
    await page.fill('#modal input', 'look at this');
    await page.click('#modal button:text("Share it")');
    await page.waitForSelector('#modal:not([open])', { state: 'attached' });
    await page.waitForSelector('[data-channel-link="C0PRODUCT1"].unread');

    const other = await openPage(browser, origin, { path: '/?as=U0KENTHOMP&channel=C0PRODUCT1' });
    await other.page.waitForSelector('.message:not(.ephemeral) h3:text("Trending")');
    expect(faults).toEqual([]);
  });

  it('keeps all that was chosen in a menu of several when its modal is updated', async () => {
    const { origin, workspace } = await startWithApp();
    const { page } = await openPage(browser, origin);
    await write(page, '/pain');
    await page.click(button('Share'));
    await page.waitForSelector('#modal[open] h2:text("Share")');
    const options = ['Build', 'Test', 'Deploy'].map((text) => ({
      text: { type: 'plain_text' as const, text },
      value: text,
    }));
    const update = (title: string) =>
      clientOf(origin, BOT_TOKEN).views.update({
        view_id: String(workspace.views()[0]?.id),
        view: {
          type: 'modal',
          title: { type: 'plain_text', text: title },
          submit: { type: 'plain_text', text: 'Save' },
          blocks: [
            {
              type: 'input',
              block_id: 'areas',
              label: { type: 'plain_text', text: 'Areas' },
              element: {
                type: 'multi_static_select',
                action_id: 'areas',
                options,
                initial_options: options.slice(0, 2),
              },
            },
          ],
        },
      });
    const chosen = () => page.$$eval('#modal select option:checked', (all) => all.map((each) => each.textContent));
    await update('First');
    await page.waitForSelector('#modal h2:text("First")');
    expect(await chosen()).toEqual(['Build', 'Test']);
    await page.selectOption('#modal select', ['Test', 'Deploy']);
    await update('Second');
    await page.waitForSelector('#modal h2:text("Second")');
    expect(await chosen()).toEqual(['Test', 'Deploy']);
  });

  /** Where the last message begins and ends below the top of its list. */
  const lastMessage = (page: Awaited<ReturnType<typeof openPage>>['page']) =>
    page.locator('#messages').evaluate((list) => {
      const [{ top }, message] = [list.getBoundingClientRect(), list.lastElementChild?.getBoundingClientRect()];
      return {
        isTopInSight: message && Math.abs(message.top - top) < 30,
        end: (message?.bottom ?? 0) - top - list.clientHeight,
      };
    });
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');
  const channel = 'C0DEVPAIN1';

  it('keeps the end of the newest message in sight while it grows', async () => {
    const { origin, client } = await startPreview();
    const { page } = await openPage(browser, origin, { viewport: { width: 900, height: 600 } });
    await client.chat.postMessage({ channel, text: lines(15) });
    const { ts } = await client.chat.postMessage({ channel, text: 'working' });
    await page.waitForSelector('.message:has-text("working")');
    await client.chat.update({ channel, ts: String(ts), text: lines(12) });
    await page.waitForSelector('.message:has-text("(edited)")');
    expect((await lastMessage(page)).end).toBeLessThan(2);
  });

  it('keeps the beginning of a long new message in sight when its picture loads and a card above it changes', async () => {
    const { origin, client } = await startPreview();
    const { page } = await openPage(browser, origin, { viewport: { width: 900, height: 600 } });
    const loading = Promise.withResolvers<void>();
    await page.route('**/files/*', (route) => loading.promise.then(() => route.continue()));
    const picture = await page.screenshot();
    const file = await client.files.getUploadURLExternal({ filename: 'chart.png', length: picture.length });
    await fetch(String(file.upload_url), { method: 'POST', body: new Uint8Array(picture) });
    await client.files.completeUploadExternal({ files: [{ id: String(file.file_id), title: 'A chart' }] });

    const { ts } = await client.chat.postMessage({ channel, text: lines(20) });
    const blocks = [
      { type: 'image' as const, alt_text: 'rising', slack_file: { id: String(file.file_id) } },
      { type: 'section' as const, text: { type: 'mrkdwn' as const, text: lines(10) } },
    ];
    await client.chat.postMessage({ channel, text: 'a chart', blocks });
    await page.waitForSelector('.message img', { state: 'attached' });
    loading.resolve();
    await expect.poll(() => lastMessage(page)).toMatchObject({ isTopInSight: true });
    await client.chat.update({ channel, ts: String(ts), text: lines(15) });
    await page.waitForSelector('.message:has-text("(edited)")', { state: 'attached' });
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await lastMessage(page)).toMatchObject({ isTopInSight: true });
  });

  it('closes a modal by Escape', async () => {
    const { origin, workspace } = await startWithApp();
    const { page } = await openPage(browser, origin);
    await write(page, '/pain');
    await page.click(button('Share'));
    await page.waitForSelector('#modal[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#modal:not([open])', { state: 'attached' });
    expect(workspace.views()).toEqual([]);
  });

  it('talks in a thread beside its message', async () => {
    const { origin, client } = await startPreview();
    await client.chat.postMessage({ channel: 'C0DEVPAIN1', text: 'a signal' });
    const { page } = await openPage(browser, origin);
    await page.hover('.message');
    await page.click('a.replies');
    await page.waitForURL(/thread=/);
    await page.fill('.thread textarea', 'we see this too');
    await page.press('.thread textarea', 'Enter');
    await page.waitForSelector('#thread-messages .message:has-text("we see this too")');
    await page.waitForSelector('#messages a.replies:text("1 reply")');
  });

  it('shows the Home that the app publishes when it is opened', async () => {
    const { origin } = await startWithApp();
    const { page } = await openPage(browser, origin, { path: '/?channel=D0ADALOVEL&tab=home' });
    await page.waitForSelector('#home b:text("Home")');
  });

  it('becomes another person', async () => {
    const { origin } = await startPreview();
    const { page } = await openPage(browser, origin);
    await page.selectOption('#as', 'U0GUESTGAB');
    await page.waitForSelector('body[data-as="U0GUESTGAB"][data-ready]');
    expect(await page.textContent('.people small')).toBe('America/Sao_Paulo');
  });

  it('says what went wrong, and loses no words', async () => {
    const { origin, server } = await startBoth(() => Promise.reject(new Error('broken')));
    const { page } = await openPage(browser, origin);
    await write(page, '/pain trending');
    await page.waitForSelector('.message:has-text(\'/pain failed with the error "dispatch_failed"\')');
    await server.close();
    await write(page, 'are you there?');
    await page.waitForSelector('#status.failed');
    await page.waitForSelector('#offline:visible');
    expect(await page.inputValue(COMPOSER)).toBe('are you there?');
  });

  it('has room for everything on a telephone, in the dark', async () => {
    const { origin } = await startWithApp();
    const { page, faults } = await openPage(browser, origin, {
      viewport: { width: 400, height: 800 },
      colorScheme: 'dark',
    });
    await write(page, '/pain');
    await page.waitForSelector('h3:text("Trending")');
    const widths = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(widths)).toBe(0);
    await page.click('#menu');
    await page.waitForSelector('#sidebar:visible');
    await page.click('[data-channel-link="C0GENERAL1"]');
    await page.waitForSelector('h1:text("#general")');
    expect(faults).toEqual([]);
  });
});
