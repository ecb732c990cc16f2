import type { WatchPauseReason } from '@pain-signals/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noticesOf } from '#handlers/watches/watch-notices.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { pressForm, sendSigned } from '../../support/worlds/signed-request.ts';
import { startWatchWorld, WATCHED, type WatchWorld } from '../../support/worlds/watch-world.ts';

const [TEAM, HERE] = ['T0PREVIEW01', 'C0DEVPAIN1'];
const [ADA, GRACE] = ['D0ADALOVEL', 'D0GRACEHOP'];

let world: WatchWorld;
beforeEach(async () => {
  world = await startWatchWorld();
  world.snapshot({ growth: 0.4, mentionsLastWindow: 14, mentionsPrevWindow: 10 });
});
afterEach(() => world.close());

const posted = (channelId: string) =>
  world.slack
    .messages(channelId)
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL')
    .map((message) => cardText(message as unknown as Parameters<typeof cardText>[0]));
const nameManagers = (...managerIds: string[]) =>
  world.store.settings.set(TEAM, { defaultArea: null, defaultChannelId: null, managerIds, setUpBy: 'members' });

/** Its owner doesn't get a direct message either. */
async function pauseChannelWatch(reason: WatchPauseReason): Promise<void> {
  const [{ id = '' } = {}] = await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null });
  if (reason !== 'outsider') world.slack.failNext('conversations.open', { error: 'user_disabled' });
  await world.store.watchChecks.pause(TEAM, { id }, reason, (paused) => noticesOf(paused, reason, world.now()));
  for (let hour = 0; hour < 4; hour += 1) await world.pass(1);
}

const REASONS: readonly WatchPauseReason[] = ['outsider', 'no-signal', 'no-key', 'shared'];

it.each(REASONS)(
  'the notice that a watch is paused (%s) isn’t posted where another organization reads by now, but reaches a manager once there is one',
  async (reason) => {
    await world.ask(`watch ${WATCHED} when growth > 100% here`);
    world.slack.shareChannel(HERE);
    const before = posted(HERE);
    await pauseChannelWatch(reason);
    expect([posted(ADA), posted(GRACE)]).toEqual([[], []]);
    await nameManagers('U0GRACEHOP');
    for (let hour = 0; hour < 3; hour += 1) await world.pass(1);
    expect(posted(GRACE)).toEqual([
      expect.stringMatching(new RegExp(`<@U0ADALOVEL>’s watch on “.*” for (<#|‹#)${HERE}`)),
    ]);
    expect(posted(HERE)).toEqual(before);
  },
);

it.each(REASONS)(
  'the notice that a watch is paused (%s) is posted where another organization reads if somebody agreed to that',
  async (reason) => {
    world.slack.shareChannel(HERE);
    await world.ask(`watch ${WATCHED} when growth > 100% here`);
    const before = posted(HERE).length;
    await pauseChannelWatch(reason);
    expect(posted(HERE).slice(before)).toEqual(
      reason === 'shared' ? [] : [expect.stringContaining(`for <#${HERE}> is paused`)],
    );
  },
);

it('the notice that a watch is paused waits while Slack doesn’t say who reads its channel, then is posted', async () => {
  await world.ask(`watch ${WATCHED} when growth > 100% here`);
  const before = posted(HERE).length;
  for (let tries = 0; tries < 2; tries += 1) world.slack.failNext('conversations.info', { error: 'internal_error' });
  await pauseChannelWatch('outsider');
  expect(posted(HERE).slice(before)).toEqual([expect.stringContaining(`for <#${HERE}> is paused`)]);
});

it.each([
  ['of a channel are not told to an owner who is a guest by now, but to a manager', HERE, 1],
  ['of their own are told to nobody once their owner is a guest', null, 0],
] as const)('pauses of watches %s', async (_, channelId, length) => {
  await nameManagers('U0GRACEHOP');
  const { id } = await world.store.watches.insert(TEAM, {
    ...{ ownerId: 'U0GUESTGAB', channelId, mayReachOthers: false, quiet: null, mostADay: 3, timeZone: null },
    subject: { of: 'signal', id: WATCHED, topic: 'Secret plans' },
    ...{ rule: { when: 'growth', above: 1 }, memory: { signals: {}, toldAt: [] }, snapshot: null },
  });
  await world.store.watchChecks.pause(TEAM, { id }, 'no-key', (paused) => noticesOf(paused, 'no-key', world.now()));
  for (let hour = 0; hour < 3; hour += 1) await world.pass(1);
  const told = world.slack.calls.filter(({ method }) => method === 'chat.postMessage');
  expect(told).toHaveLength(length);
  expect(posted(GRACE)).toHaveLength(length);
});

