import type { Message } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultResponse } from '../../support/service/fake-service.ts';
import { aSignal } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { eventBody, sendSigned } from '../../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const CHANNEL = 'C0PRODUCT1';
const DIRECT = 'D0ADALOVEL';
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const say = async (text: string, more: { channelId?: string; threadTs?: string; userId?: string } = {}) => {
  const said = await world.slack.say({ channelId: CHANNEL, text, ...more });
  return { said, answer: await world.slack.nextMessage() };
};

const JSON_BODY = { contentType: 'application/json' };
const answers = () => world.slack.messages(CHANNEL).filter(({ user }) => user === 'U0PAINSIGNL').length;

/** A message event as Slack sends it. */
async function mentionEvent(text: string) {
  const { ts } = await world.slack.say({ channelId: CHANNEL, text: 'not heard by the app' });
  return { type: 'app_mention', user: 'U0ADALOVEL', text, ts, channel: CHANNEL };
}

describe('a mention', () => {
  it('is answered in its thread, for everybody, with its interpretation', async () => {
    const { said, answer } = await say('@Pain Signals what is rising in auth?');
    expect(answer).toMatchObject({ channelId: CHANNEL, threadTs: said.ts });
    expect(answer.ephemeralFor).toBeUndefined();
    expect(shown(answer)).toContain('Understood as: *rising · Auth &amp; identity*');
    expect(shown(answer)).toContain('To follow up here, mention @painsignals again.');
    expect(shown((await say('@painsignals top 3', { threadTs: said.ts })).answer)).not.toContain('To follow up');
    expect(shown(answer)).toContain('Asked by <@U0ADALOVEL>');
    expect(world.service.asked.some((path) => path.includes('macroArea=AUTH_IDENTITY'))).toBe(true);
  });

  it('that is not understood is searched for, and offers what it may have meant', async () => {
    const { answer } = await say('@painsignals zap over to 5 zork');
    expect(shown(answer)).toMatch(/\[Did you mean: \w+ 5\?\]/);
    expect(shown((await say('@painsignals why do builds hang on arm?')).answer)).not.toContain('Did you mean');
  });

  it('is answered in its thread after Slack asked the app to slow down', async () => {
    for (const retryAfter of [3, 30])
      world.slack.failNext('chat.postMessage', { status: 429, error: 'ratelimited', retryAfter });
    const { said, answer } = await say('@painsignals what is trending?');
    expect(answer).toMatchObject({ channelId: CHANNEL, threadTs: said.ts });
    expect(answer.ephemeralFor).toBeUndefined();
  });

  it('inside a thread is answered there, and its numbers count for everybody there', async () => {
    const top = await world.slack.say({ channelId: CHANNEL, text: 'what do we build?' });
    await say('@painsignals top 4', { threadTs: top.ts });
    const { answer } = await say('@painsignals show evidence for 2', { threadTs: top.ts, userId: 'U0GRACEHOP' });
    expect(answer.threadTs).toBe(top.ts);
    expect(shown(answer)).toContain('# Evidence');
    expect(shown(answer)).toContain('Understood as: *evidence · number 2*');
    await world.slack.runCommand({ channelId: CHANNEL, text: 'watch 3' });
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('Watching.');
  });

  it.each([
    ['how has 2 changed over 90 days?', '90 days'],
    ['tell us when 2 grows over 100%', 'Watching.'],
  ])('knows the numbers of the list that its writer saw last in the channel (%s)', async (words, says) => {
    await world.slack.runCommand({ channelId: CHANNEL, text: 'top 3' });
    await world.slack.nextMessage(isPrivate);
    const said = await world.slack.say({ channelId: CHANNEL, text: 'so many of them' });
    expect(shown((await say(`@painsignals ${words}`)).answer)).toContain(says);
    expect(shown((await say(`@painsignals ${words}`, { threadTs: said.ts })).answer)).toContain(
      says === 'Watching.' ? 'Already watching.' : says,
    );
  });

  it('that is not understood becomes a semantic search and says so; without words it gets the help', async () => {
    const { answer } = await say('@painsignals why do logins break on mobile?');
    expect(shown(answer)).toContain('# “why do logins break on mobile?”');
    expect(shown((await say('@painsignals')).answer)).toContain('# Try these');
  });

  it('is corrected in place by the person who asked, and privately by others', async () => {
    const { answer } = await say('@painsignals top bugs about oauth');
    await world.slack.press({ message: answer, actionId: 'correct_reading', userId: 'U0GRACEHOP' });
    const beside = await world.slack.nextMessage();
    expect(beside).toMatchObject({ ephemeralFor: 'U0GRACEHOP', threadTs: answer.threadTs });
    await world.slack.press({ message: answer, actionId: 'correct_reading', userId: 'U0ADALOVEL' });
    const corrected = await world.slack.nextMessage();
    expect(corrected.ts).toBe(answer.ts);
    expect(shown(corrected)).toContain('# “@painsignals top bugs about oauth”'.replace('@painsignals ', ''));
  });

  it('stays as it is for everybody when its writer searches names instead', async () => {
    const items = [aSignal({ topic: 'Builds are slow on Windows' })];
    const body = { items, page: 0, size: 20, totalItems: 1, totalPages: 1 };
    world.service.plan('/api/signals/semantic-search', { body });
    const { answer } = await say('@painsignals why are builds slow on windows?');
    await world.slack.press({ message: answer, actionId: 'search_instead', userId: 'U0ADALOVEL' });
    const names = await world.slack.nextMessage();
    expect(names).toMatchObject({ ephemeralFor: 'U0ADALOVEL', threadTs: answer.threadTs });
    expect(shown(names)).toContain('“builds slow on windows”');
    const kept = world.slack.messages(CHANNEL).find(({ ts }) => ts === answer.ts);
    expect(kept && shown(kept)).toBe(shown(answer));
  });

  it('that Slack sends again is answered once', async () => {
    const body = eventBody(await mentionEvent('<@U0PAINSIGNL> top'));
    const before = answers();
    await sendSigned(world.address, body, JSON_BODY);
    await world.slack.nextMessage();
    await sendSigned(world.address, JSON.stringify({ ...JSON.parse(body), event_time: 1 }), JSON_BODY);
    await say('@painsignals help');
    expect(answers() - before).toBe(2);
  });

  it.each([
    ['a bot', { bot_id: 'B0OTHER' }],
    ['an edit', { subtype: 'message_changed' }],
    ['a bot, from a thread to the channel', { subtype: 'thread_broadcast', bot_id: 'B0OTHER' }],
    ['nobody', { user: undefined }],
  ])('by %s is not answered', async (_who, change) => {
    const event = await mentionEvent('<@U0PAINSIGNL> top');
    const before = answers();
    const { status } = await sendSigned(world.address, eventBody({ ...event, ...change }), JSON_BODY);
    expect(status).toBe(200);
    await say('@painsignals help');
    expect(answers() - before).toBe(1);
  });

  it("from an outsider does not use the workspace's key", async () => {
    const event = { ...(await mentionEvent('<@U0PAINSIGNL> top 9')), user_team: 'T0STRANGERS' };
    await sendSigned(world.address, eventBody(event), JSON_BODY);
    expect(shown(await world.slack.nextMessage())).toContain('Only full members of this workspace');
  });
});

