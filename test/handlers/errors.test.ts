import { afterEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../support/service/fake-service.ts';
import { idOf } from '../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../support/slack/card-text.ts';
import { startWorld, type World } from '../support/worlds/slack-world.ts';

let world: World;
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);
const logged = (reference: string) => world.logs.filter((line) => line.reference === reference);
const referenceIn = (text: string) => /Reference `([0-9a-f]{8})`/.exec(text)?.[1] ?? 'none';

describe('when the service refuses', () => {
  it.each<[string, string, { status: number; body: unknown }, string]>([
    ['a key', 'trending', errorResponse(401, 'UNAUTHORIZED'), 'The API key doesn’t work.'],
    ['a suspended key', 'trending', errorResponse(401, 'KEY_SUSPENDED'), 'The API key is suspended.'],
    ['an owner without Pro', 'trending', errorResponse(403, 'PRO_REQUIRED'), 'This needs the service’s Pro plan.'],
    ['a parameter', 'trending', errorResponse(400, 'INVALID_PARAMETER'), 'The service didn’t accept this request.'],
    ['nothing, but is broken', 'trending', errorResponse(500, 'INTERNAL'), 'The service can’t answer right now.'],
    [
      'nothing, but is no service',
      'trending',
      { status: 200, body: 'hello' },
      'The service sent an unexpected response.',
    ],
    [
      'an address where no list is',
      'trending',
      errorResponse(404, 'NOT_FOUND'),
      'The service sent an unexpected response.',
    ],
  ])('%s, the person learns what, why and what to do', async (_what, command, answer, words) => {
    world = await startWorld();
    world.service.plan('/api/dashboard/trending', answer);
    const card = shown(await world.ask(command));
    expect(card).toContain(words);
    expect(logged(referenceIn(card))).toHaveLength(1);
  });

  it('several people at once, each card has the reference that the service was sent with that request', async () => {
    world = await startWorld();
    for (const path of ['trending', 'top', 'emerging'])
      world.service.plan(`/api/dashboard/${path}`, errorResponse(500, 'INTERNAL'));
    const cards = await Promise.all(['trending', 'top', 'emerging'].map((command) => world.ask(command)));
    await world.idle();
    const references = cards.map((card) => referenceIn(shown(card)));
    expect(new Set(references).size).toBe(3);
    expect(new Set(world.service.requestIds)).toEqual(new Set(references));
    const finished = world.logs.filter(({ msg }) => msg === 'request finished').map(({ requestId }) => requestId);
    expect(finished).toEqual(expect.arrayContaining(references));
  });

  it('everything for a while, the person learns that it fails, and not that its address is wrong', async () => {
    world = await startWorld();
    world.service.plan('/api/dashboard/trending', errorResponse(503, 'INTERNAL'));
    let card = '';
    for (let turn = 0; turn < 12 && !card.includes('keeps failing'); turn += 1)
      card = shown(await world.ask('trending'));
    expect(card).toContain('The last ten requests failed');
    expect(card).not.toContain('address');
  });

  it('a search that is still loading, the person learns that this passes', async () => {
    world = await startWorld();
    world.service.plan('/api/signals/semantic-search', errorResponse(503, 'SEARCH_UNAVAILABLE'));
    expect(shown(await world.ask('ask why do logins break?'))).toContain('Post search is still starting up.');
  });

  it('an id it does not know, the person can search', async () => {
    world = await startWorld();
    world.service.plan(`/api/pain-signals/${idOf(9)}`, errorResponse(404, 'NOT_FOUND'));
    const card = await world.ask(`signal ${idOf(9)}`);
    expect(shown(card)).toContain('Signal not found.');
    expect(buttonsOf(card)).toMatchObject([{ text: 'Search' }]);
  });

  it.each(['chart', 'evidence', 'why', 'hide', 'watch'])(
    'an id it does not know, the person who typed `%s` learns that',
    async (command) => {
      world = await startWorld();
      world.service.plan(`/api/pain-signals/${idOf(9)}`, errorResponse(404, 'NOT_FOUND'));
      expect(shown(await world.ask(`${command} ${idOf(9)}`))).toContain('ignal not found.');
    },
  );

  it('too many questions, the person learns when to try again', async () => {
    world = await startWorld();
    world.service.plan('/api/dashboard/top', errorResponse(429, 'RATE_LIMITED'));
    const card = await world.ask('top');
    expect(shown(card)).toMatch(/Try again at <!date\^\d+\^\{time_secs\}\|/);
    expect(buttonsOf(card).map(({ action }) => action)).toEqual(['retry']);
  });

  it('an area, the person sees the valid ones and can take the nearest', async () => {
    world = await startWorld();
    const message = 'Unknown macroArea "DATA_SCIENC". Valid values: AUTH_IDENTITY, DATA_SCIENCE';
    world.service.plan('/api/pain-signals', errorResponse(400, 'INVALID_MACRO_AREA', message));
    const card = await world.ask('search x area:DATA_SCIENC');
    expect(shown(card)).toContain('There’s no area called “data_scienc”.');
    expect(shown(card)).not.toContain('Reference');
    expect(shown(card)).toContain('Areas: Auth &amp; identity; `DATA_SCIENCE`.');
    world.service.plan('/api/pain-signals', { body: { items: [], page: 0, size: 5, totalItems: 0, totalPages: 0 } });
    expect(shown(await world.press(card, 'did_you_mean'))).toContain('Data science');
  });
});

