import type { Message, View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DIGEST_INPUT } from '#blocks/digest/digest-dialog.ts';
import { SETTINGS_INPUT } from '#blocks/settings/settings-dialog.ts';
import { SHARE_INPUT } from '#blocks/sharing/share-dialog.ts';
import { idOf, someExcerpts } from '../support/service/sample-signals.ts';
import { cardText } from '../support/slack/card-text.ts';
import { eventBody, newTrigger, pressForm, sendSigned } from '../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const TEAM = 'T0PREVIEW01';
const ADMIN = 'U0GRACEHOP';
const CHANNEL = 'C0DEVPAIN1';
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const messages = () => world.slack.messages(CHANNEL);
const posted = () => messages().filter(({ ephemeralFor }) => ephemeralFor === undefined);
const JSON_BODY = { contentType: 'application/json' };

/** Sends the same request three times, two of them at once, as Slack does when it got no answer. Each is signed again. */
async function sendThrice(body: string, signing = {}) {
  const now = Math.floor(Date.now() / 1_000);
  const send = (at: number) => sendSigned(world.address, body, { ...signing, at });
  const both = await Promise.all([send(now - 3), send(now - 2)]);
  const statuses = [...both, await send(now - 1)].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200]);
  await world.idle();
}

const commandForm = (text: string) =>
  new URLSearchParams({
    command: '/pain',
    text,
    team_id: 'T0PREVIEW01',
    user_id: 'U0ADALOVEL',
    channel_id: CHANNEL,
    trigger_id: newTrigger(),
  }).toString();

describe('what Slack sends again is answered once:', () => {
  it('a command', async () => {
    await sendThrice(commandForm('trending'));
    expect(messages()).toHaveLength(1);
  });

  it('a press', async () => {
    await sendThrice(pressForm({}));
    expect(messages()).toHaveLength(1);
  });

  it('a mention', async () => {
    const event = { type: 'app_mention', user: 'U0ADALOVEL', channel: CHANNEL, ts: '1700000000.000100' };
    await sendThrice(eventBody({ ...event, text: '<@U0PAINSIGNL> what is rising?' }), JSON_BODY);
    expect(world.slack.calls.filter(({ method }) => method === 'chat.postMessage')).toHaveLength(1);
  });
});

describe('of one message there is one answer:', () => {
  /** Said where the app doesn't hear it, so that the test decides what Slack tells of it. */
  const unheard = async (channelId = CHANNEL) => {
    const { ts } = await world.slack.say({ channelId, text: 'not heard by the app' });
    return { type: 'app_mention', user: 'U0ADALOVEL', channel: channelId, ts, text: '<@U0PAINSIGNL> top 3' };
  };
  const edited = { text: '<@U0PAINSIGNL> top 5', edited: { user: 'U0ADALOVEL', ts: '1700000060.000000' } };
  const send = async (event: Record<string, unknown>) => {
    await sendSigned(world.address, eventBody(event), JSON_BODY);
    await world.idle();
  };
  const answersTo = ({ ts, channel }: { ts: string; channel: string }) =>
    world.slack.messages(channel).filter((message) => message.threadTs === ts && message.user === 'U0PAINSIGNL');

  it('a mention that is edited, which Slack sends as a new one, also a day later', async () => {
    const mention = await unheard();
    await send(mention);
    await send({ ...mention, ...edited });
    world.passTime(24 * 3_600_000);
    await send({ ...mention, ...edited });
    expect(answersTo(mention)).toHaveLength(1);
  });

  it('a message that mentions the app only since it was edited', async () => {
    const mention = { ...(await unheard()), ...edited };
    await send(mention);
    expect(answersTo(mention)).toHaveLength(1);
  });

  it('two messages in one channel get one each', async () => {
    const mentions = [await unheard(), await unheard()];
    for (const mention of mentions) await send(mention);
    expect(mentions.map((mention) => answersTo(mention).length)).toEqual([1, 1]);
  });

  it('what Slack tells of a message and the app does not answer takes nothing from it', async () => {
    const mention = await unheard();
    await send({ ...mention, user: undefined, subtype: 'message_changed' });
    await send(mention);
    expect(answersTo(mention)).toHaveLength(1);
  });

  it('a reply that is also sent to the channel, however often Slack says so', async () => {
    const top = await unheard();
    const reply = { ...(await unheard()), thread_ts: top.ts };
    await send({ ...reply, subtype: 'thread_broadcast' });
    await send(reply);
    expect(answersTo(top)).toHaveLength(1);
  });
});

