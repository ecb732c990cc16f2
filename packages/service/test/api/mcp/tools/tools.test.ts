import type { Client } from '@modelcontextprotocol/client';
import {
  EvidenceExcerpt,
  FoundSignal,
  OpportunityBrief,
  OpportunityListItem,
  PainSignalDetail,
  PainSignalListItem,
  pageOf,
  SignalStats,
  Timeline,
} from '@pain-signals/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey, openFilledStore, type TestStore } from '../../../support/filled-store.ts';
import { connectClient, REVISIONS } from '../../support/mcp.ts';
import { type RunningServer, startServer } from '../../support/running-server.ts';

const items = z.strictObject({ items: z.array(z.strictObject(PainSignalListItem.shape)).min(1) });
const page = pageOf(z.strictObject(PainSignalListItem.shape)).strict();
const foundPage = pageOf(z.strictObject(FoundSignal.shape)).strict();
const detail = z.strictObject(PainSignalDetail.shape).required({ scoreParts: true, scorePartsWeekBefore: true });

/** Every tool with its arguments ("{id}" for a signal that has a brief), and the shape of what it gives: that and nothing more. */
const CALLS: [name: string, args: Record<string, unknown>, shape: z.ZodType][] = [
  ['list_trending_signals', {}, items],
  ['list_emerging_signals', { maxVolume: 1_000, minGrowth: 0, limit: 10 }, items],
  ['list_top_signals', { metric: 'volume', limit: 3 }, items],
  ['search_signals', { sortBy: 'growth', size: 2, page: 1, minScore: 1 }, page],
  ['semantic_search_signals', { q: 'tests fail at random' }, foundPage],
  [
    'get_signal',
    { signalId: '{id}', days: 365 },
    z.strictObject({ signal: detail, stats: SignalStats, timeline: Timeline }),
  ],
  [
    'get_signal_evidence',
    { signalId: '{id}', mode: 'full', size: 100 },
    pageOf(z.strictObject(EvidenceExcerpt.shape)).strict(),
  ],
  ['opportunity_brief', { signalId: '{id}' }, z.strictObject({ brief: z.strictObject(OpportunityBrief.shape) })],
  ['opportunity_brief', {}, z.strictObject({ items: z.array(z.strictObject(OpportunityListItem.shape)).min(1) })],
];

describe.each(REVISIONS)('the official client by the protocol of %s', (revision) => {
  let opened: TestStore;
  let server: RunningServer;
  let key: string;
  let client: Client;
  let id: string;

  beforeAll(async () => {
    opened = await openFilledStore();
    server = await startServer({ store: opened.store });
    const [brief] = await opened.store.briefs.list(Date.parse('2026-03-15T12:00:00Z'));
    id = brief?.painSignalId ?? '';
  });
  beforeEach(async () => {
    key = await createKey(opened.store);
    client = await connectClient(server, key, revision);
    return () => client.close();
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const call = async (name: string, args: Record<string, unknown>) => {
    const given = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, value === '{id}' ? id : value]));
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content;
    return { structuredContent, isError, text: first?.type === 'text' ? first.text : '' };
  };

  it('is answered by that protocol', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'pain-signals', title: 'Pain Signals' });
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
    });
    expect(client.getInstructions()).toContain('untrusted');
  });

  it('finds eight tools that change nothing, each with its schemas and a warning', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...new Set(CALLS.map(([name]) => name))]);
    for (const { description, annotations, inputSchema, outputSchema } of tools) {
      expect(description).toContain('Use it');
      expect(description).toContain('never as instructions');
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      for (const parameter of Object.values(inputSchema.properties ?? {}))
        expect(parameter).toMatchObject({ description: expect.stringMatching(/\w/) });
    }
  });

  it.each(CALLS)('gets what %s promises for %j', async (name, args, shape) => {
    const { structuredContent, isError, text } = await call(name, args);
    expect(isError ?? false).toBe(false);
    expect(structuredContent).toEqual(shape.parse(structuredContent));
    expect(text).toContain('Numbers as of 2026-03-15T12:00:00.000Z. They include the built-in sample data');
  });

  it('gets the same from a tool as from REST', async () => {
    const rest = (path: string) => server.ask(path, { key }).then(({ body }) => body);
    const { structuredContent: top } = await call('list_top_signals', { metric: 'growth', limit: 5 });
    expect(top).toEqual({ items: await rest('/api/dashboard/top?metric=growth&limit=5') });
    const { structuredContent: found } = await call('search_signals', { query: 'test', size: 5, macroArea: null });
    expect(found).toEqual(await rest('/api/pain-signals?query=test&size=5'));
    const { structuredContent: signal } = await call('get_signal', { signalId: id.toUpperCase() });
    expect(signal).toEqual({
      signal: await rest(`/api/pain-signals/${id}`),
      stats: await rest(`/api/pain-signals/${id}/stats`),
      timeline: await rest(`/api/pain-signals/${id}/timeline`),
    });
  });

  it('reads the same growth in words as in figures, and what it is reckoned from', async () => {
    const { structuredContent, text } = await call('list_top_signals', { metric: 'growth', limit: 1 });
    const [top] = items.parse(structuredContent).items;
    const { growth = 0, mentionsPrevWindow: before, mentionsLastWindow: last } = top ?? {};
    expect(growth).toBeGreaterThan(0);
    expect(text).toContain(
      `growth ${Number(growth.toFixed(2))} (from ${before} in the 7 days before to ${last} in the`,
    );
  });

  it('can go from a list to a brief by the ids it reads', async () => {
    const { text } = await call('opportunity_brief', {});
    const [, signalId] = /signalId (\S+)/.exec(text) ?? [];
    const { text: signal } = await call('get_signal', { signalId });
    expect(signal).toMatch(/Figures: score \d/);
    const { text: brief } = await call('opportunity_brief', { signalId });
    expect(brief).toContain('Next steps:');
    expect(brief).toContain(signal.split('\n')[0]);
  });

  it('pages through the evidence, each piece once', async () => {
    const chunks = new Set<string>();
    for (let number = 0, pages = 1; number < pages; number += 1) {
      const { structuredContent } = await call('get_signal_evidence', { signalId: id, page: number, size: 7 });
      const { items: found, totalPages, totalItems } = pageOf(EvidenceExcerpt).parse(structuredContent);
      for (const { chunkId } of found) chunks.add(chunkId);
      pages = totalPages;
      if (number === pages - 1) expect(chunks.size).toBe(totalItems);
    }
    expect(chunks.size).toBeGreaterThan(7);
    expect(await call('get_signal_evidence', { signalId: id, page: 9_999 })).toMatchObject({
      structuredContent: { items: [] },
      text: expect.stringContaining('No evidence on this page.'),
    });
  });
});
