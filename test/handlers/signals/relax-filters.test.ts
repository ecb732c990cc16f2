import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { defaultResponse } from '../../support/service/fake-service.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const nothing = { body: { items: [], page: 0, size: 5, totalItems: 0, totalPages: 0 } };

let world: World;
beforeAll(async () => {
  // With a type, nothing is found.
  world = await startWorld({
    usual: (path, query) =>
      path === '/api/pain-signals' && query.has('painType') ? nothing : defaultResponse(path, query),
  });
});
afterAll(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);

it('says how many signals a search without each of its filters would find, and shows them', async () => {
  const empty = await world.ask('search docker type:bug area:auth');
  expect(shown(empty)).toContain('“docker”, any type: *12 signals*');
  expect(shown(empty)).not.toContain('any area');
  const found = await world.press(empty, ACTION.searchInstead);
  expect(shown(found)).toContain('about “docker”');
  expect(world.service.asked.at(-1)).not.toContain('painType');
});
