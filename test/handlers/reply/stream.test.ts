import type { Message, PlannedFailure } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DefaultResponse, defaultResponse } from '../../support/service/fake-service.ts';
import { aSignal, idOf } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

const CHANNEL = 'C0PRODUCT1';
const DIRECT = 'D0ADALOVEL';
const DAY_MS = 86_400_000;
/** Slack ends a stream after five minutes. */
const STREAM_MS = 6 * 60_000;

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const ask = async (text: string, channelId = CHANNEL) => {
  const said = await world.slack.say({ channelId, text: channelId === DIRECT ? text : `@painsignals ${text}` });
  const answer = await world.slack.nextMessage();
  await world.idle();
  return { said, answer };
};
const callsOf = (method: string) => world.slack.calls.filter((call) => call.method === method);
const answersIn = (channelId = CHANNEL) => world.slack.messages(channelId).filter(({ user }) => user === 'U0PAINSIGNL');
const failStop = (failure: PlannedFailure) => world.slack.failNext('chat.stopStream', failure);
const tasksOf = ({ blocks }: Message) => blocks.filter(({ type }) => type === 'task_card');

describe('an answer', () => {
  it('to a mention says what the app is doing, and becomes the answer in the thread of the question', async () => {
    const { said, answer } = await ask('what is rising in auth?');
    expect(answer).toMatchObject({ threadTs: said.ts, stream: { isOpen: false } });
    expect(callsOf('chat.startStream')[0]?.body).toMatchObject({
      recipient_user_id: 'U0ADALOVEL',
      recipient_team_id: 'T0PREVIEW01',
      chunks: [{ type: 'task_update', title: 'Searching the signals', status: 'in_progress' }],
    });
    expect(tasksOf(answer)[0]).toMatchObject({ title: 'Searched the signals', status: 'complete' });
    expect(answer.text).toContain('rose significantly this week. 1. Pain number 1 (score 68');
    expect(shown(answer)).toContain('Asked by <@U0ADALOVEL>');
    expect(callsOf('chat.postMessage')).toEqual([]);
  });

  it('to a direct message is streamed in its thread, and a follow-up there or beside it knows what it was about', async () => {
    const { said, answer } = await ask(`why is ${idOf(1)} rising?`, DIRECT);
    expect(answer).toMatchObject({ threadTs: said.ts, stream: { isOpen: false } });
    await world.slack.say({ channelId: DIRECT, text: 'and the brief?', threadTs: said.ts });
    expect(shown(await world.slack.nextMessage())).toContain('# Brief');
    expect(shown((await ask('and the brief?', DIRECT)).answer)).toContain('# Brief');
  });

  it('with a chart says so while it draws, and shows the picture', async () => {
    const { answer } = await ask(`chart ${idOf(1)}`);
    expect(tasksOf(answer).map(({ title, status }) => [title, status])).toEqual([
      ['Counted the mentions', 'complete'],
      ['Drew the chart', 'complete'],
    ]);
    expect(shown(answer)).toContain('(picture: ');
  });

  it('whose picture Slack refuses does not claim to have drawn one', async () => {
    world.slack.refuseScope('files:write');
    const { answer } = await ask('trending');
    expect(shown(answer)).not.toContain('(picture: ');
    expect(tasksOf(answer).map(({ title, status }) => [title, status])).toEqual([
      ['Checked what’s rising', 'complete'],
      ['The chart couldn’t be drawn', 'error'],
    ]);
  });

  it('without a picture says nothing of drawing one', async () => {
    const body = { items: [aSignal()], page: 0, size: 5, totalItems: 1, totalPages: 1 };
    world.service.plan('/api/pain-signals', { body });
    const { answer } = await ask('search type:bug');
    expect(tasksOf(answer).map(({ status }) => status)).toEqual(['complete']);
    expect(shown(answer)).not.toContain('(picture: ');
  });

  it('that needs no looking up is posted at once', async () => {
    expect((await ask('thanks!')).answer.stream).toBeUndefined();
  });

  it('that fails leaves nothing of the work behind, and tells the person alone', async () => {
    const body = { code: 'UNAUTHORIZED', message: 'no', path: '/' };
    world.service.plan('/api/dashboard/trending', { status: 401, body });
    await world.slack.say({ channelId: CHANNEL, text: '@painsignals what is trending?' });
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('The API key doesn’t work.');
    expect(answersIn().filter(({ ephemeralFor }) => ephemeralFor === undefined)).toEqual([]);
  });
});

