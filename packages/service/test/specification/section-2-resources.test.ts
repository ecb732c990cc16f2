import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { type RunningServer, startServer } from '../api/support/running-server.ts';
import { AT, createKey, fill, openEmptyStore, type TestStore } from '../support/filled-store.ts';
import { type RowOf, rowTests, type Section } from './row-tests.ts';
import { ROWS } from './rows.ts';

type Item = Record<string, unknown>;

const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const words = z.string().min(1);
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const count = z.int().min(0);
const percentage = z.int().min(0).max(100);
const score = z.number().min(0).max(100);
const area = z.enum([
  'AUTH_IDENTITY',
  'AI_AGENTS_LLM',
  'BUILD_CI_CD',
  'TESTING_QUALITY',
  'CLOUD_INFRA_DEPLOY',
  'DATABASE_STORAGE',
  'API_INTEGRATION',
  'FRONTEND_UI',
  'OBSERVABILITY_DEBUGGING',
  'SECURITY_COMPLIANCE',
  'DEV_TOOLING_WORKFLOW',
]);

let opened: TestStore;
let server: RunningServer;
/** What a service that has no posts yet says of itself. */
let fresh: unknown;
let signals: Item[];
/** Answers about each of the signals, by the resource's section. */
const seen: Partial<Record<Section, Item[]>> = {};
const of = (section: Section): Item[] => seen[section] ?? [];

