import { afterEach, beforeEach, expect, it } from 'vitest';
import { WATCH_INPUT } from '#blocks/watches/watch-dialog.ts';
import { errorResponse } from '../../support/service/fake-service.ts';
import { aDetail, idOf } from '../../support/service/sample-signals.ts';
import { startWatchWorld, WATCHED, type WatchWorld } from '../../support/worlds/watch-world.ts';

let world: WatchWorld;
beforeEach(async () => {
  world = await startWatchWorld();
});
afterEach(() => world.close());

const messages = () =>
  world.slack
    .messages('D0ADALOVEL')
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL');
const texts = () => messages().map(({ text }) => text);
const grown = (growth: number, last: number) => ({ growth, mentionsLastWindow: last, mentionsPrevWindow: 10 });
async function passHourly(hours: number) {
  for (let hour = 0; hour < hours; hour += 1) await world.pass(1);
}
/** The next snapshot lacks the signal. */
function lose(): void {
  world.snapshotOfLists([]);
  world.service.plan(`/api/pain-signals/${WATCHED}`, errorResponse(404, 'NOT_FOUND'));
}
const PAUSED = expect.stringMatching(/is paused.*missing from the service for a day/s);
const ACTIVE = expect.stringMatching(/is active again.*The signal is available again/s);

async function watch() {
  world.snapshot(grown(0.4, 14));
  return world.ask(`watch ${WATCHED} when growth > 100%`);
}

it('a watch waits while its signal is missing for less than a day, as after a partial snapshot, and then alerts', async () => {
  await watch();
  for (const hours of [20, 20, 20]) {
    world.snapshot(grown(0.5, 15));
    await world.pass(1);
    lose();
    await world.pass(1);
    await world.pass(hours);
    expect(JSON.stringify(await world.ask('watches'))).not.toContain('Paused');
  }
  expect(texts()).toEqual([]);
  world.snapshot(grown(1.4, 24));
  for (let hour = 0; hour < 12; hour += 1) await world.pass(1);
  expect(texts()).toEqual([expect.stringContaining('Growth 50% → 140%')]);
});

it('a watch goes on where its signal is missing once before and once after an outage of more than a day', async () => {
  await watch();
  lose();
  await world.pass(1);
  for (const path of ['/api/meta/pipeline', `/api/pain-signals/${WATCHED}`])
    world.service.plan(path, errorResponse(503, 'UNAVAILABLE'));
  await passHourly(30);
  lose();
  await world.pass(1);
  world.snapshot(grown(1.4, 24));
  await passHourly(12);
  expect(texts()).toEqual([expect.stringContaining('Growth 40% → 140%')]);
});

it('a watch pauses after a day without its signal, resumes by itself, and its owner is told of both once', async () => {
  await watch();
  world.snapshot(grown(1.4, 24));
  await world.pass(1);
  expect(texts()).toHaveLength(1);
  lose();
  await passHourly(74);
  expect(texts().slice(1)).toEqual([PAUSED]);
  expect(JSON.stringify(await world.ask('watches'))).toContain('Paused: its signal has been missing');
  world.snapshot(grown(0.2, 12));
  for (const hours of [1, 1, 24]) await world.pass(hours);
  expect(texts().slice(2)).toEqual([ACTIVE]);
  expect(JSON.stringify(await world.ask('watches'))).not.toContain('Paused');
  world.snapshot(grown(1.6, 26));
  await world.pass(1);
  expect(texts().slice(3)).toEqual([expect.stringContaining('Growth 20% → 160%')]);
  lose();
  await world.pass(1);
  expect(texts()).toHaveLength(4);
});

it('a watch whose signal is gone stays paused when it is edited or resumed, and tells its owner once', async () => {
  const made = await watch();
  const [{ id = '' } = {}] = await world.store.watches.list('T0PREVIEW01', { ownerId: 'U0ADALOVEL', channelId: null });
  await world.store.watches.mute('T0PREVIEW01', id, Date.parse('2100-01-01'));
  const before = await world.ask('watches');
  await world.store.watches.resume('T0PREVIEW01', id, null);
  lose();
  await passHourly(25);
  await world.slack.press({ message: made, actionId: 'adjust_watch' });
  const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
  await world.slack.submitView(dialog.id, { [WATCH_INPUT.most]: { [WATCH_INPUT.most]: '10' } });
  const saved = await world.slack.nextView((view) => JSON.stringify(view).includes('*Saved'));
  expect(JSON.stringify(saved)).toContain('*Saved, and still paused.* Its signal has been missing');
  expect(JSON.stringify(await world.press(before, 'resume_watch'))).toContain('is paused.');
  await passHourly(3);
  expect(texts()).toEqual([PAUSED]);
  expect(JSON.stringify(messages())).not.toContain('resume_watch');
});

