import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@pain-signals/domain';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ShareMessage } from '#handlers/outbox-port.ts';
import type { Store } from '#src/store/open-store.ts';
import { addShare, aShare, beginShare } from '../../support/store/shares.ts';
import { openPatientStore, openTemporaryStore } from '../../support/store/temporary-store.ts';

let now: number;
let store: Store;
beforeEach(async () => {
  now = 1_000;
  store = await openTemporaryStore(() => now);
});
afterEach(() => store.close());

const aStream = (ts: string) => ({ channelId: 'C1', ts, userId: 'U1' });
const begin = (key: string, workspaceId = 'T1') => store.outbox.begin<ShareMessage>(workspaceId, aShare(key));
const change = (message: ShareMessage, to: Parameters<typeof store.outbox.change<ShareMessage>>[2]) =>
  store.outbox.change('T1', message, to);
const takeFree = async () =>
  (await Promise.all((await store.outbox.free(10, [])).map((free) => store.outbox.claim(free)))).filter(
    (message) => message !== null,
  );

describe('the outbox', () => {
  it('lets one caller send a message, and tells the others how far it is', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin('a')));
    expect(begun.filter((message) => message === 'claimed')).toHaveLength(7);
    const [mine] = begun.filter((message) => typeof message === 'object');
    if (mine === undefined) throw new Error('Nobody may send it.');
    await change(mine, { state: 'confirmed', freeAt: null });
    expect([await begin('a'), await begin('b')]).toMatchObject(['confirmed', { state: 'claimed' }]);
  });

  it.each([{ state: 'confirmed' }, { threadPosted: 1 }] as const)('writes at once what Slack has (%j)', async (has) => {
    const { store: first, patient, close } = await openPatientStore(() => now);
    onTestFinished(close);
    const message = await beginShare(first, 'T1', aShare('a'));
    expect(await patient.outbox.change('T1', message, { ...has, freeAt: null })).toBe(true);
  });

  it('gives a refused message to the next who asks, but none that was posted or may have been', async () => {
    for (const state of ['refused', 'confirmed', 'unconfirmed'] as const)
      await change(await beginShare(store, 'T1', aShare(state)), { state, freeAt: null });
    expect(await begin('refused')).toMatchObject({ state: 'claimed' });
    expect([await begin('confirmed'), await begin('unconfirmed')]).toEqual(['confirmed', 'unconfirmed']);
  });

  it('gives a message whose process died before posting it to the next who asks, or to one worker', async () => {
    const first = await beginShare(store, 'T1', aShare('a'));
    await beginShare(store, 'T1', aShare('b'));
    expect(await takeFree()).toEqual([]);
    now += 60_000;
    expect(await begin('a')).toMatchObject({ state: 'claimed', key: first.key });
    const taken = await Promise.all([takeFree(), takeFree()]);
    expect(taken.flat()).toMatchObject([{ workspaceId: 'T1', state: 'claimed', title: 'b', intent: { userId: 'U1' } }]);
    expect(await change(first, { state: 'posting' })).toBe(false);
  });

  it('knows after a restore who asked for an answer, and ends none that was streaming at the time of the backup', async () => {
    const [done, streaming] = [aStream('1.1'), aStream('2.2')];
    await store.outbox.rememberAnswer('T1', done);
    await store.outbox.beginAnswer('T1', streaming);
    const folder = await mkdtemp(join(tmpdir(), 'pain-signals-backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'app.backup');
    await store.backUp(path);
    await store.restore(path);
    now += DAY_MS;
    expect(await takeFree()).toEqual([]);
    expect(await store.outbox.sharerOf('T1', { ...done, key: null })).toBe('U1');
  });

  it('takes an answer from who is ending it as interrupted, once it is being sent', async () => {
    const stream = aStream('3.3');
    await store.outbox.beginAnswer('T1', stream);
    now += DAY_MS;
    const [taken] = await takeFree();
    expect(taken?.state).toBe('claimed');
    await store.outbox.markAnswer('T1', stream, 'posting');
    expect(taken && (await store.outbox.change('T1', taken, {}))).toBe(false);
    now += DAY_MS;
    expect(await takeFree()).toMatchObject([{ ts: '3.3', state: 'unconfirmed' }]);
  });

  it('neither repeats after a restore nor reports as lost what was being shared at the time of the backup', async () => {
    const begun = await beginShare(store, 'T1', aShare('begun'));
    const posting = await beginShare(store, 'T1', aShare('posting'));
    await change(posting, { state: 'posting' });
    const folder = await mkdtemp(join(tmpdir(), 'pain-signals-backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'app.backup');
    await store.backUp(path);
    for (const share of [begun, posting]) await change(share, { state: 'confirmed', ts: '1.1', freeAt: null });
    await store.restore(path);
    now += 60_000;
    expect(await takeFree()).toEqual([]);
  });

  it('takes a message whose process died while posting it for unconfirmed, and gives it to one worker', async () => {
    await change(await beginShare(store, 'T1', aShare('a')), { state: 'posting' });
    expect([await takeFree(), await begin('a')]).toEqual([[], 'posting']);
    now += 60_000;
    expect(await begin('a')).toBe('unconfirmed');
    const taken = await Promise.all([takeFree(), takeFree()]);
    expect(taken.flat()).toMatchObject([{ state: 'unconfirmed', ownerId: 'U1', channelId: 'C1', again: '{}' }]);
    expect(await begin('a')).toBe('unconfirmed');
  });

  it('keeps a claim that is renewed, and lets a message wait that nobody works on', async () => {
    const worked = await beginShare(store, 'T1', aShare('worked'));
    const waiting = await store.outbox.add<ShareMessage>('T1', aShare('waiting'));
    now += 40_000;
    for (const message of [worked, waiting]) if (message) await store.outbox.renew(message);
    now += 40_000;
    expect(await takeFree()).toMatchObject([{ key: waiting?.key }]);
    now += 20_000;
    expect(await takeFree()).toMatchObject([{ key: worked.key }]);
  });

  it('forgets what is told after a month, and never what is in a channel', async () => {
    await addShare(store, 'T1', aShare('posted'));
    for (const state of ['told', 'refused'] as const)
      await change(await beginShare(store, 'T1', aShare(state)), { state, freeAt: null });
    const left = async () => (await store.outbox.list('T1', 'share', { sourceId: '', limit: 10 })).length;
    now += 30 * DAY_MS - 1;
    await store.outbox.forgetOld();
    expect(await left()).toBe(3);
    now += 1;
    await store.outbox.forgetOld();
    expect([await left(), await store.forWorkspace('T1').shares.recent(10)]).toMatchObject([1, [{ title: 'posted' }]]);
  });

  it('offers an unconfirmed message until its owner is told', async () => {
    await change(await beginShare(store, 'T1', aShare('a')), { state: 'unconfirmed', freeAt: now + 1_000 });
    expect(await takeFree()).toEqual([]);
    now += 1_000;
    const [message] = await takeFree();
    if (message?.kind !== 'share') throw new Error('It is not offered.');
    await change(message, { attempts: 1, freeAt: now + 120_000 });
    now += 60_000;
    expect(await takeFree()).toEqual([]);
    now += 60_000;
    const [again] = await takeFree();
    expect(again).toMatchObject({ state: 'unconfirmed', attempts: 1 });
    if (again?.kind === 'share') await change(again, { state: 'told', freeAt: null });
    now += 24 * 3_600_000;
    expect(await takeFree()).toEqual([]);
  });
});

describe('the shares of a workspace', () => {
  it('are listed, the newest first, until their message is deleted', async () => {
    for (const [at, key] of ['a', 'b'].entries()) {
      now += 1;
      await addShare(store, 'T1', aShare(key), `1.00000${at}`);
    }
    await beginShare(store, 'T1', aShare('c'));
    const { shares } = store.forWorkspace('T1');
    expect(await shares.recent(10)).toMatchObject([{ title: 'b', userId: 'U1', ts: '1.000001' }, { title: 'a' }]);
    await shares.forget({ channelId: 'C1', ts: '1.000001', key: null });
    expect((await shares.recent(10)).map(({ title }) => title)).toEqual(['a']);
  });

  it('that were posted through a response_url are listed, and forgotten by their key', async () => {
    await addShare(store, 'T1', aShare('a'), null);
    const { shares } = store.forWorkspace('T1');
    expect(await shares.recent(10)).toMatchObject([{ title: 'a', ts: null }]);
    await shares.forget({ channelId: 'C1', ts: '9.000001', key: 'a' });
    expect(await shares.recent(10)).toEqual([]);
  });

  it('are unknown to another workspace', async () => {
    await addShare(store, 'T1', aShare('a'));
    const other = store.forWorkspace('T2').shares;
    expect(await other.recent(10)).toEqual([]);
    await other.forget({ channelId: 'C1', ts: '1.000001', key: 'a' });
    expect(await begin('a', 'T2')).toMatchObject({ state: 'claimed' });
    expect(await store.forWorkspace('T1').shares.recent(10)).toHaveLength(1);
  });
});
