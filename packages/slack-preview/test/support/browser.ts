import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
/** For what hangs, a little less than a test may take: then the error says what was waited for. */
export const HANGS_MS = 240_000;
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Whether there is a browser to test in; says why not. */
export function hasChromium(): boolean {
  const isThere = existsSync(CHROMIUM);
  if (!isThere) console.warn(`No browser tests: there is no ${CHROMIUM} (on Debian: apt-get install chromium).`);
  return isThere;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
}

/** After a test: a page whose server is gone would ask for it every second, beside all the tests that follow. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export interface OpenPage {
  readonly page: Page;
  /** Every error the page met: scripts, refused or missing resources. */
  readonly faults: string[];
  /** Every address the page asked for that is not the preview's own. */
  readonly strangers: string[];
}

/** Opens the preview's page and waits until its script runs. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions & { path?: string } = {},
): Promise<OpenPage> {
  const { path = '/', ...rest } = options;
  const page = await browser.newPage({ reducedMotion: 'reduce', ...rest });
  page.setDefaultTimeout(HANGS_MS);
  const [faults, strangers]: string[][] = [[], []];
  page.on('pageerror', ({ message }) => faults?.push(message));
  page.on('console', (message) => message.type() === 'error' && faults?.push(message.text()));
  page.on('request', (request) => new URL(request.url()).origin !== origin && strangers?.push(request.url()));
  await page.goto(`${origin}${path}`);
  await page.waitForSelector('body[data-ready]');
  return { page, faults: faults ?? [], strangers: strangers ?? [] };
}
