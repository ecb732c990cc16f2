import { DEFAULT_DIGEST_PLAN } from '@pain-signals/domain';
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

  it('changes nothing that is due within its period', async () => {
    const [store] = stores;
    const plan = { ...DEFAULT_DIGEST_PLAN, zone: 'Pacific/Kiritimati' };
    const digest = await store.subscriptions.save('T1', 'C1', 'U1', plan);
    await store.forWorkspace('T1').watches.create(aWatch(1));
    await store.outbox.add('T1', { ...aShare('one'), state: 'waiting' } as never);

    expect(await pullBack()).toEqual([]);
    expect(await store.subscriptions.find('T1', digest.id)).toEqual(digest);
  });
}
