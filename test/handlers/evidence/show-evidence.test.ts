import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../../support/service/fake-service.ts';
import { idOf, someEvidence, someExcerpts, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);
const evidenceOf = (number: number) => `/api/pain-signals/${idOf(number)}/evidence`;

describe('/pain evidence', () => {
  it('quotes what people wrote about a signal of the last list', async () => {
    await world.ask('trending');
    const card = shown(await world.ask('evidence 3'));
    expect(card).toContain('# Evidence: ');
    expect(card).toContain('1–4 of 9 excerpts');
    expect(card).toContain('Post number 1');
    expect(world.service.asked).toContain(`${evidenceOf(3)}?page=0&size=4`);
  });

  it('opens from the signal, turns its pages, and finds back to the list', async () => {
    const signal = await world.press(await world.ask('trending'), 'details');
    const first = await world.press(signal, 'show_evidence');
    const second = await world.press(first, 'next_page');
    expect(shown(second)).toContain('5–8 of 9 excerpts');
    expect(shown(await world.press(second, 'previous_page'))).toContain('1–4 of 9 excerpts');
    const back = await world.press(second, 'back_to_signal');
    expect(shown(back)).toContain('*Score 68*');
    expect(shown(await world.press(back, 'back_to_list'))).toContain('Trending: significant increases');
  });

  it('goes back to the first page when there is less than before', async () => {
    const second = await world.press(await world.ask(`evidence ${idOf(1)}`), 'next_page');
    world.service.plan(evidenceOf(1), { body: { items: [], page: 2, size: 4, totalItems: 0, totalPages: 0 } });
    world.passTime(61_000);
    expect(shown(await world.press(second, 'next_page'))).toContain('*No evidence to show.*');
  });

  it('asks back when the words fit several signals, and goes on with the chosen one', async () => {
    const choice = await world.ask('evidence pain');
    expect(shown(choice)).toContain('“pain” matches 12 signals. Which one?');
    expect(shown(choice)).toContain('*Sample data*');
    expect(shown(await world.press(choice, 'choose_signal'))).toContain('# Evidence: ');
  });

  it('takes the signal with exactly this topic', async () => {
    expect(shown(await world.ask('evidence pain NUMBER 2'))).toContain('# Evidence: ');
    expect(world.service.asked).toContain(`${evidenceOf(2)}?page=0&size=4`);
  });

  it('is shared once, with what was quoted', async () => {
    world.service.plan('/api/pain-signals', {
      body: { items: someSignals(1), page: 0, size: 5, totalItems: 1, totalPages: 1 },
    });
    const card = await world.press(await world.ask('evidence the only one'), 'share');
    expect(buttonsOf(card).map(({ action }) => action)).not.toContain('share');
    const posted = world.slack.messages('C0DEVPAIN1').filter(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(posted.map(({ text }) => text)).toContainEqual(expect.stringContaining('Post number 1'));
  });

  it('leaves out invalid evidence and says so', async () => {
    const body = { items: [...someEvidence(2), { chunkId: 5 }], page: 0, size: 4, totalItems: 3, totalPages: 1 };
    world.service.plan(evidenceOf(1), { body });
    expect(shown(await world.ask(`evidence ${idOf(1)}`))).toContain('1 unreadable entry left out');
  });

  it('of a signal that does not exist is told so', async () => {
    world.service.plan(`/api/pain-signals/${idOf(9)}`, errorResponse(404, 'NOT_FOUND'));
    expect(shown(await world.ask(`evidence ${idOf(9)}`))).toContain('Signal not found.');
  });
});

describe('thirty people at once', () => {
  const ids = Array.from({ length: 30 }, (_, at) => idOf(at + 1));
  const askAll = async () => {
    await Promise.all(ids.map((id) => world.slack.runCommand({ text: `evidence ${id}` })));
    await world.idle();
    const cards = world.slack.messages('C0DEVPAIN1').map(shown).slice(-ids.length);
    return {
      whole: cards.filter((card) => card.includes('1–4 of 9 excerpts')).length,
      refused: cards.filter((card) => card.includes('Too many requests')).length,
    };
  };
  const signalsAsked = () => world.service.asked.filter((path) => /^\/api\/pain-signals\/[^/]+$/.test(path)).length;

  it('get evidence of thirty signals, most of them, and nobody a half of it', async () => {
    world.service.quote(someExcerpts(9));
    const { whole, refused } = await askAll();
    expect(whole).toBeGreaterThanOrEqual(24);
    expect(whole + refused).toBe(30);
    expect(signalsAsked()).toBe(whole);
  });

  it('get as many whole answers as the rest of the minute holds', async () => {
    world.service.quote(someExcerpts(9));
    for (let at = 0; at < 35; at += 1) await world.ask(`search word${at} minscore:1 sort:score`);
    const { whole, refused } = await askAll();
    expect(whole).toBeGreaterThanOrEqual(8);
    expect(whole + refused).toBe(30);
    expect(signalsAsked()).toBe(whole);
  });
});