it('a watch whose signal is back as part of a hidden one resumes once that is shown', async () => {
  await watch();
  lose();
  await passHourly(25);
  const survivor = idOf(77);
  await world.store.hiddenSignals.hide('T0PREVIEW01', 'U0GRACEHOP', { id: survivor, topic: 'x', reason: 'duplicate' });
  const merge = (growth: number, last: number) => {
    const signal = { id: survivor, ...grown(growth, last) };
    world.snapshot(signal);
    world.service.plan(`/api/pain-signals/${survivor}`, { body: aDetail(signal) });
  };
  merge(0.5, 15);
  await passHourly(3);
  expect(texts()).toEqual([PAUSED]);
  expect(JSON.stringify(await world.ask('watches'))).toContain('Paused: this signal is hidden in this workspace.');
  await world.store.hiddenSignals.unhide('T0PREVIEW01', 'U0GRACEHOP', survivor);
  await passHourly(3);
  expect(texts().slice(1)).toEqual([ACTIVE]);
  merge(1.4, 24);
  await passHourly(1);
  expect(texts().slice(2)).toEqual([expect.stringContaining('Growth 50% → 140%')]);
});

it('a watch whose signal is back while its dialog is saved says so once', async () => {
  const made = await watch();
  lose();
  await passHourly(28);
  await world.slack.press({ message: made, actionId: 'adjust_watch' });
  const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
  const { adjust } = world.store.watches;
  world.store.watches.adjust = async (...given) => {
    world.snapshot(grown(0.4, 14));
    await world.pass(1);
    return adjust(...given);
  };
  await world.slack.submitView(dialog.id, { [WATCH_INPUT.most]: { [WATCH_INPUT.most]: '10' } });
  const saved = await world.slack.nextView((view) => JSON.stringify(view).includes('*Saved'));
  world.store.watches.adjust = adjust;
  expect(JSON.stringify(saved)).toContain('*Saved.*');
  await passHourly(2);
  expect(texts()).toEqual([PAUSED, ACTIVE]);
});

it('a watch that is paused because its signal is gone asks for the signal once in each snapshot', async () => {
  await watch();
  lose();
  await passHourly(28);
  expect(texts()).toEqual([PAUSED]);
  const asked = () => world.service.asked.filter((path) => path.includes(WATCHED)).length;
  const before = asked();
  await passHourly(5);
  expect(asked()).toBe(before);
  lose();
  await passHourly(5);
  expect(asked()).toBe(before + 1);
  world.snapshot(grown(0.4, 14));
  await passHourly(3);
  expect(texts().slice(1)).toEqual([ACTIVE]);
});

it('a watch whose signal is back before its owner was told that it paused says neither', async () => {
  await watch();
  lose();
  const isPaused = async () =>
    JSON.stringify(await world.ask('watches')).includes('Paused: its signal has been missing');
  for (let hour = 0; hour < 30 && !(await isPaused()); hour += 1) await world.pass(1);
  expect(await isPaused()).toBe(true);
  world.snapshot(grown(0.4, 14));
  await passHourly(6);
  expect(await isPaused()).toBe(false);
  expect(texts()).toEqual([]);
});

it('watches whose signals are lost together, and back together, tell their owner in one message each time', async () => {
  const ids = Array.from({ length: 8 }, (_, at) => idOf(at + 11));
  const show = () => {
    for (const [at, id] of ids.entries())
      world.service.plan(`/api/pain-signals/${id}`, { body: aDetail({ id, topic: `Pain ${at + 1}`, growth: 0 }) });
    world.snapshotOfLists([]);
  };
  /** Each check is at a minute of its own, and a few minutes late. */
  const passSlowly = async (hours: number) => {
    for (let minutes = 0; minutes < hours * 60; minutes += 11) await world.pass(11 / 60);
  };
  show();
  for (const id of ids) await world.ask(`watch ${id} when growth > 100%`);
  for (const id of ids) world.service.plan(`/api/pain-signals/${id}`, errorResponse(404, 'NOT_FOUND'));
  world.snapshotOfLists([]);
  await passSlowly(1);
  await passHourly(22);
  await passSlowly(6);
  expect(texts()).toEqual([
    expect.stringMatching(
      /^8 of your watches are paused: (“Pain \d”, ){4}“Pain \d” and 3 more\. Their signals have been missing from the service for a day\./,
    ),
  ]);
  const watches = await world.store.watches.list('T0PREVIEW01', { ownerId: 'U0ADALOVEL', channelId: null });
  await world.store.watches.mute('T0PREVIEW01', watches[0]?.id ?? '', Date.parse('2100-01-01'));
  show();
  await passSlowly(3);
  expect(texts().slice(1)).toEqual([
    expect.stringMatching(
      /^7 of your watches are active again: .* and 2 more\. Your watch on “Pain 1” is still muted\. Their signals are available again\./,
    ),
  ]);
});
