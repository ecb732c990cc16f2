import { expect, test } from 'vitest';
import { createAccountAlerts } from '../../src/accounts/alerts.ts';
import { createAccountKeys } from '../../src/accounts/keys/api-keys.ts';
import { createAttemptLimits } from '../../src/accounts/limits/attempt-limits.ts';
import { createSessions } from '../../src/accounts/sign-in/sessions.ts';
import { importPosts } from '../../src/jobs/import.ts';
import type { Store } from '../../src/store/index.ts';
import { complaints, NOW } from '../support/posts.ts';
import { type DatabaseLocation, openTestStore } from '../support/test-pipeline.ts';

const MINUTE_MS = 60_000;

/** What the store keeps of accounts, the same on both databases; `place` gives each test an empty one. */
export function testAccountStore(place: () => Promise<DatabaseLocation>): void {
  async function open() {
    const clock = { at: NOW };
    const store = await openTestStore(await place(), () => clock.at);
    const account = await store.accounts.create('ada@example.org', 'free');
    if (account === null) throw new Error('not made');
    return { store, clock, account };
  }

  test('a password is replaced, and nobody else has it', async () => {
    const { store, account } = await open();
    expect(await store.passwords.find(account.id)).toBeNull();
    await store.passwords.put(account.id, 'one');
    await store.passwords.put(account.id, 'other');
    expect(await store.passwords.find(account.id)).toBe('other');
    expect(await store.passwords.find('somebody else')).toBeNull();
  });

  test('an account has its hundred newest sessions, and no other account loses one', async () => {
    const { store, clock, account } = await open();
    const other = await store.accounts.create('grace@example.org', 'free');
    await store.sessions.create('of another', other?.id ?? '', MINUTE_MS);
    for (let turn = 0; turn < 101; turn += 1) {
      clock.at += 1;
      await store.sessions.create(`session ${turn}`, account.id, MINUTE_MS);
    }
    const found = await Promise.all([0, 1, 100].map((turn) => store.sessions.find(`session ${turn}`, MINUTE_MS)));
    expect(found.map((session) => session !== null)).toEqual([false, true, true]);
    expect(await store.sessions.find('of another', MINUTE_MS)).not.toBeNull();
  });

  test('a link is taken by one of many at once, and by nobody when it has expired', async () => {
    const { store, clock, account } = await open();
    await store.passwords.addLink('hash', account.id, MINUTE_MS);
    const takers = await Promise.all(Array.from({ length: 5 }, () => store.passwords.takeLink('hash')));
    expect(takers.filter((owner) => owner !== null)).toEqual([account.id]);
    await store.passwords.addLink('other', account.id, MINUTE_MS);
    clock.at += MINUTE_MS;
    expect(await store.passwords.takeLink('other')).toBeNull();
  });

  test('a session is its account as it is now, until it ends', async () => {
    const { store, account } = await open();
    const sessions = createSessions(store);
    await store.passwords.put(account.id, 'hash');
    const { token = '' } = (await sessions.start({ account, passwordHash: 'hash' })) ?? {};
    await store.accounts.setPlan(account.email, 'pro');
    expect(await sessions.find(token)).toEqual({ account: { ...account, plan: 'pro' }, token });
    await sessions.end(token);
    expect(await sessions.find(token)).toBeNull();
  });

  test('a session of a password that was replaced does not start', async () => {
    const { store, account } = await open();
    await store.passwords.put(account.id, 'new');
    const sessions = createSessions(store);
    expect(await sessions.start({ account, passwordHash: 'old' })).toBeNull();
    expect(await sessions.start({ account, passwordHash: 'new' })).toMatchObject({ account });
  });

  test('a password set while a session starts ends that session', async () => {
    const { store, account } = await open();
    await store.passwords.put(account.id, 'old');
    const sessions = createSessions(store);
    const setting = store.transaction(async (stores) => {
      await stores.passwords.put(account.id, 'new');
      await stores.sessions.endAll(account.id);
    });
    const starts = Array.from({ length: 5 }, () => sessions.start({ account, passwordHash: 'old' }));
    const tokens = (await Promise.all(starts)).flatMap((session) => session?.token ?? []);
    await setting;
    expect(await Promise.all(tokens.map((token) => sessions.find(token)))).toEqual(tokens.map(() => null));
  });

  test('tries are let through up to the ration, and again when they have grown old', async () => {
    const { store, clock } = await open();
    const take = (subject = 'one') => store.attempts.take(subject, { tries: 3, windowMs: MINUTE_MS });
    expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false]);
    expect(await take('other')).toBe(true);
    await store.attempts.giveBack('one');
    expect([await take(), await take()]).toEqual([true, false]);
    clock.at += MINUTE_MS;
    expect(await take()).toBe(true);
    await store.attempts.forget('one');
    expect([await take(), await take(), await take()]).toEqual([true, true, true]);
  });

  test('tries of a clock that ran ahead do not count once it is right', async () => {
    const { store, clock } = await open();
    const take = () => store.attempts.take('one', { tries: 1, windowMs: MINUTE_MS });
    for (const ahead of [365 * 24 * 60 * MINUTE_MS, 10 * MINUTE_MS]) {
      clock.at = NOW + ahead;
      expect([await take(), await take()]).toEqual([true, false]);
    }
    clock.at = NOW;
    expect([await take(), await take()]).toEqual([true, false]);
  });

  test('a model may be asked again once a clock that ran ahead is right', async () => {
    const { store, clock } = await open();
    clock.at = NOW + 365 * 24 * 60 * MINUTE_MS;
    expect(await store.modelAnswers.takeQuestion(2)).toBe(true);
    clock.at = NOW;
    const taken = [1, 2, 3].map(() => store.modelAnswers.takeQuestion(2));
    expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(2);
  });

  test('many tries at once get no more than the ration', async () => {
    const { store } = await open();
    const tries = Array.from({ length: 20 }, () => store.attempts.take('one', { tries: 3, windowMs: MINUTE_MS }));
    expect((await Promise.all(tries)).filter(Boolean).length).toBeLessThanOrEqual(3);
  });

  test('keys and alerts that are asked for at once stay within what an account may have', async () => {
    const { store, ...opened } = await open();
    const account = { ...opened.account, plan: 'pro' } as const;
    const [keys, alerts] = [createAccountKeys(store, createAttemptLimits(store.attempts)), createAccountAlerts(store)];
    const alert = { signalId: null, query: 'login', metric: 'score', above: 1 } as const;
    const asked = Array.from({ length: 30 }, (_, at) => [keys.create(account, `${at}`), alerts.create(account, alert)]);
    const results = await Promise.allSettled(asked.flat());
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect([(await keys.list(account)).length, (await alerts.list(account)).length]).toEqual([20, 20]);
  });

  test('an account makes sixty keys a day at most, however many of them it revokes', async () => {
    const { store, ...opened } = await open();
    const account = { ...opened.account, plan: 'pro' } as const;
    const keys = createAccountKeys(store, createAttemptLimits(store.attempts));
    for (let turn = 0; turn < 60; turn += 1) await keys.revoke(account, (await keys.create(account, 'x')).prefix);
    await expect(keys.create(account, 'x')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await store.keys.list(account.id)).toHaveLength(60);
  });

  test('the name of a key has nothing in it that a terminal would obey', async () => {
    const { store, ...opened } = await open();
    const account = { ...opened.account, plan: 'pro' } as const;
    const keys = createAccountKeys(store, createAttemptLimits(store.attempts));
    await keys.create(account, ' our\u001b[2J\r\nkey\u2028\u202eof Zoë 👩\u200d💻\u0007');
    expect((await keys.list(account)).map(({ name }) => name)).toEqual(['our [2J key of Zoë 👩\u200d💻']);
    await keys.create(account, ' \u3164\u2800\u200b');
    expect((await keys.list(account)).map(({ name }) => name)).toContain(null);
  });

  test('a plan has been had since it was given', async () => {
    const { store, clock, account } = await open();
    expect(await store.accounts.billing(account.id)).toEqual({ plan: 'free', since: NOW });
    clock.at += MINUTE_MS;
    await store.accounts.setPlan(account.email, 'pro');
    expect(await store.accounts.billing(account.id)).toEqual({ plan: 'pro', since: NOW + MINUTE_MS });
  });

  test('a job that outlives its process has failed', async () => {
    const { store, clock, account } = await open();
    const lost = await store.briefJobs.create(account.id, 'signal');
    const ended = await store.briefJobs.create(account.id, 'signal');
    await store.briefJobs.end(ended.id, 'done');
    clock.at += 6 * MINUTE_MS;
    const states = async (id: string) => (await store.briefJobs.find(account.id, id))?.state;
    expect([await states(lost.id), await states(ended.id)]).toEqual(['failed', 'done']);
    expect(await store.briefJobs.find('somebody else', ended.id)).toBeNull();
  });

  test('an alert is seen and removed by its owner alone', async () => {
    const { store, account } = await open();
    const made = await store.alerts.create(account.id, {
      signalId: null,
      query: 'docker',
      metric: 'growth',
      above: 0.5,
    });
    expect(await store.alerts.list(account.id)).toEqual([made]);
    expect(await store.alerts.remove('somebody else', made.id)).toBe(false);
    expect(await store.alerts.remove(account.id, made.id)).toBe(true);
    expect(await store.alerts.list(account.id)).toEqual([]);
  });

  test('what has expired of programs is deleted when the next thing is kept', async () => {
    const { store, clock, account } = await open();
    const put = (idHash: string) =>
      store.oauth.put({
        ...{ model: 'Interaction', idHash, clientId: null, lifetimeMs: MINUTE_MS },
        ...{ grantHash: null, accountId: account.id, payload: {} },
      });
    await put('unanswered');
    clock.at += MINUTE_MS;
    await put('next');
    // With the clock set back it would be found if it were there.
    clock.at -= 1;
    expect(await store.oauth.find('Interaction', 'unanswered')).toBeNull();
    expect(await store.oauth.find('Interaction', 'next')).not.toBeNull();
  });

  test('programs that hold nothing are forgotten, the others not', async () => {
    const { store, clock, account } = await open();
    const put = (model: string, idHash: string, clientId: string, lifetimeMs: number | null) =>
      store.oauth.put({ model, idHash, clientId, lifetimeMs, grantHash: null, accountId: account.id, payload: {} });
    await put('Client', 'idle', 'idle', null);
    await put('Client', 'busy', 'busy', null);
    await put('RefreshToken', 'token', 'busy', 10 * MINUTE_MS);
    clock.at += MINUTE_MS + 1;
    await put('Client', 'new', 'new', null);
    await store.oauth.sweep(MINUTE_MS, 100);
    const found = async (id: string) => (await store.oauth.find('Client', id)) !== null;
    expect([await found('idle'), await found('busy'), await found('new')]).toEqual([false, true, true]);
    for (const name of ['a', 'b', 'c']) {
      clock.at += 1;
      await put('Client', name, name, null);
    }
    await store.oauth.sweep(MINUTE_MS, 2);
    expect(await Promise.all(['busy', 'new', 'a', 'b', 'c'].map(found))).toEqual([true, false, false, true, true]);
  });

  test('a chunk is found by the id that evidence gives it, whatever else is asked for is not', async () => {
    const { store } = await open();
    await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(3));
    const [row] = await firstEvidence(store);
    expect(await store.evidence.chunk(row?.chunkId ?? '')).toMatchObject({
      text: row?.text,
      documentId: row?.documentId,
    });
    for (const id of ['', '1', '01-0', '1-0;', '999999999-999999999', '99999999999-0'])
      expect(await store.evidence.chunk(id)).toBeNull();
  });

  test('a chunk is not found before its signal is public, nor while it is hidden', async () => {
    const { store } = await open();
    const imported = (posts: number) =>
      importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(posts));
    await imported(1);
    expect(await store.evidence.chunk('1-0')).toBeNull();
    await imported(3);
    const [row] = await firstEvidence(store);
    expect(await store.evidence.chunk('1-0')).not.toBeNull();
    await store.hiding.signal(row?.painSignalId ?? '', true);
    expect(await store.evidence.chunk('1-0')).toBeNull();
    await store.hiding.signal(row?.painSignalId ?? '', false);
    expect(await store.evidence.chunk('1-0')).not.toBeNull();
  });
}

async function firstEvidence(store: Store) {
  const [signal] = await store.signals.top({ metric: 'score', limit: 1 });
  return (await store.evidence.page(signal?.id ?? '', 0, 1)).rows;
}
