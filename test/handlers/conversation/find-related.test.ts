import type { Message } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import { someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { pressForm, sendSigned } from '../../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const CHANNEL = 'C0DEVPAIN1';
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const find = async (text: string, threadTs?: string) => {
  const message = await world.slack.say({ channelId: CHANNEL, text, ...(threadTs ? { threadTs } : {}) });
  await world.slack.runShortcut({ message, callbackId: FIND_RELATED });
  return { message, answer: await world.slack.nextMessage(isPrivate) };
};

describe('the shortcut "Find related pain"', () => {
  it('shows at most three signals with the words that matched, to the one who asked', async () => {
    const items = someSignals(5).map((signal) => ({
      ...signal,
      match: { relevance: 0.8, words: ['refresh token', 'refresh', 'logged out', 'session'], chunkId: null },
    }));
    world.service.plan('/api/signals/semantic-search', { body: { items } });
    const { answer } = await find(
      'Users are logged out when the *refresh token* rotates, see <https://x.example/a?b=1>',
    );
    expect(shown(answer)).toContain('# Related pain');
    expect(shown(answer).match(/In common: “refresh token”, “logged out”/g)).toHaveLength(6);
    expect(shown(answer)).not.toContain('elated word');
    const asked = world.service.asked.find((path) => path.includes('semantic-search'));
    expect(asked).toContain('limit=20');
    expect(asked).not.toContain('x.example');
  });

  it('reads a message that an app posted as blocks', async () => {
    const text = { type: 'mrkdwn', text: 'Checkout webhooks time out since the deploy' };
    const message = { ts: '1.0', text: '', blocks: [{ type: 'section', text }] };
    const press = { type: 'message_action', callback_id: FIND_RELATED, message, actions: undefined };
    await sendSigned(world.address, pressForm(press));
    await world.slack.nextMessage(isPrivate);
    expect(world.service.asked.join()).toContain('q=Checkout+webhooks+time+out+since+the+deploy');
  });

  it('reads a message that is an attachment alone', async () => {
    const attachments = [{ title: 'Alert 7', fields: [{ title: 'What', value: 'Payouts stall behind the queue' }] }];
    const message = { ts: '2.0', text: '', attachments };
    await sendSigned(
      world.address,
      pressForm({ type: 'message_action', callback_id: FIND_RELATED, message, actions: undefined }),
    );
    await world.slack.nextMessage(isPrivate);
    expect(world.service.asked.join()).toContain('q=Alert+7+What+Payouts+stall+behind+the+queue');
  });

  it('gives its signals numbers that a command takes', async () => {
    const [, second] = someSignals(3);
    const items = someSignals(3).map((signal) => ({
      ...signal,
      match: { relevance: 0.8, words: ['refresh token'], chunkId: null },
    }));
    world.service.plan('/api/signals/semantic-search', { body: { items } });
    const top = await world.slack.say({ channelId: CHANNEL, text: 'a thread of refresh tokens' });
    await find('my refresh token dies', top.ts);
    expect(shown(await world.ask('watch 2'))).toContain('Watching.');
    expect(world.service.asked).toContain(`/api/pain-signals/${second?.id}`);
  });

  it('inside a thread answers there, and shares there once', async () => {
    const top = await world.slack.say({ channelId: CHANNEL, text: 'a thread' });
    const items = someSignals(1).map((signal) => ({ ...signal, topic: 'Builds slow down' }));
    world.service.plan('/api/signals/semantic-search', { body: { items } });
    const { answer } = await find('why are all our builds so slow?', top.ts);
    expect(shown(answer)).toContain('In common: “builds”, “slow”');
    expect(answer.threadTs).toBe(top.ts);
    await Promise.all([1, 2, 3].map(() => world.slack.press({ message: answer, actionId: 'share' })));
    await world.slack.nextMessage(isPrivate);
    await world.stopApp();
    const shared = world.slack
      .messages(CHANNEL)
      .filter(({ threadTs, ephemeralFor, user }) => threadTs === top.ts && !ephemeralFor && user === 'U0PAINSIGNL');
    expect(shared).toHaveLength(1);
    expect(shown(shared[0] as Message)).toContain('Shared by <@U0ADALOVEL>');
    await world.close();
    world = await startWorld();
  });

  it('says that nothing is close, and offers the closest only where there is something', async () => {
    const [signal] = someSignals(1);
    const weak = { ...signal, match: { relevance: 0.3, words: ['lunch'], chunkId: null } };
    world.service.plan('/api/signals/semantic-search', { body: { items: [weak] } });
    const { answer } = await find('lunch at 12?');
    expect(shown(answer)).toContain('No signal is clearly about “lunch at 12?”');
    expect(shown(answer)).toContain('[Show the closest anyway]');
    world.service.plan('/api/signals/semantic-search', { body: { items: [] } });
    expect(shown((await find('who wants pizza on Friday?')).answer)).not.toContain('[Show the closest anyway]');
  });

  it.each(['🎉', '@grace', 'https://example.com/only/a/link', '12:30', ':tada: :tada:', '??'])(
    'asks the service nothing about “%s”',
    async (text) => {
      const before = world.service.asked.length;
      const { answer } = await find(text);
      expect(shown(answer)).toContain('too short');
      expect(world.service.asked).toHaveLength(before);
    },
  );
});
