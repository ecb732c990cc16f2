import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WATCH_INPUT } from '#blocks/watches/watch-dialog.ts';
import { aDetail, aSignal, idOf } from '../../support/service/sample-signals.ts';
import { startWatchWorld, WATCHED, type WatchWorld } from '../../support/worlds/watch-world.ts';

const TEAM = 'T0PREVIEW01';
const ADMIN = 'U0GRACEHOP';
const ADA = 'D0ADALOVEL';

let world: WatchWorld;
beforeEach(async () => {
  world = await startWatchWorld();
});
afterEach(() => world.close());

const hide = (id: string, workspaceId = TEAM) =>
  world.store.hiddenSignals.hide(workspaceId, ADMIN, { id, topic: 'hidden', reason: 'not-our-area' });
const alerts = (): Message[] =>
  world.slack.messages(ADA).filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL');
const grown = (growth: number, last: number) => ({ growth, mentionsLastWindow: last, mentionsPrevWindow: 10 });
const lists = (growth: number) =>
  world.snapshotOfLists([1, 2].map((number) => aSignal({ id: idOf(number), topic: `Pain number ${number}`, growth })));

it('a watch of a signal is paused while it is hidden, its owner is told once, and it goes on after Undo', async () => {
  world.snapshot(grown(0.4, 14));
  await world.ask(`watch ${WATCHED} when growth > 100%`);
  await hide(WATCHED);
  await world.pass(1);
  world.snapshot(grown(1.4, 24));
  for (const hours of [1, 1, 24]) await world.pass(hours);
  expect(alerts().map(({ text }) => text)).toEqual([
    expect.stringContaining('This signal is hidden in this workspace.'),
  ]);
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, WATCHED);
  await world.pass(1);
  const [, alert, ...others] = alerts();
  expect(JSON.stringify(alert)).toContain(WATCHED);
  expect(others).toEqual([]);
});

it('several watches of what is hidden tell their owner in one message, and of none that is shown again by then', async () => {
  world.snapshot(grown(0.4, 14));
  for (const level of ['60%', '80%', '100%']) await world.ask(`watch ${WATCHED} when growth > ${level}`);
  for (const number of [2, 3]) {
    const body = aDetail({ id: idOf(number), topic: `Pain ${number}`, ...grown(0.4, 14) });
    world.service.plan(`/api/pain-signals/${idOf(number)}`, { body });
    await world.ask(`watch ${idOf(number)} when growth > 100%`);
  }
  for (const number of [1, 2, 3]) await hide(idOf(number));
  await world.pass(1);
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, idOf(3));
  for (let hour = 0; hour < 4; hour += 1) await world.pass(1);
  expect(alerts().map(({ text }) => text)).toEqual([
    expect.stringMatching(/^4 of your watches are paused: “OAuth .*” and “Pain 2”\. Their signals are hidden/),
  ]);
});

it('a watch is not paused for a signal that is shown again while a round of checks goes on', async () => {
  const [first, second] = [idOf(1), idOf(2)].toSorted() as [string, string];
  const plan = (id: string, after?: Promise<void>) =>
    world.service.plan(`/api/pain-signals/${id}`, {
      body: aDetail({ id, topic: 'OAuth', ...grown(0.4, 14) }),
      ...(after && { after }),
    });
  world.snapshot({});
  for (const id of [first, second]) {
    plan(id);
    await world.ask(`watch ${id} when growth > 100%`);
  }
  await hide(second);
  const held = Promise.withResolvers<void>();
  world.snapshot({});
  plan(first, held.promise);
  plan(second);
  const asks = () => world.service.asked.filter((path) => path.includes(first)).length;
  const before = asks();
  const passing = world.pass(1);
  await expect.poll(asks).toBeGreaterThan(before);
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, second);
  held.resolve();
  await passing;
  expect(alerts()).toEqual([]);
  expect(JSON.stringify(await world.ask('watches'))).not.toContain('Paused');
});

it('a watch that pauses for a signal at the moment of Undo resumes by itself', async () => {
  world.snapshot(grown(0.4, 14));
  await world.ask(`watch ${WATCHED} when growth > 100%`);
  await hide(WATCHED);
  const { pause } = world.store.watchChecks;
  world.store.watchChecks.pause = async (...given) => {
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, WATCHED);
    await pause(...given);
  };
  await world.pass(1);
  world.store.watchChecks.pause = pause;
  world.snapshot(grown(1.4, 24));
  for (const hours of [1, 1]) await world.pass(hours);
  expect(alerts().map(({ text }) => text)).toEqual([expect.stringContaining('Growth 40% → 140%')]);
});

