import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '#src/store/open-store.ts';
import { workspaceShares } from '#src/workspace/shares.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';

let now: number;
let store: Store;
beforeEach(async () => {
  now = 1_000;
  store = await openTemporaryStore(() => now);
});
afterEach(() => store.close());

const ledgerOf = (id: string) => workspaceShares(store, async () => id);
const aShare = (key: string) => ({ key, userId: 'U1', channelId: 'C1', title: `about ${key}`, again: '{}' });
const posted = { channelId: 'C1', ts: '1.000001', link: 'https://slack.example/p1' };

describe('the share ledger', () => {
  it('lets one caller share, and tells the others how far it is', async () => {
    const ledger = ledgerOf('T1');
    const claims = await Promise.all(Array.from({ length: 8 }, () => ledger.claim(aShare('a'))));
    expect(claims.toSorted()).toEqual(['mine', ...Array.from({ length: 7 }, () => 'running')]);
    await ledger.confirm('a', posted);
    expect([await ledger.claim(aShare('a')), await ledger.claim(aShare('b'))]).toEqual(['done', 'mine']);
  });

  it('gives a released share to the next who asks, but none that was posted or may have been', async () => {
    const ledger = ledgerOf('T1');
    for (const key of ['refused', 'posted', 'doubtful']) await ledger.claim(aShare(key));
    await ledger.confirm('posted', posted);
    await ledger.markUnconfirmed('doubtful');
    for (const key of ['refused', 'posted', 'doubtful']) await ledger.release(key);
    expect(await ledger.claim(aShare('refused'))).toBe('mine');
    expect(await ledger.claim(aShare('posted'))).toBe('done');
    expect(await ledger.claim(aShare('doubtful'))).toBe('unknown');
  });

  it('takes a claim that nobody finished for doubtful, and gives it to one caller to tell', async () => {
    const ledger = ledgerOf('T1');
    await ledger.claim(aShare('a'));
    expect(await store.shares.claimUnconfirmed()).toEqual([]);
    now += 60_000;
    expect(await ledger.claim(aShare('a'))).toBe('unknown');
    const taken = await Promise.all([store.shares.claimUnconfirmed(), store.shares.claimUnconfirmed()]);
    expect(taken.flat()).toEqual([{ workspaceId: 'T1', userId: 'U1', channelId: 'C1', again: '{}' }]);
  });

  it('lists what was shared, the newest first, and finds it by its message until that is deleted', async () => {
    const ledger = ledgerOf('T1');
    for (const [at, key] of ['a', 'b', 'c'].entries()) {
      now += 1;
      await ledger.claim(aShare(key));
      if (key !== 'c') await ledger.confirm(key, { ...posted, ts: `1.00000${at}` });
    }
    expect((await ledger.recent(10)).map(({ title }) => title)).toEqual(['about b', 'about a']);
    expect(await ledger.find({ channelId: 'C1', ts: '1.000001' })).toMatchObject({ title: 'about b', userId: 'U1' });
    await ledger.forget({ channelId: 'C1', ts: '1.000001', key: null });
    expect(await ledger.find({ channelId: 'C1', ts: '1.000001' })).toBeNull();
  });

  it('lists what was posted by an address, and forgets it by its key', async () => {
    const ledger = ledgerOf('T1');
    await ledger.claim(aShare('a'));
    await ledger.confirm('a', { channelId: 'C1', ts: null, link: null });
    expect(await ledger.recent(10)).toMatchObject([{ title: 'about a', ts: null }]);
    await ledger.forget({ channelId: 'C1', ts: '9.000001', key: 'a' });
    expect(await ledger.recent(10)).toEqual([]);
  });

  it('knows nothing of another workspace’s shares', async () => {
    await ledgerOf('T1').claim(aShare('a'));
    await ledgerOf('T1').confirm('a', posted);
    expect(await ledgerOf('T2').recent(10)).toEqual([]);
    expect(await ledgerOf('T2').find(posted)).toBeNull();
    await ledgerOf('T2').forget({ ...posted, key: 'a' });
    expect(await ledgerOf('T2').claim(aShare('a'))).toBe('mine');
    expect(await ledgerOf('T1').find(posted)).not.toBeNull();
  });
});
