import { type DigestPlan, SUBCOMMANDS } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { COMPARE_DIALOG } from '#blocks/compare/compare-dialog.ts';
import { DIGEST_DIALOG, DIGEST_PREVIEW } from '#blocks/digest/digest-dialog.ts';
import { ACTION } from '#blocks/kit/buttons.ts';
import { CONNECT_DIALOG, KEY_INPUT } from '#blocks/settings/connect-dialog.ts';
import { SETTINGS_DIALOG, SETTINGS_INPUT } from '#blocks/settings/settings-dialog.ts';
import { SHARE_DIALOG } from '#blocks/sharing/share-dialog.ts';
import { SEARCH_DIALOG } from '#blocks/signals/search-dialog.ts';
import { WATCH_DIALOG } from '#blocks/watches/watch-dialog.ts';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import { mayManageDigest } from '#handlers/permissions.ts';
import { API_KEY } from '../support/service/fake-service.ts';
import { idOf } from '../support/service/sample-signals.ts';
import { eventBody, newTrigger, pressForm, sendSigned } from '../support/worlds/signed-request.ts';
import { startWorld, type World } from '../support/worlds/slack-world.ts';

const TEAM = 'T0PREVIEW01';
const CHANNEL = 'C0DEVPAIN1';
const OWNER = 'U0KENTHOMP';
const SIGNAL_URL = 'https://pain.example/signals/{id}';
const JSON_BODY = { contentType: 'application/json' };

const PEOPLE = {
  member: 'U0GRACEHOP',
  guest: 'U0GUESTGAB',
  stranger: 'U0STRANGER',
  bot: 'UWORKFLOW',
  'somebody whom Slack doesn’t know': 'U0NOBODY00',
};
const SLACK = {
  'answers well': null,
  fails: { error: 'internal_error' },
  'asks for a pause': { status: 429, error: 'ratelimited', retryAfter: 30 },
  'never answers': { hangs: true },
} as const;

/** What a member has set up before: a digest and a watch. */
async function setUp({ store, slack, idle }: World) {
  const plan: DigestPlan = {
    ...{ weekday: 1, time: '09:00', zone: 'Etc/UTC', areas: [], types: [], length: 3 },
    ...{ quietWeeks: 'say', hasThread: true },
  };
  const { id: digestId } = await store.subscriptions.save(TEAM, CHANNEL, OWNER, plan);
  await slack.runCommand({ userId: OWNER, channelId: CHANNEL, text: `watch ${idOf(1)}` });
  await idle();
  const [watch] = await store.watches.list(TEAM, { ownerId: OWNER, channelId: null });
  return { digestId, watchId: watch?.id ?? '' };
}

async function storedIn({ store }: World) {
  const { settings, digests, outbox: _, apiKeys, hiddenEvidence, shares } = store.forWorkspace(TEAM);
  return JSON.stringify([
    ...[await settings.get(), await settings.changes(), await digests.list(), await apiKeys.describe()],
    ...[await store.watches.list(TEAM, { ownerId: OWNER, channelId: CHANNEL }), [...(await hiddenEvidence.ids())]],
    ...[await shares.recent(50), await store.watches.list(TEAM, { ownerId: PEOPLE.member, channelId: null })],
  ]);
}

const QUERY = '{"show":"trending","limit":3,"page":0}';
const SHARED = '{"subject":{"show":"top","metric":"score","limit":3,"page":0},"attempt":1}';