describe('pressed twice within a second', () => {
  /** Two presses of a person, each with a trigger of its own. */
  const pressTwice = async (message: Message, actionId: string) => {
    await Promise.all([world.slack.press({ message, actionId }), world.slack.press({ message, actionId })]);
    await world.idle();
  };

  it('Share and Delete do once what they say, and the second Delete tells that it is done', async () => {
    await pressTwice(await world.ask('top'), 'share');
    const [card] = posted();
    expect(posted()).toHaveLength(1);
    await pressTwice(card as Message, 'delete_shared');
    expect(posted()).toEqual([]);
    const said = messages().filter(isPrivate).map(shown);
    expect(said.filter((text) => text.includes('already deleted'))).toHaveLength(1);
    expect(said.join()).not.toContain('Couldn’t delete');
    expect(await world.store.forWorkspace('T0PREVIEW01').shares.recent(5)).toEqual([]);
  });

  it('Show it here posts one picture', async () => {
    await pressTwice(await world.ask('chart 01890a5d-ac96-774b-bcce-b302099a8057'), 'show_here');
    expect(posted()).toHaveLength(1);
  });

  it('Send it to me sends one', async () => {
    await pressTwice(await world.ask('chart 01890a5d-ac96-774b-bcce-b302099a8057'), 'send_to_me');
    expect(world.slack.messages('D0ADALOVEL')).toHaveLength(1);
  });

  it('Mute mutes once, for as long as the first press said, and one list shows it', async () => {
    await world.ask('watch oauth');
    const message = await world.ask('watches');
    const [watch] = await world.store.watches.list(TEAM, { ownerId: 'U0ADALOVEL', channelId: null });
    const mute = { message, actionId: 'mute_watch', selectedOption: `week ${watch?.id}` };
    await Promise.all([world.slack.press(mute), world.slack.press(mute)]);
    await world.idle();
    const said = messages()
      .filter(isPrivate)
      .map(shown)
      .filter((text) => text.includes('No alerts for'));
    expect(said).toHaveLength(1);
    const untils = [...(said[0] ?? '').matchAll(/[Uu]ntil <!date\^(\d+)/g)].map(([, until]) => until);
    expect(new Set(untils).size).toBe(1);
  });

  it('Stop ends a watch without an error', async () => {
    await pressTwice(await world.ask('watch oauth'), 'stop_watch');
    const said = messages().filter(isPrivate).map(shown).join();
    expect(said).toContain('This watch no longer exists.');
    expect(said).not.toContain('went wrong');
    expect(await world.store.watches.list('T0PREVIEW01', { ownerId: 'U0ADALOVEL', channelId: null })).toEqual([]);
  });
});

it('a quote is hidden once, however fast Hide is pressed, and both presses are shown that', async () => {
  world.service.quote(someExcerpts(3));
  await world.slack.runCommand({ text: `evidence ${idOf(1)}`, userId: ADMIN });
  const message = await world.slack.nextMessage(isPrivate);
  await world.slack.press({ message, actionId: 'read_quote', userId: ADMIN });
  const { id: viewId } = await world.slack.nextView((view) => JSON.stringify(view).includes('Hide this post'));
  const hide = { viewId, actionId: 'hide_quote', userId: ADMIN };
  await Promise.all([world.slack.press(hide), world.slack.press(hide)]);
  await world.idle();
  expect(JSON.stringify(world.slack.views(ADMIN))).toContain('Hidden in this workspace');
  expect((await world.store.settings.changes(TEAM)).map(({ setting, times }) => [setting, times])).toEqual([
    ['quote', 1],
  ]);
});

describe('sent from a dialog twice at once', () => {
  const has = (text: string) => (view: View) => JSON.stringify(view).includes(text);
  const submitTwice = async (view: View, values: Parameters<World['slack']['submitView']>[1]) => {
    await Promise.all([world.slack.submitView(view.id, values), world.slack.submitView(view.id, values)]);
    await world.idle();
  };

  it('a share is posted once', async () => {
    await world.slack.press({ message: await world.ask('top'), actionId: 'share_to' });
    const dialog = await world.slack.nextView(has('Pain number 1'));
    await submitTwice(dialog, { [SHARE_INPUT.channel]: { [SHARE_INPUT.channel]: 'C0PRODUCT1' } });
    expect(world.slack.messages('C0PRODUCT1').filter((message) => !isPrivate(message))).toHaveLength(1);
  });

  it('settings are noted once in the log of changes', async () => {
    await world.slack.runCommand({ userId: ADMIN, text: 'settings' });
    const dialog = await world.slack.nextView(has(SETTINGS_INPUT.area));
    await submitTwice(dialog, { [SETTINGS_INPUT.area]: { [SETTINGS_INPUT.area]: 'AUTH_IDENTITY' } });
    expect(await world.store.settings.changes('T0PREVIEW01')).toHaveLength(1);
  });

  it('a digest is set up once', async () => {
    await world.slack.runCommand({ userId: ADMIN, text: 'digest' });
    const card = await world.slack.nextMessage(isPrivate);
    await world.slack.press({ message: card, actionId: 'set_up_digest', userId: ADMIN });
    await submitTwice(await world.slack.nextView(has(DIGEST_INPUT.weekday)), {});
    await submitTwice(await world.slack.nextView(has('will get it')), {});
    expect(await world.store.subscriptions.list('T0PREVIEW01')).toHaveLength(1);
  });
});
