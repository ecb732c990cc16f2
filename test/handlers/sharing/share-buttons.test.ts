import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../../support/service/fake-service.ts';
import { idOf, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';
import { aShare, beginShare } from '../../support/store/shares.ts';
import { pressForm, sendSigned } from '../../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const CHANNEL = 'C0DEVPAIN1';
const TEAM = 'T0PREVIEW01';
const ADA = 'U0ADALOVEL';
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const posted = () => world.slack.messages(CHANNEL).filter(({ ephemeralFor }) => ephemeralFor === undefined);
const press = (message: Message, actionId = 'share') => world.slack.press({ message, actionId });

describe('sharing', () => {
  it('posts the card once, with credit, and takes the button away', async () => {
    const list = await world.ask('trending');
    await press(list);
    const own = await world.slack.nextMessage(isPrivate);
    expect(posted().map(shown)).toEqual([
      expect.stringContaining('~ Shared by <@U0ADALOVEL>  ·  See all 7: `/pain trending`'),
    ]);
    expect(own.ts).toBe(list.ts);
    expect(buttonsOf(own).map(({ action }) => action)).not.toContain('share');
  });

  it('says that it is shared where its link can’t be kept', async () => {
    const list = await world.ask('trending');
    const { outbox } = world.store;
    const { change } = outbox;
    outbox.change = (workspaceId, message, changes) =>
      'link' in changes ? Promise.reject(new Error('database away')) : change(workspaceId, message, changes);
    await press(list);
    expect((await world.slack.nextMessage(isPrivate)).ts).toBe(list.ts);
    expect(posted()).toHaveLength(1);
  });

  it('leaves no picture in Slack when it can’t be written down that it is posted', async () => {
    const list = await world.ask('trending');
    const { outbox } = world.store;
    outbox.change = () => Promise.reject(new Error('database away'));
    await press(list);
    await world.slack.nextMessage(isPrivate);
    expect(posted()).toEqual([]);
    const files = world.slack.calls.map(({ method }) => method).filter((method) => method.startsWith('files.'));
    expect(files).toEqual(['files.getUploadURLExternal', 'files.completeUploadExternal', 'files.delete']);
  });

  it('formats numbers as the English text does, for somebody in Sweden and in a channel', async () => {
    world.service.plan('/api/dashboard/trending', {
      body: someSignals(1, { volume: 12_345, mentionsLastWindow: 12_345 }),
    });
    const list = await world.ask('trending');
    expect(shown(list)).toContain('12,345 mentions');
    await press(list);
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('12,345 mentions');
    expect(posted().map(shown)).toEqual([expect.stringContaining('12,345 mentions')]);
    await world.slack.runCommand({ text: 'trending', userId: 'U0GRACEHOP' });
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('12,345 mentions');
  });

  it('shares a signal too', async () => {
    const details = await world.press(await world.ask('trending'), 'details');
    await press(details);
    await world.slack.nextMessage(isPrivate);
    expect(posted().map(shown)).toEqual([expect.stringContaining('# OAuth refresh tokens')]);
  });

  it('asks the sharer first where another organization reads the channel, and posts once however often it is answered', async () => {
    const inPartners = () => world.slack.messages('C0PARTNERS').filter((each) => !isPrivate(each));
    await world.slack.runCommand({ text: 'trending', channelId: 'C0PARTNERS' });
    const list = await world.slack.nextMessage(isPrivate);
    await press(list);
    const question = await world.slack.nextMessage(isPrivate);
    expect(shown(question)).toContain(
      '*<#C0PARTNERS> is shared with another organization.* They’ll see what you post. Nothing has been posted yet.',
    );
    await press(list);
    const again = await world.slack.nextMessage(isPrivate);
    expect(inPartners()).toEqual([]);
    await press(question, 'share_again');
    await world.slack.nextMessage(isPrivate);
    await press(again, 'share_again');
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('Already shared');
    expect(inPartners()).toHaveLength(1);
  });

  it('asks the sharer before it is shared again where another organization reads the channel by now, and not again once they agreed', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { drop: true });
    await press(list);
    const missing = await world.slack.nextMessage(isPrivate);
    expect(shown(missing)).toContain('may or may not be in');
    world.slack.shareChannel(CHANNEL);
    await press(missing, 'share_again');
    const question = await world.slack.nextMessage(isPrivate);
    expect(shown(question)).toContain(`*<#${CHANNEL}> is shared with another organization.*`);
    expect(posted()).toEqual([]);
    world.slack.failNext('chat.postMessage', { drop: true });
    await press(question, 'share_again');
    const missingAgain = await world.slack.nextMessage(isPrivate);
    expect(shown(missingAgain)).toContain('may or may not be in');
    await press(missingAgain, 'share_again');
    await world.slack.nextMessage(isPrivate);
    expect(posted()).toHaveLength(1);
  });

  it('whose process died asks its sharer where another organization reads the channel by now', async () => {
    await beginShare(world.store, TEAM, aShare('k', CHANNEL, ADA));
    world.slack.shareChannel(CHANNEL);
    for (const _ of [1, 2]) {
      world.passTime(61_000);
      await world.runDueNow();
    }
    const own = () => world.slack.messages(CHANNEL).filter(isPrivate);
    expect(own().map(shown)).toEqual([expect.stringContaining('Nothing has been posted yet.')]);
    expect(posted()).toEqual([]);
    await press(own()[0] as Message, 'share_again');
    await world.idle();
    expect(posted()).toHaveLength(1);
  });

  it.each([
    { status: 429, error: 'ratelimited', retryAfter: 30 },
    { status: 500, error: 'internal_error' },
    { error: 'access_denied' },
    { drop: true } as const,
  ])('posts and announces nothing while Slack does not say who reads the channel: %j', async (failure) => {
    const inPartners = () => world.slack.messages('C0PARTNERS').filter((each) => !isPrivate(each));
    await world.slack.runCommand({ text: 'trending', channelId: 'C0PARTNERS' });
    const list = await world.slack.nextMessage(isPrivate);
    for (let call = 0; call < 6; call += 1) world.slack.failNext('conversations.info', failure);
    await press(list);
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('Can’t check who can see that channel.');
    await world.slack.runCommand({ text: 'watch oauth here', channelId: 'C0PARTNERS' });
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('Can’t check who can see that channel.');
    expect(inPartners()).toEqual([]);
  });

  it('tells a member of a private channel what Slack does not say', async () => {
    world.slack.invite('C0SECRET01');
    const request = { subject: { show: 'signal', id: idOf(1) }, attempt: 2, channel: 'C0SECRET01', note: 'Hi' };
    const share = async () => {
      const action = { type: 'button', block_id: 'b', action_ts: '1.0', action_id: 'share_again' };
      await sendSigned(world.address, pressForm({ actions: [{ ...action, value: JSON.stringify(request) }] }));
      return shown(await world.slack.nextMessage(isPrivate));
    };
    world.slack.failNext('users.conversations', { status: 429, retryAfter: 2 });
    expect(await share()).toContain('Can’t check who’s in that channel.');
    expect(world.slack.messages('C0SECRET01')).toEqual([]);
    expect(await share()).toContain('Shared in <#C0SECRET01>');
  });

  it.each(['share', 'send_to_me'])(
    '%s comes as soon as Slack is back when Slack took neither the card nor the word that it did not',
    async (actionId) => {
      const list = await world.ask(actionId === 'share' ? 'trending' : 'chart 01890a5d-ac96-774b-bcce-b302099a8057');
      const busy = { status: 429, error: 'ratelimited', retryAfter: 60 };
      for (const method of ['chat.postMessage', 'chat.postEphemeral', 'conversations.open', 'response_url'])
        world.slack.failNext(method, busy);
      await press(list, actionId);
      await world.idle();
      const arrived = () =>
        world.slack.messages(actionId === 'share' ? CHANNEL : `D${ADA.slice(1)}`).filter((each) => !isPrivate(each));
      expect(arrived()).toEqual([]);
      for (let minute = 0; minute < 4; minute += 1) {
        world.passTime(60_000);
        await world.runDueNow();
      }
      expect(arrived()).toHaveLength(1);
    },
  );

  it('posts once, however fast it is pressed', async () => {
    const list = await world.ask('trending');
    await Promise.all(Array.from({ length: 12 }, () => press(list)));
    await world.slack.nextMessage(isPrivate);
    await world.stopApp();
    expect(posted()).toHaveLength(1);
  });

  it('posts once, even when Back brings the button back', async () => {
    const list = await world.ask('trending');
    const details = await world.press(list, 'details');
    await press(details);
    const shared = await world.slack.nextMessage(isPrivate);
    const again = await world.press(await world.press(shared, 'back_to_list'), 'details');
    await press(again);
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('Already shared');
    expect(posted()).toHaveLength(1);
  });

  it('posts also where the app is no member, as the dialog does', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { error: 'not_in_channel' });
    await press(list);
    await world.slack.nextMessage(isPrivate);
    expect(posted()).toHaveLength(1);
  });

  it('says how to add the app where Slack takes neither, then works with the same button', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { error: 'not_in_channel' });
    world.slack.failNext('response_url', { error: 'no', status: 404 });
    await press(list);
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('/invite @painsignals');
    expect(posted()).toHaveLength(0);
    await press(list);
    await world.slack.nextMessage(isPrivate);
    expect(posted()).toHaveLength(1);
  });

  it.each(['please share number 1 here', 'post number 1 here', 'could you put 1 in here, please?'])(
    'posts at once where it was typed: %s',
    async (text) => {
      await world.ask('trending');
      await world.slack.runCommand({ userId: ADA, channelId: CHANNEL, text });
      await world.slack.nextMessage((message) => !isPrivate(message));
      expect(posted().map(shown)).toEqual([expect.stringContaining('# OAuth refresh tokens')]);
    },
  );

  it.each(['don’t share number 1 here', 'should I share number 1 here?'])(
    'posts nothing where sharing is only spoken of: %s',
    async (text) => {
      await world.ask('trending');
      expect(shown(await world.ask(text))).toContain('# OAuth refresh tokens');
      expect(posted()).toEqual([]);
    },
  );

  it('says of a typed share in a channel without the app that it is missing here', async () => {
    await world.ask('trending');
    world.slack.failNext('chat.postMessage', { error: 'channel_not_found' });
    world.slack.failNext('response_url', { error: 'no', status: 404 });
    await world.slack.runCommand({ userId: ADA, channelId: CHANNEL, text: 'share 1 here' });
    const told = await world.slack.nextMessage((message) => shown(message).includes('Not shared'));
    expect(shown(told)).toContain('The app isn’t in this channel. Type `/invite @painsignals`, then share again.');
  });

  it('says when Slack is busy, and posts nothing later', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { retryAfter: 30 });
    await press(list);
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('Slack is limiting messages');
    expect(posted()).toHaveLength(0);
  });

  it('asks the person to check an unconfirmed share, and sends it again only on request', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { drop: 'answer' });
    await press(list);
    const doubt = await world.slack.nextMessage(isPrivate);
    expect(shown(doubt)).toContain('may or may not be in <#C0DEVPAIN1>');
    await press(list);
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('may or may not be in <#C0DEVPAIN1>');
    expect(posted()).toHaveLength(1);
    await press(doubt, 'share_again');
    await world.slack.nextMessage(isPrivate);
    expect(posted()).toHaveLength(2);
  });

  it('whose process died before posting it is posted by the next process, once', async () => {
    await beginShare(world.store, TEAM, aShare('k', CHANNEL, ADA));
    await world.runDueNow();
    expect(posted()).toEqual([]);
    for (const _ of [1, 2]) {
      world.passTime(61_000);
      await world.runDueNow();
    }
    expect(posted().map(shown)).toEqual([expect.stringContaining('~ Shared by <@U0ADALOVEL>')]);
  });

  it('whose process died while posting it is told to the sharer as soon as Slack takes it, once', async () => {
    const share = await beginShare(world.store, TEAM, aShare('k', CHANNEL, ADA));
    await world.store.outbox.change(TEAM, share, { state: 'posting' });
    const told = () => world.slack.messages(CHANNEL).filter(isPrivate).map(shown);
    world.passTime(61_000);
    world.slack.failNext('chat.postEphemeral', { error: 'internal_error' });
    await world.runDueNow();
    expect(told()).toEqual([]);
    for (const _ of [1, 2]) {
      world.passTime(3_600_000);
      await world.runDueNow();
    }
    expect(told()).toEqual([expect.stringContaining('may or may not be in <#C0DEVPAIN1>')]);
    expect(posted()).toEqual([]);
  });

  it('pressed again while the outbox repeats it is posted once, and nobody is told that it failed', async () => {
    const card = await world.ask(`signal ${idOf(1)}`);
    for (const method of ['chat.postMessage', 'response_url', 'chat.postEphemeral', 'conversations.open'])
      world.slack.failNext(method, { status: 429, retryAfter: 30 });
    await press(card);
    await world.idle();
    expect(posted()).toEqual([]);
    const { outbox } = world.store;
    const { change } = outbox;
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    outbox.change = async (...given) => {
      outbox.change = change;
      reached.resolve();
      await held.promise;
      return change(...given);
    };
    world.passTime(20 * 60_000);
    const repeating = world.runDueNow();
    await reached.promise;
    await press(card);
    await expect.poll(() => posted().length).toBe(1);
    held.resolve();
    await repeating;
    await world.idle();
    const all = [CHANNEL, 'D0ADALOVEL'].flatMap((channelId) => world.slack.messages(channelId).map(shown));
    expect(all.filter((text) => text.includes('Not shared'))).toEqual([]);
    expect(posted()).toHaveLength(1);
  });

  it('is told after hours in which a proxy answered that Slack is away', async () => {
    const share = await beginShare(world.store, TEAM, aShare('k', CHANNEL, ADA));
    await world.store.outbox.change(TEAM, share, { state: 'posting' });
    const told = () => world.slack.messages(CHANNEL).filter(isPrivate).map(shown);
    const asked = (method: string) => world.slack.calls.filter((call) => call.method === method).length;
    const pass = async () => {
      world.passTime(3_600_000);
      await world.runDueNow();
    };
    const planned = { 'conversations.open': 0, 'chat.postEphemeral': 0 };
    for (let hour = 0; hour < 8; hour += 1) {
      for (const method of ['conversations.open', 'chat.postEphemeral'] as const) {
        if (planned[method] > asked(method)) continue;
        world.slack.failNext(method, { status: 503, error: 'x' });
        planned[method] += 1;
      }
      await pass();
    }
    expect(told()).toEqual([]);
    for (const _ of [1, 2, 3]) await pass();
    expect(told()).toEqual([expect.stringContaining('may or may not be in <#C0DEVPAIN1>')]);
  });

  it('is told later, when Slack did not even take the answer to the press', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { drop: 'answer' });
    for (const method of ['response_url', 'chat.postEphemeral', 'conversations.open'])
      world.slack.failNext(method, { status: 404, error: 'channel_not_found' });
    await press(list);
    await world.idle();
    const unconfirmed = () =>
      world.slack.messages(CHANNEL).filter((message) => shown(message).includes('may or may not be in'));
    expect(unconfirmed()).toEqual([]);
    world.passTime(61_000);
    await world.runDueNow();
    expect(unconfirmed()).toHaveLength(1);
  });

  it('posts text alone when Slack refuses the blocks', async () => {
    const list = await world.ask('trending');
    for (const _version of ['with its table and picture', 'with its table', 'with its rows', 'with rows and a table']) {
      world.slack.failNext('chat.postMessage', { error: 'invalid_blocks' });
    }
    await press(list);
    await world.slack.nextMessage(isPrivate);
    expect(posted()).toMatchObject([
      { blocks: [], text: expect.stringContaining('Trending signals: 1. Pain number 1') },
    ]);
  });

  it('lets the button be pressed again when the service failed', async () => {
    const list = await world.ask('trending');
    world.passTime(10 * 60_000);
    world.service.plan('/api/dashboard/trending', errorResponse(401, 'UNAUTHORIZED'));
    await press(list);
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('The API key doesn’t work');
    world.service.plan('/api/dashboard/trending', { body: someSignals(1) });
    await press(list);
    await world.slack.nextMessage(isPrivate);
    expect(posted()).toHaveLength(1);
  });
});
