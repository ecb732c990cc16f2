import { DEFAULT_DIGEST_PLAN, nextDueAfter } from '@pain-signals/domain';
import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { newDelivery } from '#src/store/outbox.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const [TEAM, CHANNEL, OWNER, OWN] = ['T0PREVIEW01', 'C0DEVPAIN1', 'U0GRACEHOP', 'D0GRACEHOP'];

let world: World;
let id: string;
beforeEach(async () => {
  world = await startWorld();
  ({ id } = await world.store.subscriptions.save(TEAM, CHANNEL, OWNER, DEFAULT_DIGEST_PLAN));
});
afterEach(() => world.close());

const shown = (message: Message | undefined) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const told = () => world.slack.messages(OWN).filter(({ ephemeralFor }) => ephemeralFor === undefined);
const posted = () =>
  world.slack.messages(CHANNEL).filter(({ ephemeralFor, user }) => !ephemeralFor && user === 'U0PAINSIGNL');
const digest = () => world.store.subscriptions.find(TEAM, id);
const history = () => world.store.forWorkspace(TEAM).digests.history(id, 5);
const answer = () => world.slack.nextMessage((each) => each.ephemeralFor === OWNER || each.channelId === OWN);
async function settings(): Promise<Message> {
  await world.slack.runCommand({ text: 'digest', channelId: CHANNEL, userId: OWNER });
  return answer();
}
async function press(message: Message, actionId: string): Promise<Message> {
  await world.slack.press({ message, actionId, userId: OWNER });
  return answer();
}
const runMinutes = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    await world.runDueNow();
    world.passTime(60_000);
  }
};

const ASKED =
  /\*The weekly digest for <#C0DEVPAIN1> wasn’t sent\.\* The channel is now shared with another organization, which would see it too\..*\[Keep posting there\]/s;

it.each([
  ['active', null, 'Saved.'],
  ['paused by a person', 'person', 'Resumed.'],
  ['paused for it', 'shared', 'Resumed.'],
] as const)(
  '“Send now” of a digest that is %s asks first where another organization reads the channel by now, and sends once somebody agreed',
  async (_, reason, done) => {
    if (reason !== null) await world.store.subscriptions.pause(TEAM, id, reason);
    const card = await settings();
    world.slack.shareChannel(CHANNEL);
    const asked = await press(card, ACTION.digestSendNow);
    expect(shown(asked)).toMatch(ASKED);
    await runMinutes(2);
    expect([posted(), await history()]).toEqual([[], []]);
    expect(shown(await press(asked, ACTION.digestResume))).toContain(done);
    expect(await digest()).toMatchObject({ pausedBecause: null, mayReachOthers: true });
    expect(shown(await press(await settings(), ACTION.digestSendNow))).toContain('Sending now.');
    await runMinutes(2);
    expect(posted().length).toBeGreaterThan(0);
  },
);

it('a digest that is missing asks first before it is sent again where another organization reads the channel by now', async () => {
  const delivery = newDelivery({ sourceId: id, channelId: CHANNEL, key: 'monday', date: '2026-03-20' });
  await world.store.outbox.add(TEAM, { ...delivery, state: 'unconfirmed' });
  await runMinutes(1);
  world.slack.shareChannel(CHANNEL);
  expect(shown(await press(await answer(), ACTION.digestSendAgain))).toMatch(ASKED);
  expect(await history()).toHaveLength(1);
});

it('a digest sent manually while it is paused, of whose channel Slack only says later that another organization reads it, is told to its owner', async () => {
  await world.store.subscriptions.pause(TEAM, id, 'person');
  const card = await settings();
  world.slack.shareChannel(CHANNEL);
  for (let tries = 0; tries < 2; tries += 1) world.slack.failNext('conversations.info', { error: 'internal_error' });
  await press(card, ACTION.digestSendNow);
  await runMinutes(10);
  expect(posted()).toEqual([]);
  expect(told().map(shown)).toEqual([expect.stringContaining('is paused.* The channel is now shared with another')]);
});

it('the history of a digest says that one was skipped since another organization reads the channel', async () => {
  world.slack.shareChannel(CHANNEL);
  world.passTime(nextDueAfter(DEFAULT_DIGEST_PLAN, world.now()).at - world.now());
  await runMinutes(2);
  await answer();
  expect(shown(await press(await settings(), ACTION.digestHistory))).toContain(
    '– skipped (the channel was newly shared with another organization)',
  );
});