describe('where Slack refuses', () => {
  it('to stream, the answer is posted, and the surface is not asked again for a day', async () => {
    world.slack.refuseMethods(['chat.startStream']);
    expect(shown((await ask('trending')).answer)).toContain('Trending: significant increases');
    expect(shown((await ask('top 3')).answer)).toContain('Top signals by score');
    expect(callsOf('chat.startStream')).toHaveLength(1);
    const { answer } = await ask('top 3', DIRECT);
    expect(answer.threadTs).toBeUndefined();
    expect(callsOf('chat.startStream')).toHaveLength(2);
    world.passTime(DAY_MS + 1);
    await ask('trending');
    expect(callsOf('chat.startStream')).toHaveLength(3);
  });

  it.each([{ status: 429, retryAfter: 30 }, { drop: true as const }])(
    'for a moment only (%j), the next answer is streamed again',
    async (failure) => {
      world.slack.failNext('chat.startStream', failure);
      expect(shown((await ask('trending')).answer)).toContain('Trending: significant increases');
      world.passTime(60_000);
      expect((await ask('top 3')).answer.stream).toBeDefined();
    },
  );

  it('a block in a stream, that block gives way, there alone', async () => {
    world.slack.refuseBlocks(['table', 'data_visualization']);
    const { answer } = await ask(`compare ${idOf(1)} vs ${idOf(2)}`);
    expect(answer.stream).toBeDefined();
    expect(shown(answer)).toContain('*Score*\n*A*  68\n*B*  68');
    const { answer: second } = await ask(`compare ${idOf(1)} vs ${idOf(2)}`);
    expect(shown(second)).toContain('*Score*\n*A*  68');
    expect(callsOf('chat.stopStream').filter(({ error }) => error !== undefined)).toHaveLength(1);
  });

  it('every block in a stream, its text is written, without a mark that means something', async () => {
    world.slack.refuseBlocks(['header', 'section', 'context', 'actions']);
    const { answer } = await ask('top 3');
    const text = answer.blocks.find(({ type }) => type === 'markdown')?.text;
    expect(text).toContain('1\\. Pain number 1 \\(score 68');
    expect(answersIn()).toHaveLength(1);
  });
});

describe('one answer is there, whatever becomes of its stream', () => {
  it.each<[string, PlannedFailure]>([
    ['the response is lost before Slack ends it', { drop: true }],
    ['the response is lost after Slack ended it', { drop: 'answer' }],
    ['Slack fails at something in it', { error: 'internal_error' }],
    ['Slack wants a pause', { status: 429, retryAfter: 20 }],
  ])('%s', async (_what, failure) => {
    failStop(failure);
    const { said } = await ask('top 3');
    const [answer, ...others] = answersIn();
    expect(others).toEqual([]);
    expect(answer?.threadTs).toBe(said.ts);
    expect(answer && shown(answer)).toContain('Top signals by score');
  });

  it('Slack ended it while the first data was prepared, which it said', async () => {
    await world.close();
    let isPrepared = false;
    const usual: DefaultResponse = (path, query) => {
      if (path !== '/api/meta/pipeline' || isPrepared) return defaultResponse(path, query);
      isPrepared = true;
      setImmediate(() => world.passTime(STREAM_MS));
      return { body: { latestSnapshotAt: null, totalActiveSignals: 0, sample: true } };
    };
    world = await startWorld({ usual, hasOneClock: true });
    await ask('top 3');
    expect(JSON.stringify(callsOf('chat.appendStream')[0]?.body.chunks)).toContain('Preparing the sample data');
    expect(callsOf('chat.stopStream').map(({ error }) => error)).toEqual(['message_not_in_streaming_state']);
    const [answer, ...others] = answersIn();
    expect(others).toEqual([]);
    expect(answer && shown(answer)).toContain('Top signals by score');
  });

  it('the response is lost after Slack ended it, and then Slack wants pauses for minutes', async () => {
    failStop({ drop: 'answer' });
    for (let call = 0; call < 8; call += 1) failStop({ status: 429, retryAfter: 20 });
    await ask('top 3');
    const [answer, note, ...others] = answersIn();
    expect(others).toEqual([]);
    expect(answer && shown(answer)).toContain('Top signals by score');
    expect(note && shown(note)).toContain('Slack didn’t confirm that the answer reached you.');
  });

  it('Slack refuses to end it: the answer is posted beside it', async () => {
    failStop({ error: 'channel_type_not_supported' });
    await ask('top 3');
    const [answer, ...others] = answersIn();
    expect(others).toEqual([]);
    expect(answer && shown(answer)).toContain('Top signals by score');
    expect(answer?.stream).toBeUndefined();
  });

  it('unless the person pressed Stop', async () => {
    failStop({ error: 'stopped_by_user' });
    await world.slack.say({ channelId: CHANNEL, text: '@painsignals top 3' });
    await expect.poll(() => callsOf('chat.stopStream').length).toBe(1);
    await world.idle();
    expect(callsOf('chat.postMessage')).toEqual([]);
  });
});

