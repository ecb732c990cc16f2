import { DEFAULT_DIGEST_PLAN, NOTHING_IN_MIND } from '@pain-signals/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pullBackJob } from '#src/jobs/schedule.ts';
import type { Store } from '#src/store/open-store.ts';
import { aShare } from './shares.ts';
import { aWatch } from './watch-check-tests.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A clock that ran a year ahead for a while, whichever database it is. */
export function testWrongClock(open: (now: () => number) => Promise<readonly [Store, Store]>): void {
  let clock: { now: number };
  let stores: readonly [Store, Store];
  beforeEach(async () => {
    clock = { now: Date.now() };
    stores = await open(() => clock.now);
  });
  afterEach(async () => {
    for (const store of new Set(stores)) await store.close();
  });

  const pullBack = async () => {
    const logged: { what: string; count: number }[] = [];
    const logger = { warn: (line: { what: string; count: number }) => void logged.push(line) };
    await pullBackJob(stores[1], logger as never).run(clock.now, new AbortController().signal);
    return logged.map(({ what, count }) => `${count} ${what}`);
  };

  it('makes nothing wait for the year that it was ahead', async () => {
    const [store] = stores;
    const right = clock.now;
    clock.now += 365 * DAY;
    const digest = await store.subscriptions.save('T1', 'C1', 'U1', DEFAULT_DIGEST_PLAN);
    const created = await store.forWorkspace('T1').watches.create(aWatch(1));
    const { id } = 'watch' in created ? created.watch : { id: '' };
    await store.outbox.add('T1', { ...aShare('one'), state: 'waiting' } as never);
    for (let turn = 0; turn < 3; turn += 1) await store.seenRequests.takeTurn('install', 3);
    clock.now = right;
    expect(await store.seenRequests.takeTurn('install', 3)).toBe(false);

    expect(await pullBack()).toEqual(['1 digests', '1 watches', '1 messages']);
    const after = await store.subscriptions.find('T1', digest.id);
    expect((after?.nextDueAt ?? 0) - right).toBeGreaterThan(0);
    expect((after?.nextDueAt ?? 0) - right).toBeLessThan(8 * DAY);
    clock.now += 60_000;
    expect((await store.watchChecks.claimDue(1)).map((watch) => watch.id)).toEqual([id]);
    expect(await store.outbox.free(10, [])).toHaveLength(1);
    expect(await store.seenRequests.takeTurn('install', 3)).toBe(true);
  });

  it('ends a lease that was taken while it was ahead', async () => {
    const [store] = stores;
    const right = clock.now;
    await store.forWorkspace('T1').watches.create(aWatch(1));
    clock.now += 365 * DAY;
    expect(await store.watchChecks.claimDue(1)).toHaveLength(1);
    clock.now = right + HOUR;
    expect(await store.watchChecks.claimDue(1)).toEqual([]);

    expect(await pullBack()).toEqual(['1 watches']);
    clock.now += 60_000;
    expect(await store.watchChecks.claimDue(1)).toHaveLength(1);
  });

  it('refreshes a token that was fetched while it was ahead before that token expires', async () => {
    const [{ installations }] = stores;
    const right = clock.now;
    clock.now += 365 * DAY;
    await installations.save(anInstallation(clock.now + 12 * HOUR));
    clock.now = right;

    expect(await pullBack()).toEqual(['1 tokens']);
    const installation = await installations.find('T1');
    // PostgreSQL's clock may be some seconds further.
    expect((installation?.token.rotation?.expiresAt ?? 0) - right).toBeLessThan(HOUR);
    expect(installation && (await installations.claimRefresh(installation, 60_000))).not.toBeNull();
  });

  it('refreshes a token whose refresh failed while it was ahead', async () => {
    const [{ installations }] = stores;
    const right = clock.now;
    await installations.save(anInstallation(right + HOUR));
    const installation = await installations.find('T1');
    if (installation === null) return expect.unreachable();
    clock.now += 365 * DAY;
    const claim = await installations.claimRefresh(installation, 60_000);
    if (claim === null) return expect.unreachable();
    await installations.giveUpRefresh(claim, clock.now + 30_000);
    clock.now = right;
    expect(await installations.claimRefresh(installation, 60_000)).toBeNull();

    expect(await pullBack()).toEqual(['1 tokens']);
    const after = await installations.find('T1');
    expect(after?.token.rotation?.expiresAt).toBe(right + HOUR);
    expect(after && (await installations.claimRefresh(after, 60_000))).not.toBeNull();
  });

  it('lets votes fade, and what is remembered be forgotten, as if they were of today', async () => {
    const [store] = stores;
    const right = clock.now;
    const requester = { channelId: 'C1', userId: 'U1', threadTs: null } as const;
    clock.now += 365 * DAY;
    const digest = await store.subscriptions.save('T1', 'C1', 'U1', DEFAULT_DIGEST_PLAN);
    const vote = { signalId: 's1', userId: 'U1', macroArea: null, painType: null, isUseful: true };
    await store.votes.set('T1', digest.id, vote);
    await store.conversations.remember('T1', requester, { ...NOTHING_IN_MIND, signalId: 's1' });
    await store.refusedBlocks.refuse('T1', 'channel', ['container']);
    await store.lastLists.remember('T1', requester, { key: 'top', firstRank: 1, signalIds: ['s1'] });
    clock.now = right;

    await pullBack();
    const [{ at = 0, ...kept } = {}] = await store.votes.list('T1', digest.id);
    expect(kept).toEqual(vote);
    expect(at - right).toBeLessThan(HOUR);
    expect(await store.lastLists.recall('T1', requester)).toBeNull();
    expect(await store.refusedBlocks.refused('T1', 'channel')).toEqual(new Set());
    clock.now += 2 * DAY;
    expect(await store.conversations.recall('T1', requester)).toEqual(NOTHING_IN_MIND);
  });

  it('changes nothing that is due within its period', async () => {
    const [store] = stores;
    const plan = { ...DEFAULT_DIGEST_PLAN, zone: 'Pacific/Kiritimati' };
    const digest = await store.subscriptions.save('T1', 'C1', 'U1', plan);
    await store.forWorkspace('T1').watches.create(aWatch(1));
    await store.outbox.add('T1', { ...aShare('one'), state: 'waiting' } as never);
    await store.installations.save(anInstallation(clock.now + 12 * HOUR));

    expect(await pullBack()).toEqual([]);
    expect((await store.installations.find('T1'))?.token.rotation?.expiresAt).toBe(clock.now + 12 * HOUR);
    expect(await store.subscriptions.find('T1', digest.id)).toEqual(digest);
  });
}

const anInstallation = (expiresAt: number) => ({
  ...{ workspaceId: 'T1', teamId: 'T1', enterpriseId: null, name: null, appId: 'A1', installedBy: 'U1' },
  bot: { id: 'B1', userId: 'UBOT', scopes: ['commands'] },
  token: { token: 'xoxe.xoxb-1', rotation: { refreshToken: 'xoxe-1', expiresAt } },
});
