import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAttemptLimits } from '../../../../src/accounts/limits/attempt-limits.ts';
import { createPasswordLink } from '../../../../src/accounts/sign-in/password-links.ts';
import type { Store } from '../../../../src/store/index.ts';
import { openEmptyStore, type TestStore } from '../../../support/filled-store.ts';
import { type RunningServer, startServer } from '../../support/running-server.ts';
import { addPerson, hiddenFields, PASSWORD, SESSION_COOKIE, signedIn, visitorAt } from '../../support/visitor.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('signing in', () => {
  let opened: TestStore;
  let store: Store;
  let server: RunningServer;
  let at = Date.now();

  beforeAll(async () => {
    opened = await openEmptyStore(() => at);
    store = opened.store;
    server = await startServer({ store });
  });
  beforeEach(() => {
    at += 15 * MINUTE_MS;
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const signIn = (email: string, password: string, visitor = visitorAt(server.url), to = '/settings') =>
    visitor.fill(`/sign-in?to=${encodeURIComponent(to)}`, { email, password });

  it('takes a password that was set by the one-time link, which works once and is stored nowhere', async () => {
    const { account, link } = await addPerson(store);
    const visitor = visitorAt(server.url);
    expect((await visitor.get(link)).text).toContain(account.email);
    const set = await visitor.fill(link, { password: PASSWORD });
    expect([set.status, set.headers.get('location')]).toEqual([303, '/signals']);
    expect((await visitor.get('/settings')).text).toContain(account.email);
    expect((await visitorAt(server.url).get(link)).status).toBe(410);
    for (const typed of [
      '/%70assword/',
      '/password;x/',
      '/passwort/',
      '/password//',
      '/signals/',
      '/api/signals/',
      '/static/',
    ])
      await visitorAt(server.url).get(link.replace('/password/', typed));
    await fetch(server.url + link.replace('/password/', '/oauth/'), { method: 'POST' });
    expect(server.log.join('\n')).not.toContain(link.split('/').at(-1));
    const again = await signIn(account.email.toUpperCase(), PASSWORD);
    expect([again.status, again.headers.get('location')]).toEqual([303, '/settings']);
  });

  it('leads from the one-time link to the page that was asked for before, once', async () => {
    const { account, link } = await addPerson(store);
    const visitor = visitorAt(server.url);
    await visitor.get('/sign-in?to=%2Fsignals%2Fsome-id');
    const set = await visitor.fill(link, { password: PASSWORD });
    expect(set.headers.get('location')).toBe('/signals/some-id');
    const another = `/password/${await createPasswordLink(store, account.id)}`;
    expect((await visitor.fill(another, { password: PASSWORD })).headers.get('location')).toBe('/signals');
  });

  it('says that others are signed out only where somebody may be signed in', async () => {
    const { account, link } = await addPerson(store);
    const visitor = visitorAt(server.url);
    expect((await visitor.get(link)).text).toContain('This also signs you in.');
    await visitor.fill(link, { password: PASSWORD });
    const reset = `/password/${await createPasswordLink(store, account.id)}`;
    expect((await visitor.get(reset)).text).toContain('This also signs you in here, and out everywhere else.');
  });

  it('tells who comes from a card how to read the signal without an account', async () => {
    const id = '90642f43-1111-4222-8333-123456789abc';
    const { text } = await visitorAt(server.url).get(`/sign-in?to=%2Fsignals%2F${id}%3Fpage%3D2`);
    expect(text).toContain(`<code>/pain signal ${id}</code>`);
    expect((await visitorAt(server.url).get('/sign-in?to=%2Fsignals%2F17')).text).not.toContain('/pain signal');
  });

  it('lets no planted cookie lead to another site', async () => {
    const { link } = await addPerson(store);
    const visitor = visitorAt(server.url);
    visitor.cookies.set('wanted-page', encodeURIComponent('https://evil.example/'));
    expect((await visitor.fill(link, { password: PASSWORD })).headers.get('location')).toBe('/signals');
  });

  it('refuses a wrong password and an unknown address alike', async () => {
    const { account } = await signedIn(server.url, store);
    const refused = [await signIn(account.email, 'wrong'), await signIn('nobody@example.org', PASSWORD)];
    const texts = refused.map(({ text }) => /role="alert">([^<]+)/.exec(text)?.[1]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401]);
    expect(texts[0]).toBeDefined();
    expect(texts[0]).toBe(texts[1]);
  });

  it.each([
    ['short', /at least 12/],
    ['aaaaaaaaaaaaaaaaaaaa', /too repetitive/],
  ])('does not take %s as a password, says why, and keeps the link', async (password, reason) => {
    const { link } = await addPerson(store);
    const refused = await visitorAt(server.url).fill(link, { password });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(reason);
    expect((await visitorAt(server.url).get(link)).status).toBe(200);
  });

  it('lets a link grow old after a day, and be replaced by a newer one', async () => {
    const { account, link } = await addPerson(store);
    const newer = `/password/${await createPasswordLink(store, account.id)}`;
    expect((await visitorAt(server.url).get(link)).status).toBe(410);
    expect((await visitorAt(server.url).get(newer)).status).toBe(200);
    at += DAY_MS;
    expect((await visitorAt(server.url).get(newer)).status).toBe(410);
  });

  it('gives one of two who use a link at the same time the account', async () => {
    const { link } = await addPerson(store);
    const visitors = [visitorAt(server.url), visitorAt(server.url)];
    const answers = await Promise.all(visitors.map((visitor) => visitor.fill(link, { password: PASSWORD })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  it('ends every session when the password is set anew', async () => {
    const { account, visitor } = await signedIn(server.url, store);
    const link = await createPasswordLink(store, account.id);
    await visitorAt(server.url).fill(`/password/${link}`, { password: `${PASSWORD} again` });
    expect((await visitor.get('/settings')).status).toBe(303);
    expect((await signIn(account.email, PASSWORD)).status).toBe(401);
  });

  it('slows down who guesses, and lets the owner in again a quarter of an hour later', async () => {
    const { account } = await signedIn(server.url, store);
    const rations = createAttemptLimits(store.attempts);
    for (let guess = 0; guess < 9; guess += 1) await rations.take('passwordOfAccount', account.email);
    expect((await signIn(account.email, 'a guess')).status).toBe(401);
    expect((await signIn(account.email, PASSWORD)).status).toBe(429);
    at += 15 * MINUTE_MS;
    expect((await signIn(account.email, PASSWORD)).status).toBe(303);
  });

  it('never makes a token that the browser came with the token of a session', async () => {
    const { account } = await signedIn(server.url, store);
    const planted = 'planted-by-somebody-else';
    const visitor = visitorAt(server.url);
    visitor.cookies.set(SESSION_COOKIE, planted);
    await signIn(account.email, PASSWORD, visitor);
    expect(visitor.cookies.get(SESSION_COOKIE)).not.toBe(planted);
    const thief = visitorAt(server.url);
    thief.cookies.set(SESSION_COOKIE, planted);
    expect((await thief.get('/settings')).status).toBe(303);
  });

  it('changes the token at every sign-in, and the old one is worth nothing', async () => {
    const { account, visitor } = await signedIn(server.url, store);
    const old = visitor.cookies.get(SESSION_COOKIE) ?? '';
    const formToken = hiddenFields((await visitor.get('/settings')).text);
    await visitor.post('/sign-in', { ...formToken, email: account.email, password: PASSWORD });
    expect(visitor.cookies.get(SESSION_COOKIE)).not.toBe(old);
    const thief = visitorAt(server.url);
    thief.cookies.set(SESSION_COOKIE, old);
    expect((await thief.get('/settings')).status).toBe(303);
  });

  it('signs out for good', async () => {
    const { visitor } = await signedIn(server.url, store);
    const token = visitor.cookies.get(SESSION_COOKIE) ?? '';
    const formToken = hiddenFields((await visitor.get('/settings')).text);
    expect((await visitor.post('/sign-out', formToken)).status).toBe(303);
    visitor.cookies.set(SESSION_COOKIE, token);
    expect((await visitor.get('/settings')).status).toBe(303);
  });

  it('forgets who was away for a week, and everybody after a month', async () => {
    const [idle, busy] = [await signedIn(server.url, store), await signedIn(server.url, store)];
    for (let day = 0; day < 30; day += 1) {
      expect((await busy.visitor.get('/settings')).status).toBe(200);
      at += DAY_MS;
    }
    expect((await idle.visitor.get('/settings')).status).toBe(303);
    expect((await busy.visitor.get('/settings')).status).toBe(303);
  });

  it('does not lead elsewhere afterwards', async () => {
    const { account } = await signedIn(server.url, store);
    const { headers } = await signIn(account.email, PASSWORD, visitorAt(server.url), '//evil.example');
    expect(headers.get('location')).toBe('/signals');
  });

  it('leads back to where one wanted to go', async () => {
    const { account } = await signedIn(server.url, store);
    const { headers } = await signIn(account.email, PASSWORD, visitorAt(server.url), '/signals/x?page=2');
    expect(headers.get('location')).toBe('/signals/x?page=2');
  });

  it('takes no form that is not its own', async () => {
    const { account, visitor } = await signedIn(server.url, store);
    const others = hiddenFields((await (await signedIn(server.url, store)).visitor.get('/settings')).text);
    for (const fields of [{}, { formToken: '' }, others]) {
      expect((await visitor.post('/settings/keys', { ...fields, name: 'stolen' })).status).toBe(403);
      expect((await visitor.post('/sign-out', fields)).status).toBe(403);
      expect((await visitor.post('/sign-in', { ...fields, email: account.email, password: PASSWORD })).status).toBe(
        403,
      );
    }
    expect(await store.keys.list(account.id)).toEqual([]);
  });

  it('takes nothing that no database could keep', async () => {
    const { visitor } = await signedIn(server.url, store);
    expect((await visitor.fill('/settings', { name: 'a\0b' }, /keys$/)).status).toBe(400);
    for (const path of ['/signals/%00', '/password/%00', '/consent/%00'])
      expect((await visitor.get(path)).status).toBe(404);
  });

  it('keeps the cookie from scripts, other sites and plain HTTP', async () => {
    const secure = await startServer({ store, serviceUrl: 'https://pain.example.com' });
    const cookieOf = async (url: string) => (await fetch(`${url}/sign-in`)).headers.getSetCookie().join();
    expect(await cookieOf(server.url)).toMatch(/^pain_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await cookieOf(secure.url)).toMatch(/^__Host-pain_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    await secure.close();
  });

  it('makes accounts for whoever asks only where that is open', async () => {
    const open = await startServer({ store, openSignUp: true });
    const join = (password: string) => visitorAt(open.url).fill('/sign-up', { email: 'new@example.org', password });
    expect((await visitorAt(server.url).get('/sign-up')).status).toBe(404);
    expect((await join('short')).status).toBe(400);
    expect((await join(PASSWORD)).status).toBe(303);
    expect((await join(PASSWORD)).text).toContain('already has an account');
    expect(await store.accounts.find('new@example.org')).toMatchObject({ plan: 'free' });
    await open.close();
  });

  it('brings whoever makes an account on the way to a signal to that signal', async () => {
    const open = await startServer({ store, openSignUp: true });
    const visitor = visitorAt(open.url);
    const signIn = await visitor.get('/sign-in?to=%2Fsignals%2F17');
    expect(signIn.text).toContain('Signal pages are part of the Pro plan.');
    expect(signIn.text).toContain('href="/sign-up?to=%2Fsignals%2F17"');
    const path = '/sign-up?to=%2Fsignals%2F17';
    const joined = await visitor.fill(path, { email: 'guest@example.org', password: PASSWORD });
    expect(joined.headers.get('location')).toBe('/signals/17');
    await open.close();
  });
});
