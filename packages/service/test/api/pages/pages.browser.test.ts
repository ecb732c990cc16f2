import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closePages, HANGS_MS, hasChromium, launchChromium } from '../../../../slack-preview/test/support/browser.ts';
import { AT, openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { registerProgram } from '../support/oauth-program.ts';
import { type RunningServer, startServerAtItsAddress } from '../support/running-server.ts';
import { addPerson, PASSWORD, signedIn } from '../support/visitor.ts';

describe.skipIf(!hasChromium())('the pages in Chromium', () => {
  let opened: TestStore;
  let server: RunningServer;
  let browser: Browser;
  let signalId: string;

  beforeAll(async () => {
    opened = await openFilledStore();
    server = await startServerAtItsAddress({ store: opened.store, now: Date.now });
    browser = await launchChromium();
    signalId = (await opened.store.signals.top({ metric: 'volume', limit: 1 }))[0]?.id ?? '';
  });
  afterEach(() => closePages(browser));
  afterAll(async () => {
    await browser.close();
    await server.close();
    await opened.close();
  });

  /** A page, and everything that went wrong in it or was asked for elsewhere. */
  async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(HANGS_MS);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== server.url) faults.push(request.url());
    });
    await page.goto(server.url + path);
    return { page, faults };
  }
  const signIn = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: /sign in/i }).click();
  };
  /** What follows a click may come after it returned. */
  const arriveAt = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);

  it.each([true, false])('lead from the one-time link to a key and its end, scripts: %s', async (javaScriptEnabled) => {
    const { link } = await addPerson(opened.store);
    const { page, faults } = await open(link, { javaScriptEnabled });
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel(/^Name/).fill('dashboard');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.locator('#new-key').innerText();
    expect((await server.ask('/api/meta/pipeline', { key })).status).toBe(200);
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    if (javaScriptEnabled) await copy.waitFor();
    expect(await copy.isVisible()).toBe(javaScriptEnabled);

    await page.getByRole('button', { name: /^Revoke key/ }).click();
    await expect.poll(() => page.getByRole('status').innerText()).toContain(' revoked.');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await arriveAt(page, '/sign-in');
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(faults).toEqual([]);
  });

  it('copy a key at a press', async () => {
    const { account } = await signedIn(server.url, opened.store);
    const { page } = await open('/settings', { permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page, account.email);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('#new-key').innerText());
  });

  it('show a signal after signing in, with its evidence page by page', async () => {
    const { account } = await signedIn(server.url, opened.store);
    const { page, faults } = await open(`/signals/${signalId}`);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await signIn(page, account.email);
    await arriveAt(page, `/signals/${signalId}`);
    expect(new URL(page.url()).pathname).toBe(`/signals/${signalId}`);
    const [signal] = await opened.store.signals.byIds([signalId]);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(signal?.topic);
    const first = await page.locator('.evidence').last().innerText();
    await page.getByRole('link', { name: /Older/ }).click();
    await expect.poll(() => page.locator('.evidence').last().innerText()).not.toBe(first);
    expect(faults).toEqual([]);
  });

  it.each([320, 1280])('fit into a window %i wide', async (width) => {
    const { account } = await signedIn(server.url, opened.store);
    const { page } = await open(`/signals/${signalId}`, { viewport: { width, height: 800 } });
    await signIn(page, account.email);
    await arriveAt(page, `/signals/${signalId}`);
    for (const path of [`/signals/${signalId}`, '/settings']) {
      await page.goto(server.url + path);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  it('keep the way out beside the brand on a phone', async () => {
    const { account } = await signedIn(server.url, opened.store);
    const { page } = await open('/settings', { viewport: { width: 390, height: 800 } });
    await signIn(page, account.email);
    await arriveAt(page, '/settings');
    const [brand, out] = [page.locator('.brand'), page.getByRole('button', { name: 'Sign out' })];
    const middles = await Promise.all(
      [brand, out].map(async (each) => {
        const box = await each.boundingBox();
        return box && Math.round(box.y + box.height / 2);
      }),
    );
    expect(middles[0]).toBe(middles[1]);
  });

  it.each([true, false])('set and remove an alert and disconnect a program, scripts: %s', async (javaScriptEnabled) => {
    const { account, visitor } = await signedIn(server.url, opened.store);
    const program = await registerProgram(server.url, { client_name: 'Reading agent' });
    await program.redeem(await program.getCode(visitor));
    const { page, faults } = await open(`/signals/${signalId}`, { javaScriptEnabled });
    await signIn(page, account.email);
    await page.getByText('Watch this signal').click();
    await page.getByText('It sends no message').waitFor();
    await page.getByLabel('Metric', { exact: true }).selectOption('volume');
    await page.getByLabel('Threshold').fill('1');
    await page.getByRole('button', { name: 'Add watch' }).click();
    expect(await page.getByRole('row', { name: /▲ above/ }).innerText()).toContain('mentions above 1');
    await page.getByLabel('Topic').fill('tests');
    await page.getByLabel('Metric', { exact: true }).selectOption('growth');
    await page.getByLabel('Threshold').fill('900');
    await page.getByRole('button', { name: 'Add watch' }).click();
    expect(await page.getByRole('row', { name: /tests/ }).innerText()).toMatch(/growth above 900%/);
    await page.getByRole('button', { name: /Remove the watch of .*tests/ }).click();
    await expect.poll(() => page.getByRole('button', { name: /Remove the watch/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Disconnect Reading agent' }).click();
    await expect.poll(() => page.getByRole('status').innerText()).toBe('Reading agent disconnected.');
    expect(faults).toEqual([]);
  });

  it('have a brief written and look by themselves until it is there', async () => {
    const { account } = await signedIn(server.url, opened.store);
    const [told] = await opened.store.briefs.list(AT);
    const { page, faults } = await open(`/signals/${told?.painSignalId}`, { javaScriptEnabled: false });
    await signIn(page, account.email);
    await page.getByRole('button', { name: /^(Generate|Regenerate) brief/ }).click();
    await page.getByText('The brief is ready.').waitFor();
    expect(await page.getByRole('heading', { name: 'Next steps' }).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('let a program in, all the way to the address that it listens at', async () => {
    const { account } = await signedIn(server.url, opened.store);
    const program = await registerProgram(server.url, { client_name: '<b>Agent</b>' });
    const { page } = await open('/sign-in');
    const arrived = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:39999/callback'));
    await page.goto(server.url + program.authorizePath());
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Connect <b>Agent</b>?');
    await signIn(page, account.email);
    const code = new URL((await arrived).url()).searchParams.get('code') ?? '';
    expect((await program.redeem(code)).status).toBe(200);
  });
});
