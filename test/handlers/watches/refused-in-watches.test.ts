import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cardText } from '../../support/slack/card-text.ts';
import { startWatchWorld, WATCHED, type WatchWorld } from '../../support/worlds/watch-world.ts';

const [TEAM, HERE, ADA] = ['T0PREVIEW01', 'C0DEVPAIN1', 'D0ADALOVEL'];

let world: WatchWorld;
beforeEach(async () => {
  world = await startWatchWorld();
  world.snapshot({ growth: 0.4, mentionsLastWindow: 14, mentionsPrevWindow: 10 });
});
afterEach(() => world.close());

const posted = (channelId: string) =>
  world.slack
    .messages(channelId)
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL');
const shown = (message: Message | undefined) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const pausedBecause = async () =>
  (await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null }))[0]?.paused;
const asked = (method: string) => world.slack.calls.filter((call) => call.method === method).length;
async function watchThatRose(where: string): Promise<void> {
  await world.ask(`watch ${WATCHED} when growth > 100% ${where}`);
  world.snapshot({ growth: 1.4, mentionsLastWindow: 24, mentionsPrevWindow: 10 });
}
/** Every call of this kind fails, for hours. */
async function passWhile(method: string, failure: object, hours: number): Promise<void> {
  const before = asked(method);
  let planned = 0;
  for (let hour = 0; hour < hours; hour += 1) {
    if (asked(method) - before >= planned) {
      world.slack.failNext(method, failure);
      planned += 1;
    }
    await world.pass(1);
  }
}

it.each([
  ['here', 'chat.postMessage', { status: 403, error: 'blocked' }],
  ['here', 'conversations.info', { error: 'internal_error' }],
  ['for me', 'chat.postMessage', { status: 403, error: 'blocked' }],
])(
  'an alert %s is tried for a day while %s is refused with %j, nights included; then its watch is paused, its owner is told, and it is sent once resumed',
  async (where, method, failure) => {
    await watchThatRose(where);
    await passWhile(method, failure, 23);
    expect(await pausedBecause()).toBeNull();
    expect(posted(ADA)).toEqual([]);
    expect(world.logs.map(({ msg }) => msg)).toContain('alert not posted');
    await passWhile(method, failure, 2);
    expect(await pausedBecause()).toBe('refused');
    for (const _ of [1, 2]) await world.pass(1);
    const [told, ...more] = posted(ADA);
    expect(shown(told)).toMatch(/is paused\.\*\nSlack hasn’t accepted its alerts for a day\..*\[Resume\] \[Edit\]/s);
    expect(more).toEqual([]);
    await world.slack.press({ message: told as Message, actionId: 'resume_watch' });
    await world.idle();
    // A refusal from before the pause counts no more.
    await passWhile(method, failure, 2);
    expect(await pausedBecause()).toBeNull();
    await world.pass(1);
    expect(posted(where === 'here' ? HERE : ADA).at(-1)?.text).toContain('Growth 40% → 140%');
  },
);

it('an alert that was refused for hours, and then was none any more, has a whole day again when it is one later', async () => {
  await watchThatRose('here');
  const refusal = { status: 403, error: 'blocked' };
  await passWhile('chat.postMessage', refusal, 20);
  world.snapshot({ growth: 0.1, mentionsLastWindow: 11, mentionsPrevWindow: 10 });
  await world.pass(1);
  world.snapshot({ growth: 1.6, mentionsLastWindow: 26, mentionsPrevWindow: 10 });
  await passWhile('chat.postMessage', refusal, 10);
  expect(await pausedBecause()).toBeNull();
});

it.each(['team_access_not_granted', 'ekm_access_denied'])(
  'a watch is paused, and its owner told, when Slack says %s of its channel and takes direct messages',
  async (error) => {
    await watchThatRose('here');
    await passWhile('chat.postMessage', { error }, 1);
    await world.pass(1);
    expect(await pausedBecause()).toBe('no-channel');
    expect(posted(ADA).map(({ text }) => text)).toEqual([expect.stringContaining('is paused.')]);
  },
);

it.each(['team_access_not_granted', 'ekm_access_denied', 'token_revoked'] as const)(
  'a watch stays active for days while Slack answers everything with %s, and goes on by itself',
  async (error) => {
    await watchThatRose('here');
    world.slack.breakToken(error);
    for (let hour = 0; hour < 50; hour += 1) await world.pass(1);
    expect(await pausedBecause()).toBeNull();
    world.slack.breakToken(null);
    for (let hour = 0; hour < 12; hour += 1) await world.pass(1);
    expect(posted(HERE).at(-1)?.text).toContain('Growth 40% → 140%');
    expect(posted(ADA)).toEqual([]);
  },
);
