import type { DigestPlan } from '@pain-signals/domain';
import type { View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { API_KEY } from '../../support/service/fake-service.ts';
import { idOf } from '../../support/service/sample-signals.ts';
import { viewText } from '../../support/slack/card-text.ts';
import { addShare, aShare } from '../../support/store/shares.ts';
import { HOLDING, HOME, type HostedWorld, startHostedWorld } from '../../support/worlds/hosted-world.ts';
import { eventBody, pressForm, sendSigned } from '../../support/worlds/signed-request.ts';

/** The organization's token can read it; it belongs to another workspace, whose people alone see it. */
const ELSEWHERE = 'C0PRODUCT1';

const PLAN: DigestPlan = {
  ...{ weekday: 1, time: '09:00', zone: 'Etc/UTC', areas: [], types: [] },
  ...{ length: 3, quietWeeks: 'say', hasThread: false },
};

let world: HostedWorld;
beforeEach(async () => {
  world = await startHostedWorld();
  await world.install(HOLDING.orgId);
  await world.store.apiKeys.set(HOLDING.orgId, API_KEY, 'U1');
});
afterEach(() => world.close());

async function share(): Promise<number> {
  const request = { subject: { show: 'signal', id: idOf(1) }, attempt: 2, channel: ELSEWHERE, note: 'Hi' };
  const press = { type: 'button', block_id: 'b', action_ts: '1.0', action_id: ACTION.shareAgain };
  const team = { id: HOLDING.teamId, domain: 'subsidiary', enterprise_id: HOLDING.orgId };
  const user = { id: HOLDING.userId, username: 'x', team_id: HOLDING.teamId };
  await sendSigned(world.address, pressForm({ team, user, actions: [{ ...press, value: JSON.stringify(request) }] }));
  await world.idle();
  return world.slack.messages(ELSEWHERE).length;
}

async function home(): Promise<string> {
  const event = { type: 'app_home_opened', user: HOLDING.userId, channel: 'D0SUBSIDIA', tab: 'home' };
  const body = { ...JSON.parse(eventBody(event)), team_id: HOLDING.teamId, enterprise_id: HOLDING.orgId };
  await sendSigned(world.address, JSON.stringify(body), { contentType: 'application/json' });
  await world.idle();
  return viewText(world.slack.home(HOLDING.userId) as View);
}

it('a card gets into a public channel of another workspace only from who is in it', async () => {
  expect(await share()).toBe(0);
  world.slack.invite(ELSEWHERE, HOLDING.userId);
  expect(await share()).toBe(1);
});

it('Home shows digests and cards of a public channel of another workspace only to who is in it', async () => {
  await world.store.subscriptions.save(HOLDING.orgId, ELSEWHERE, HOME.userId, PLAN);
  await addShare(world.store, HOLDING.orgId, aShare('A secret card', ELSEWHERE, HOME.userId));
  expect(await home()).not.toMatch(/C0PRODUCT1|A secret card|Slack didn’t say/);
  world.slack.invite(ELSEWHERE, HOLDING.userId);
  expect(await home()).toMatch(/<#C0PRODUCT1>[\s\S]*A secret card/);
});

const NOT_SAID = [
  { method: 'users.conversations', failure: { status: 429, retryAfter: 30 } },
  { method: 'users.conversations', failure: { status: 500 } },
] as const;

it.each([...NOT_SAID, { method: 'conversations.members', failure: { drop: true } } as const])(
  'nothing is posted, which is said, while Slack answers %j',
  async ({ method, failure }) => {
    world.slack.invite('C0DEVPAIN1', HOLDING.userId);
    world.slack.failNext(method, failure);
    expect(await share()).toBe(0);
    expect(JSON.stringify(world.slack.messages('C0DEVPAIN1'))).toContain('Can’t check who’s in that channel.');
  },
);

it.each(NOT_SAID)('Home shows nothing of it, and says so, while Slack answers %j', async ({ method, failure }) => {
  await world.store.subscriptions.save(HOLDING.orgId, ELSEWHERE, HOME.userId, PLAN);
  await addShare(world.store, HOLDING.orgId, aShare('A secret card', ELSEWHERE, HOME.userId));
  for (let call = 0; call < 4; call += 1) world.slack.failNext(method, failure);
  const shown = await home();
  expect(shown).not.toMatch(/C0PRODUCT1|A secret card/);
  expect(shown).toContain('Can’t check who can see 1 more digest. Look again in a minute.');
  expect(shown).toContain('Can’t check who can see 1 more shared card. Look again in a minute.');
});

it('one look at Home lists the person’s channels once, and the members of none', async () => {
  for (const channel of [ELSEWHERE, 'C0DEVPAIN1', 'C0RANDOM01'])
    await world.store.subscriptions.save(HOLDING.orgId, channel, HOME.userId, PLAN);
  await addShare(world.store, HOLDING.orgId, aShare('A secret card', ELSEWHERE, HOME.userId));
  expect(await home()).not.toMatch(/C0PRODUCT1|A secret card|Slack didn’t say/);
  const asked = world.slack.calls.map(({ method }) => method);
  expect(asked).toContain('conversations.info');
  expect(asked.filter((method) => /^users\.conversations|^conversations\.members/.test(method))).toEqual([
    'users.conversations',
  ]);
});

it('the channels of a person are listed in the workspace that they are in', async () => {
  await share();
  const asked = world.slack.calls.filter(({ method }) => method === 'users.conversations');
  expect(asked.map(({ body }) => body)).toMatchObject([{ user: HOLDING.userId, team_id: HOLDING.teamId }]);
  expect(asked[0]).not.toHaveProperty('error');
});