describe('a direct message', () => {
  it('is answered in the conversation, whose buttons change the answer in place', async () => {
    const { answer } = await say('what is trending?', { channelId: DIRECT });
    expect(answer.ephemeralFor).toBeUndefined();
    expect(shown(answer)).toContain('Trending: significant increases');
    await world.slack.press({ message: answer, actionId: 'next_page' });
    expect((await world.slack.nextMessage()).ts).toBe(answer.ts);
  });

  it('in the agent pane shows a status where Slack streams nothing', async () => {
    world.slack.failNext('chat.startStream', { error: 'unknown_method' });
    const top = await world.slack.say({ channelId: DIRECT, text: 'hello' });
    await world.slack.nextMessage();
    const { answer } = await say('top 3', { channelId: DIRECT, threadTs: top.ts });
    world.passTime(DAY_MS);
    expect(answer.threadTs).toBe(top.ts);
    const statuses = world.slack.calls.filter(({ method }) => method === 'assistant.threads.setStatus');
    expect(statuses.at(-1)?.body).toMatchObject({ channel_id: DIRECT, thread_ts: top.ts });
  });

  it('begins with questions that the app can answer', async () => {
    await world.slack.openConversation();
    await expect.poll(() => world.slack.prompts(DIRECT).length).toBe(4);
  });

  it('says so when the service is down', async () => {
    world.passTime(3_600_000);
    world.service.plan('/api/dashboard/trending', {
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'no', path: '/' },
    });
    await world.slack.say({ channelId: DIRECT, text: 'what is trending?' });
    const answer = await world.slack.nextMessage(({ stream }) => stream === undefined);
    expect(shown(answer)).toContain('The API key doesn’t work.');
    const left = world.slack.messages(DIRECT).filter(({ stream, ts }) => stream && ts >= answer.ts);
    expect(left).toEqual([]);
  });
});

