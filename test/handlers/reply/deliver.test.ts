import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);
const ways = () =>
  world.slack.calls
    .filter(({ method }) => !['auth.test', 'users.info'].includes(method))
    .map(({ method, error }) => [method, error]);

describe('an answer', () => {
  it.each(['expired_url', 'used_url'])(
    'falls back to another channel when its response_url is dead (%s)',
    async (error) => {
      world.slack.failNext('response_url', { status: 404, error });
      const list = await world.ask('trending');
      expect(shown(list)).toContain('Trending: significant increases');
      expect(list.ephemeralFor).toBe('U0ADALOVEL');
      expect(ways()).toEqual([
        ['response_url', error],
        ['chat.postEphemeral', undefined],
      ]);
    },
  );

  it.each([
    ['invalid_blocks', 400],
    ['msg_blocks_too_long', 400],
    ['invalid_blocks', 200],
  ])('is sent as text alone when Slack refuses its blocks (%s, %i)', async (error, status) => {
    world.slack.failNext('response_url', { status, error });
    const list = await world.ask('trending');
    expect(list).toMatchObject({ blocks: [], text: expect.stringContaining('Trending signals: 1. Pain number 1') });
    expect(ways()).toEqual([
      ['response_url', error],
      ['response_url', undefined],
    ]);
  });

  it('is sent as text alone on the fallback channel too', async () => {
    world.slack.failNext('response_url', { status: 404, error: 'expired_url' });
    world.slack.failNext('chat.postEphemeral', { error: 'invalid_blocks' });
    expect(await world.ask('trending')).toMatchObject({ blocks: [] });
  });

  it('is not sent again while it is unconfirmed', async () => {
    world.slack.failNext('response_url', { drop: 'answer' });
    await world.ask('trending');
    await world.stopApp();
    expect(ways()).toEqual([
      ['response_url', 'dropped'],
      ['chat.postEphemeral', undefined],
    ]);
    const notice = await world.slack.nextMessage(({ text }) => text.startsWith('Slack didn’t confirm'));
    expect([notice.ephemeralFor, notice.text]).toEqual(['U0ADALOVEL', expect.stringContaining('ask again')]);
    expect(world.logs).toContainEqual(expect.objectContaining({ msg: 'answer unconfirmed by Slack' }));
  });

  it("is sent as a direct message where the app can't post", async () => {
    world.slack.failNext('response_url', { status: 404, error: 'used_url' });
    world.slack.failNext('chat.postEphemeral', { error: 'is_archived' });
    await world.slack.runCommand({ text: 'help' });
    expect((await world.slack.nextMessage()).channelId).toBe('D0ADALOVEL');
  });

  it('is sent as a direct message to who asks in a conversation of two people that the app isn’t in', async () => {
    world.slack.failNext('response_url', { status: 404, error: 'used_url' });
    for (const method of ['chat.postMessage', 'chat.postEphemeral'])
      world.slack.failNext(method, { error: 'channel_not_found' });
    await world.slack.runCommand({ text: 'help', channelId: 'D0ADALOVEL' });
    expect((await world.slack.nextMessage()).channelId).toBe('D0ADALOVEL');
    expect(ways().slice(-2)).toEqual([
      ['conversations.open', undefined],
      ['chat.postMessage', undefined],
    ]);
  });

  it("that can't be delivered is logged", async () => {
    world.slack.breakToken('account_inactive');
    world.slack.failNext('response_url', { status: 404, error: 'expired_url' });
    world.slack.failNext('chat.postEphemeral', { error: 'user_not_in_channel' });
    await world.slack.runCommand({ text: 'help' });
    await world.stopApp();
    expect(world.logs).toContainEqual(expect.objectContaining({ msg: 'answer not delivered' }));
  });

  it('does not use an expired response_url for an error either', async () => {
    world.service.plan('/api/dashboard/trending', {
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'no', path: '/' },
    });
    world.slack.failNext('response_url', { status: 404, error: 'expired_url' });
    expect(shown(await world.ask('trending'))).toContain('The API key doesn’t work.');
  });
});