it('a watch goes on where its signal is shown again while its dialog is saved', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  await hide(WATCHED);
  await world.pass(1);
  await world.slack.press({ message: made, actionId: 'adjust_watch' });
  const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
  const held = Promise.withResolvers<void>();
  const body = aDetail({ id: WATCHED, ...grown(0.4, 14) });
  world.service.plan(`/api/pain-signals/${WATCHED}`, { body, after: held.promise });
  world.passTime(3_600_000);
  const asked = world.service.asked.length;
  await world.slack.submitView(dialog.id, { [WATCH_INPUT.level]: { [WATCH_INPUT.level]: '90%' } });
  await expect.poll(() => world.service.asked.length).toBeGreaterThan(asked);
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, WATCHED);
  held.resolve();
  const saved = await world.slack.nextView((view) => JSON.stringify(view).includes('*Saved'));
  expect(JSON.stringify(saved)).toContain('*Saved.*');
  world.snapshot(grown(1.4, 24));
  await world.pass(1);
  expect(alerts().map(({ text }) => text)).toEqual([expect.stringContaining('Growth 40% → 140%')]);
});

it('a watch of a hidden signal stays paused when it is edited or resumed, says so, and tells its owner once', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  const [watch] = await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null });
  const id = watch?.id ?? '';
  await world.store.watches.mute(TEAM, id, Date.parse('2100-01-01'));
  const before = await world.ask('watches');
  await world.store.watches.resume(TEAM, id, null);
  await hide(WATCHED);
  await world.pass(1);
  await world.slack.press({ message: made, actionId: 'adjust_watch' });
  const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
  await world.slack.submitView(dialog.id, { [WATCH_INPUT.level]: { [WATCH_INPUT.level]: '90%' } });
  const saved = await world.slack.nextView((view) => JSON.stringify(view).includes('*Saved'));
  expect(JSON.stringify(saved)).toContain('*Saved, and still paused.* This signal is hidden in this workspace.');
  const resumed = await world.press(before, 'resume_watch');
  expect(JSON.stringify(resumed)).toMatch(/is paused\.\*.*This signal is hidden in this workspace/);
  for (const hours of [1, 1]) await world.pass(hours);
  expect(alerts()).toHaveLength(1);
});

it.each([`${WATCHED} when growth > 100%`, 'oauth when growth > 100%'])(
  'a watch of %s tells nothing of a signal that is hidden while it is checked',
  async (what) => {
    world.snapshot(grown(0.4, 14));
    world.snapshotOfLists([aSignal({ id: WATCHED, growth: 0.4 })]);
    await world.ask(`watch ${what}`);
    world.snapshot(grown(1.4, 24));
    world.snapshotOfLists([aSignal({ id: WATCHED, growth: 1.4 })]);
    const held = Promise.withResolvers<void>();
    const latestSnapshotAt = new Date(Date.now() + 3_600_000).toISOString();
    const pipeline = { latestSnapshotAt, totalActiveSignals: 120, sample: true };
    world.service.plan('/api/meta/pipeline', { body: pipeline, after: held.promise });
    const asked = world.service.asked.length;
    const passing = world.pass(1);
    await expect.poll(() => world.service.asked.length).toBeGreaterThan(asked);
    await hide(WATCHED);
    held.resolve();
    await passing;
    await world.pass(1);
    expect(JSON.stringify(alerts())).not.toContain('140%');
  },
);

it('a watch of a signal is said to pause as the signal is hidden, and in lists of watches at once', async () => {
  world.snapshot(grown(0.4, 14));
  expect(JSON.stringify(await world.ask(`hide ${WATCHED}`))).not.toContain('Your watch');
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, WATCHED);
  await world.ask(`watch ${WATCHED} when growth > 100%`);
  expect(JSON.stringify(await world.ask('watches'))).not.toContain('Paused');
  expect(JSON.stringify(await world.ask(`hide ${WATCHED}`))).toContain(
    'Your watch on it is paused until it’s shown again.',
  );
  const listed = JSON.stringify(await world.ask('watches'));
  expect(listed).toContain('Paused: this signal is hidden in this workspace.');
  expect(listed).toContain('Hidden signals');
  expect(listed).not.toContain('Resume');
});

