import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LastLists } from '#handlers/ports.ts';
import type { Store } from '#src/store/open-store.ts';
import { addShare, aShare } from './shares.ts';

const HOUR = 60 * 60 * 1_000;
const ada = { channelId: 'C1', userId: 'U1' };

/** What all processes must know of the last hour: `open` opens the store once more. */
export function testRecent(open: (now: () => number) => Promise<readonly [Store, Store]>): void {
  let now: number;
  let stores: readonly [Store, Store];
  let here: LastLists;
  let there: LastLists;
  beforeEach(async () => {
    now = Date.now();
    stores = await open(() => now);
    here = stores[0].forWorkspace('T1').lastLists;
    there = stores[1].forWorkspace('T1').lastLists;
  });
  afterEach(async () => {
    for (const store of new Set(stores)) await store.close();
  });

  it('forgets after a day who asked for an answer in a thread, and not who shared a card', async () => {
    const [answer, shared] = ['1.000001', '2.000002'].map((ts) => ({ channelId: 'C1', ts, key: null }));
    await stores[0].outbox.rememberAnswer('T1', { channelId: 'C1', ts: '1.000001', userId: 'U1' });
    await addShare(stores[0], 'T1', aShare('card'), '2.000002');
    const known = () => Promise.all([answer, shared].map((each) => each && stores[1].outbox.sharerOf('T1', each)));
    now += 24 * HOUR - 1;
    await stores[0].outbox.forgetOld();
    expect(await known()).toEqual(['U1', 'U1']);
    now += 1;
    await stores[0].outbox.forgetOld();
    expect(await known()).toEqual([undefined, 'U1']);
  });

  it('gives a request to one process, once within the hour', async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, at) => stores[at % 2 ? 1 : 0].seenRequests.claim('k')),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await stores[0].seenRequests.claim('other')).toBe(true);
    now += HOUR - 1;
    expect(await stores[1].seenRequests.claim('k')).toBe(false);
    now += 1;
    expect(await stores[1].seenRequests.claim('k')).toBe(true);
    await stores[0].seenRequests.forgetOld();
    expect(await stores[0].seenRequests.claim('k')).toBe(false);
  });

  it('gives a message to one process for a week, in which it may be edited', async () => {
    const key = 'message C1 1700000000.000100';
    expect(await stores[0].seenRequests.claim(key)).toBe(true);
    now += 7 * 24 * HOUR - 1;
    await stores[0].seenRequests.forgetOld();
    await stores[0].seenRequests.pullBack(now - 7 * 24 * HOUR + 1);
    expect(await stores[1].seenRequests.claim(key)).toBe(false);
    now += 1;
    await stores[0].seenRequests.forgetOld();
    expect(await stores[1].seenRequests.claim(key)).toBe(true);
  });

  it('takes a request and keeps it in one, or does neither', async () => {
    const request = { responseUrl: null, channelId: 'C1', userId: 'U1', threadTs: null, query: null };
    const kept = { workspaceId: 'T1', request };
    await stores[0].unansweredRequests.put('both', kept);
    await expect(stores[0].seenRequests.claim('both', kept)).rejects.toThrow();
    expect(await stores[1].seenRequests.claim('both')).toBe(true);
    expect([await stores[0].seenRequests.claim('k', kept), await stores[1].seenRequests.claim('k', kept)]).toEqual([
      true,
      false,
    ]);
    now += 61_000;
    const taken = await stores[1].unansweredRequests.take();
    expect(taken.map(({ key, request: of, attempts, askedAt }) => ({ key, of, attempts, askedAt }))).toContainEqual({
      ...{ key: 'k', of: request, attempts: 0, askedAt: now - 61_000 },
    });
  });

  it('counts the turns of a minute over all processes, and apart by name', async () => {
    const take = (at: number) => stores[at % 2 ? 1 : 0].seenRequests.takeTurn('install', 5);
    const taken = await Promise.all(Array.from({ length: 4 }, (_, at) => take(at)));
    expect([...taken, await take(4), await take(5), await take(6)]).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(await stores[0].seenRequests.takeTurn('install-by-x', 5)).toBe(true);
    now += 60_000;
    expect(await take(0)).toBe(true);
  });

  it('knows the numbers of a list, and those of the pages turned before', async () => {
    await here.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a', 'b'] });
    await there.remember(ada, { key: 'top', firstRank: 3, signalIds: ['c'] });
    expect([...((await here.recall(ada)) ?? [])]).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('forgets a list when another is shown, and after an hour', async () => {
    await here.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a', 'b'] });
    await there.remember(ada, { key: 'trending', firstRank: 1, signalIds: ['x'] });
    expect([...((await here.recall(ada)) ?? [])]).toEqual([[1, 'x']]);
    now += HOUR - 1;
    expect((await there.recall(ada))?.get(1)).toBe('x');
    now += 1;
    expect(await there.recall(ada)).toBeNull();
  });

  it('keeps a list to one person, one channel and one workspace', async () => {
    await here.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a'] });
    expect(await there.recall({ ...ada, userId: 'U2' })).toBeNull();
    expect(await there.recall({ ...ada, channelId: 'C2' })).toBeNull();
    expect(await stores[1].forWorkspace('T2').lastLists.recall(ada)).toBeNull();
    await here.remember({ channelId: 'C1', userId: null }, { key: 'top', firstRank: 1, signalIds: ['a'] });
    expect(await there.recall({ channelId: 'C1', userId: null })).toBeNull();
    await stores[0].forgetWorkspace('T1');
    expect(await there.recall(ada)).toBeNull();
  });

  it('leaves the numbers of the channel as they are when a thread shows others, but not in direct messages', async () => {
    await here.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a'] });
    await here.remember({ ...ada, threadTs: '1.1' }, { key: 'search', firstRank: 1, signalIds: ['b'] });
    expect((await there.recall(ada))?.get(1)).toBe('a');
    expect((await there.recall({ ...ada, threadTs: '1.1' }))?.get(1)).toBe('b');
    const alone = { ...ada, channelId: 'D1' };
    await here.remember(alone, { key: 'top', firstRank: 1, signalIds: ['a'] });
    await here.remember({ ...alone, threadTs: '1.1' }, { key: 'search', firstRank: 1, signalIds: ['b'] });
    expect((await there.recall(alone))?.get(1)).toBe('b');
  });

  it('counts a thread’s list for all in the thread, and for the one who asked in the channel around it', async () => {
    await here.remember({ ...ada, threadTs: '1.1' }, { key: 'top', firstRank: 1, signalIds: ['a'] });
    expect((await there.recall({ ...ada, userId: 'U2', threadTs: '1.1' }))?.get(1)).toBe('a');
    expect((await there.recall(ada))?.get(1)).toBe('a');
    expect(await there.recall({ ...ada, userId: 'U2' })).toBeNull();
    await here.remember(ada, { key: 'top', firstRank: 2, signalIds: ['b'] });
    expect((await there.recall({ ...ada, threadTs: '1.1' }))?.get(2)).toBeUndefined();
  });

  it('counts a channel’s list in a thread that has none of its own, for that person alone', async () => {
    const inThread = { ...ada, threadTs: '1.1' };
    await here.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a', 'b'] });
    expect((await there.recall(inThread))?.get(2)).toBe('b');
    expect(await there.recall({ ...inThread, userId: 'U2' })).toBeNull();
    await there.remember({ ...inThread, userId: 'U2' }, { key: 'trending', firstRank: 1, signalIds: ['x'] });
    expect([...((await here.recall(inThread)) ?? [])]).toEqual([[1, 'x']]);
  });

  it('keeps the pages shown last, however many are turned', async () => {
    for (let page = 0; page < 30; page++) {
      const signalIds = ['a', 'b', 'c', 'd', 'e'].map((id) => `${page}${id}`);
      await here.remember(ada, { key: 'search', firstRank: page * 5 + 1, signalIds });
    }
    expect([...((await there.recall(ada))?.keys() ?? [])]).toEqual(Array.from({ length: 100 }, (_, at) => at + 51));
  });
}
