import {
  EvidenceItem,
  FoundSignal,
  History,
  OpportunityBrief,
  OpportunityListItem,
  PainSignalDetail,
  PainSignalListItem,
  PipelineFreshness,
  pageOf,
  SignalStats,
  Timeline,
} from '@pain-signals/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey, openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const OPENING = '/api/pain-signals';

/** Section 2's shapes are all there is, but for the additions that are documented. */
const SHAPES: [path: string, shape: z.ZodType][] = [
  ['/api/dashboard/trending', z.array(z.strictObject(PainSignalListItem.shape))],
  ['/api/dashboard/emerging', z.array(z.strictObject(PainSignalListItem.shape))],
  ['/api/dashboard/top?metric=growth', z.array(z.strictObject(PainSignalListItem.shape))],
  [`${OPENING}?size=100`, pageOf(z.strictObject(PainSignalListItem.shape)).strict()],
  [
    `${OPENING}/{id}`,
    z.strictObject(PainSignalDetail.shape).required({ scoreParts: true, scorePartsWeekBefore: true }),
  ],
  [`${OPENING}/{id}/stats`, z.strictObject(SignalStats.shape)],
  [`${OPENING}/{id}/timeline?days=365`, z.strictObject(Timeline.shape)],
  [`${OPENING}/{id}/history`, z.strictObject(History.shape)],
  [`${OPENING}/{id}/evidence?size=100`, pageOf(z.strictObject(EvidenceItem.shape)).strict()],
  [`${OPENING}/{id}/brief`, z.strictObject(OpportunityBrief.shape)],
  ['/api/signals/semantic-search?q=tests+fail', pageOf(z.strictObject(FoundSignal.shape)).strict()],
  ['/api/opportunities', z.array(z.strictObject(OpportunityListItem.shape))],
  ['/api/meta/pipeline', z.strictObject({ ...PipelineFreshness.shape, sample: z.literal(true) })],
];

describe('every answer is what the specification says', () => {
  let opened: TestStore;
  let server: RunningServer;
  let id: string;

  beforeAll(async () => {
    opened = await openFilledStore();
    server = await startServer({ store: opened.store, key: await createKey(opened.store) });
    const [brief] = await server.read('/api/opportunities', z.array(OpportunityListItem));
    id = brief?.painSignalId ?? '';
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it.each(SHAPES)('%s', async (path, shape) => {
    const { status, headers, body } = await server.ask(path.replace('{id}', id));
    expect(body).toEqual(shape.parse(body));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('has something to show in each of them', async () => {
    for (const [path] of SHAPES) {
      const { body } = await server.ask(path.replace('{id}', id));
      const { items } = z
        .object({ items: z.array(z.unknown()) })
        .catch({ items: [1] })
        .parse(body);
      expect([path, Array.isArray(body) ? body.length : items.length]).not.toEqual([path, 0]);
    }
  });
});
