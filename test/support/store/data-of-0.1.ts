import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { openStore } from '#src/store/open-store.ts';

/** Written by version 0.1 (commit 413d9f0), its secrets with the key below: never to be written again. */
export const dataOf01 = (end: 'sqlite' | 'sql'): Buffer =>
  gunzipSync(readFileSync(fileURLToPath(new URL(`../../schemas/0.1.0.${end}.gz`, import.meta.url))));

const NOW = Date.parse('2026-03-16T08:00:00Z');
const TITLE = 'Say "no" \\ to\nüñíçødé';
const DIGEST = { version: 1, date: '2026-03-16', risers: [] };

/** Expects that today's version opens the data of 0.1, with every row where it belongs now. */
export async function expectDataOf01(place: { databaseUrl: string | null; dataDir: string }): Promise<void> {
  const store = await openStore({ ...place, encryptionKeys: [Buffer.alloc(32, 7)], now: () => NOW });
  try {
    const { shares, digests, outbox, ...workspace } = store.forWorkspace('T1');
    expect(await store.installations.find('T1')).toMatchObject({
      bot: { scopes: ['commands', 'chat:write'] },
      token: { token: 'xoxe.xoxb-one', rotation: { refreshToken: 'xoxe-1-one' } },
    });
    expect(await store.apiKeys.find('T1')).toBe('pain_abcdefgh_secret');
    expect(await workspace.settings.get()).toMatchObject({ defaultArea: 'AUTH_IDENTITY', setUpBy: 'managers' });
    expect(await digests.ofChannel('C1')).toMatchObject({ plan: { weekday: 1, zone: 'Europe/Berlin' } });
    expect(await workspace.watches.list({ ownerId: 'U1', channelId: null })).toMatchObject([
      { subject: { id: 'sig-1', topic: TITLE }, quiet: { from: 22, to: 7 } },
    ]);
    expect(await store.hiddenEvidence.list('T1')).toEqual(new Set(['one', 'two']));
    expect(await shares.recent(9)).toEqual([
      { userId: 'U1', channelId: 'C1', ts: '1.1', title: TITLE, signalIds: [], link: null, sharedAt: NOW - 60_000 },
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