describe('said in another way', () => {
  let other: World;
  beforeAll(async () => {
    other = await startWorld();
  });
  afterAll(() => other.close());

  it.each([
    ['a mention also sent to the channel from its thread', 'app_mention', CHANNEL, 'thread_broadcast'],
    ['a mention with /me', 'app_mention', CHANNEL, 'me_message'],
    ['a direct message also sent to the conversation from its thread', 'message', DIRECT, 'thread_broadcast'],
    ['a direct message with /me', 'message', DIRECT, 'me_message'],
  ])('%s is answered', async (_how, type, channel, subtype) => {
    const { ts } = await other.slack.say({ channelId: CHANNEL, text: 'not heard by the app' });
    const kind = channel === DIRECT ? { channel_type: 'im' } : {};
    const event = { type, subtype, ...kind, user: 'U0ADALOVEL', text: '<@U0PAINSIGNL> top 3', ts, channel };
    const before = other.slack.messages(channel).length;
    await sendSigned(other.address, eventBody(event), JSON_BODY);
    await other.idle();
    expect(other.slack.messages(channel).slice(before).map(shown).join()).toContain('Top signals');
  });
});

describe('an answer whose process died', () => {
  let dying: World;
  const question = { channelId: CHANNEL, text: '@painsignals what is trending?' };
  const begun = () => dying.slack.messages(CHANNEL).find(({ stream }) => stream?.isOpen === true);
  beforeAll(async () => {
    const usual = (path: string, query: URLSearchParams) =>
      path === '/api/dashboard/trending' ? ({ hangs: true } as const) : defaultResponse(path, query);
    dying = await startWorld({ usual, hasOneClock: true, timeouts: { answerMs: 600_000, optionalMs: 100 } });
  });
  afterAll(() => dying.close());

  it('ends by itself, and asks to ask again', async () => {
    await dying.slack.say(question);
    await expect.poll(begun).toBeDefined();
    const ts = begun()?.ts ?? '';
    const asker = () => dying.store.outbox.sharerOf('T0PREVIEW01', { channelId: CHANNEL, ts, key: null });
    await expect.poll(asker).toBe('U0ADALOVEL');
    await expect.poll(() => dying.service.asked.some((path) => path.includes('trending'))).toBe(true);
    await dying.runDueNow();
    expect(begun()?.ts).toBe(ts);
    dying.passTime(4 * 60_000);
    await dying.runDueNow();
    const ended = dying.slack.messages(CHANNEL).find((message) => message.ts === ts);
    expect(ended?.stream?.isOpen).not.toBe(true);
    expect(JSON.stringify(ended)).toContain('This answer was interrupted.');
  });

  it('is ended hours later when Slack was away for as long', async () => {
    const before = new Set(dying.slack.messages(CHANNEL).map(({ ts }) => ts));
    const ours = () => dying.slack.messages(CHANNEL).find(({ ts, stream }) => !before.has(ts) && stream !== undefined);
    await dying.slack.say(question);
    await expect.poll(ours).toBeDefined();
    const ts = ours()?.ts ?? '';
    const asker = () => dying.store.outbox.sharerOf('T0PREVIEW01', { channelId: CHANNEL, ts, key: null });
    await expect.poll(asker).toBe('U0ADALOVEL');
    for (let look = 0; look < 8; look += 1) {
      for (let call = 0; call < 2; call += 1) dying.slack.failNext('chat.stopStream', { status: 503, error: 'x' });
      dying.passTime(3_600_000);
      await dying.runDueNow();
    }
    expect(JSON.stringify(ours())).not.toContain('This answer was interrupted');
    dying.passTime(3_600_000);
    await dying.runDueNow();
    await dying.runDueNow();
    expect(JSON.stringify(dying.slack.messages(CHANNEL).find((each) => each.ts === ts))).toContain(
      'This answer was interrupted',
    );
  });
});

