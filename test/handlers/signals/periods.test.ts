import { afterEach, beforeEach, expect, it } from 'vitest';
import { aSignal, aTimeline, idOf, someExcerpts, someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

it('compares no period with one from before there were posts', async () => {
  const ask = async (text: string) => cardText((await world.ask(text)) as unknown as Parameters<typeof cardText>[0]);
  const items = someSignals(3).map((signal) => ({ ...signal, lastSeenAt: new Date().toISOString() }));
  world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 3, totalPages: 1 } });
  const trending = await ask('trending days:90');
  expect(trending).toContain('# “Pain number 1” has the most mentions in the last 90 days');
  expect(trending).toMatch(/Posts go back to .*, so 90 days can’t be compared with the 90 before {2}· {2}Most/);
  expect(trending).not.toMatch(/▲|rose/);
  expect(await ask('search sort:fading days:90')).toContain('*Posts go back to');
  expect(await ask('top by growth days:300')).toContain('so 300 days can’t be compared with the 300 before');
  expect(await ask('top by mentions days:90')).not.toContain('can’t be compared');
  expect(await ask('trending days:14')).toContain('rose fastest in the last 14 days');
});

it('names in the heading what it is true of, and below it that only the most mentioned were counted', async () => {
  const ask = async (text: string) => cardText((await world.ask(text)) as unknown as Parameters<typeof cardText>[0]);
  const items = someSignals(20).map((signal) => ({ ...signal, lastSeenAt: new Date().toISOString() }));
  world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 20, totalPages: 1 } });
  const rising = await ask('search type:bug area:auth sort:rising days:14');
  expect(rising).toContain(
    '# Of the 15 most mentioned bugs in Auth & identity, “Pain number 1” rose fastest in the last 14 days',
  );
  expect(rising).toContain(
    '~ Compared with the 14 days before, among the 15 most mentioned bugs in Auth &amp; identity',
  );
  expect(rising).toContain('[Fastest growing ▾]');
});

it('lists as rising over a period only what its row calls up', async () => {
  const items = someSignals(2, { volume: 400 }).map((signal) => ({ ...signal, lastSeenAt: new Date().toISOString() }));
  world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 2, totalPages: 1 } });
  const counts = { 1: [4, 6], 2: [4, 9] };
  for (const [number, [before = 0, now = 0]] of Object.entries(counts)) {
    const days = [before, ...Array.from({ length: 13 }, () => 0), now, ...Array.from({ length: 13 }, () => 0)];
    world.service.plan(`/api/pain-signals/${idOf(Number(number))}/timeline`, { body: aTimeline(days) });
  }
  const card = cardText((await world.ask('trending days:14')) as unknown as Parameters<typeof cardText>[0]);
  expect(card).toContain('▲ up 125%: 9 mentions in 14 days, 4 in the 14 before');
  expect(card).not.toContain('Pain number 1');
});

it.each([
  [
    'people and posts',
    true,
    /^2 people wrote 4 posts about “OAuth.*” \[1\] in the last 30 days; 412 posts since <!date.*>\.$/m,
  ],
  [
    'posts, where the people are not known,',
    false,
    /^4 posts in the last 30 days report “OAuth.*” \[1\], by an unknown number of people; 412 posts since <!date.*>\.$/m,
  ],
])('answers how many people in a period with the %s of that period', async (_, hasAuthors, says) => {
  const sentence = 'Slow builds.';
  const match = { relevance: 0.9, words: ['slow', 'build'], chunkId: null, sentence, url: null, author: 'ada' };
  const hit = { ...aSignal({ id: idOf(1) }), lastSeenAt: new Date().toISOString(), match };
  world.service.plan('/api/signals/semantic-search', {
    body: { items: [hit], page: 0, size: 20, totalItems: 1, totalPages: 1 },
  });
  const body = aTimeline(Array.from({ length: 30 }, (_, at) => (at < 26 ? 0 : 1)));
  world.service.plan(`/api/pain-signals/${idOf(1)}/timeline`, { body });
  const excerpts = someExcerpts(9).map((excerpt, at) => ({ ...excerpt, author: at % 2 === 0 ? 'ada' : 'bob' }));
  if (hasAuthors) world.service.quote(excerpts);
  const answer = await world.ask('how many people complain about slow builds this month?');
  const card = cardText(answer as unknown as Parameters<typeof cardText>[0]);
  expect(card).toMatch(says);
  expect(card).not.toContain('of them this week');
});
