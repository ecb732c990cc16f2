import { afterAll, beforeAll, expect, it } from 'vitest';
import { someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it('compares no period with one from before there were posts', async () => {
  const ask = async (text: string) => cardText((await world.ask(text)) as unknown as Parameters<typeof cardText>[0]);
  const items = someSignals(3).map((signal) => ({ ...signal, lastSeenAt: new Date().toISOString() }));
  world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 3, totalPages: 1 } });
  const trending = await ask('trending days:90');
  expect(trending).toContain(
    '# Of the 3 most mentioned signals, “Pain number 1” has the most mentions in the last 90 days',
  );
  expect(trending).toMatch(/There are posts since .*: too few days to compare 90 with the 90 before/);
  expect(trending).not.toMatch(/▲|rose/);
  expect(await ask('search sort:fading days:90')).toContain('*There are posts since');
  expect(await ask('top by growth days:300')).toContain('nothing to compare 300 days with');
  expect(await ask('top by mentions days:90')).not.toContain('too few days');
  expect(await ask('trending days:14')).toContain('rose fastest in the last 14 days');
});