describe('who asked for an answer that fails', () => {
  const STREAM_METHODS = ['chat.startStream', 'chat.appendStream', 'chat.stopStream'];
  const failAnswer = () => {
    const body = { code: 'UNAUTHORIZED', message: 'no', path: '/' };
    world.service.plan('/api/dashboard/trending', { status: 401, body });
  };
  const ASK = { channelId: CHANNEL, text: '@painsignals what is trending?' };
  const start = async (options: Parameters<typeof startWorld>[0] = {}) => {
    await world.close();
    world = await startWorld({ hasOneClock: true, ...options });
  };
  const limit = (methods: readonly string[]) => {
    for (const method of methods)
      for (let call = 0; call < 4; call += 1) world.slack.failNext(method, { status: 429, retryAfter: 30 });
  };
  const askInVain = async () => {
    await world.slack.say(ASK);
    await expect.poll(() => world.logs.some(({ msg }) => msg === 'request finished')).toBe(true);
    await world.idle();
    expect(answersIn()).toEqual([]);
  };
  /** Slack takes everything again. */
  const told = async () => {
    for (let look = 0; look < 30; look += 1) {
      world.passTime(120_000);
      await world.runDueNow();
    }
    return [CHANNEL, DIRECT].flatMap((channelId) => answersIn(channelId).map(({ text }) => text));
  };
  const LOST = [expect.stringContaining('may not have been answered')];
  const PRIVATE = ['chat.postEphemeral', 'conversations.open'];

  it.each(['streamed', 'posted'])('is told once Slack takes messages again (%s)', async (how) => {
    await start();
    if (how === 'posted') world.slack.refuseMethods(STREAM_METHODS);
    failAnswer();
    limit(PRIVATE);
    await askInVain();
    expect(await told()).toEqual(LOST);
  });

  it('as Slack took it neither in the stream nor beside it is told once Slack takes messages again', async () => {
    await start();
    failStop({ error: 'channel_type_not_supported' });
    limit(['chat.postMessage', ...PRIVATE]);
    await askInVain();
    expect(await told()).toEqual(LOST);
  });

  it.each(['chat.delete', 'chat.postEphemeral'])(
    'is told by another process when this one dies at %s, and nothing of the work is left',
    async (method) => {
      await start({ slackTimeoutMs: 5_000 });
      failAnswer();
      world.slack.failNext(method, { hangs: true });
      await world.slack.say(ASK);
      await expect.poll(() => callsOf(method).length).toBe(1);
      world.passTime(4 * 60_000);
      expect(await world.store.unansweredRequests.take()).toHaveLength(1);
      await world.runDueNow();
      expect(answersIn()).toEqual([]);
    },
  );

  it('finds words in a message that could not be deleted, also where the database is away', async () => {
    await start();
    const { outbox, unansweredRequests } = world.store;
    const { markAnswer } = outbox;
    const { put } = unansweredRequests;
    outbox.markAnswer = () => Promise.reject(new Error('database away'));
    unansweredRequests.put = () => Promise.reject(new Error('database away'));
    failAnswer();
    world.slack.failNext('chat.delete', { status: 429, retryAfter: 30 });
    await world.slack.say(ASK);
    await world.slack.nextMessage(isPrivate);
    await world.idle();
    Object.assign(outbox, { markAnswer });
    Object.assign(unansweredRequests, { put });
    world.passTime(4 * 60_000);
    await world.runDueNow();
    const [left] = answersIn().filter(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(left && shown(left)).toContain('This answer was interrupted.');
  });
});

describe('a stream that Slack didn’t end', () => {
  const LOST: PlannedFailure = { drop: true };
  const streamIn = (channelId: string) => world.slack.messages(channelId).find(({ stream }) => stream !== undefined);
  const unconfirmedNotes = (channelId: string) =>
    world.slack.messages(channelId).filter(({ text }) => text.startsWith('Slack didn’t confirm that the answer'));
  beforeEach(async () => {
    await world.close();
    world = await startWorld({ hasOneClock: true });
  });

  it.each([CHANNEL, DIRECT])('in %s, as both answers were lost, is ended a few minutes later', async (channelId) => {
    for (let call = 0; call < 2; call += 1) failStop(LOST);
    await world.slack.say({ channelId, text: '@painsignals top 3' });
    const told = await world.slack.nextMessage(({ stream }) => stream === undefined);
    expect(shown(told)).toContain('Slack didn’t confirm that the answer reached you. If you don’t see it, ask again.');
    await world.idle();
    expect(streamIn(channelId)?.stream?.isOpen).toBe(true);
    world.passTime(4 * 60_000);
    await world.runDueNow();
    const ended = streamIn(channelId);
    expect(ended?.stream?.isOpen).toBe(false);
    expect(ended && shown(ended)).toContain('This answer was interrupted. If there’s no other answer here, ask again.');
  });

  it.each(['is_archived', 'not_in_channel'])(
    'and does not let the app end (%s) is told to who asked in a direct message, once',
    async (error) => {
      const answer = { channelId: CHANNEL, ts: '1700000000.000100', userId: 'U0ADALOVEL' };
      await world.store.outbox.beginAnswer('T0PREVIEW01', answer);
      for (const method of ['chat.stopStream', 'chat.postEphemeral']) world.slack.failNext(method, { error });
      for (const _ of [1, 2]) {
        world.passTime(4 * 60_000);
        await world.runDueNow();
      }
      expect(unconfirmedNotes(CHANNEL)).toEqual([]);
      expect(unconfirmedNotes(DIRECT)).toHaveLength(1);
    },
  );

  it('as it refused the answer and then failed, is deleted a few minutes later; the answer is beside it', async () => {
    failStop({ error: 'channel_type_not_supported' });
    failStop(LOST);
    await world.slack.say({ channelId: CHANNEL, text: '@painsignals top 3' });
    const answer = await world.slack.nextMessage(({ stream }) => stream === undefined);
    expect(shown(answer)).toContain('Top signals by score');
    await world.idle();
    expect(streamIn(CHANNEL)?.stream?.isOpen).toBe(true);
    world.passTime(4 * 60_000);
    await world.runDueNow();
    expect(answersIn()).toEqual([answer]);
  });

  it('where both answers were lost after it had ended stays the answer', async () => {
    failStop({ drop: 'answer' });
    failStop(LOST);
    await world.slack.say({ channelId: CHANNEL, text: '@painsignals top 3' });
    await world.idle();
    world.passTime(4 * 60_000);
    await world.runDueNow();
    const answer = streamIn(CHANNEL);
    expect(answer && shown(answer)).toContain('Top signals by score');
    expect(answer && shown(answer)).not.toContain('This answer was interrupted');
  });

  it.each([CHANNEL, DIRECT])(
    'in %s, where both answers were lost after it had ended, stays the answer however late that is looked at',
    async (channelId) => {
      failStop({ drop: 'answer' });
      failStop(LOST);
      await world.slack.say({ channelId, text: '@painsignals top 3' });
      await world.idle();
      world.passTime(STREAM_MS);
      await world.runDueNow();
      const answer = streamIn(channelId);
      expect(answer && shown(answer)).toContain('Top signals by score');
      // The person was told when it happened.
      expect(unconfirmedNotes(channelId)).toHaveLength(1);
    },
  );

  describe('is not ended as an answer where it could not be written down that it is one: the answer is posted alone', () => {
    const expectAloneLater = async (channelId: string) => {
      world.passTime(STREAM_MS);
      await world.runDueNow();
      expect(answersIn(channelId).map(shown)).toEqual([expect.stringContaining('Top signals by score')]);
    };

    it('because the database was away', async () => {
      const { outbox } = world.store;
      const { markAnswer } = outbox;
      outbox.markAnswer = () => Promise.reject(new Error('database away'));
      await ask('top 3');
      outbox.markAnswer = markAnswer;
      await expectAloneLater(CHANNEL);
    });

    it.each([CHANNEL, DIRECT])('because the row of its stream in %s comes late', async (channelId) => {
      const { outbox } = world.store;
      const { beginAnswer } = outbox;
      let comeLate = async (): Promise<void> => undefined;
      outbox.beginAnswer = (...given) => {
        comeLate = () => beginAnswer(...given);
        return Promise.reject(new Error('database slow'));
      };
      await ask('top 3', channelId);
      await comeLate();
      await expectAloneLater(channelId);
    });
  });
});
