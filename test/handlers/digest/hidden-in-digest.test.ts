import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '#src/store/open-store.ts';
import { type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { aDetail, aSignal, idOf, someOpportunities } from '../../support/service/sample-signals.ts';
import { type RecordingSlack, startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { createDigestProgram, OWNER, subscribe } from '../../support/worlds/digest-program.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const MONDAY = Date.parse('2026-03-16T08:00:00Z');
const PLAN = { time: '08:00', zone: 'Etc/UTC', areas: ['AUTH_IDENTITY'], length: 10 };
const [RISER, NEWCOMER, OTHER, FADED, BRIEFED] = [1, 2, 3, 4, 5];

let now = MONDAY;
let service: FakeService;
let slack: RecordingSlack;
let store: Store;
beforeEach(async () => {
  now = MONDAY - HOUR_MS;
  service = await startFakeService();
  slack = await startRecordingSlack(() => now);
  store = await openTemporaryStore(() => now);
  for (const workspace of ['HIDES', 'SHOWS']) await subscribe(store, workspace, [`C-${workspace}`], PLAN);
  for (const number of [RISER, NEWCOMER, OTHER, FADED, BRIEFED, 9])
    service.plan(`/api/pain-signals/${idOf(number)}`, { body: aDetail(named(number, { growth: 0.1 })) });
});
afterEach(async () => {
  await store.close();
  await slack.close();
  await service.close();
});

const named = (number: number, change = {}) => ({ id: idOf(number), topic: `Pain number ${number}`, ...change });
const plan = (path: string, numbers: readonly number[]) =>
  service.plan(path, { body: numbers.map((number) => aSignal(named(number))) });
const rises = (...numbers: number[]) => plan('/api/dashboard/trending', numbers);
const emerges = (...numbers: number[]) => plan('/api/dashboard/emerging', numbers);
const lists = (...items: object[]) =>
  service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: items.length, totalPages: 1 } });
const brief = {
  ...someOpportunities(1)[0],
  ...{
    id: idOf(70),
    painSignalId: idOf(BRIEFED),
    topic: `Pain number ${BRIEFED}`,
    patternStatement: 'They ask for it.',
  },
};
const fallen = { growth: -0.9, mentionsPrevWindow: 20, mentionsLastWindow: 2 };

const hide = (number: number) =>
  store.hiddenSignals.hide('HIDES', OWNER, { id: idOf(number), topic: 'hidden', reason: 'not-a-pain' });
const deliveredAt = async (at: number) => {
  now = at;
  const before = slack.posts.length;
  // A process of its own, which remembers nothing of the week before.
  const program = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
  await program.runDueNow();
  // Slack takes only so many messages a second.
  now += 60_000;
  await program.runDueNow();
  await program.stop();
  return (workspace: string) =>
    slack.posts
      .slice(before)
      .filter(({ workspaceId }) => workspaceId === workspace)
      .map(({ text, blocks }) => `${text} ${blocks}`)
      .join('\n');
};
const naming = (number: number) => new RegExp(`${idOf(number)}|Pain number ${number}\\b`);

it.each([
  ['significant increase', RISER],
  ['small, but rising one', NEWCOMER],
  ['growing one in a chosen area', OTHER],
  ['faded one', FADED],
  ['brief', BRIEFED],
])('never names a hidden signal as a %s, but does in another workspace', async (_, number) => {
  rises(RISER, BRIEFED, 9);
  emerges(NEWCOMER);
  lists(aSignal(named(OTHER)), aSignal(named(FADED, fallen)));
  service.plan('/api/opportunities', { body: [brief] });
  await hide(number);
  const postedIn = await deliveredAt(MONDAY);
  expect(postedIn('HIDES')).not.toMatch(naming(number));
  expect(postedIn('SHOWS')).toMatch(naming(number));
  expect(postedIn('HIDES')).toMatch(naming(9));
});

it('says how many that rose are hidden, and calls no week quiet because of them', async () => {
  rises(RISER, 9);
  emerges();
  await hide(RISER);
  const one = (await deliveredAt(MONDAY))('HIDES');
  expect(one).toContain('1 hidden signal is left out');
  await hide(9);
  const quiet = (await deliveredAt(MONDAY + WEEK_MS))('HIDES');
  expect(quiet).toContain('Only hidden signals rose significantly');
  expect(quiet).toContain('2 hidden signals are left out');
});

