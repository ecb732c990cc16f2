import { afterEach, beforeEach, expect, it } from 'vitest';
import { aTimeline, idOf, someSignals } from '../../support/service/sample-signals.ts';
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
  expect(rising).toContain('# “Pain number 1” rose fastest among bugs in Auth & identity in the last 14 days');
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
