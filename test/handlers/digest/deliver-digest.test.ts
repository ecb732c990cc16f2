import { fingerprintOf, nextDueAfter } from '@pain-signals/domain';
import type { Message, View } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DIGEST_INPUT } from '#blocks/digest/digest-dialog.ts';
import { ACTION } from '#blocks/kit/buttons.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const CHANNEL = 'C0DEVPAIN1';
const ADMIN = 'U0GRACEHOP';
const PLAN = { weekday: 1, time: '09:00', zone: 'America/New_York' };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const shown = (message: Message | View) =>
  cardText({ text: '', ...message } as unknown as Parameters<typeof cardText>[0]);
const posted = () =>
  world.slack.messages(CHANNEL).filter(({ ephemeralFor, user }) => !ephemeralFor && user === 'U0PAINSIGNL');
const has = (text: string) => (view: View) => JSON.stringify(view).includes(text);

async function setUp(values: Record<string, string | string[]> = {}): Promise<View> {
  await world.slack.runCommand({ text: 'digest', channelId: CHANNEL, userId: ADMIN });
  const card = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === ADMIN);
  await world.slack.press({ message: card, actionId: ACTION.digestSetUp, userId: ADMIN });
  const dialog = await world.slack.nextView(has(DIGEST_INPUT.weekday));
  const given = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { [id]: value }]));
  await world.slack.submitView(dialog.id, given);
  return world.slack.nextView(has('will get it'));
}

/** Lets the clock run to the next Monday morning in New York. */
async function untilDue(): Promise<void> {
  world.passTime(nextDueAfter(PLAN, world.now()).at - world.now());
  await world.runDueNow();
}

it('is one press away from a list', async () => {
  const list = await world.ask('trending');
  await world.slack.press({ message: list, actionId: ACTION.digestSetUp });
  const dialog = await world.slack.nextView(has(DIGEST_INPUT.weekday));
  expect(JSON.stringify(dialog.blocks)).toContain('"initial_conversation":"C0DEVPAIN1"');
  expect(world.slack.messages('C0DEVPAIN1').find(({ ts }) => ts === list.ts)).toEqual(list);
});

it('is previewed, set up, delivered on time, and compared with the last one in the second week', async () => {
  await world.store.hiddenEvidence.add('T0PREVIEW01', [fingerprintOf({ provider: 'github', externalId: '1001' })]);
  const preview = await setUp({ [DIGEST_INPUT.length]: '3' });
  expect(shown(preview)).toContain('Monday at 9:00 AM (America/New');
  expect(shown(preview)).toContain('Read first:');
  const callsForPreview = world.service.asked.length;
  await world.slack.submitView(preview.id, {});
  await world.slack.nextView(has('Turned on'));
  expect(posted()).toHaveLength(0);

  await untilDue();
  const [parent, ...thread] = posted();
  expect(parent && shown(parent)).toContain('~ Developer pain of the week');
  expect(parent && shown(parent)).not.toContain('Since the last digest');
  expect(thread.map(({ threadTs }) => threadTs)).toEqual(thread.map(() => parent?.ts));
  expect(thread).toHaveLength(4);
  expect(thread[0] && shown(thread[0])).toContain('*Post number 2*');
  expect(JSON.stringify(posted())).not.toMatch(/Post number 1\b/);
  expect(world.service.asked.length).toBeGreaterThan(callsForPreview);

  await world.runDueNow();
  expect(posted()).toHaveLength(5);

  await untilDue();
  const second = posted()[5];
  expect(second && shown(second)).toContain('Same signals and scores as in the last digest');
});

it.each([
  ['posts', 'person', 1],
  ['does not post', 'shared', 0],
] as const)('%s what its owner sends again while it is paused because of: %s', async (_, reason, more) => {
  const OWN = 'D0GRACEHOP';
  world.slack.failNext('chat.postMessage', { drop: true });
  await untilDue();
  for (let look = 0; look < 4; look += 1) {
    world.passTime(120_000);
    await world.runDueNow();
  }
  const notice = world.slack.messages(OWN).findLast((each) => JSON.stringify(each).includes(ACTION.digestSendAgain));
  if (notice === undefined) throw new Error('the owner was not asked to look');
  const { digests } = world.store.forWorkspace('T0PREVIEW01');
  const { id = '' } = (await digests.ofChannel(CHANNEL)) ?? {};
  await digests.pause(id, reason);
  const before = posted().filter(({ threadTs }) => threadTs === undefined).length;
  await world.slack.press({ message: notice, actionId: ACTION.digestSendAgain, userId: ADMIN });
  await world.idle();
  await world.runDueNow();
  expect(posted().filter(({ threadTs }) => threadTs === undefined)).toHaveLength(before + more);
  await digests.resume(id, true);
});