describe('when the service is down', () => {
  it('the person can try again, and gets the answer once it is back', async () => {
    world = await startWorld({ isServiceDown: true });
    const card = await world.ask('trending');
    expect(shown(card)).toContain('Can’t reach the service.');
    expect(buttonsOf(card)).toMatchObject([{ action: 'retry', value: expect.stringContaining('trending') }]);
  });

  it('the home card still shows its buttons', async () => {
    world = await startWorld({ isServiceDown: true });
    expect(shown(await world.ask(''))).toContain('[Trending]');
  });

  it('a cached answer is shown and marked as stale', async () => {
    world = await startWorld();
    await world.ask('trending');
    world.passTime(10 * 60_000);
    world.service.plan('/api/dashboard/trending', errorResponse(500, 'INTERNAL'));
    const card = shown(await world.ask('trending'));
    expect(card).toContain('Trending: significant increases');
    expect(card).toContain('⚠ The service isn’t responding. Showing data from <!date^');
  });

  it('or hangs, the person gets an error within ten seconds', async () => {
    world = await startWorld({ timeouts: { answerMs: 50, optionalMs: 50 } });
    world.service.plan('/api/dashboard/trending', { hangs: true });
    expect(shown(await world.ask('trending'))).toContain('The service isn’t answering.');
  });
});

describe('whatever goes wrong', () => {
  it('a signal that was removed since leaves no trace of code in the log', async () => {
    world = await startWorld();
    const list = await world.ask('top');
    for (const part of ['', '/stats', '/timeline']) {
      world.service.plan(`/api/pain-signals/${idOf(1)}${part}`, errorResponse(404, 'NOT_FOUND'));
    }
    expect(shown(await world.press(list, 'details'))).toContain('Signal not found.');
    await world.idle();
    expect(world.logs.filter(({ failure }) => failure === 'not-found').length).toBeGreaterThan(0);
    expect(world.logs.filter(({ err }) => err !== undefined)).toEqual([]);
  });

  it('no key or token is shown or logged', async () => {
    world = await startWorld({ apiKey: 'pain_abcdefgh_verysecretverysecretverysecret' });
    const card = await world.ask('trending');
    expect(shown(card)).toContain('The API key doesn’t work.');
    const everything = JSON.stringify([world.logs, card]);
    expect(everything).not.toMatch(/verysecret|xoxb-test|0123456789abcdef0123456789abcdef/);
  });

  it('retrying asks the same again', async () => {
    world = await startWorld();
    world.service.plan('/api/dashboard/trending', errorResponse(500, 'INTERNAL'));
    const failed = await world.ask('trending 2');
    world.service.plan('/api/dashboard/trending', { body: [] });
    expect(shown(await world.press(failed, 'retry'))).toContain('No significant increases this week.');
  });
});