/** Every command, button, dialog, shortcut and event, from this person. */
async function doEverything(world: World, userId: string, { digestId, watchId }: Awaited<ReturnType<typeof setUp>>) {
  const { address } = world;
  const from = { user: { id: userId, username: 'x', team_id: TEAM } };
  const sendPress = (change: Record<string, unknown>) => sendSigned(address, pressForm({ ...from, ...change }));
  for (const { example } of [...SUBCOMMANDS, { example: `watch ${idOf(2)}` }]) {
    const form = { command: '/pain', text: example, team_id: TEAM, user_id: userId, channel_id: CHANNEL };
    await sendSigned(address, new URLSearchParams({ ...form, trigger_id: newTrigger() }).toString());
  }
  for (const id of Object.values(ACTION)) {
    const value = /digest/.test(id)
      ? digestId
      : /watch/.test(id)
        ? watchId
        : /share|show_here|send_to/.test(id)
          ? SHARED
          : QUERY;
    const selected_option = { value: `week ${watchId}` };
    const action = { type: 'button', block_id: 'b', action_ts: '1.0', action_id: id, value, selected_option };
    await sendPress({ actions: [id === ACTION.watchMute ? action : { ...action, selected_option: undefined }] });
  }
  const values = {
    [KEY_INPUT]: { [KEY_INPUT]: { value: API_KEY } },
    [SETTINGS_INPUT.area]: { [SETTINGS_INPUT.area]: { selected_option: { value: 'AUTH_IDENTITY' } } },
  };
  for (const callback_id of [
    ...[SHARE_DIALOG, DIGEST_DIALOG, DIGEST_PREVIEW, CONNECT_DIALOG, SETTINGS_DIALOG, SEARCH_DIALOG],
    ...[COMPARE_DIALOG, WATCH_DIALOG],
  ]) {
    const view = { id: 'V1', type: 'modal', callback_id, blocks: [], private_metadata: watchId, state: { values } };
    await sendPress({ type: 'view_submission', view, actions: undefined, container: undefined });
  }
  const message = { ts: '1.0', text: 'Users are logged out when the refresh token rotates', user: OWNER };
  await sendPress({ type: 'message_action', callback_id: FIND_RELATED, message, actions: undefined });
  const events = [
    { type: 'app_mention', channel: CHANNEL, ts: '1700000000.000100', text: '<@U0PAINSIGNL> what is rising?' },
    { type: 'message', channel: `D${userId.slice(1)}`, channel_type: 'im', ts: '1.1', text: 'what is rising?' },
    { type: 'app_home_opened', channel: `D${userId.slice(1)}`, tab: 'home' },
    {
      ...{ type: 'link_shared', channel: CHANNEL, message_ts: '1.1' },
      links: [{ url: SIGNAL_URL.replace('{id}', idOf(1)), domain: 'pain.example' }],
    },
  ];
  for (const event of events) await sendSigned(address, eventBody({ user: userId, ...event }), JSON_BODY);
  await world.idle();
}

describe.each(Object.entries(SLACK))('while Slack %s about who somebody is,', (state, failure) => {
  it.concurrent.each(Object.entries(PEOPLE))('a %s', async (who, userId) => {
    const world = await startWorld({ signalUrl: SIGNAL_URL });
    const known = await setUp(world);
    for (let call = 0; call < 200 && failure !== null; call += 1) world.slack.failNext('users.info', failure);
    const before = await storedIn(world);
    const asked = world.service.asked.length;
    await doEverything(world, userId, known);
    const mayAct = who === 'member' && state === 'answers well';
    expect(world.service.asked.length > asked).toBe(mayAct);
    expect((await storedIn(world)) !== before).toBe(mayAct);
    const posted = world.slack.messages(CHANNEL).filter((message) => message.ephemeralFor === undefined);
    expect(posted.length > 0).toBe(mayAct);
    await world.close();
  });
});

it.each([
  ['member', true],
  ['outsider', false],
  ['unknown', false],
] as const)('the owner of a digest who is now: %s, may manage it: %s', async (standing, may) => {
  const settings = { mayChange: async () => false };
  const deps = { settings, standingOf: async () => standing } as unknown as Parameters<typeof mayManageDigest>[0];
  const digest = { ownerId: OWNER } as Parameters<typeof mayManageDigest>[1];
  expect(await mayManageDigest(deps, digest, OWNER)).toBe(may);
});
