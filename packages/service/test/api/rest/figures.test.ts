import {
  EvidenceItem,
  History,
  PainSignalDetail,
  PainSignalListItem,
  PipelineFreshness,
  pageOf,
  SignalStats,
  Timeline,
} from '@pain-signals/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AT, createKey, openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const Items = z.array(PainSignalListItem);
const Signals = pageOf(PainSignalListItem);

describe('what the interface says about signals', () => {
  let opened: TestStore;
  let server: RunningServer;
  let now = AT;

  beforeAll(async () => {
    opened = await openFilledStore();
    // A minute for each question, so that none is refused.
    server = await startServer({
      store: opened.store,
      key: await createKey(opened.store),
      now: () => (now += 60_000),
    });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const list = async (query: string) => server.read(`/api/pain-signals?${query}`, Signals);
  const every = (query = '') => list(`size=100&${query}`).then(({ items }) => items);
  const best = async () => {
    const [signal] = await server.read('/api/dashboard/top', Items);
    if (signal === undefined) throw new Error('the store is empty');
    return signal;
  };

  describe('the dashboards', () => {
    it('show ten at most, and as many as asked for', async () => {
      expect(await server.read('/api/dashboard/top', Items)).toHaveLength(10);
      expect(await server.read('/api/dashboard/top?limit=3', Items)).toHaveLength(3);
    });

    it.each(['score', 'growth', 'volume'] as const)('show the top by %s, highest first', async (metric) => {
      const values = (await server.read(`/api/dashboard/top?metric=${metric}`, Items)).map((item) => item[metric]);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
      expect(values[0]).toBe(Math.max(...(await every(`sortBy=${metric}`)).map((item) => item[metric])));
    });

    it('show what trends by growth', async () => {
      const trending = await server.read('/api/dashboard/trending', Items);
      expect(trending.length).toBeGreaterThan(0);
      const growth = trending.map((item) => item.growth);
      expect(growth).toEqual(growth.toSorted((a, b) => b - a));
      expect(growth.at(-1)).toBeGreaterThan(0);
    });

    it('show what emerges within the bounds given', async () => {
      const emerging = await server.read('/api/dashboard/emerging', Items);
      expect(emerging.length).toBeGreaterThan(0);
      const [first] = emerging;
      const volume = first?.volume ?? 0;
      const growth = first?.growth ?? 0;
      const below = await server.read(`/api/dashboard/emerging?maxVolume=${volume - 1}`, Items);
      expect(below.map(({ id }) => id)).not.toContain(first?.id);
      for (const item of below) expect(item.volume).toBeLessThan(volume);
      for (const item of await server.read(`/api/dashboard/emerging?minGrowth=${growth}`, Items))
        expect(item.growth).toBeGreaterThanOrEqual(growth);
      expect(await server.read('/api/dashboard/emerging?maxVolume=0', Items)).toEqual([]);
    });
  });

  describe('the list', () => {
    it('pages through every signal once, in a stable order', async () => {
      const pages = [];
      for (let page = 0; page < 4; page += 1) pages.push(await list(`sortBy=growth&size=30&page=${page}`));
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      const { totalItems, totalPages } = await list('size=30');
      expect(ids).toHaveLength(Math.min(totalItems, 120));
      expect(totalPages).toBe(Math.ceil(totalItems / 30));
    });

    it('has an empty page after the last, however far', async () => {
      for (const page of [1_000, 2_147_483_647]) {
        expect(await list(`page=${page}`)).toMatchObject({ items: [], page, size: 20 });
      }
    });

    it.each(['score', 'growth', 'volume', 'lastSeenAt'] as const)('sorts by %s, both ways', async (sortBy) => {
      const value = (item: PainSignalListItem) =>
        sortBy === 'lastSeenAt' ? Date.parse(item.lastSeenAt) : item[sortBy];
      const down = (await every(`sortBy=${sortBy}`)).map(value);
      const up = (await every(`sortBy=${sortBy}&direction=asc`)).map(value);
      expect(down).toEqual(down.toSorted((a, b) => b - a));
      expect(up).toEqual(up.toSorted((a, b) => a - b));
    });

    it('narrows by score, inclusive', async () => {
      const { score } = await best();
      const found = await every(`minScore=${score}`);
      expect(found.map((item) => item.score)).toContain(score);
      for (const item of found) expect(item.score).toBeGreaterThanOrEqual(score);
    });

    it('narrows by area and type', async () => {
      const known = (await every('')).find((item) => item.macroArea !== null && item.painType !== null);
      const { macroArea, painType } = known ?? {};
      const found = await every(`macroArea=${macroArea}&painType=${painType}`);
      expect(found.length).toBeGreaterThan(0);
      for (const item of found) expect(item).toMatchObject({ macroArea, painType });
    });

    it('narrows by the number of repositories', async () => {
      const counts = [];
      for (const least of [0, 3, 6, 1_000]) counts.push((await list(`minDocumentDiversity=${least}`)).totalItems);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect(counts[1]).toBeLessThan(counts[0] ?? 0);
      expect(counts.at(-1)).toBe(0);
    });

    it('narrows by a part of the top owner, whatever the case', async () => {
      const owner = (await every()).find(({ topOwnerName }) => topOwnerName !== null)?.topOwnerName ?? '';
      const found = await every(`owner=${owner.slice(1, 5).toUpperCase()}`);
      expect(found.map(({ topOwnerName }) => topOwnerName)).toContain(owner);
      for (const item of found) expect(item.topOwnerName).toContain(owner.slice(1, 5));
      expect(await every('owner=%25')).toEqual([]);
      expect(await every('owner=%00')).toEqual(await every());
    });

    it('finds signals by the words of their topic', async () => {
      const { id, topic } = await best();
      const words = topic.split(/[^A-Za-z]+/).filter((word) => word.length > 3);
      const query = encodeURIComponent(words.map((word) => word.slice(0, -1).toUpperCase()).join(' '));
      expect((await every(`query=${query}`)).map((item) => item.id)).toContain(id);
      expect(await every(`query=${query}+zzzzzz`)).toEqual([]);
      expect(await every('query=%3F%3F%3F')).toEqual([]);
    });
  });

  describe('a signal', () => {
    it('has the same figures in list, detail and stats', async () => {
      const item = await best();
      const detail = await server.read(`/api/pain-signals/${item.id}`, PainSignalDetail);
      const stats = await server.read(`/api/pain-signals/${item.id}/stats`, SignalStats);
      expect(detail).toMatchObject(item);
      expect(stats).toMatchObject({
        painSignalId: item.id,
        totalMentions: item.volume,
        last7dMentions: item.mentionsLastWindow,
        prev7dMentions: item.mentionsPrevWindow,
        growthRate: item.growth,
      });
      const { last7dMentions: last, prev7dMentions: previous } = stats;
      expect(stats.growthRate).toBeCloseTo((last - previous) / Math.max(previous, 1), 10);
      const mentions = stats.sourceDistribution.reduce((sum, source) => sum + source.mentions, 0);
      expect(mentions).toBe(stats.totalMentions);
    });

    it('is found by its id in capital letters too', async () => {
      const { id } = await best();
      expect(await server.read(`/api/pain-signals/${id.toUpperCase()}`, PainSignalDetail)).toMatchObject({ id });
    });

    it('has a timeline with every day, today the last', async () => {
      const { id, volume } = await best();
      const timeline = await server.read(`/api/pain-signals/${id}/timeline?days=60`, Timeline);
      expect(timeline.buckets).toHaveLength(60);
      expect(timeline.buckets.at(-1)?.date).toBe('2026-03-15');
      expect(timeline.buckets[0]?.date).toBe('2026-01-15');
      expect(timeline.totalMentions).toBe(volume);
      expect(timeline.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(timeline.totalMentions);
      expect((await server.read(`/api/pain-signals/${id}/timeline`, Timeline)).buckets).toHaveLength(30);
      expect((await server.read(`/api/pain-signals/${id}/timeline?days=1`, Timeline)).buckets).toHaveLength(1);
    });

    it('has a history of its snapshots', async () => {
      const { id, score, volume } = await best();
      const history = await server.read(`/api/pain-signals/${id}/history`, History);
      expect(history.points.at(-1)).toMatchObject({ date: '2026-03-15', score, volume });
      expect(history.trackingStartedAt).toBe('2026-03-15T12:00:00.000Z');
    });

    it('has evidence, each piece once over all pages', async () => {
      const { id } = await best();
      const { chunkCount } = await server.read(`/api/pain-signals/${id}`, PainSignalDetail);
      const chunks = new Set<string>();
      for (let page = 0; page * 5 < chunkCount; page += 1) {
        const { items, totalItems } = await server.read(
          `/api/pain-signals/${id}/evidence?size=5&page=${page}`,
          pageOf(EvidenceItem),
        );
        expect(totalItems).toBe(chunkCount);
        for (const item of items) {
          expect(item.painSignalId).toBe(id);
          chunks.add(item.chunkId);
        }
      }
      expect(chunks.size).toBe(chunkCount);
    });
  });

  it('finds signals by a question, best first, as one page', async () => {
    const find = (question: string) =>
      server.read(`/api/signals/semantic-search?limit=5&q=${encodeURIComponent(question)}`, Signals);
    const { items } = await list('?size=10');
    const pages = await Promise.all(items.map(({ topic }) => find(topic)));
    // A topic of everyday words alone, such as "First for this project", asks for nothing.
    expect(pages.filter((page, at) => page.items[0]?.id === items[at]?.id).length).toBeGreaterThanOrEqual(8);
    const found = pages[0] ?? (await find('nothing'));
    expect(found).toMatchObject({ page: 0, size: 5, totalItems: found.items.length, totalPages: 1 });
    expect(await server.read('/api/signals/semantic-search?q=%20%20%20', Signals)).toMatchObject({
      items: [],
      totalPages: 0,
    });
  });

  it('says when the figures are of, and how many signals are active', async () => {
    const freshness = await server.read('/api/meta/pipeline', PipelineFreshness);
    expect(freshness.latestSnapshotAt).toBe('2026-03-15T12:00:00.000Z');
    expect(freshness.totalActiveSignals).toBeGreaterThan(30);
    expect((await list('')).totalItems).toBeGreaterThanOrEqual(freshness.totalActiveSignals);
  });
});
