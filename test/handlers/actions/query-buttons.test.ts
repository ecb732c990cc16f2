import type { Message } from '@pain-signals/slack-preview';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const CHANNEL = 'C0DEVPAIN1';

describe('a button of an own answer', () => {
  it('turns the same message to the next page, and back', async () => {
    const first = await world.ask('trending');
    const second = await world.press(first, 'next_page');
    expect(second.ts).toBe(first.ts);
    expect(shown(second)).toContain('*6.* *Pain number 6*');
    expect(shown(await world.press(second, 'previous_page'))).toContain('*1.* *Pain number 1*');
  });

  it('opens a signal and finds back to the page it came from', async () => {
    const second = await world.press(await world.ask('trending'), 'next_page');
    const details = await world.press(second, 'details');
    expect(details.ts).toBe(second.ts);
    expect(shown(details)).toContain('*▲ Up 140%');
    expect(shown(await world.press(details, 'back_to_list'))).toContain('*6.* *Pain number 6*');
  });

  it('refreshes', async () => {
    const list = await world.ask('top');
    expect((await world.press(list, 'refresh')).ts).toBe(list.ts);
  });

  it('runs the command that was probably meant', async () => {
    const unsure = await world.ask('top by grwth');
    expect(shown(unsure)).toContain('Did you mean `/pain top by growth`?');
    expect(shown(await world.press(unsure, 'did_you_mean'))).toContain('Top signals by growth');
  });

  it('searches for a mistyped command as it was written', async () => {
    const unsure = await world.ask('trendig: 3');
    expect(shown(unsure)).toContain('Did you mean `/pain trending 3`?');
    expect(shown(await world.press(unsure, 'search_instead'))).toContain('about “trendig: 3”');
  });

  it('falls back to semantic search when a filtered search finds nothing', async () => {
    world.service.plan('/api/pain-signals', { body: { items: [], page: 0, size: 5, totalItems: 0, totalPages: 0 } });
    const nothing = await world.ask('search nowhere type:bug');
    expect(shown(await world.press(nothing, 'ask_instead'))).toContain('# “nowhere”');
  });

  it.each([
    ['show_trending', 'Trending: significant increases'],
    ['show_emerging', 'Emerging: signals with up to'],
    ['show_top', 'Top signals by score'],
    ['show_help', '# Try these'],
  ])('%s of the home card leads there', async (action, title) => {
    expect(shown(await world.press(await world.ask(''), action))).toContain(title);
  });
});

describe('a button of a card that a channel sees', () => {
  it('answers only the person who pressed, and leaves the card unchanged', async () => {
    await world.press(await world.ask('top 4'), 'share');
    const card = world.slack
      .messages(CHANNEL)
      .find(({ text, ephemeralFor }) => text.includes('Top signals') && ephemeralFor === undefined);
    if (card === undefined) throw new Error('not shared');
    const before = shown(card);
    const [first = ''] = /open [\w-]+/.exec(JSON.stringify(card.blocks)) ?? [];
    await world.slack.press({ message: card, actionId: 'open_listed', selectedOption: first, userId: 'U0GRACEHOP' });
    const answer = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0GRACEHOP');
    expect(shown(answer)).toContain('*Score 68*');
    expect(shown(world.slack.messages(CHANNEL).find(({ ts }) => ts === card.ts) as Message)).toBe(before);
  });
});

describe('a button of a card in a conversation of two', () => {
  const DIRECT = 'D0ADALOVEL';
  /** The app's stand-in for Slack has no conversation of two people: this is Grace's view of Ada's. */
  const GRACE = 'U0GRACEHOP';
  let own: World;
  beforeEach(async () => {
    own = await startWorld();
  });
  afterEach(() => own.close());
  const at = (ts: string) => shown(own.slack.messages(DIRECT).find((message) => message.ts === ts) as Message);
  const opened = () => own.slack.calls.filter(({ method }) => method === 'conversations.open').length;
  const answer = async () => {
    const { ts } = await own.slack.say({ channelId: DIRECT, text: 'what is trending?' });
    await own.idle();
    return own.slack.messages(DIRECT).find(({ threadTs }) => threadTs === ts) as Message;
  };

  it('leaves what somebody shared there with another person as it is, and answers who pressed', async () => {
    await own.slack.runCommand({ text: 'trending', channelId: DIRECT });
    await own.idle();
    // The app is not in it: only the address of a command reaches it.
    for (let post = 0; post < 4; post += 1) own.slack.failNext('chat.postMessage', { error: 'channel_not_found' });
    await own.slack.runCommand({ text: 'share 1 here', channelId: DIRECT });
    await own.idle();
    const card = own.slack.messages(DIRECT).find(({ isResponse, ephemeralFor }) => isResponse && !ephemeralFor);
    if (card === undefined) return expect.unreachable();
    await own.slack.press({ message: card, actionId: 'show_brief', userId: GRACE });
    await own.idle();
    expect(at(card.ts)).toBe(shown(card));
    const [brief] = own.slack.messages(DIRECT).filter(({ ephemeralFor }) => ephemeralFor === GRACE);
    expect(JSON.stringify(brief)).toContain('Share in channel');
  });

  it('turns an answer of the app into the next one, and asks Slack once whose conversation it is', async () => {
    const message = await answer();
    for (const actionId of ['next_page', 'previous_page']) {
      await own.slack.press({ message, actionId });
      await own.idle();
    }
    expect(own.slack.messages(DIRECT).filter(({ ephemeralFor }) => ephemeralFor)).toEqual([]);
    expect(opened()).toBe(1);
  });

  it('leaves the card as it is while Slack doesn’t say whose conversation it is', async () => {
    const message = await answer();
    own.slack.failNext('conversations.open', { status: 503, error: 'service_unavailable' });
    await own.slack.press({ message, actionId: 'next_page' });
    await own.idle();
    expect(at(message.ts)).toBe(shown(message));
    expect(own.slack.messages(DIRECT).filter(({ ephemeralFor }) => ephemeralFor === 'U0ADALOVEL')).toHaveLength(1);
  });
});
