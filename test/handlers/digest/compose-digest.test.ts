import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '#src/store/open-store.ts';
import { type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { aDetail, aSignal, aTimeline, idOf, someSignals } from '../../support/service/sample-signals.ts';
import { type RecordingSlack, startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { createDigestProgram, subscribe } from '../../support/worlds/digest-program.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const MONDAY = Date.parse('2026-03-16T08:00:00Z');

const PLAN = { hasThread: false, time: '08:00', zone: 'Etc/UTC' };

let now = MONDAY;
let service: FakeService;
let slack: RecordingSlack;
let store: Store;
beforeEach(async () => {
  now = MONDAY - 3_600_000;
  service = await startFakeService();
  slack = await startRecordingSlack(() => now);
  store = await openTemporaryStore(() => now);
});
afterEach(async () => {
  await store.close();
  await slack.close();
  await service.close();
});

const aRiser = (number: number) => aSignal({ id: idOf(number), topic: `Pain number ${number}` });
const rises = (...numbers: number[]) => {
  service.plan('/api/dashboard/trending', { body: numbers.map(aRiser) });
  service.plan('/api/dashboard/emerging', { body: [] });
};
const falls = (items: unknown[]) =>
  service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: items.length, totalPages: 1 } });
const parents = () => slack.posts.filter(({ threadTs }) => threadTs === null).map(({ text }) => text);
const deliveredAt = async (at: number) => {
  now = at;
  // Another process, which has no answers of the week before.
  const program = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
  await program.runDueNow();
  await program.stop();
  return parents().at(-1) ?? '';
};

it('asks the service for each digest under an id of its own', async () => {
  await subscribe(store, 'T1', ['C1', 'C2'], PLAN);
  rises(1);
  falls([]);
  await deliveredAt(MONDAY);
  expect(service.requestIds).not.toEqual([]);
  expect(service.requestIds.filter((id) => !/^[0-9a-f]{8}$/.test(id))).toEqual([]);
});

it('says how much of the lists and of the signals it shows could not be read', async () => {
  await subscribe(store, 'T1', ['C1'], PLAN);
  rises(1);
  falls([{ id: 7 }, aRiser(2)]);
  const timeline = aTimeline([1, 2, 3]);
  service.plan(`/api/pain-signals/${idOf(1)}/timeline`, {
    body: { ...timeline, buckets: [...timeline.buckets, { date: 'soon' }] },
  });
  await deliveredAt(MONDAY);
  expect(JSON.stringify(slack.posts)).toContain('2 unreadable entries left out');
});

