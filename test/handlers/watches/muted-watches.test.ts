import { MUTED_FOREVER, type Watch } from '@pain-signals/domain';
import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WATCH_INPUT } from '#blocks/watches/watch-dialog.ts';
import { errorResponse } from '../../support/service/fake-service.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWatchWorld, WATCHED, type WatchWorld } from '../../support/worlds/watch-world.ts';

const TEAM = 'T0PREVIEW01';
const COMMAND = `watch ${WATCHED} when growth > 100%`;

let world: WatchWorld;
beforeEach(async () => {
  world = await startWatchWorld();
});
afterEach(() => world.close());

const shown = (message: Message | undefined) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const messages = () =>
  world.slack
    .messages('D0ADALOVEL')
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL');
const texts = () => messages().map(({ text }) => text);
const grown = (growth: number, last: number) => ({ growth, mentionsLastWindow: last, mentionsPrevWindow: 10 });

async function watch(): Promise<{ made: Message; mute: (until: number) => Promise<unknown>; watch: Watch }> {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(COMMAND);
  const [found] = await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null });
  if (found === undefined) throw new Error('not made');
  return { made, watch: found, mute: (until) => world.store.watches.mute(TEAM, found.id, until) };
}

it.each(['before', 'after'])(
  'a watch that is muted while its signal is gone alerts once it is resumed, %s the signal is back',
  async (when) => {
    const { mute } = await watch();
    world.snapshotOfLists([]);
    world.service.plan(`/api/pain-signals/${WATCHED}`, errorResponse(404, 'NOT_FOUND'));
    for (let hour = 0; hour < 28; hour += 1) await world.pass(1);
    await mute(MUTED_FOREVER);
    const gone = await world.ask('watches');
    expect(shown(gone)).toMatch(/Paused: its signal .*\. Muted until you unmute it_\n\[Unmute\]/);
    if (when === 'before')
      expect(shown(await world.press(gone, 'resume_watch'))).toContain('The watch resumes by itself');
    world.snapshot(grown(0.2, 12));
    for (let hour = 0; hour < 3; hour += 1) await world.pass(1);
    const [, back] = messages();
    if (when === 'after') {
      expect(shown(back)).toMatch(
        /is still muted\.\*\n.*is available again\.\nNo alerts until you unmute it\..*\[Unmute\]/s,
      );
      await world.press(await world.ask('watches'), 'resume_watch');
    } else expect(back?.text).toMatch(/is active again.*The signal is available again/);
    world.snapshot(grown(1.6, 26));
    for (let hour = 0; hour < 24; hour += 1) await world.pass(1);
    expect(texts().slice(2)).toEqual([expect.stringContaining('→ 160%')]);
  },
);

it('a muted watch that is resumed while its signal is hidden alerts once the signal is shown again', async () => {
  const { mute } = await watch();
  await mute(Date.parse('2100-01-01'));
  await world.store.hiddenSignals.hide(TEAM, 'U0GRACEHOP', { id: WATCHED, topic: 'hidden', reason: 'not-our-area' });
  const listed = await world.ask('watches');
  expect(shown(listed)).toMatch(/Paused: this signal is hidden.*Muted until .*\n\[Hidden signals\] \[Unmute\]/);
  expect(shown(await world.press(listed, 'resume_watch'))).toContain('The watch resumes by itself');
  await world.store.hiddenSignals.unhide(TEAM, 'U0GRACEHOP', WATCHED);
  world.snapshot(grown(1.4, 24));
  await world.pass(1);
  expect(texts()).toEqual([expect.stringContaining('Growth 40% → 140%')]);
});

it('a watch that is asked for again says that it is muted or paused, and can be resumed there', async () => {
  const { watch: own, mute } = await watch();
  await mute(MUTED_FOREVER);
  const muted = await world.ask(COMMAND);
  expect(shown(muted)).toMatch(
    /already watching this, but it’s muted\.\* No alerts until you unmute it\. Then I’ll DM/,
  );
  await world.press(muted, 'resume_watch');
  await world.store.watches.change(TEAM, own.id, { paused: 'no-key' });
  const paused = await world.ask(COMMAND);
  expect(shown(paused)).toMatch(/already watching this, but it’s paused\.\* The service no longer accepts the API key/);
  await world.press(paused, 'resume_watch');
  expect(shown(await world.ask(COMMAND))).toMatch(/already watching this\.\*\nI’ll DM you/);
});

it.each([
  [Date.parse('2100-01-01T09:00Z'), /still muted\.\* No alerts until [^.]*2100[^.]*\. Then I’ll DM you when “OAuth/],
  [Date.parse('2020-01-01T09:00Z'), /\*Saved\.\* I’ll DM you when “OAuth/],
])('a watch that is edited says whether it is muted (until %s)', async (until, says) => {
  const { made, mute } = await watch();
  await mute(until);
  await world.slack.press({ message: made, actionId: 'adjust_watch' });
  const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
  await world.slack.submitView(dialog.id, { [WATCH_INPUT.level]: { [WATCH_INPUT.level]: '30%' } });
  const saved = JSON.stringify(await world.slack.nextView((view) => JSON.stringify(view).includes('*Saved')));
  expect(saved).toMatch(says);
  expect(saved).toContain('It’s already above that');
  expect(saved.includes('resume_watch')).toBe(until > world.now());
});