beforeAll(async () => {
  opened = await openEmptyStore();
  let now = AT;
  let revision = 0;
  server = await startServer({
    store: opened.store,
    key: await createKey(opened.store),
    // A minute for each question, so that none is refused.
    now: () => (now += 60_000),
    revision: { current: () => revision },
  });
  fresh = await read('/api/meta/pipeline');
  await fill(opened.store);
  revision += 1;
  signals = await readItems('/api/pain-signals?size=100');
  seen['2.1'] = signals;
  seen['2.2'] = await readOfEach('');
  seen['2.3'] = await readOfEach('/stats');
  seen['2.4'] = await readOfEach('/timeline?days=60');
  seen['2.5'] = await readOfEach('/history');
  seen['2.6'] = (
    await Promise.all(signals.map(({ id }) => readItems(`/api/pain-signals/${id}/evidence?size=100`)))
  ).flat();
  seen['2.7'] = (await read('/api/opportunities')) as unknown as Item[];
  seen['2.8'] = [await read('/api/meta/pipeline')];
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

const read = (path: string): Promise<Item> => server.read(path, z.custom<Item>());
/** The items of all pages. */
async function readItems(path: string): Promise<Item[]> {
  const first = await read(path);
  const found = [...(first.items as Item[])];
  for (let page = 1; page < Number(first.totalPages); page++)
    found.push(...((await read(`${path}&page=${page}`)).items as Item[]));
  return found;
}
const readOfEach = (part: string) => Promise.all(signals.map(({ id }) => read(`/api/pain-signals/${id}${part}`)));

const letter = rowTests('2');

interface Rule {
  /** Null must occur where it may, or nothing is shown; `seldom`: as the posts fall out. */
  nullable?: boolean | 'seldom';
  /** What else holds of a value in the item that has it. */
  holds?: (value: never, item: Item) => boolean;
}

/** One field: every value that was served is of this type and range. */
function field<Of extends Section>(
  section: Of,
  name: RowOf<Of>,
  sentence: string,
  type: z.ZodType,
  { nullable = false, holds = () => true }: Rule = {},
): void {
  letter.row(section, name, sentence, () => {
    const items = of(section);
    const values = items.map((item) => item[name]);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) if (value !== null) expect(type.parse(value)).toEqual(value);
    expect(values.some((value) => value !== null)).toBe(true);
    if (nullable !== 'seldom') expect(values.includes(null)).toBe(nullable);
    expect(items.filter((item) => !holds(item[name] as never, item))).toEqual([]);
  });
}

/** The item of the same signal in the answers of another section. */
const sameIn = (section: Section, id: unknown) =>
  of(section).find((item) => item.id === id || item.painSignalId === id) ?? {};

letter.row('2.0', 'timestamps', 'are ISO instants in UTC, wherever one is served', () => {
  const instants = Object.values(seen).flatMap((items) =>
    items.flatMap((item) => Object.entries(item).filter(([name, value]) => name.endsWith('At') && value !== null)),
  );
  expect(new Set(instants.map(([name]) => name)).size).toBe(7);
  for (const [, value] of instants) {
    instant.parse(value);
    expect(new Date(value as string).toISOString()).toBe(value);
  }
});

field('2.1', 'id', 'is a UUID, no two the same', uuid, {
  holds: (id) => signals.filter((s) => s.id === id).length === 1,
});
field('2.1', 'topic', 'is a string', words);
field('2.1', 'score', 'is a double from 0 to 100', score);
field('2.1', 'volume', 'is the count of all mentions', count.min(1), {
  holds: (volume, { id }) => volume === sameIn('2.3', id).totalMentions,
});
field('2.1', 'growth', 'is a double, the growth rate of 2.3', z.number().min(-1), {
  holds: (growth, { id }) => growth === sameIn('2.3', id).growthRate,
});
field('2.1', 'lastSeenAt', 'is the instant of the most recent mention', instant, {
  holds: (at: string, { id }) => {
    const days = sameIn('2.4', id).buckets as { date: string; count: number }[];
    return at.slice(0, 10) === days.findLast(({ count: mentions }) => mentions > 0)?.date;
  },
});
field('2.1', 'macroArea', 'is one of eleven areas or null', area, { nullable: true });
field('2.1', 'macroAreaConfidence', 'is a double from 0 to 1, null without an area', z.number().min(0).max(1), {
  nullable: true,
  holds: (confidence, { macroArea }) => (confidence === null) === (macroArea === null),
});
field('2.1', 'mentionsLastWindow', 'is the count of the last 7 days', count, {
  holds: (mentions, { id }) => mentions === sameIn('2.3', id).last7dMentions,
});
field('2.1', 'mentionsPrevWindow', 'is the count of the 7 days before', count, {
  holds: (mentions, { id }) => mentions === sameIn('2.3', id).prev7dMentions,
});
field(
  '2.1',
  'painType',
  'is bug, feature_request, complaint, question or null',
  z.enum(['bug', 'feature_request', 'complaint', 'question']),
  { nullable: 'seldom' },
);
field('2.1', 'uniqueOwnerCount', 'is an int, 0 without posts of a code host', count, {
  holds: (owners, { topOwnerName }) => (owners === 0) === (topOwnerName === null),
});
field('2.1', 'topOwnerName', 'is a string, null without posts of a code host', words, { nullable: true });
field('2.1', 'topOwnerDominancePct', 'is an int from 0 to 100, 0 without a top owner', percentage, {
  holds: (share, { topOwnerName }) => (share === 0) === (topOwnerName === null),
});

field('2.2', 'summary', 'is a string, beside all fields of 2.1 with the same values', words, {
  holds: (_summary, item) => ROWS['2.1'].every((name) => item[name] === sameIn('2.1', item.id)[name]),
});
field('2.2', 'chunkCount', 'is the count of the chunks that are the evidence', count.min(1), {
  holds: (chunks, { id }) => chunks === of('2.6').filter(({ painSignalId }) => painSignalId === id).length,
});
field('2.2', 'firstSeenAt', 'is the instant of the first mention', instant, {
  holds: (at: string, { lastSeenAt }) => at <= (lastSeenAt as string),
});
field('2.2', 'createdAt', 'is the instant when the cluster was made', instant);
field('2.2', 'updatedAt', 'is an instant, no earlier than the creation', instant, {
  holds: (at: string, { createdAt }) => at >= (createdAt as string),
});

field('2.3', 'painSignalId', "is the signal's UUID", uuid, { holds: (id) => sameIn('2.1', id).id === id });
field('2.3', 'totalMentions', 'is a count, no less than those of the two weeks', count, {
  holds: (total, { last7dMentions, prev7dMentions }) =>
    total >= (last7dMentions as number) + (prev7dMentions as number),
});
field('2.3', 'last7dMentions', 'is a count', count);
field('2.3', 'prev7dMentions', 'is a count', count);
field('2.3', 'growthRate', 'is (last7dMentions - prev7dMentions) / max(prev7dMentions, 1)', z.number(), {
  holds: (rate: number, { last7dMentions, prev7dMentions }) => {
    const [last, previous] = [last7dMentions as number, prev7dMentions as number];
    return Math.abs(rate - (last - previous) / Math.max(previous, 1)) < 1e-9;
  },
});
field(
  '2.3',
  'sourceDistribution',
  'breaks all mentions down by provider',
  z.array(z.strictObject({ provider: words, mentions: count.min(1), percent: percentage })).min(1),
  {
    holds: (sources: { mentions: number }[], { totalMentions }) =>
      sources.reduce((sum, { mentions }) => sum + mentions, 0) === totalMentions,
  },
);

field('2.4', 'painSignalId', "is the signal's UUID", uuid, { holds: (id) => sameIn('2.1', id).id === id });
field('2.4', 'buckets', 'has {date, count} for each day in turn', z.array(z.strictObject({ date, count })).length(60), {
  holds: (buckets: { date: string }[]) =>
    buckets.every(({ date: day }, index) => {
      const before = buckets[index - 1]?.date;
      return before === undefined || Date.parse(day) - Date.parse(before) === 86_400_000;
    }),
});
field('2.4', 'totalMentions', 'is the sum of the buckets', count, {
  holds: (total, { buckets }) =>
    total === (buckets as { count: number }[]).reduce((sum, { count: mentions }) => sum + mentions, 0),
});

field('2.5', 'painSignalId', "is the signal's UUID", uuid, { holds: (id) => sameIn('2.1', id).id === id });
field(
  '2.5',
  'points',
  'has {date, ownerCount, score, volume} of each snapshot',
  z.array(z.strictObject({ date, ownerCount: count, score, volume: count })).min(1),
  {
    holds: (points: Item[], { painSignalId }) => {
      const { uniqueOwnerCount, score: latest, volume } = sameIn('2.1', painSignalId);
      const point = points.at(-1);
      return point?.ownerCount === uniqueOwnerCount && point?.score === latest && point?.volume === volume;
    },
  },
);
field('2.5', 'trackingStartedAt', 'is an instant, no later than the first point', instant, {
  holds: (at: string, { points }) => at.slice(0, 10) <= String((points as Item[])[0]?.date),
});

field('2.6', 'chunkId', 'is a string, no two the same', words, {
  holds: (id) => of('2.6').filter(({ chunkId }) => chunkId === id).length === 1,
});
field('2.6', 'documentId', 'is a string, the same for all chunks of a post', words, {
  holds: (id, { provider, externalId }) =>
    of('2.6').every(
      (item) => (item.documentId === id) === (item.provider === provider && item.externalId === externalId),
    ),
});
field('2.6', 'painSignalId', "is the signal's UUID", uuid, { holds: (id) => sameIn('2.1', id).id === id });
field('2.6', 'provider', 'is a string in lower case', z.string().regex(/^[a-z0-9._-]+$/));
field('2.6', 'postTitle', 'is a string or null', words, { nullable: true });
field('2.6', 'externalId', 'is a string', words);
field('2.6', 'createdAt', 'is the instant when the chunk came to the signal', instant);

field('2.7', 'id', 'is a UUID', uuid);
field('2.7', 'painSignalId', "is the signal's UUID, one brief a signal", uuid, {
  holds: (id) =>
    sameIn('2.1', id).id === id && of('2.7').filter(({ painSignalId }) => painSignalId === id).length === 1,
});
field('2.7', 'topic', "is the signal's topic", words, {
  holds: (topic, { painSignalId }) => topic === sameIn('2.1', painSignalId).topic,
});
field('2.7', 'patternStatement', 'is a string', words);
field('2.7', 'patternStrength', 'is an int from 0 to 100', percentage);
field('2.7', 'generatedAt', 'is an instant', instant);
field('2.7', 'macroArea', "is the signal's area or null", area, {
  nullable: 'seldom',
  holds: (macroArea, { painSignalId }) => macroArea === sameIn('2.1', painSignalId).macroArea,
});
field('2.7', 'fitWarning', 'is a string or null', words, { nullable: true });

field('2.8', 'latestSnapshotAt', 'is the instant of the last snapshot', instant, {
  holds: (at) => at === new Date(AT).toISOString(),
});
letter.row('2.8', 'latestSnapshotAt', 'is null on a fresh deployment', () => {
  expect(fresh).toEqual({ latestSnapshotAt: null, totalActiveSignals: 0 });
});
field('2.8', 'totalActiveSignals', 'is a count, no more than the list has', count.min(1), {
  holds: (active: number) => active <= signals.length,
});

const PAGED = [
  '/api/pain-signals?size=7&page=2',
  '/api/pain-signals/{id}/evidence?size=7&page=0',
  '/api/signals/semantic-search?q=tests&limit=7',
];
const pages = () => Promise.all(PAGED.map((path) => read(path.replace('{id}', String(signals[0]?.id)))));
letter.row('2.9', 'items', 'are an array of as many as the page has', async () => {
  const lengths = (await pages()).map(({ items }) => z.array(z.unknown()).parse(items).length);
  expect(lengths.slice(0, 2)).toEqual([7, 7]);
});
letter.row('2.9', 'page', 'is the page that was asked for, 0-based', async () => {
  expect((await pages()).map(({ page }) => page)).toEqual([2, 0, 0]);
  const [first] = (await read('/api/pain-signals?size=1&page=0')).items as Item[];
  expect(first).toEqual(signals[0]);
});
letter.row('2.9', 'size', 'is the size that was asked for', async () => {
  expect((await pages()).map(({ size }) => size)).toEqual([7, 7, 7]);
});
letter.row('2.9', 'totalItems', 'counts the items of all pages', async () => {
  const [list, evidence] = await pages();
  expect(list?.totalItems).toBe(signals.length);
  expect(evidence?.totalItems).toBe(sameIn('2.2', signals[0]?.id).chunkCount);
});
letter.row('2.9', 'totalPages', 'is totalItems by size, rounded up', async () => {
  for (const { totalItems, totalPages } of await pages()) expect(totalPages).toBe(Math.ceil(Number(totalItems) / 7));
});
letter.row('2.9', 'lists without pages', 'are plain arrays', async () => {
  for (const path of ['dashboard/trending', 'dashboard/emerging', 'dashboard/top', 'opportunities'])
    expect(Array.isArray(await read(`/api/${path}`))).toBe(true);
});

letter.everyRow();
