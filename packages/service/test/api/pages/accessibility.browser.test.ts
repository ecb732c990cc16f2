import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANGS_MS, hasChromium, launchChromium } from '../../../../slack-preview/test/support/browser.ts';
import { openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServerAtItsAddress } from '../support/running-server.ts';
import { SESSION_COOKIE, signedIn } from '../support/visitor.ts';

const NARROW = { width: 380, height: 800 };
const WIDE = { width: 1280, height: 800 };

describe.skipIf(!hasChromium())('every page, read by axe', () => {
  let opened: TestStore;
  let server: RunningServer;
  let browser: Browser;
  let paths: string[];

  beforeAll(async () => {
    opened = await openFilledStore();
    server = await startServerAtItsAddress({ store: opened.store, now: Date.now });
    browser = await launchChromium();
    const [signal] = await opened.store.signals.top({ metric: 'volume', limit: 1 });
    paths = [
      '/signals',
      '/signals?q=zzqx',
      `/signals/${signal?.id}`,
      '/settings',
      '/nothing',
      '/docs',
      '/signals/6ba7b810-9dad-41d1-80b4-00c04fd430c8',
    ];
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await opened.close();
  });

  it.each([
    ['light', NARROW],
    ['light', WIDE],
    ['dark', NARROW],
    ['dark', WIDE],
  ] as const)('has no violations and fits, %s, %o', async (colorScheme, viewport) => {
    const { visitor } = await signedIn(server.url, opened.store);
    // The pages forbid scripts of others, axe included.
    const context = await browser.newContext({ colorScheme, viewport, bypassCSP: true });
    const page = await context.newPage();
    page.setDefaultTimeout(HANGS_MS);
    const found = [await violationsAt(page, '/sign-in')];
    await context.addCookies([
      { name: SESSION_COOKIE, value: visitor.cookies.get(SESSION_COOKIE) ?? '', url: server.url },
    ]);
    for (const path of paths) found.push(await violationsAt(page, path));
    await context.close();
    expect(found.flat()).toEqual([]);
  });

  async function violationsAt(page: Page, path: string): Promise<string[]> {
    await page.goto(server.url + path);
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
    const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    const tooWide = width > (page.viewportSize()?.width ?? 0) ? [`${path} is ${width} wide`] : [];
    return [
      ...tooWide,
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${path} ${id} ${html.slice(0, 200)}`)),
    ];
  }

  it('opens a signal and comes back by keyboard alone', async () => {
    const { visitor } = await signedIn(server.url, opened.store);
    const context = await browser.newContext();
    await context.addCookies([
      { name: SESSION_COOKIE, value: visitor.cookies.get(SESSION_COOKIE) ?? '', url: server.url },
    ]);
    const page = await context.newPage();
    page.setDefaultTimeout(HANGS_MS);
    await page.goto(`${server.url}/signals`);
    const tabTo = async (selector: string) => {
      for (let press = 0; press < 30; press += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      }
      throw new Error(`no way to ${selector} by Tab`);
    };
    await tabTo('.signals a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/signals\/[0-9a-f-]{36}$/);
    await tabTo('main a[href="/signals"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/signals$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Signals');
    await context.close();
  });
});
