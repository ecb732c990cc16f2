import type { DigestPlan } from '@pain-signals/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DIGEST_PREVIEW } from '#blocks/digest/digest-dialog.ts';
import { ACTION, type ActionId } from '#blocks/kit/buttons.ts';
import { SETTINGS_DIALOG, SETTINGS_INPUT } from '#blocks/settings/settings-dialog.ts';
import { SHARE_DIALOG, SHARE_INPUT } from '#blocks/sharing/share-dialog.ts';
import { WATCH_DIALOG, WATCH_INPUT } from '#blocks/watches/watch-dialog.ts';
import { idOf } from '../support/service/sample-signals.ts';
import { addShare, aShare } from '../support/store/shares.ts';
import { pressForm, sendSigned } from '../support/worlds/signed-request.ts';
import { startWorld, type World } from '../support/worlds/slack-world.ts';

/** What somebody sends in place of what a card or dialog of ours holds, in a request that Slack signs. */

const TEAM = 'T0PREVIEW01';
const CHANNEL = 'C0DEVPAIN1';
/** Private; Ada is in it and Ken is not. */
const PRIVATE = 'C0SECRET01';
const [ADA, KEN, GUEST] = ['U0ADALOVEL', 'U0KENTHOMP', 'U0GUESTGAB'];
const PLAN: DigestPlan = {
  ...{ weekday: 1, time: '09:00', zone: 'Etc/UTC', areas: [], types: [], length: 3 },
  ...{ quietWeeks: 'say', hasThread: true },
};

let world: World;
beforeEach(async () => {
  world = await startWorld();
  world.slack.invite(PRIVATE);
});
afterEach(() => world.close());

const send = async (userId: string, change: Record<string, unknown>) => {
  const user = { id: userId, username: 'x', team_id: TEAM };
  const response = await sendSigned(world.address, pressForm({ user, ...change }));
  await world.idle();
  return response.text();
};
const press = (userId: string, actionId: ActionId, value: string, change: Record<string, unknown> = {}) =>
  send(userId, {
    actions: [{ type: 'button', block_id: 'b', action_ts: '1.0', action_id: actionId, value }],
    ...change,
  });
const submit = (userId: string, callbackId: string, metadata: unknown, inputs: Record<string, object> = {}) => {
  const values = Object.fromEntries(Object.entries(inputs).map(([name, state]) => [name, { [name]: state }]));
  const view = { id: 'V1', type: 'modal', callback_id: callbackId, blocks: [], state: { values } };
  const private_metadata = typeof metadata === 'string' ? metadata : JSON.stringify(metadata);
  return send(userId, { type: 'view_submission', view: { ...view, private_metadata }, actions: undefined });
};
const calls = (method: string) => world.slack.calls.filter((call) => call.method === method);

describe('the channel of a card', () => {
  const request = { subject: { show: 'signal', id: idOf(1) }, attempt: 2, channel: PRIVATE, note: 'Hi' };
  const inPrivate = () => world.slack.messages(PRIVATE).filter(({ ephemeralFor }) => ephemeralFor === undefined).length;

  it('is one the sharer is in, whatever a button says', async () => {
    await press(KEN, ACTION.shareAgain, JSON.stringify(request));
    expect(inPrivate()).toBe(0);
    await press(ADA, ACTION.shareAgain, JSON.stringify(request));
    expect(inPrivate()).toBe(1);
  });

  it('is one the sharer is in, whatever a dialog says', async () => {
    const origin = { request: { ...request, attempt: 1 }, channelId: CHANNEL, threadTs: null, messageTs: null };
    const chosen = { [SHARE_INPUT.channel]: { selected_conversation: PRIVATE } };
    await submit(KEN, SHARE_DIALOG, origin, chosen);
    expect(inPrivate()).toBe(0);
    await submit(ADA, SHARE_DIALOG, origin, chosen);
    expect(inPrivate()).toBe(1);
  });

  it('is not somebody else’s conversation with the app', async () => {
    await press(KEN, ACTION.shareAgain, JSON.stringify({ ...request, channel: 'D0ADALOVEL' }));
    expect(world.slack.messages('D0ADALOVEL')).toEqual([]);
    await press(ADA, ACTION.shareAgain, JSON.stringify({ ...request, channel: 'D0ADALOVEL' }));
    expect(world.slack.messages('D0ADALOVEL')).toHaveLength(1);
  });

  it('gets a digest only from who is in it, and tells nobody else about it', async () => {
    const draft = { channelId: PRIVATE, plan: PLAN };
    const digest = () => world.store.subscriptions.ofChannel(TEAM, PRIVATE);
    await submit(KEN, DIGEST_PREVIEW, draft);
    expect(await digest()).toBeNull();
    await submit(ADA, DIGEST_PREVIEW, draft);
    expect(await digest()).toMatchObject({ ownerId: ADA });

    const told = () => world.slack.messages(CHANNEL).filter(({ ephemeralFor }) => ephemeralFor === KEN);
    await press(KEN, ACTION.digest, JSON.stringify({ show: 'digest', channelId: PRIVATE }));
    await press(KEN, ACTION.digestHistory, (await digest())?.id ?? '');
    expect(told().map(({ text }) => text)).toEqual(told().map(() => expect.stringContaining('not in that channel')));
    // The first is of the dialog, which is gone.
    expect(told()).toHaveLength(3);
  });

  it('gets a watch only from who is in it', async () => {
    await world.slack.runCommand({ userId: KEN, channelId: CHANNEL, text: `watch ${idOf(1)}` });
    await world.idle();
    const own = () => world.store.watches.list(TEAM, { ownerId: KEN, channelId: null });
    const inputs = {
      [WATCH_INPUT.when]: { selected_option: { value: 'growth' } },
      [WATCH_INPUT.level]: { value: '50' },
      [WATCH_INPUT.target]: { selected_option: { value: 'channel' } },
      [WATCH_INPUT.channel]: { selected_conversation: PRIVATE },
      [WATCH_INPUT.quiet]: { selected_option: { value: 'never' } },
      [WATCH_INPUT.most]: { selected_option: { value: '3' } },
    };
    await submit(KEN, WATCH_DIALOG, (await own())[0]?.id ?? '', inputs);
    expect(inPrivate()).toBe(0);
    expect((await own()).map(({ channelId }) => channelId)).toEqual([null]);
  });
});

