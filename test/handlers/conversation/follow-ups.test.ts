import type { Message } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../../support/service/fake-service.ts';
import { aDetail, aSignal, idOf, someExcerpts, someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

const CHANNEL = 'C0PRODUCT1';
const DIRECT = 'D0ADALOVEL';
const DAY_MS = 24 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(() => world.service.plan('/api/dashboard/trending', { body: someSignals(3) }));

const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const say = async (text: string, more: { channelId?: string; threadTs?: string; userId?: string } = {}) => {
  await world.slack.say({ channelId: CHANNEL, text: more.channelId ? text : `@painsignals ${text}`, ...more });
  return shown(await world.slack.nextMessage());
};

const WHEN = ['once a second tab is opened', 'on phones whose clock runs behind', 'behind the proxy of an office'];

describe('"why?"', () => {
  it("says what changed, and what this week's posts say, each with its source", async () => {
    world.service.quote(
      someExcerpts(3).map((excerpt, at) => ({
        ...excerpt,
        author: `writer-${at}`,
        postedAt: new Date(world.now() - at * 3_600_000).toISOString(),
        excerpt: `Hello all. The refresh token is rejected ${WHEN[at]}. Thanks.`,
      })),
    );
    const card = await say(`why is ${idOf(1)} rising?`);
    expect(card).toMatch(/It’s (?:up|down|steady|new)[^.:]*: .* this week/);
    expect(card).toMatch(/\*\d of this week’s \d+ posts\*/);
    expect(card).toMatch(new RegExp(`~ \\*\\[1\\]\\* .*\\n.*\\n> “The refresh token is rejected ${WHEN[0]}\\.”\\n`));
    expect(card).toMatch(new RegExp(`~ \\*\\[3\\]\\* .*\\n.*\\n> “The refresh token is rejected ${WHEN[2]}\\.”\\n`));
    expect(card).toMatch(/~ .*by writer-1/);
    expect(card).not.toContain('Hello all');
  });

  it('quotes the posts that name a cause first, the same statement once, and never says that none names one', async () => {
    const sentences = [
      'The refresh token is rejected at random.',
      'The refresh token is rejected since we upgraded the proxy.',
    ];
    const posts = sentences.map((excerpt, at) => ({
      ...someExcerpts(2)[at],
      author: `writer-${at}`,
      postedAt: new Date(world.now() - at * 3_600_000).toISOString(),
      excerpt,
    }));
    world.service.quote(posts as ReturnType<typeof someExcerpts>);
    const card = await say(`why is ${idOf(4)} rising?`);
    expect(card).toMatch(
      new RegExp(`Clues in[^]*\\[1\\][^]*> “${sentences[1]}”[^]*They also report[^]*\\[2\\][^]*> “${sentences[0]}”`),
    );
    world.service.quote(posts.map((post) => ({ ...post, excerpt: sentences[1] })) as ReturnType<typeof someExcerpts>);
    expect(await say(`why is ${idOf(6)} rising?`)).not.toContain('[2]');
    world.service.quote(posts.slice(0, 1) as ReturnType<typeof someExcerpts>);
    expect(await say(`why is ${idOf(5)} rising?`)).not.toMatch(/Clues|say why/);
  });

  it('takes what the pain leads to for no cause of it', async () => {
    const sentences = [
      'We refunded 34 customers because of dead tokens.',
      'The refresh token is rejected since we upgraded the proxy.',
    ];
    const quote = (used: readonly string[]) =>
      world.service.quote(
        used.map((excerpt, at) => ({
          ...(someExcerpts(2)[at] as ReturnType<typeof someExcerpts>[number]),
          author: `writer-${at}`,
          postedAt: new Date(world.now() - at * 3_600_000).toISOString(),
          excerpt,
        })),
      );
    quote(sentences);
    const card = await say(`why is ${idOf(10)} rising?`);
    expect(card).toMatch(
      new RegExp(`Clues in[^]*\\[1\\][^]*> “${sentences[1]}”[^]*They also report[^]*“${sentences[0]}”`),
    );
    quote(sentences.slice(0, 1));
    expect(await say(`why is ${idOf(11)} rising?`)).not.toContain('Clues');
  });

  it('quotes posts of this week before an older one, whose cause it names as an earlier one', async () => {
    const older = 'The refresh token is rejected since we upgraded the proxy.';
    const quote = (newest: string, ageDays: number) =>
      world.service.quote(
        someExcerpts(2).map((excerpt, at) => ({
          ...excerpt,
          author: `writer-${at}`,
          postedAt: new Date(world.now() - (at * 20 + ageDays) * DAY_MS).toISOString(),
          excerpt: at === 0 ? newest : older,
        })),
      );
    quote('The refresh token is rejected at random.', 0);
    const card = await say(`why is ${idOf(7)} rising?`);
    expect(card).toMatch(/\*\d of this week’s \d+ posts\*/);
    expect(card).toMatch(/~ \*\[1\]\* .*\n.*\n> “The refresh token is rejected at random\.”\n/);
    expect(card).toMatch(new RegExp(`A clue in an earlier post[^]*\\[2\\][^]*> “${older}”`));
    quote('The refresh token is rejected after we upgraded the proxy.', 0);
    expect(await say(`why is ${idOf(8)} rising?`)).not.toContain(older);
    quote('The refresh token is rejected at random.', 10);
    expect(await say(`why is ${idOf(9)} rising?`)).toContain('Clues in earlier posts*');
  });
});

describe('a follow-up', () => {
  it('in a thread is about the signal that was shown last there, whoever asks', async () => {
    const { ts: threadTs } = await world.slack.say({ channelId: CHANNEL, text: 'what do we build?' });
    expect(await say('why?', { threadTs, userId: 'U0KENTHOMP' })).toContain(
      '*Which signal?*\nOpen a list first, then pick one.',
    );
    await say('trending', { threadTs });
    expect(await say('why is number 2 rising?', { threadTs })).toContain('Understood as: *why it’s moving · number 2*');
    expect(await say('and the brief?', { threadTs, userId: 'U0GRACEHOP' })).toContain(
      'Understood as: *brief · this signal*',
    );
    expect(world.service.asked).toContain(`/api/pain-signals/${idOf(2)}/brief`);
    expect(await say('thanks!', { threadTs })).toContain('You’re welcome.');
    expect(await say('show me the evidence', { threadTs })).toContain('# Evidence');
  });

  it('may be the bare command: “/pain signal” below a list asks which of its signals is meant', async () => {
    await world.ask('trending');
    expect(shown(await world.ask('signal'))).toMatch(/\*Which signal\?\*\n1\. OAuth refresh .*\n\[Details\]\n2\. /);
  });

  it('names a signal of the list by its number: “what about the second one?”', async () => {
    const { ts: threadTs } = await world.slack.say({ channelId: CHANNEL, text: 'what else rises?' });
    await say('trending', { threadTs });
    await say('only bugs', { threadTs });
    expect(await say('what about the second one?', { threadTs })).toContain('Understood as: *signal · number 2*');
    expect(await say('what about number 1?', { threadTs })).toContain('Understood as: *signal · number 1*');
  });

  it('is offered of the signal that was found, where it was answered as a question', async () => {
    expect(await say('why is webhook delivery rising?')).toMatch(/\[Why is “OAuth refresh.*” moving\?\]/);
  });

  it('is shown as looked up where only the answer tells whether it is about one signal', async () => {
    await world.slack.say({ channelId: CHANNEL, text: '@painsignals so what’s new?' });
    const { blocks } = await world.slack.nextMessage();
    expect(blocks).toContainEqual(expect.objectContaining({ type: 'task_card', title: 'Looked it up' }));
  });

  it('is answered at once where only one signal of the list can be meant', async () => {
    const { ts: threadTs } = await world.slack.say({ channelId: CHANNEL, text: 'what rises now?' });
    world.service.plan('/api/dashboard/top', {
      body: someSignals(2).map((each, at) => ({ ...each, id: idOf(70 + at) })),
    });
    world.service.plan(`/api/pain-signals/${idOf(71)}`, errorResponse(404, 'NOT_FOUND'));
    await say('top by mentions', { threadTs });
    const card = await say('why is it rising?', { threadTs });
    expect(card).not.toContain('Which signal?');
    expect(card).toContain('this week');
  });

  it('below a list asks which of its signals is meant, and a press answers it for that one', async () => {
    const { ts: threadTs } = await world.slack.say({ channelId: CHANNEL, text: 'what rises?' });
    await say('trending', { threadTs });
    await world.slack.say({ channelId: CHANNEL, text: '@painsignals and the brief?', threadTs });
    const asking = await world.slack.nextMessage();
    expect(shown(asking)).toMatch(/\*Which signal\?\*\n1\. OAuth refresh .*\n\[Brief\]\n2\. .*\n\[Brief\]\n3\. /);
    expect(shown(asking)).not.toMatch(/Understood as|\/pain/);
    expect(asking.blocks).toContainEqual(expect.objectContaining({ type: 'task_card', title: 'Looked up the signal' }));
    expect(asking.text).not.toContain('Opening');
    await world.slack.press({ message: asking, actionId: 'pick_signal', userId: 'U0ADALOVEL' });
    expect(shown(await world.slack.nextMessage())).toContain('# Brief');
  });

  it('with too few words in a thread names what works there: mentions, no commands', async () => {
    const { ts: threadTs } = await world.slack.say({ channelId: CHANNEL, text: 'help here' });
    const card = await say('help', { threadTs });
    expect(card).toContain('`@painsignals trending`: what’s rising this week');
    expect(card).not.toContain('`/pain trending`');
  });

  it('about several numbers offers each, and hides or alerts nothing by itself', async () => {
    const { ts: threadTs } = await world.slack.say({ channelId: CHANNEL, text: 'what do we hide?' });
    await say('trending', { threadTs });
    const card = await say('hide 1 and 2', { threadTs });
    expect(card).toContain('Understood as: *hide · number 1, number 2*');
    expect(card.match(/\[Hide\]/g)).toHaveLength(2);
    expect(await say('watch 1 and 3', { threadTs })).toContain('You named 2 signals. Pick where to start:');
    expect(await say('sources for 1, 2 and 3', { threadTs })).toContain('You named 3 signals.');
  });

  it('in a direct message narrows the list that was shown last', async () => {
    const inDm = { channelId: DIRECT };
    expect(await say('hi', inDm)).toMatch(/\*Hi!\*.*\n\[Trending\] \[Emerging\] \[Top\]/);
    expect(await say('what is trending?', inDm)).toContain('Trending: significant increases');
    expect(await say('only bugs', inDm)).toContain('Understood as: *rising · bugs*');
    expect(world.service.asked.some((path) => path.includes('painType=bug'))).toBe(true);
    expect(await say('and for auth?', inDm)).toContain('Understood as: *rising · bugs · Auth');
    expect(await say('all of them', inDm)).not.toContain('type bug');
  });

  it('narrows the answers to a question, and searches for no other words', async () => {
    const inDm = { channelId: DIRECT };
    const items = (['bug', 'question'] as const).map((painType, at) =>
      aSignal({ id: idOf(at + 1), topic: `A ${painType}`, painType }),
    );
    world.service.plan('/api/signals/semantic-search', {
      body: { items, page: 0, size: 20, totalItems: 2, totalPages: 1 },
    });
    expect(await say('does anybody complain about slow builds?', inDm)).toContain('A question');
    const narrowed = await say('only bugs', inDm);
    expect(narrowed).toContain('Understood as: *“does anybody complain about slow builds?” · bugs*');
    expect(narrowed).toContain('A bug');
    expect(narrowed).toContain('\n~ Only bugs\n');
    expect(narrowed).not.toContain('Not what you meant');
    expect(await say('what about last week', inDm)).toContain('⚠ “last week” became the last 7 days, up to today');
    expect(narrowed).not.toContain('A question');
    expect(await say('only complaints', inDm)).toContain('*No complaints about “slow builds” (last 7 days).*');
  });

  it('after a command is about what the person saw, for a day', async () => {
    await world.slack.runCommand({ channelId: CHANNEL, text: `signal ${idOf(1)}` });
    await world.slack.nextMessage(isPrivate);
    const watching = await say('watch this');
    expect(watching).toContain('Watching.*\nI’ll DM <@U0ADALOVEL> when');
    expect(watching).not.toContain('[Useful]');
    world.passTime(DAY_MS - 60_000);
    expect(await say('and the brief?')).toContain('Understood as: *brief · this signal*');
    world.passTime(DAY_MS + 60_000);
    expect(await say('and the evidence?')).toContain('*Which signal?*');
  });

  it.each(['evidence', 'why', 'brief', 'chart', 'hide'])('%s alone is a command: nothing was guessed', async (text) => {
    await world.ask(`signal ${idOf(1)}`);
    const card = shown(await world.ask(text));
    expect(card).not.toContain('Understood as');
    expect(card).not.toContain('Which signal?');
  });

  it('about a list of one signal means that one', async () => {
    world.service.plan('/api/dashboard/trending', { body: [aSignal({ id: idOf(7) })] });
    world.passTime(2 * DAY_MS);
    await say('trending', { channelId: DIRECT });
    expect(await say('evidence please', { channelId: DIRECT })).toContain('# Evidence');
  });
});

describe('one fact of a signal', () => {
  const inDm = { channelId: DIRECT };
  const topic = 'OAuth refresh tokens expire without warning';

  it('is answered by itself: its type, of the signal in mind or of a number', async () => {
    await say('emerging', inDm);
    await say('number 1', inDm);
    const card = await say('is it a bug?', inDm);
    expect(card).toContain(`*Yes: “${topic}” is a bug.*`);
    expect(card).toContain('Understood as: *type · this signal*');
    expect(card).not.toContain('Did you mean');
    expect(await say('is number 2 a feature request?', inDm)).toContain(`*No: “${topic}” is a bug.*`);
    expect(await say('what type is it?', inDm)).toContain(`*“${topic}” is a bug.*`);
    world.service.plan(`/api/pain-signals/${idOf(3)}`, { body: aDetail({ id: idOf(3), painType: null }) });
    expect(await say('is number 3 a bug?', inDm)).toContain(`*Not clearly: “${topic}” has posts of several types.*`);
  });

  it.each(['how many posts are from GitHub?', 'is it mostly from github?', 'how many of 1 are on Hacker News?'])(
    'is how many posts each source has: “%s”',
    async (text) => {
      await say('emerging', inDm);
      await say('number 1', inDm);
      const card = await say(text, inDm);
      expect(card).toContain('*250 of 412 mentions (61%) are on GitHub*');
      expect(card).toMatch(/Understood as: \*sources · (?:this signal|number 1)\*/);
      expect(card).not.toContain('was ignored');
    },
  );

  it('is asked back where no signal is in mind', async () => {
    const { ts: threadTs } = await world.slack.say({ channelId: CHANNEL, text: 'which kinds are there?' });
    expect(await say('is it a bug?', { threadTs })).toContain('*Which signal?*');
  });

  it('is how many people have written about it: all of them, or at least those who are known', async () => {
    const posts = someExcerpts(4).map((post, at) => ({ ...post, author: ['ada', 'ada', 'bob', 'cy'][at] ?? null }));
    world.service.quote(posts);
    world.service.plan(`/api/pain-signals/${idOf(81)}`, { body: aDetail({ id: idOf(81), volume: 4 }) });
    expect(await say(`how many people reported ${idOf(81)}?`, inDm)).toMatch(
      /\*3 people have written 4 posts about “OAuth refresh.*” since .*2026-01-04>\.\*/,
    );
    world.service.plan(`/api/pain-signals/${idOf(82)}`, { body: aDetail({ id: idOf(82), volume: 9 }) });
    await say(`signal ${idOf(82)}`, inDm);
    expect(await say('how many people have this?', inDm)).toContain('*At least 3 people have written 9 posts about');
    world.service.quote(posts.map((post) => ({ ...post, author: null })));
    world.service.plan(`/api/pain-signals/${idOf(83)}`, { body: aDetail({ id: idOf(83), volume: 4 }) });
    await say(`signal ${idOf(83)}`, inDm);
    expect(await say('how many people have this?', inDm)).toContain(
      '*An unknown number of people have written 4 posts',
    );
  });

  it('is how many organizations have its posts, which says nothing of who has the problem', async () => {
    world.service.plan(`/api/pain-signals/${idOf(84)}`, {
      body: aDetail({ id: idOf(84), uniqueOwnerCount: 4, topOwnerName: 'acme', topOwnerDominancePct: 35 }),
    });
    await say(`signal ${idOf(84)}`, inDm);
    const card = await say('how many companies?', inDm);
    expect(card).toContain('are in 4 organizations’ repositories; acme has 35% of those posts.*');
    expect(card).toContain('How many companies have the problem isn’t known.');
    expect(card).not.toContain('Not what you meant');
    world.service.plan(`/api/pain-signals/${idOf(85)}`, {
      body: aDetail({ id: idOf(85), uniqueOwnerCount: 0, topOwnerName: null, topOwnerDominancePct: 0 }),
    });
    await say(`signal ${idOf(85)}`, inDm);
    expect(await say('how many organizations?', inDm)).toContain('*No organization is known for “');
  });

  it('is when it was mentioned first and last, without a yes that could be taken for the opposite', async () => {
    await say(`signal ${idOf(2)}`, inDm);
    expect(await say('when did it start?', inDm)).toMatch(/was first mentioned on .*2026-01-04>/);
    expect(await say('since when?', inDm)).toContain('was first mentioned on');
    expect(await say('when was it last mentioned?', inDm)).toMatch(/\*“[^”]+” was last mentioned on/);
    for (const text of ['is it still happening?', 'is it fixed?'])
      expect(await say(text, inDm)).toMatch(
        /\*(?:Still reported|Not this week|Not lately): “[^”]+” was last mentioned on/,
      );
  });

  it.each(['when did it start?', 'what does the score mean?', 'is it a bug?', 'how many organizations?'])(
    'can be followed by hiding or watching the signal: "%s"',
    async (text) => {
      await say(`signal ${idOf(2)}`, inDm);
      expect(await say(text, inDm)).toContain('[⋯ Watch | Hide this signal]');
    },
  );

  it('is whom to ask: those who wrote its newest posts', async () => {
    world.service.quote(someExcerpts(2).map((excerpt, at) => ({ ...excerpt, author: `writer-${at}` })));
    await say(`signal ${idOf(2)}`, inDm);
    for (const text of ['whom to ask?', 'who can I talk to?'])
      expect(await say(text, inDm)).toMatch(
        /\*People who wrote about [\s\S]*• \*writer-0\* \([\s\S]*• \*writer-1\*[\s\S]*\[Brief\]/,
      );
    world.service.quote(someExcerpts(1).map((excerpt) => ({ ...excerpt, author: null })));
    await say(`signal ${idOf(86)}`, inDm);
    expect(await say('whom to ask?', inDm)).toContain('isn’t known.*');
  });

  it('is its score with the reasons, or what scores are where none is in mind', async () => {
    await say(`signal ${idOf(2)}`, inDm);
    const card = await say('what does the score mean?', inDm);
    expect(card).toMatch(/\*“[^”]+” scores \d+ of 100/);
    expect(card).toContain('[How scores work]');
    expect(await say('what does the score mean?')).toContain(
      '*A score, from 0 to 100, says how much a signal matters right now.*',
    );
  });

  it('is none where a question makes sense by itself: that is about all signals', async () => {
    await say(`brief ${idOf(2)}`, inDm);
    expect(await say('so what is new?', inDm)).toContain('Understood as: *why it’s moving · this signal*');
    expect(await say('what is new about it?', inDm)).toContain('Understood as: *why it’s moving · this signal*');
    expect(await say('What could we build?', inDm)).toContain('Understood as: *all briefs*');
    expect(await say('what is new?', inDm)).toContain('Understood as: *emerging*');
    expect(await say('what is new this week?', inDm)).toContain('Understood as: *emerging*');
  });

  it('is what its card doesn’t have, for “more”, and nobody reads its id', async () => {
    await say(`signal ${idOf(2)}`, inDm);
    const card = await say('tell me more', inDm);
    expect(card).toContain('# Evidence');
    expect(card).toContain('Understood as: *evidence · this signal*');
    expect(await say(`why is ${idOf(2)} rising?`, inDm)).toContain('Understood as: *why it’s moving · this signal*');
  });

  it.each(['no', 'yes', 'nope', 'yes please'])('is none for “%s”, which gets one line', async (text) => {
    await say(`signal ${idOf(2)}`, inDm);
    expect(await say(text, inDm)).toBe(
      '"What should I look up? Say it in your own words."\nWhat should I look up? Say it in your own words.',
    );
  });
});

describe('a period', () => {
  it('keeps the order and leaves out what was seen last before it', async () => {
    const rows = [aSignal({ topic: 'Seen lately' }), aSignal({ id: idOf(2), topic: 'Long ago' })];
    rows[0] = { ...(rows[0] as (typeof rows)[0]), lastSeenAt: new Date(world.now()).toISOString() };
    world.service.plan('/api/pain-signals', {
      body: { items: rows, page: 0, size: 100, totalItems: 2, totalPages: 1 },
    });
    const list = await say('top pains this month', { channelId: DIRECT });
    expect(list).toContain('Top signals by score, last 30 days');
    expect(list).toContain('Seen lately');
    expect(list).not.toContain('Long ago');
  });

  it('that ended long ago is said to be ignored, also where nothing else was said', async () => {
    await say('trending', { channelId: DIRECT });
    expect(await say('in 2019?', { channelId: DIRECT })).toContain('so “in 2019” was ignored');
  });

  it.each([
    ['who complains most?', '⚠ People and organizations aren’t ranked'],
    ['trending today', 'Lists look at 7 days or more, so “today” became the last 7 days'],
    [`brief ${idOf(1)} this month`, 'This answer covers all time, not just “this month”'],
    ['top by volume in march', 'Periods always end today, so “in march” was ignored'],
    ['top signals of october', 'Periods always end today, so “of october” was ignored'],
    ['top bugs from October 2025', 'Periods always end today, so “from October 2025” was ignored'],
    ['top signals of q3', 'Periods always end today, so “of q3” was ignored'],
  ])('that can not be applied is mentioned: %s', async (text, note) => {
    expect(await say(text, { channelId: DIRECT })).toContain(note);
  });
});