it('lists faded signals, those of the last digest first, however many small ones fell as fast', async () => {
  const [subscription] = await subscribe(store, 'T1', ['C1'], PLAN);
  rises(1, 2);
  falls([]);
  await deliveredAt(MONDAY);
  rises(3);
  const many = Array.from({ length: 30 }, (_, at) =>
    aSignal({ id: idOf(50 + at), topic: `Small ${at}`, growth: -1, mentionsPrevWindow: 1, mentionsLastWindow: 0 }),
  );
  const large = aSignal({ id: idOf(40), topic: 'Large', growth: -0.9, mentionsPrevWindow: 20, mentionsLastWindow: 2 });
  falls([...many, large]);
  const fallen = { growth: -0.8, mentionsPrevWindow: 15, mentionsLastWindow: 3 };
  service.plan(`/api/pain-signals/${idOf(1)}`, { body: aDetail({ id: idOf(1), topic: 'Pain number 1', ...fallen }) });
  const stays = { growth: 0.1, mentionsPrevWindow: 10, mentionsLastWindow: 11 };
  service.plan(`/api/pain-signals/${idOf(2)}`, { body: aDetail({ id: idOf(2), topic: 'Pain number 2', ...stays }) });
  expect(await deliveredAt(MONDAY + WEEK_MS)).toMatch(
    /Cooling off: Pain number 1 \(down 80%: .*\); Large \(down 90%: /,
  );
  const [last] = await store.forWorkspace('T1').digests.history(subscription?.id ?? '', 1);
  expect(last?.digest?.faded.map(({ movement }) => movement)).toEqual(['same', null]);
});

it('asks three things of each signal that it shows', async () => {
  await subscribe(store, 'T1', ['C1'], PLAN);
  rises(1);
  await deliveredAt(MONDAY);
  const questions = service.asked.filter((path) => path.startsWith(`/api/pain-signals/${idOf(1)}`));
  expect(questions.map((path) => path.slice(path.indexOf(idOf(1)) + idOf(1).length)).toSorted()).toEqual([
    '',
    '/evidence?page=0&size=100',
    '/timeline?days=36',
  ]);
});

it('never leads twice with the same signal in four weeks, also after a digest sent by hand', async () => {
  const [subscription] = await subscribe(store, 'T1', ['C1'], PLAN);
  rises(1, 2);
  if (subscription === undefined) throw new Error('not subscribed');
  await store.forWorkspace('T1').digests.send(subscription, 'now 1', '2026-03-16');
  expect(await deliveredAt(now)).toContain('Read first: “Pain number 1”');
  expect(await deliveredAt(MONDAY)).toContain('Read first: “Pain number 2”');
  for (const week of [1, 2, 3, 4]) {
    expect(await deliveredAt(MONDAY + week * WEEK_MS + week * 1_000)).not.toContain('Read first');
  }
  expect(await deliveredAt(MONDAY + 5 * WEEK_MS)).toContain('Read first: “Pain number 1”');
});

it('shares answers between digests with the same key until there is a new snapshot', async () => {
  await subscribe(store, 'T1', ['C1', 'C2'], PLAN);
  await subscribe(store, 'T2', ['C3'], { ...PLAN, time: '10:00' });
  const clock = { now: () => now, sleep: async () => undefined };
  const program = createDigestProgram({
    ...{ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now },
    world: { service: { clock, pacing: { calls: 1_000_000 }, random: () => 0.4 } },
  });
  const asked = () => service.asked.filter((path) => path.startsWith('/api/dashboard/trending')).length;
  rises(1);
  now = MONDAY;
  await program.runDueNow();
  expect(asked()).toBe(1);
  const latestSnapshotAt = new Date(now).toISOString();
  service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120 } });
  rises(2);
  now += 2 * 3_600_000;
  await program.runDueNow();
  await program.stop();
  expect(parents()).toHaveLength(3);
  expect(parents().at(-1)).toContain('Pain number 2');
  expect(asked()).toBe(2);
});

it.each([
  ['area', { areas: ['AUTH_IDENTITY'] }],
  ['type', { types: ['feature_request' as const] }],
])(
  'names what rose in its %s behind the ten fastest of all, and is quiet where that can be chance',
  async (_, about) => {
    await subscribe(store, 'T1', ['C1'], { ...PLAN, ...about });
    const others = { growth: 3, macroArea: 'FRONTEND_UI', painType: 'bug' as const };
    service.plan('/api/dashboard/trending', { body: someSignals(10, others) });
    service.plan('/api/dashboard/emerging', { body: [] });
    const grows = (mentionsLastWindow: number, mentionsPrevWindow: number) =>
      aSignal({
        ...{ id: idOf(50), topic: 'Ours', macroArea: 'AUTH_IDENTITY', painType: 'feature_request' },
        ...{ growth: mentionsLastWindow / mentionsPrevWindow - 1, mentionsLastWindow, mentionsPrevWindow },
      });
    falls([grows(220, 100)]);
    expect(await deliveredAt(MONDAY)).toMatch(/^1 signal rose significantly.*Ours/);
    falls([grows(22, 17)]);
    expect(await deliveredAt(MONDAY + WEEK_MS)).toMatch(/^A quiet week/);
  },
);