const ofAda = async () => (await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null }))[0];
const pauseShared = (channelId: string) =>
  world.store.watchChecks.pause(TEAM, { channelId }, 'shared', (paused) => noticesOf(paused, 'shared', world.now()));

it('a watch that is muted while it is paused names the reason beside the button that agrees to it', async () => {
  await world.ask(`watch ${WATCHED} when growth > 100% here`);
  world.snapshot({ growth: 1.4, mentionsLastWindow: 24, mentionsPrevWindow: 10 });
  await world.pass(1);
  const alert = world.slack.messages(HERE).findLast((each) => JSON.stringify(each.blocks).includes('mute_watch'));
  if (alert === undefined) throw new Error('no alert');
  await pauseShared(HERE);
  const { id = '' } = (await ofAda()) ?? {};
  await world.slack.press({ message: alert, actionId: 'mute_watch', selectedOption: `day ${id}` });
  const muted = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0ADALOVEL');
  expect(cardText(muted as unknown as Parameters<typeof cardText>[0])).toMatch(
    /\*Muted, and still paused\.\* <#C0DEVPAIN1> is now shared with another organization.*It’s also muted until.*\[Resume\]/s,
  );
  await world.press(muted, 'resume_watch');
  expect(await ofAda()).toMatchObject({ paused: null, mutedUntil: null, mayReachOthers: true });
});

it('a button that agrees to another organization in one channel asks again once the watch is in another one', async () => {
  await world.ask(`watch ${WATCHED} when growth > 100% here`);
  await pauseShared(HERE);
  await world.pass(1);
  const notice = world.slack.messages(ADA).at(-1);
  const { id = '', rule } = (await ofAda()) ?? {};
  if (notice === undefined || rule === undefined) throw new Error('no notice');
  const moved = { rule, channelId: 'C0GENERAL1', mayReachOthers: false, quiet: null, mostADay: 3 };
  await world.store.watches.adjust(TEAM, id, moved, null, () => true);
  await pauseShared('C0GENERAL1');
  await world.slack.press({ message: notice, actionId: 'resume_watch' });
  await world.idle();
  expect(await ofAda()).toMatchObject({ paused: 'shared', mayReachOthers: false });
  const asked = world.slack
    .messages(ADA)
    .findLast((each) => JSON.stringify(each).includes('<#C0GENERAL1> is now shared with another organization'));
  if (asked === undefined) throw new Error('not asked');
  await world.slack.press({ message: asked, actionId: 'resume_watch' });
  await world.idle();
  expect(await ofAda()).toMatchObject({ paused: null, mayReachOthers: true });
});

it('a button of an earlier version, which names no channel, asks again', async () => {
  await world.ask(`watch ${WATCHED} when growth > 100% here`);
  await pauseShared(HERE);
  await world.pass(1);
  const { id = '' } = (await ofAda()) ?? {};
  const action = { type: 'button', block_id: 'b', action_ts: '1.0', action_id: 'resume_watch', value: `${id} shared` };
  await sendSigned(world.address, pressForm({ actions: [action] }));
  await world.idle();
  expect(await ofAda()).toMatchObject({ paused: 'shared', mayReachOthers: false });
});

it('a notice that can be posted nowhere is given up and logged after a week', async () => {
  await world.ask(`watch ${WATCHED} when growth > 100% here`);
  world.slack.shareChannel(HERE);
  const before = posted(HERE);
  await pauseChannelWatch('outsider');
  const givenUp = () => world.logs.filter(({ msg }) => msg === 'owner not reachable').length;
  expect(givenUp()).toBe(0);
  for (let day = 0; day < 9; day += 1) await world.pass(24);
  expect(givenUp()).toBe(1);
  expect(posted(HERE)).toEqual(before);
});
