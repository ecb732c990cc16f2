import { randomBytes } from 'node:crypto';
import { migrate, openDatabase } from '@pain-signals/storage';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { MIGRATIONS } from '#src/store/migrations/index.ts';
import { openStore } from '#src/store/open-store.ts';

const NOW = Date.parse('2026-03-16T08:00:00Z');
const TITLE = 'Say "no" \\ to\nüñíçødé';
const DIGEST = { version: 1, date: '2026-03-16', risers: [] };

type Value = string | number | null;

const insert = (kysely: Kysely<unknown>, table: string, row: Record<string, Value>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`.execute(
    kysely,
  );

const aShare = (key: string, state: string) => ({
  ...{ workspace_id: 'T1', share_key: key, state, user_id: 'U1', channel_id: 'C1', title: TITLE, again: '{"a":"b"}' },
  ...{ message_ts: state === 'done' ? '1.1' : null, link: null, claimed_at: NOW - 60_000, lease_until: NOW },
});

const aDelivery = (key: string, state: string, rest: Record<string, Value> = {}) => ({
  ...{ id: `d-${key}`, workspace_id: 'T1', subscription_id: 's1', channel_id: 'C1', delivery_key: key, state },
  ...{ local_date: '2026-03-16', due_at: NOW, notice: null, digest_json: null, message_ts: null, link: null },
  ...{ thread_begun: 0, thread_posted: 0, posted_at: null, fault: null, is_open: 0, free_at: NOW, claim: 'c' },
  ...{ created_at: NOW, ...rest },
});

const anAlert = (id: string, state: string, target: string | null) => ({
  ...{ workspace_id: 'T1', id, watch_id: 'w1', state, owner_id: 'U1', target, said: TITLE, claimed_at: NOW },
  ...{ channel_id: state === 'done' ? 'D1' : null, message_ts: state === 'done' ? '2.2' : null, lease_until: NOW },
});

/** Fills the tables of 0.1, and expects every row in the outbox after today's version has opened them. */
export async function expectOutboxOf01(place: { databaseUrl: string | null; dataDir: string }): Promise<void> {
  const { databaseUrl, dataDir } = place;
  const old = await openDatabase<unknown>({ databaseUrl: databaseUrl ?? undefined, dataDir, name: 'slack_app' });
  await migrate(old, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0030')));
  for (const state of ['claimed', 'done', 'unknown']) await insert(old.kysely, 'shares', aShare(state, state));
  const posted = {
    digest_json: JSON.stringify(DIGEST),
    message_ts: '3.3',
    posted_at: NOW,
    thread_begun: 2,
    thread_posted: 1,
  };
  for (const row of [
    aDelivery('2026-03-09', 'done', { ...posted, thread_posted: 2 }),
    aDelivery('2026-03-16', 'posted', { ...posted, is_open: 1 }),
    aDelivery('waits', 'waiting', { is_open: 1, free_at: NOW + 5 }),
    aDelivery('lost', 'unknown', { is_open: 1, notice: 'unknown', fault: 'ETIMEDOUT' }),
    aDelivery('known lost', 'unknown'),
    aDelivery('half', 'done', { is_open: 1, notice: 'thread-unknown' }),
  ])
    await insert(old.kysely, 'digest_deliveries', row);
  for (const row of [
    anAlert('a1', 'claimed', 'C1'),
    anAlert('a2', 'done', null),
    anAlert('a3', 'unknown', null),
    anAlert('a4', 'told', 'C1'),
  ])
    await insert(old.kysely, 'watch_alerts', row);
  await old.close();

  const store = await openStore({ ...place, encryptionKeys: [randomBytes(32)], now: () => NOW });
  try {
    const { shares, digests, outbox } = store.forWorkspace('T1');
    expect(await shares.recent(9)).toEqual([
      { userId: 'U1', channelId: 'C1', ts: '1.1', title: TITLE, link: null, sharedAt: NOW - 60_000 },
    ]);
    const states = (await digests.history('s1', 9)).map(({ key, state, notice, isOpen }) => [
      key,
      state,
      notice,
      isOpen,
    ]);
    expect(states.toSorted()).toEqual([
      ['2026-03-09', 'confirmed', null, false],
      ['2026-03-16', 'confirmed', null, true],
      ['half', 'confirmed', 'thread-unconfirmed', true],
      ['known lost', 'told', null, false],
      ['lost', 'unconfirmed', null, true],
      ['waits', 'waiting', null, true],
    ]);
    const thread = { digest: DIGEST, threadBegun: 2, threadPosted: 1, ts: '3.3', date: '2026-03-16', sourceId: 's1' };
    expect(await digests.delivery('d-2026-03-16')).toMatchObject(thread);
    expect(await digests.send({ id: 's1', channelId: 'C1' } as never, '2026-03-09', '2026-03-09')).toBe(false);
    expect(await outbox.findPosted('a2')).toEqual({ channelId: 'D1', ts: '2.2' });

    const taken = await Promise.all((await store.outbox.free(20, [])).map((free) => store.outbox.claim(free)));
    const toTell = taken.filter((message) => message?.state === 'unconfirmed');
    expect(toTell.map((message) => message?.id).toSorted()).toEqual(['T1 claimed', 'a1', 'a3', 'd-lost']);
    expect(toTell.find((message) => message?.kind === 'share')).toMatchObject({ title: TITLE, again: '{"a":"b"}' });
    expect(toTell.find((message) => message?.id === 'a3')).toMatchObject({
      text: TITLE,
      channelId: null,
      ownerId: 'U1',
    });
  } finally {
    await store.close();
  }
}
