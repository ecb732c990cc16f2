import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_DIGEST_PLAN, type DigestSubscription, fingerprintsOf } from '@pain-signals/domain';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '#handlers/outbox-port.ts';
import { createTokenRotation } from '#src/install/many-workspaces.ts';
import type { BotToken, Installation } from '#src/store/installations.ts';
import type { Store } from '#src/store/open-store.ts';
import { newDelivery } from '#src/store/outbox.ts';
import { aShare } from './shares.ts';

const HOUR = 3_600_000;

const aToken = (name: string, expiresAt: number): BotToken => ({
  token: `xoxe.xoxb-${name}`,
  rotation: { refreshToken: `xoxe-1-${name}`, expiresAt },
});

/** What must hold whichever database it is, and however many processes share it: `open` opens it once more. */
export function testStore(open: (now: () => number) => Promise<readonly [Store, Store]>): void {
  let now: number;
  let stores: readonly [Store, Store];
  beforeEach(async () => {
    now = Date.now();
    stores = await open(() => now);
  });
  afterEach(async () => {
    for (const store of new Set(stores)) await store.close();
  });

  const install = async (expiresAt: number): Promise<Installation> => {
    await stores[0].installations.save({
      ...{ workspaceId: 'T1', teamId: 'T1', enterpriseId: null, name: 'One', appId: 'A1', installedBy: 'U1' },
      bot: { id: 'B1', userId: 'U0', scopes: ['commands'] },
      token: aToken('first', expiresAt),
    });
    const found = await stores[0].installations.find('T1');
    if (found === null) throw new Error('not kept');
    return found;
  };
  const rotations = (refresh: (refreshToken: string) => Promise<BotToken>) =>
    stores.map((store) => createTokenRotation({ store, now: () => now, logger: pino({ level: 'silent' }), refresh }));

  it('lets two processes use a refresh token once, and both go on with a token that works', async () => {
    const installation = await install(now + HOUR);
    const used: string[] = [];
    const both = rotations(async (refreshToken) => {
      used.push(refreshToken);
      return aToken('second', now + 12 * HOUR);
    });
    const renewals = Array.from({ length: 6 }, (_, at) => both[at % 2]?.renew(installation));
    const tokens = (await Promise.all(renewals)).map((renewed) => renewed?.token.token);
    expect(used).toEqual(['xoxe-1-first']);
    expect(tokens).toContain('xoxe.xoxb-second');
    expect((await stores[1].installations.find('T1'))?.token).toEqual(aToken('second', now + 12 * HOUR));
  });

  it('makes everybody wait for the next token when the old one is over', async () => {
    const installation = await install(now - HOUR);
    const used: string[] = [];
    const both = rotations(async (refreshToken) => {
      used.push(refreshToken);
      return aToken('second', now + 12 * HOUR);
    });
    const renewals = Array.from({ length: 6 }, (_, at) => both[at % 2]?.renew(installation));
    const tokens = (await Promise.all(renewals)).map((renewed) => renewed?.token.token);
    expect([used.length, new Set(tokens)]).toEqual([1, new Set(['xoxe.xoxb-second'])]);
  });

  it('keeps a new install, whatever a refresh of the one before brings', async () => {
    const installation = await install(now + HOUR);
    const [rotation] = rotations(async () => {
      now += 1;
      await install(now + 5 * HOUR);
      return aToken('late', now + 12 * HOUR);
    });
    expect((await rotation?.renew(installation))?.token.token).toBe('xoxe.xoxb-first');
    expect((await stores[0].installations.find('T1'))?.token.token).toBe('xoxe.xoxb-first');
  });

  it('keeps the next token when another process took the claim meanwhile, which gets none for a spent token', async () => {
    const installation = await install(now + HOUR);
    let isSpent = false;
    const [one, other] = rotations(async () => {
      if (isSpent) throw new Error('invalid_refresh_token');
      isSpent = true;
      now += 61_000;
      await other?.renew(installation);
      return aToken('second', now + 12 * HOUR);
    });
    expect((await one?.renew(installation))?.token.token).toBe('xoxe.xoxb-second');
    expect((await stores[1].installations.find('T1'))?.token).toEqual(aToken('second', now + 12 * HOUR));
  });

  it('tries again after Slack failed, but not at once', async () => {
    const installation = await install(now + HOUR);
    let asked = 0;
    const [rotation] = rotations(async () => {
      asked += 1;
      throw new Error('Slack is away');
    });
    await rotation?.renew(installation);
    await rotation?.renew(installation);
    expect(asked).toBe(1);
    now += 31_000;
    await rotation?.renew(installation);
    expect(asked).toBe(2);
  });

  it('goes on with a token that is over after Slack failed, and asks the database once a request until it tries again', async () => {
    const installation = await install(now - HOUR);
    let asked = 0;
    const [rotation] = rotations(async () => {
      asked += 1;
      throw new Error('Slack is away');
    });
    await rotation?.renew(installation);
    const queries = [vi.spyOn(stores[0].installations, 'find'), vi.spyOn(stores[0].installations, 'claimRefresh')];
    const renewed = await Promise.all(Array.from({ length: 5 }, () => rotation?.renew(installation)));
    expect(renewed.map((each) => each?.token.token)).toEqual(Array(5).fill(installation.token.token));
    expect([asked, ...queries.map(({ mock }) => mock.calls.length)]).toEqual([1, 5, 0]);
    now += 31_000;
    await rotation?.renew(installation);
    expect(asked).toBe(2);
  });

  it('keeps the next token when the database is away for a moment just after Slack gave it', async () => {
    const installation = await install(now - HOUR);
    const [store] = stores;
    let failures = 2;
    const installations: Store['installations'] = {
      ...store.installations,
      async finishRefresh(...given) {
        failures -= 1;
        if (failures >= 0) throw new Error('the database is away');
        return store.installations.finishRefresh(...given);
      },
    };
    const rotation = createTokenRotation({
      ...{ store: { installations }, now: () => now, logger: pino({ level: 'silent' }) },
      refresh: async () => aToken('second', now + 12 * HOUR),
    });
    expect((await rotation.renew(installation)).token.token).toBe('xoxe.xoxb-second');
    expect((await stores[1].installations.find('T1'))?.token.token).toBe('xoxe.xoxb-second');
  });

  it('gives a share to one process', async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, at) => stores[at % 2 ? 1 : 0].outbox.begin('T1', aShare('k'))),
    );
    const [mine, ...others] = claims.filter((claim) => typeof claim === 'object');
    expect(others).toEqual([]);
    if (mine !== undefined) await stores[0].outbox.change('T1', mine, { state: 'posting' });
    now += 60_000;
    const unconfirmed = await Promise.all(
      stores.map(async ({ outbox }) => Promise.all((await outbox.free(10, [])).map((free) => outbox.claim(free)))),
    );
    expect(unconfirmed.flat().filter((message) => message !== null)).toMatchObject([{ state: 'unconfirmed' }]);
  });

  const aDelivery = async (key: string) => {
    const { id, channelId } = await stores[0].subscriptions.save('T1', 'C1', 'U1', DEFAULT_DIGEST_PLAN);
    const delivery = newDelivery({ sourceId: id, channelId, key, date: '2026-03-16' });
    const claimed = await stores[0].outbox.begin<Delivery>('T1', delivery);
    if (typeof claimed === 'string') throw new Error(claimed);
    return claimed;
  };

  it('pauses a digest with the delivery that says why, once, and not for a process that lost its claim', async () => {
    const [slow, quick] = [await aDelivery('first'), await aDelivery('second')];
    now += 60_000;
    const free = await stores[1].outbox.free(10, []);
    for (const each of free) if (each.id === slow.id) await stores[1].outbox.claim(each);
    const pause = (delivery: Delivery) =>
      stores[0].subscriptions.pauseFor('T1', delivery, 'shared', (isFirst) => ({
        ...{ state: 'skipped', freeAt: null, notice: isFirst ? 'paused' : null },
      }));
    expect(await pause(slow)).toBe(false);
    expect(await stores[1].subscriptions.ofChannel('T1', 'C1')).toMatchObject({ pausedBecause: null });
    expect(await pause(quick)).toBe(true);
    expect(await pause(quick)).toBe(true);
    expect(await stores[1].subscriptions.ofChannel('T1', 'C1')).toMatchObject({ pausedBecause: 'shared' });
    expect(await stores[1].outbox.find('T1', 'digest', slow.id)).toMatchObject({ state: 'claimed', notice: null });
    expect(quick).toMatchObject({ state: 'skipped', notice: null });
  });

  it('lets nobody post a digest that is paused at the same moment without its pause being later', async () => {
    for (let round = 0; round < 8; round += 1) {
      const delivery = await aDelivery(`${round}`);
      const { sourceId } = delivery;
      const [mayPost] = await Promise.all([
        stores[0].subscriptions.claimToPost(
          'T1',
          delivery,
          { state: 'posting' },
          (read) => read?.pausedBecause === null,
        ),
        stores[1].subscriptions.pause('T1', sourceId, 'person'),
      ]);
      const { state } = (await stores[1].outbox.find<Delivery>('T1', 'digest', delivery.id)) ?? {};
      expect(state).toBe(mayPost ? 'posting' : 'claimed');
      expect(await stores[0].subscriptions.find('T1', sourceId)).toMatchObject({ pausedBecause: 'person' });
      const late = await aDelivery(`${round} late`);
      await stores[1].subscriptions.pause('T1', sourceId, 'person');
      const claim = (read: DigestSubscription | null) => read?.pausedBecause === null;
      expect(await stores[0].subscriptions.claimToPost('T1', late, { state: 'posting' }, claim)).toBe(false);
    }
  });

  it('spends a state once', async () => {
    const spent = await Promise.all(stores.map((store) => store.oauthStates.spend('state', now + HOUR)));
    expect(spent.toSorted()).toEqual([false, true]);
  });

  it('hides a post by all of its names, whatever they are made of, and shows it again by one of them', async () => {
    const ids = (post: string) =>
      fingerprintsOf({ chunkId: `\u0000${post}`, externalId: post, url: 'https://a.example/' });
    const [here, there] = stores;
    expect(await here.hiddenEvidence.add('T1', ids('1'))).toBe('added');
    expect(await there.hiddenEvidence.add('T1', ids('2'))).toBe('added');
    expect(await there.hiddenEvidence.add('T1', ids('1'))).toBe('as before');
    const both = [here, there].map(({ hiddenEvidence: hiddenQuotes }) => hiddenQuotes.add('T3', ids('3')));
    expect((await Promise.all(both)).sort()).toEqual(['added', 'as before']);
    expect(await there.hiddenEvidence.list('T1')).toEqual(new Set([...ids('1'), ...ids('2')]));
    expect(await here.hiddenEvidence.remove('T1', ids('1')[0])).toBe(true);
    expect(await here.hiddenEvidence.list('T1')).toEqual(new Set(ids('2')));
    expect(await here.hiddenEvidence.list('T2')).toEqual(new Set());
    expect(await here.hiddenEvidence.remove('T2', ids('2')[0])).toBe(false);
  });

  it('keeps a vote on whatever a service calls its signals', async () => {
    const vote = { signalId: 'a\u0000b', userId: 'U1', macroArea: 'X\u0000', painType: null, isUseful: true };
    await stores[0].votes.set('T1', 's1', vote);
    expect(await stores[1].votes.list('T1', 's1')).toMatchObject([{ signalId: 'ab', macroArea: 'X', isUseful: true }]);
  });

  it('keeps the last 50 changes, the newest first', async () => {
    for (let at = 0; at < 55; at++) {
      now += 24 * HOUR;
      await stores[0].settings.logChanges('T1', 'U1', [{ setting: 'defaultArea', from: null, to: String(at) }]);
    }
    const changes = await stores[1].settings.changes('T1');
    expect(changes.map(({ to }) => to)).toEqual(Array.from({ length: 50 }, (_, at) => String(54 - at)));
  });

  it('keeps what others changed, however often somebody turns things to and fro', async () => {
    const [one, other] = stores;
    now = Date.parse('2026-03-20T08:00:00Z');
    await one.settings.logChanges('T1', 'U1', [{ setting: 'key', from: null, to: 'pain_a' }]);
    for (let turn = 0; turn < 60; turn++) {
      now += 1_000;
      const [from, to] = turn % 2 === 0 ? ['shown', 'hidden'] : ['hidden', 'shown'];
      await one.settings.logChanges('T1', 'U2', [{ setting: turn % 2 === 0 ? 'quote' : 'hiddenQuote', from, to }]);
      await other.settings.logChanges('T1', 'U2', [
        { setting: 'defaultArea', from: String(turn), to: String(turn + 1) },
      ]);
    }
    const changes = await other.settings.changes('T1');
    expect(changes).toHaveLength(10);
    const all = { at: now, userId: 'U2', setting: 'defaultArea', from: '2', to: '60', times: 58 };
    expect(changes).toContainEqual(all);
    expect(changes.at(-1)).toMatchObject({ userId: 'U1', setting: 'key', to: 'pain_a', times: 1 });
  });

  it('encrypts every secret anew under the first key, and reads them on', async () => {
    await install(now + HOUR);
    await stores[0].apiKeys.set('T1', 'pain_abcdefgh_secret', 'U1');
    expect(await stores[0].rotateEncryption()).toEqual({ values: 3, changed: 0, unreadable: 0 });
    expect(await stores[1].apiKeys.find('T1')).toBe('pain_abcdefgh_secret');
    expect((await stores[1].installations.find('T1'))?.token.token).toBe('xoxe.xoxb-first');
  });

  describe('the digest of a channel', () => {
    const wanted = (userId: string, length: number) => ({
      ...{ channelId: 'C1', userId, mayReachOthers: false },
      plan: { ...DEFAULT_DIGEST_PLAN, length },
    });
    const current = () => stores[0].subscriptions.ofChannel('T1', 'C1');
    const settingsOf = (digest: DigestSubscription | null) => digest && { ...digest, nextDueAt: 0 };
    /** Both have read the same. */
    const saveBoth = async () => {
      const read = settingsOf(await current());
      return Promise.all(
        stores.map(({ subscriptions }, at) =>
          subscriptions.saveOver('T1', wanted(`U${at}`, 3 + at), (now) => isDeepStrictEqual(settingsOf(now), read)),
        ),
      );
    };

    it.each(['set up', 'changed'])('%s by two people at once is that of one, and the other is told', async (done) => {
      if (done === 'changed') await stores[0].subscriptions.save('T1', 'C1', 'U9', DEFAULT_DIGEST_PLAN);
      const saved = (await saveBoth()).filter((each) => each !== null);
      expect(saved).toEqual([await current()]);
      expect(saved[0]?.plan.length).toBe(saved[0]?.changedBy === 'U0' ? 3 : 4);
      if (done === 'set up') expect(saved[0]?.ownerId).toBe(saved[0]?.changedBy);
    });

    it('stays paused or removed where somebody did that meanwhile', async () => {
      const { id } = await stores[0].subscriptions.save('T1', 'C1', 'U9', DEFAULT_DIGEST_PLAN);
      const read = settingsOf(await current());
      const saveAsRead = () =>
        stores[1].subscriptions.saveOver('T1', wanted('U1', 3), (now) => isDeepStrictEqual(settingsOf(now), read));
      await stores[0].subscriptions.pause('T1', id, 'person');
      expect(await saveAsRead()).toBeNull();
      expect(await current()).toMatchObject({ pausedBecause: 'person', plan: DEFAULT_DIGEST_PLAN });
      await stores[0].subscriptions.remove('T1', id);
      expect(await saveAsRead()).toBeNull();
      expect(await current()).toBeNull();
    });

    it('that is due, and not paused, is not put off by a late press of Resume', async () => {
      const { id, nextDueAt } = await stores[0].subscriptions.save('T1', 'C1', 'U9', DEFAULT_DIGEST_PLAN);
      now = nextDueAt + 1;
      await stores[1].subscriptions.resume('T1', id, false);
      expect(await stores[0].subscriptions.due(9)).toMatchObject([{ id, nextDueAt }]);
    });
  });
}