it('does not say that a hidden signal is gone or has faded since the last digest', async () => {
  rises(RISER, NEWCOMER, 9);
  emerges();
  lists();
  await deliveredAt(MONDAY);
  await hide(RISER);
  await hide(NEWCOMER);
  rises(9);
  service.plan(`/api/pain-signals/${idOf(NEWCOMER)}`, { body: aDetail(named(NEWCOMER, fallen)) });
  const postedIn = await deliveredAt(MONDAY + WEEK_MS);
  expect(postedIn('SHOWS')).toContain('1 no longer listed');
  expect(postedIn('SHOWS')).toMatch(naming(RISER));
  expect(postedIn('SHOWS')).toMatch(naming(NEWCOMER));
  expect(postedIn('HIDES')).toContain('Same signals and scores as in the last digest');
  expect(postedIn('HIDES')).not.toContain(' no longer listed');
  for (const number of [RISER, NEWCOMER]) expect(postedIn('HIDES')).not.toMatch(naming(number));
});

it('names it again after Undo', async () => {
  rises(RISER, 9);
  emerges();
  emerges();
  lists();
  await hide(RISER);
  expect((await deliveredAt(MONDAY))('HIDES')).not.toMatch(naming(RISER));
  await store.hiddenSignals.unhide('HIDES', OWNER, idOf(RISER));
  expect((await deliveredAt(MONDAY + WEEK_MS))('HIDES')).toMatch(naming(RISER));
});

it('leaves out of its thread what was hidden since it was composed, briefs included', async () => {
  rises(RISER, BRIEFED, 9);
  emerges();
  lists();
  service.plan('/api/opportunities', { body: [brief] });
  slack.plan = ({ body }) => (body.has('thread_ts') ? { error: 'ratelimited', status: 429, retryAfter: 30 } : null);
  await deliveredAt(MONDAY);
  await hide(RISER);
  await hide(BRIEFED);
  slack.plan = () => null;
  const postedIn = await deliveredAt(MONDAY + HOUR_MS);
  expect(postedIn('SHOWS')).toMatch(naming(RISER));
  expect(postedIn('SHOWS')).toContain('They ask for it.');
  expect(postedIn('HIDES')).not.toContain('They ask for it.');
  expect(postedIn('HIDES')).toMatch(naming(9));
  for (const number of [RISER, BRIEFED]) expect(postedIn('HIDES')).not.toMatch(naming(number));
  const [subscription] = await store.forWorkspace('HIDES').digests.list();
  const [delivery] = await store.forWorkspace('HIDES').digests.history(subscription?.id ?? '', 1);
  expect(delivery).toMatchObject({ state: 'confirmed', isOpen: false });
});

it('tells nobody that a message of its thread may be missing where a hidden signal was passed over before Slack refused the next', async () => {
  rises(RISER, 9, OTHER);
  emerges();
  lists();
  slack.plan = ({ body }) => (body.has('thread_ts') ? { error: 'ratelimited', status: 429, retryAfter: 30 } : null);
  await deliveredAt(MONDAY);
  await hide(RISER);
  await deliveredAt(MONDAY + HOUR_MS);
  slack.plan = () => null;
  const postedIn = await deliveredAt(MONDAY + 2 * HOUR_MS);
  for (const number of [9, OTHER]) expect(postedIn('HIDES')).toMatch(naming(number));
  expect(slack.told()).toEqual([]);
  const [subscription] = await store.forWorkspace('HIDES').digests.list();
  const [delivery] = await store.forWorkspace('HIDES').digests.history(subscription?.id ?? '', 1);
  expect(delivery).toMatchObject({ state: 'confirmed', isOpen: false });
});

it('is posted where a signal of the last digest was merged into a hidden one that cools off', async () => {
  rises(RISER, 9);
  emerges();
  emerges();
  lists();
  await deliveredAt(MONDAY);
  await hide(FADED);
  rises(9);
  service.plan(`/api/pain-signals/${idOf(RISER)}`, { body: aDetail(named(FADED, fallen)) });
  const postedIn = await deliveredAt(MONDAY + WEEK_MS);
  expect(postedIn('SHOWS')).toMatch(naming(FADED));
  expect(postedIn('HIDES')).toMatch(naming(9));
  expect(postedIn('HIDES')).not.toMatch(naming(FADED));
});

it('is composed at once three times at most where its settings differ each time, then every five minutes', async () => {
  rises(RISER, 9);
  emerges();
  emerges();
  lists();
  const { subscriptions } = store;
  let read = 0;
  const find: typeof subscriptions.find = async (...which) => {
    const found = await subscriptions.find(...which);
    read += Number(which[0] === 'HIDES');
    return found && { ...found, plan: { ...found.plan, length: 1 + (read % 2) } };
  };
  const program = createDigestProgram({
    ...{ store: { ...store, subscriptions: { ...subscriptions, find } }, slackUrl: slack.url, serviceUrl: service.url },
    now: () => now,
  });
  now = MONDAY;
  await program.runDueNow();
  expect(read).toBe(2 * 3);
  now += HOUR_MS / 12;
  await program.runDueNow();
  await program.stop();
  expect(read).toBe(2 * 4);
  expect(slack.posts.filter(({ workspaceId }) => workspaceId === 'HIDES')).toEqual([]);
});
