import type { Message } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
