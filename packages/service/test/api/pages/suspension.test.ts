import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../storage/test/support/eventually.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { addKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { complaints, NOW } from '../../support/posts.ts';
import { registerProgram } from '../support/oauth-program.ts';
import { type RunningServer, startServerAtItsAddress } from '../support/running-server.ts';
import { hiddenFields, signedIn } from '../support/visitor.ts';

const STATUS = '/api/meta/pipeline';

let opened: TestStore;
let server: RunningServer;
let signalId: string;
const clock = { at: Date.now() };

beforeAll(async () => {
  opened = await openEmptyStore();
  await importPosts({ store: opened.store, now: () => NOW, newId: randomUUID }, complaints(6));
  signalId = (await opened.store.signals.top({ metric: 'score', limit: 1 }))[0]?.id ?? '';
  server = await startServerAtItsAddress({ store: opened.store, now: () => clock.at, asOf: NOW });
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

async function note(accountId: string, noted: { pagingWarnedAt?: number; suspendedAt?: number }): Promise<void> {
  await opened.store.transaction(async ({ fairUse }) => {
    await fairUse.save({
      ...(await fairUse.lock(accountId)),
      ...noted,
      suspendedFor: noted.suspendedAt ? 'paging' : null,
    });
  });
  clock.at += 1_000;
}

it('covers every key and token, forbids new ones, and ends when the operator restores the account', async () => {
  const { account, visitor } = await signedIn(server.url, opened.store);
  const keys = [await addKey(opened.store, account.id), await addKey(opened.store, account.id)];
  const program = await registerProgram(server.url);
  const { body: tokens } = await program.redeem(await program.getCode(visitor));
  const settings = (await visitor.get('/settings')).text;

  await note(account.id, { suspendedAt: clock.at });

  for (const key of [...keys, String(tokens.access_token)])
    expect((await server.ask('/mcp', { key, method: 'POST' })).status).toBe(401);
  expect((await server.ask(STATUS, { key: keys[0] ?? '' })).body).toMatchObject({ code: 'KEY_SUSPENDED' });
  const made = await visitor.post('/settings/keys', { ...hiddenFields(settings), name: 'another' });
  expect([made.status, made.text.includes('Your new key')]).toEqual([401, false]);
  expect(await opened.store.keys.list(account.id)).toHaveLength(2);
  expect(await program.refresh(String(tokens.refresh_token))).toMatchObject({ status: 400 });
  const other = await registerProgram(server.url);
  await expect(other.getCode(visitor)).rejects.toThrow();
  expect(await opened.store.programs.list(account.id)).toHaveLength(1);
  expect(await visitor.get(`/signals/${signalId}`)).toMatchObject({
    status: 401,
    text: expect.stringMatching(/Your account is suspended.*Ask the person who runs.*\/settings/s),
  });

  await opened.store.fairUse.restore(account.id);
  clock.at += 1_000;
  expect((await server.ask(STATUS, { key: keys[0] ?? '' })).status).toBe(200);
  expect(await program.refresh(String(tokens.refresh_token))).toMatchObject({ status: 200 });
});

it('is shown in the settings with the way back, and so is a warning', async () => {
  const { account, visitor } = await signedIn(server.url, opened.store);
  expect((await visitor.get('/settings')).text).not.toMatch(/Fair use warning|Your account is suspended/);

  await note(account.id, { pagingWarnedAt: clock.at });
  expect((await visitor.get('/settings')).text).toMatch(/Fair use warning.*more than half of all signals.*before 20/s);

  await note(account.id, { suspendedAt: clock.at });
  const { status, text } = await visitor.get('/settings');
  expect(status).toBe(200);
  expect(text).toMatch(/Your account is suspended.*more than half.*Ask the person who runs/s);
  expect(text).not.toContain('Create a key');
});

it('counts each page of the list, search and an ordered brief too', async () => {
  const { visitor } = await signedIn(server.url, opened.store);
  clock.at += 60_000;
  for (let page = 0; page < 58; page += 1) expect((await visitor.get('/signals')).status).toBe(200);
  expect((await visitor.get('/signals?q=login')).status).toBe(200);
  const { text } = await visitor.get(`/signals/${signalId}`);
  const formToken = /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';

  expect((await visitor.get('/signals')).status).toBe(429);
  expect((await visitor.post(`/signals/${signalId}/brief`, { formToken })).status).toBe(429);
});

it('counts signal pages against the 60 calls a minute and as signals that were read', async () => {
  const { account, visitor } = await signedIn(server.url, opened.store);
  const key = await addKey(opened.store, account.id);
  clock.at += 60_000;

  const statuses = [];
  for (let page = 0; page < 60; page += 1) statuses.push((await visitor.get(`/signals/${signalId}`)).status);

  expect(statuses).toEqual(Array(60).fill(200));
  expect(await visitor.get(`/signals/${signalId}`)).toMatchObject({
    status: 429,
    text: expect.stringContaining('Wait one second'),
  });
  expect((await server.ask(STATUS, { key })).status).toBe(429);
  expect((await visitor.get('/settings')).status).toBe(200);
  await eventually(async () => expect(await opened.store.fairUse.listed(account.id, 0)).toBe(1));
});