describe('a finished answer', () => {
  // Where nothing hangs: the clock jumps when a call that hangs is given up.
  let calm: World;
  beforeAll(async () => {
    calm = await startWorld({ hasOneClock: true });
  });
  afterAll(() => calm.close());

  it.each([
    [CHANNEL, 4],
    [CHANNEL, 6],
    [DIRECT, 4],
    [DIRECT, 6],
  ])('in %s is left as it is where its end could not be written down, %i minutes later', async (channelId, minutes) => {
    const { outbox } = calm.store;
    const { removeShare, rememberAnswer } = outbox;
    let failed = 0;
    const failing = async () => {
      failed += 1;
      throw new Error('database away');
    };
    Object.assign(outbox, { removeShare: failing, rememberAnswer: failing });
    onTestFinished(() => void Object.assign(outbox, { removeShare, rememberAnswer }));
    const said = await calm.slack.say({ channelId, text: '@painsignals top 3' });
    const answer = await calm.slack.nextMessage(({ threadTs }) => threadTs === said.ts);
    await expect.poll(() => failed).toBeGreaterThan(0);
    Object.assign(outbox, { removeShare, rememberAnswer });
    calm.passTime(minutes * 60_000);
    await calm.runDueNow();
    await calm.runDueNow();
    expect(calm.slack.messages(channelId).find(({ ts }) => ts === answer.ts)?.text).toBe(answer.text);
    expect(answer.text).not.toContain('This answer was interrupted');
    // Nobody knows any more whether an answer is there once Slack would have ended its stream anyway.
    const after = calm.slack.messages(channelId).filter(({ ts }) => ts > answer.ts);
    expect(after.map(({ text }) => text)).toEqual(
      minutes < 5 ? [] : ['Slack didn’t confirm that the answer reached you. If you don’t see it, ask again.'],
    );
  });

  it('is never ended as one whose process died', async () => {
    const said = await calm.slack.say({ channelId: CHANNEL, text: '@painsignals top 3' });
    const inChannel = await calm.slack.nextMessage(({ threadTs }) => threadTs === said.ts);
    const asked = await calm.slack.say({ channelId: DIRECT, text: 'top 3' });
    const direct = await calm.slack.nextMessage(({ threadTs }) => threadTs === asked.ts);
    await calm.idle();
    calm.passTime(10 * 60_000);
    await calm.runDueNow();
    const textOf = ({ channelId, ts }: Message) => calm.slack.messages(channelId).find((each) => each.ts === ts)?.text;
    expect([textOf(inChannel), textOf(direct)]).toEqual([inChannel.text, direct.text]);
  });
});
