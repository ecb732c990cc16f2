import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ATTEMPT_LIMITS,
  type AttemptLimits,
  createAttemptLimits,
  type LimitedAction,
} from '../../../../src/accounts/limits/attempt-limits.ts';
import { createPasswordLink } from '../../../../src/accounts/sign-in/password-links.ts';
import type { Store } from '../../../../src/store/index.ts';
import { openEmptyStore, type TestStore } from '../../../support/filled-store.ts';
import { type RunningServer, startServer } from '../../support/running-server.ts';
import { PASSWORD, SESSION_COOKIE, signedIn, type Visitor, visitorAt } from '../../support/visitor.ts';

const MINUTE_MS = 60_000;
const BROWSER_COOKIE = 'pain_browser';

let opened: TestStore;
let store: Store;
let server: RunningServer;
let limits: AttemptLimits;
let at = Date.now();

beforeAll(async () => {
  opened = await openEmptyStore(() => at);
  store = opened.store;
  server = await startServer({ store });
  limits = createAttemptLimits(store.attempts);
});
beforeEach(() => {
  at += 15 * MINUTE_MS;
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

const statusOf = async (visitor: Visitor, email: string, password: string) =>
  (await visitor.fill('/sign-in', { email, password })).status;

/** Somebody who signed in with this browser and signed out again. */
async function owner() {
  const { account } = await signedIn(server.url, store);
  const browser = visitorAt(server.url);
  expect(await statusOf(browser, account.email, PASSWORD)).toBe(303);
  const { text } = await browser.get('/settings');
  await browser.post('/sign-out', { formToken: /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '' });
  expect((await browser.get('/settings')).status).toBe(303);
  return { account, browser };
}

/** Hashing hundreds of passwords would take minutes; what they leave behind is this. */
async function spend(action: LimitedAction, subject: string, left = 0) {
  for (let count = left; count < ATTEMPT_LIMITS[action].tries; count += 1) await limits.tryTake(action, subject);
}

it('lets the owner in from a browser they used before, while strangers have locked the account', async () => {
  const { account, browser } = await owner();
  await spend('passwordOfAccount', account.email, 1);
  expect(await statusOf(visitorAt(server.url), account.email, 'a guess')).toBe(401);
  await spend('passwordFromAddress', '127.0.0.1');

  expect(await statusOf(visitorAt(server.url), account.email, PASSWORD)).toBe(429);
  expect(await statusOf(browser, account.email, PASSWORD)).toBe(303);
  expect((await browser.get('/settings')).text).toContain(account.email);
});

it('gives strangers no new attempts when the owner signs in from a known browser', async () => {
  const { account, browser } = await owner();
  await spend('passwordOfAccount', account.email);
  expect(await statusOf(browser, account.email, PASSWORD)).toBe(303);
  expect(await statusOf(visitorAt(server.url), account.email, PASSWORD)).toBe(429);
});

it('knows a browser for one account only, and by no cookie that was changed', async () => {
  const [{ account }, { browser: others }] = [await owner(), await owner()];
  await spend('passwordOfAccount', account.email);
  expect(await statusOf(others, account.email, PASSWORD)).toBe(429);

  const token = others.cookies.get(BROWSER_COOKIE) ?? '';
  const [id = '', signature = ''] = token.split('.');
  for (const forged of ['', 'x', '.', id, `${id}.`, `.${signature}`, `x${token}`, `${token}x`, `${id}.${id}`]) {
    const stranger = visitorAt(server.url);
    stranger.cookies.set(BROWSER_COOKIE, forged);
    expect(await statusOf(stranger, account.email, PASSWORD), forged).toBe(429);
  }
});

it('forgets every known browser when the password is changed, except the one that changed it', async () => {
  const { account, browser } = await owner();
  const changer = visitorAt(server.url);
  const link = `/password/${await createPasswordLink(store, account.id)}`;
  const changed = `${PASSWORD} again`;
  expect((await changer.fill(link, { password: changed })).status).toBe(303);
  await spend('passwordOfAccount', account.email);

  expect(await statusOf(browser, account.email, changed)).toBe(429);
  changer.cookies.delete(SESSION_COOKIE);
  expect(await statusOf(changer, account.email, changed)).toBe(303);
});

it('limits a known browser too, without locking the account elsewhere', async () => {
  const { account, browser } = await owner();
  const { tries } = ATTEMPT_LIMITS.passwordInKnownBrowser;
  for (let guess = 0; guess < tries; guess += 1)
    expect(await statusOf(browser, account.email, `guess ${guess}`)).toBe(401);
  expect(await statusOf(browser, account.email, PASSWORD)).toBe(429);
  expect(await statusOf(visitorAt(server.url), account.email, PASSWORD)).toBe(303);

  at += 15 * MINUTE_MS;
  expect(await statusOf(browser, account.email, PASSWORD)).toBe(303);
});

it('counts what went wrong at an address that many share, and says why somebody has to wait', async () => {
  const { account } = await signedIn(server.url, store);
  await spend('passwordFromAddress', '127.0.0.1', 1);
  for (let colleague = 0; colleague < 3; colleague += 1)
    expect(await statusOf(visitorAt(server.url), account.email, PASSWORD)).toBe(303);
  expect(await statusOf(visitorAt(server.url), account.email, 'a guess')).toBe(401);

  const refused = await visitorAt(server.url).fill('/sign-in', { email: account.email, password: PASSWORD });
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('Wait 15 minutes') });
});

it('sets a password beside strangers who try links by the dozen', async () => {
  const { account } = await signedIn(server.url, store);
  const stranger = visitorAt(server.url);
  const { text } = await stranger.get('/sign-in');
  const fields = { formToken: /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '', password: PASSWORD };
  for (let guess = 0; guess <= ATTEMPT_LIMITS.link.tries; guess += 1)
    expect((await stranger.post('/password/guess', fields)).status).toBe(410);
  const link = `/password/${await createPasswordLink(store, account.id)}`;
  expect((await visitorAt(server.url).fill(link, { password: `${PASSWORD} again` })).status).toBe(303);
});

it('keeps the cookie for a year, from scripts, other sites and plain HTTP, without naming the account', async () => {
  const secure = await startServer({ store, serviceUrl: 'https://pain.example.com', openSignUp: true });
  const { account } = await signedIn(server.url, store);
  const cookiesOf = async (url: string, name: string) => {
    const browser = visitorAt(url);
    await browser.get('/sign-in');
    const { headers } = await browser.fill('/sign-in', { email: account.email, password: PASSWORD });
    return headers.getSetCookie().filter((line) => line.startsWith(`${name}=`));
  };
  const attributes = 'Max-Age=31536000; Path=/; HttpOnly;';
  const [plain = '', ...more] = await cookiesOf(server.url, BROWSER_COOKIE);
  expect(more).toEqual([]);
  expect(plain).toMatch(new RegExp(`^pain_browser=[\\w-]{43}\\.[\\w-]{43}; ${attributes} SameSite=Lax$`));
  expect(plain).not.toContain(account.id);
  const [overTls] = await cookiesOf(secure.url, '__Host-pain_browser');
  expect(overTls).toMatch(new RegExp(`^__Host-pain_browser=.*; ${attributes} Secure; SameSite=Lax$`));
  await secure.close();
});