it('a watch of a search tells of a crossing once, also where the signal is hidden for days and shown again', async () => {
  const listed = (growth: number) =>
    world.snapshotOfLists([aSignal({ id: WATCHED, growth }), aSignal({ id: idOf(2), growth: 0 })]);
  listed(0.4);
  await world.ask('watch oauth when growth > 100%');
  listed(1.4);
  await world.pass(1);
  expect(alerts()).toHaveLength(1);
  await hide(WATCHED);
  for (let day = 0; day < 3; day += 1) {
    listed(1.4);
    await world.pass(24);
  }
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, WATCHED);
  listed(1.4);
  await world.pass(24);
  expect(alerts()).toHaveLength(1);
});

it('a watch of a hidden signal is not made, and says why', async () => {
  await hide(WATCHED);
  expect(JSON.stringify(await world.ask(`watch ${WATCHED} when growth > 100%`))).toContain(
    'is hidden in this workspace',
  );
  expect(await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null })).toEqual([]);
});

it('a watch of a signal that becomes part of a hidden one is paused without an alert, and goes on when that is shown', async () => {
  world.snapshot(grown(0.4, 14));
  await world.ask(`watch ${WATCHED} when growth > 100%`);
  await hide(idOf(77));
  world.snapshot({ id: idOf(77), topic: 'hidden', ...grown(1.4, 24) });
  for (const hours of [1, 1, 24]) await world.pass(hours);
  expect(alerts().map(({ text }) => text)).toEqual([expect.stringContaining('signal is hidden in this workspace.')]);
  expect(JSON.stringify(await world.ask(`watch ${WATCHED} when score > 50`))).toContain('is hidden in this workspace');
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, idOf(77));
  await world.pass(1);
  expect(
    alerts()
      .slice(1)
      .map(({ text }) => text),
  ).toEqual([expect.stringContaining('Growth 40% → 140%')]);
});

it('a watch that is edited while its signal becomes part of a hidden one says once that it is paused, and goes on', async () => {
  world.snapshot(grown(0.4, 14));
  await world.ask(`watch ${WATCHED} when growth > 100%`);
  const [{ id = '' } = {}] = await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null });
  await hide(idOf(77));
  world.snapshot({ id: idOf(77), topic: 'hidden', ...grown(1.4, 24) });
  const { settle, claimDue } = world.store.watchChecks;
  world.store.watchChecks.settle = async (...given) => {
    Object.assign(world.store.watchChecks, { settle, claimDue: async () => [] });
    await world.store.watches.change(TEAM, id, { mostADay: 5 });
    return settle(...given);
  };
  await world.pass(1);
  world.store.watchChecks.claimDue = claimDue;
  for (const hours of [1, 1, 1]) await world.pass(hours);
  expect(alerts().map(({ text }) => text)).toEqual([expect.stringContaining('signal is hidden in this workspace.')]);
  await world.store.hiddenSignals.unhide(TEAM, ADMIN, idOf(77));
  await world.pass(1);
  expect(
    alerts()
      .slice(1)
      .map(({ text }) => text),
  ).toEqual([expect.stringContaining('Growth 40% → 140%')]);
});

it.each(['oauth', 'area auth'])(
  'a watch of %s tells of other signals, and of the hidden one after Undo',
  async (what) => {
    lists(0.1);
    await world.ask(`watch ${what} when growth > 100%`);
    await hide(idOf(1));
    lists(1.5);
    await world.pass(1);
    expect(alerts()).toHaveLength(1);
    expect(JSON.stringify(alerts())).toContain(idOf(2));
    expect(JSON.stringify(alerts())).not.toMatch(new RegExp(`${idOf(1)}|Pain number 1\\b`));
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, idOf(1));
    lists(1.6);
    await world.pass(25);
    expect(JSON.stringify(alerts().slice(1))).toContain(idOf(1));
  },
);

it('a watch is not held back by what another workspace has hidden', async () => {
  lists(0.1);
  await world.ask('watch oauth when growth > 100%');
  await hide(idOf(1), 'T0OTHER');
  lists(1.5);
  await world.pass(1);
  expect(JSON.stringify(alerts())).toContain(idOf(1));
});
