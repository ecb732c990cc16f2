import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { defaultResponse } from '../../support/service/fake-service.ts';
import { idOf, someSignals } from '../../support/service/sample-signals.ts';
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

it('looks into the posts with the same filters, and without them only where a button says so', async () => {
  const empty = await world.ask('search docker type:bug area:auth owner:acme min:99 except:testing');
  const filtered = await world.press(empty, ACTION.askInstead);
  expect(shown(filtered)).toContain(
    '*No bugs about “docker” from “acme” in Auth &amp; identity (score 99 or more, without',
  );
  expect(shown(filtered)).toContain('\nWithout the filters, 5 signals match.');
  expect(shown(filtered)).toContain('[Search all posts for “docker”]');
  const all = shown(await world.press(filtered, ACTION.askInstead));
  expect(all).toContain('# “docker”');
  expect(all).toContain('*1.*');
});

it('keeps what the filters let through', async () => {
  const [row] = someSignals(1, { painType: 'bug', macroArea: 'AUTH_IDENTITY', score: 80 });
  const other = { ...row, id: idOf(9), painType: 'complaint' };
  world.service.plan('/api/signals/semantic-search', {
    body: { items: [other, row], page: 0, size: 20, totalItems: 2, totalPages: 1 },
  });
  const empty = await world.ask('search podman type:bug area:auth min:70');
  const found = shown(await world.press(empty, ACTION.askInstead));
  expect(found).toContain('~ Only bugs in Auth &amp; identity  ·  score 70 or more');
  expect(found).toContain('*1.*');
  expect(found).not.toContain('*2.*');
});

it('says how many signals a search without each of its filters would find, and shows them', async () => {
  const empty = await world.ask('search docker type:bug area:auth');
  expect(shown(empty)).toContain('“docker”, any type: *12 signals*');
  expect(shown(empty)).not.toContain('any area');
  const found = await world.press(empty, ACTION.searchInstead);
  expect(shown(found)).toContain('about “docker”');
  expect(world.service.asked.at(-1)).not.toContain('painType');
});

describe('an empty search of a period', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [seenLongAgo, seenLately] = [
    someSignals(3, { lastSeenAt: daysAgo(60) }),
    someSignals(2, { lastSeenAt: daysAgo(1) }),
  ];
  const listOf = (items: readonly object[]) => ({
    body: { items, page: 0, size: 100, totalItems: items.length, totalPages: 1 },
  });
  /** What the service finds by its own filters, which are no periods. */
  const ask = async (found: (query: URLSearchParams) => readonly object[], text: string) => {
    const other = await startWorld({
      usual: (path, query) => (path === '/api/pain-signals' ? listOf(found(query)) : defaultResponse(path, query)),
    });
    const card = shown(await other.ask(text));
    await other.close();
    return card;
  };

  it('offers any time with how many signals that finds, and only then a longer period', async () => {
    const card = await ask(() => seenLongAgo, 'search area:auth days:30');
    expect(card).toContain('Same filters, any time: *3 signals*');
    expect(card).toContain('Try a longer period.');
    expect(card).not.toContain('any area');
  });

  it('suggests no longer period that would find nothing either', async () => {
    const card = await ask(
      (query) => (query.has('painType') ? [] : seenLately),
      'search docker area:auth type:bug days:7',
    );
    expect(card).toContain('“docker”, any type: *2 signals*');
    expect(card).not.toMatch(/any time|longer period/);
  });

  it('counts without its period where counting within one takes a call for each signal', async () => {
    const card = await ask(() => seenLongAgo, 'search area:auth type:bug sort:mentions days:14');
    expect(card).toContain('Same filters, any time: *3 signals*');
    expect(card).not.toMatch(/any (?:area|type)/);
  });
});

it('counts what is found where nothing is left out', async () => {
  world.service.plan('/api/pain-signals', {
    body: { items: someSignals(4), page: 0, size: 100, totalItems: 4, totalPages: 1 },
  });
  const empty = await world.ask('search docker except:bug');
  expect(shown(empty)).toContain('“docker”, nothing left out: *4 signals*');
  expect(shown(await world.press(empty, ACTION.searchInstead))).toContain('# 4 signals about “docker”');
});

it('counts what rises or cools off without a filter as its list does, and offers nothing where that is none', async () => {
  const items = someSignals(3).map((signal, at) => ({
    ...signal,
    ...{ growth: -0.8, mentionsPrevWindow: at === 0 ? 10 : 2, mentionsLastWindow: 2 },
  }));
  const ofAnyType = { body: { items, page: 0, size: 50, totalItems: 3, totalPages: 1 } };
  const other = await startWorld({
    usual: (path, query) => {
      if (path.startsWith('/api/dashboard/')) return { body: someSignals(2) };
      if (path !== '/api/pain-signals') return defaultResponse(path, query);
      if (query.has('painType') && query.has('macroArea')) return nothing;
      const isUnrelated = query.has('painType') || query.has('owner');
      return isUnrelated ? { body: { ...ofAnyType.body, items: someSignals(5).slice(3), totalItems: 2 } } : ofAnyType;
    },
  });
  const rising = await other.ask('trending type:bug area:auth');
  expect(shown(rising)).toContain('Same filters, any type: *2 signals rose*');
  expect(shown(rising)).not.toContain('any area');
  expect(shown(await other.press(rising, ACTION.searchInstead))).toContain('2 signals in Auth & identity rose');
  expect(shown(await other.ask('search sort:cooling type:bug area:auth'))).toContain(
    'Same filters, any type: *1 signal is cooling off*',
  );
  await other.close();
});

describe('an empty question of a period', () => {
  it('says how many signals match without it', async () => {
    expect(shown(await world.ask('ask does anyone mention podman in the last 7 days?'))).toMatch(
      /^Without the period, \d+ signals match\.$/m,
    );
  });

  it('suggests no longer period that would find nothing either', async () => {
    world.service.plan('/api/signals/semantic-search', nothing);
    const card = shown(await world.ask('ask does anyone mention skopeo in the last 7 days?'));
    expect(card).toContain('match “skopeo” (last 7 days).');
    expect(card).not.toContain('longer period');
  });
});