describe('the name of a sharer in a button', () => {
  const pressDelete = (userId: string, ts: string, value = userId) =>
    press(userId, ACTION.deleteShared, value, {
      container: { type: 'message', message_ts: ts, channel_id: CHANNEL, is_ephemeral: false },
    });

  it('deletes nobody else’s card, nor one that was never shared', async () => {
    await addShare(world.store, TEAM, aShare('k', CHANNEL, ADA), '1700000000.000100');
    const { id } = await world.store.subscriptions.save(TEAM, CHANNEL, ADA, PLAN);
    const digest = {
      kind: 'digest',
      sourceId: id,
      key: 'd',
      channelId: CHANNEL,
      ownerId: null,
      state: 'confirmed',
    } as const;
    await world.store.outbox.add(TEAM, { ...digest, ts: '1700000000.000200', freeAt: null } as never);
    await pressDelete(KEN, '1700000000.000100');
    await pressDelete(KEN, '1700000000.000200');
    expect(calls('chat.delete')).toEqual([]);
    await pressDelete(ADA, '1700000000.000100');
    expect(calls('chat.delete')).toHaveLength(1);
  });

  it('deletes no other message by the key of a share of one’s own', async () => {
    const [withTs, withoutTs] = ['a'.repeat(64), 'b'.repeat(64)];
    await addShare(world.store, TEAM, aShare(withTs, CHANNEL, KEN), '1700000000.000100');
    await addShare(world.store, TEAM, aShare(withoutTs, CHANNEL, KEN), null);
    // A message in a digest's thread, and one that nothing is known about.
    const inThread = { thread_ts: '1700000000.000200', message_ts: '1700000000.000210' };
    for (const key of [withTs, withoutTs])
      await press(KEN, ACTION.deleteShared, `${KEN} ${key}`, {
        container: { type: 'message', channel_id: CHANNEL, is_ephemeral: false, ...inThread },
      });
    await pressDelete(KEN, '1700000000.000220', `${KEN} ${withTs}`);
    expect(calls('chat.delete')).toEqual([]);
    await pressDelete(KEN, '1700000000.000230', `${KEN} ${withoutTs}`);
    expect(calls('chat.delete')).toHaveLength(1);
  });

  it('deletes nobody else’s answer in a thread', async () => {
    const answer = { channelId: CHANNEL, ts: '1700000000.000300', userId: ADA };
    await world.store.outbox.rememberAnswer(TEAM, answer);
    await pressDelete(KEN, answer.ts);
    await pressDelete(KEN, '1700000000.000400');
    expect(calls('chat.delete')).toEqual([]);
    await pressDelete(ADA, answer.ts);
    expect(calls('chat.delete')).toHaveLength(1);
  });
});

describe('the managers in the settings dialog', () => {
  const settings = { defaultArea: null, defaultChannelId: null, managerIds: [], setUpBy: 'members' };
  const thousands = { selected_users: Array.from({ length: 3_000 }, (_, at) => `U${at}`) };

  it('are looked up for managers alone, and not by the thousand', async () => {
    expect(await submit(GUEST, SETTINGS_DIALOG, settings, { [SETTINGS_INPUT.managers]: thousands })).toContain(
      'Saving',
    );
    expect(calls('users.info').length).toBeLessThan(3);
    const answer = await submit('U0GRACEHOP', SETTINGS_DIALOG, settings, { [SETTINGS_INPUT.managers]: thousands });
    expect(JSON.parse(answer)).toMatchObject({ errors: { [SETTINGS_INPUT.managers]: 'Choose at most 100 people.' } });
    expect(calls('users.info').length).toBeLessThan(4);
  });
});
