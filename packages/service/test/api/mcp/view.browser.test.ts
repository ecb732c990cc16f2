import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANGS_MS, hasChromium, launchChromium } from '../../../../slack-preview/test/support/browser.ts';

const VIEW = readFileSync(new URL('../../../src/api/mcp/view.html', import.meta.url), 'utf8');
const HOSTILE = '<img src=x onerror="parent.broken = true"> slow again';

/** A client with an interface: answers `ui/initialize`, then sends the result of a call, and keeps what it is asked. */
const PLAY_HOST = `({ view, result }) => {
  window.asked = [];
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.srcdoc = view;
  addEventListener('message', ({ data }) => {
    asked.push(data);
    const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    if (data.method === 'ui/initialize') send({ id: data.id, result: { hostContext: { theme: 'dark' } } });
    if (data.method === 'ui/notifications/initialized') send({ method: 'ui/notifications/tool-result', params: result });
  });
  document.body.append(frame);
}`;

describe.skipIf(!hasChromium())('the view of MCP Apps in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function show(structuredContent: object): Promise<{ page: Page; frame: ReturnType<Page['frameLocator']> }> {
    const page = await browser.newPage();
    page.setDefaultTimeout(HANGS_MS);
    await page.evaluate(`(${PLAY_HOST})(${JSON.stringify({ view: VIEW, result: { structuredContent } })})`);
    return { page, frame: page.frameLocator('iframe') };
  }

  it('draws a signal with its chart, and says how much room it takes', async () => {
    const signal = { topic: HOSTILE, summary: 'Builds are slow', score: 61.2, volume: 9, mentionsLastWindow: 6 };
    const buckets = [1, 0, 8].map((count, day) => ({ date: `2026-06-0${day + 1}`, count }));
    const { page, frame } = await show({ signal: { ...signal, mentionsPrevWindow: 3 }, timeline: { buckets } });
    await frame.getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await frame.getByRole('img').getAttribute('aria-label')).toBe(
      '9 mentions from 2026-06-01 to 2026-06-03, at most 8 a day',
    );
    expect(await frame.locator('rect').count()).toBe(3);
    await expect
      .poll(() => page.evaluate('asked.some(({ method }) => method === "ui/notifications/size-changed")'))
      .toBe(true);
    expect(await page.evaluate('window.broken')).toBeUndefined();
  });

  it('draws evidence as text, and asks the client to open an address', async () => {
    const url = 'https://example.com/1';
    const items = [
      { excerpt: HOSTILE, provider: 'github', author: 'ada', postedAt: '2026-06-01T00:00:00Z', postTitle: 'Slow', url },
      {
        excerpt: 'And again',
        provider: 'reddit',
        author: null,
        postedAt: '2026-06-02',
        postTitle: null,
        url: 'javascript:1',
      },
    ];
    const { page, frame } = await show({ items });
    await expect.poll(() => frame.locator('blockquote').allTextContents()).toEqual([HOSTILE, 'And again']);
    await frame.getByRole('button', { name: 'Slow' }).click();
    expect(await frame.getByRole('button').count()).toBe(1);
    await expect
      .poll(() => page.evaluate('asked.find(({ method }) => method === "ui/open-link")?.params'))
      .toEqual({ url });
  });
});
