import { LIST_FAIR_USE, MACRO_AREAS } from '@pain-signals/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aPage, type DefaultResponse, defaultResponse } from '../../support/service/fake-service.ts';
import { aSignal, idOf } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const CATALOG = Array.from({ length: 900 }, (_, at) =>
  aSignal({
    id: idOf(at + 1),
    topic: `Builds of tool ${at} hang`,
    score: 20 + ((at * 37) % 80),
    volume: 5 + ((at * 101) % 997),
    growth: ((at * 13) % 41) / 10 - 2,
    macroArea: MACRO_AREAS[at % MACRO_AREAS.length] ?? null,
    painType: (['bug', 'feature_request', 'complaint', 'question'] as const)[at % 4] ?? null,
  }),
);
type Row = (typeof CATALOG)[number];

let catalog: readonly Row[];
/** What the service has listed. */
let listed: Set<string>;
let world: World;

const listing: DefaultResponse = (path, query) => {
  if (path !== '/api/pain-signals') return defaultResponse(path, query);
  const sortBy = (query.get('sortBy') ?? 'score') as 'score';
  const sign = query.get('direction') === 'asc' ? 1 : -1;
  const has = (name: string, value: string | null) => query.get(name) === null || query.get(name) === value;
  const rows = catalog
    .filter(({ macroArea, painType }) => has('macroArea', macroArea) && has('painType', painType))
    .filter(({ topic }) => topic.includes(query.get('query') ?? ''))
    .toSorted((a, b) => sign * (Number(a[sortBy]) - Number(b[sortBy])));
  const page = aPage(rows, new URLSearchParams({ page: query.get('page') ?? '0', size: query.get('size') ?? '20' }));
  for (const { id } of page.items as Row[]) listed.add(id);
  return { body: page };
};

beforeEach(async () => {
  [catalog, listed] = [CATALOG, new Set()];
  world = await startWorld({ usual: listing });
});
afterEach(() => world.close());

const HOUR_MS = 3_600_000;
const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);

/** What many people ask in a day, each another list. */
const LISTS = [
  ...['', 'areas', 'top growth', 'top score last 90 days', 'search tool', 'search sort:lastSeen', 'search fading'],
  ...['bug', 'feature_request', 'complaint', 'question'].map((type) => `search type:${type} sort:growth`),
  ...MACRO_AREAS.map((area) => `search area:${area} sort:growth`),
];

/** Half a minute apart. */
async function askAll(commands: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const command of commands) {
    texts.push(shown(await world.ask(command)));
    world.passTime(30_000);
  }
  return texts;
}

it('never lists so many signals in a day that the service would suspend the account, and says when there are more', async () => {
  const texts = await askAll(LISTS);
  expect(listed.size).toBeGreaterThan(LIST_FAIR_USE.signals / 2);
  expect(listed.size).toBeLessThanOrEqual(LIST_FAIR_USE.signals);
  const last = texts.at(-1) ?? '';
  expect(last).toContain('No more signals can be listed right now.');
  expect(last).toMatch(/The limit resets <!date\^\d+\^/);
  expect(last).toContain('[Try again]');
  expect(shown(await world.ask('trending'))).toContain('Pain number 1');
  expect(shown(await world.ask(`signal ${idOf(900)}`))).toContain('OAuth refresh tokens');
});

it('shows an earlier answer to the same list, and doesn’t say that the service is down', async () => {
  await askAll(LISTS);
  const before = listed.size;
  const again = shown(await world.ask('top growth'));
  expect(again).toContain('Builds of tool');
  expect(again).toContain('⚠ Fair use leaves no new list for now. Showing data from <!date');
  expect(again).not.toContain('isn’t responding');
  expect(listed.size).toBe(before);
});

it('lists again at the time that it said', async () => {
  const texts = await askAll(LISTS);
  const again = Number(/The limit resets <!date\^(\d+)/.exec(texts.at(-1) ?? '')?.[1]) * 1_000;
  expect(again - world.now()).toBeLessThan(26 * HOUR_MS);
  world.passTime(again + 61_000 - world.now());
  expect(shown(await world.ask(LISTS.at(-1) ?? ''))).toContain('Builds of tool');
});

it('limits nothing where there are few signals', async () => {
  catalog = CATALOG.slice(0, LIST_FAIR_USE.signals);
  const texts = await askAll(LISTS);
  expect(texts.join('\n')).not.toContain('No more signals');
  expect(listed.size).toBe(LIST_FAIR_USE.signals);
});

it('counts what several processes list together', async () => {
  await world.close();
  world = await startWorld({ usual: listing, processes: 3 });
  await askAll(LISTS);
  expect(listed.size).toBeLessThanOrEqual(LIST_FAIR_USE.signals);
});
