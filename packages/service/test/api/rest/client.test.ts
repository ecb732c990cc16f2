import {
  createPainClient,
  InvalidMacroAreaError,
  NotFoundError,
  ProRequiredError,
  UnauthorizedError,
} from '@pain-signals/client';
import { MACRO_AREAS } from '@pain-signals/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

describe('the client and the service', () => {
  let opened: TestStore;
  let server: RunningServer;
  let client: ReturnType<typeof createPainClient>;

  let changes = 0;

  beforeAll(async () => {
    opened = await openFilledStore();
    server = await startServer({ store: opened.store, revision: { current: () => changes } });
    client = createPainClient({ apiUrl: server.url, apiKey: await createKey(opened.store) });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
    await opened.close();
  });

  it('understand each other in every question', async () => {
    const trending = await client.trending({ limit: 5 });
    const id = (await client.opportunities()).data[0]?.painSignalId ?? '';
    const answers = [
      trending,
      await client.emerging({ maxVolume: 50, minGrowth: 0.1 }),
      await client.top({ metric: 'volume' }),
      await client.signals({ query: 'a', sortBy: 'lastSeenAt', direction: 'asc', size: 5 }),
      await client.signal(id),
      await client.stats(id),
      await client.timeline(id, { days: 7 }),
      await client.history(id, { days: 7 }),
      await client.evidence(id, { page: 1, size: 2 }),
      await client.brief(id),
      await client.search({ q: 'tests fail at random', limit: 3 }),
      await client.opportunities(),
      await client.pipeline(),
    ];
    const known = { dropped: 0, stale: false, isSample: true };
    for (const answer of answers) expect(answer).toMatchObject(known);
    expect(trending.data.length).toBeGreaterThan(0);
    expect((await client.pipeline()).data.sample).toBe(true);
  });

  it('agree that what was known before posts were removed is known no more', async () => {
    const id = (await client.opportunities()).data[0]?.painSignalId ?? '';
    const known = await client.brief(id);
    expect((await client.brief(id)).data).toBe(known.data);
    const before = client.revision();
    await opened.store.counters.add('removals', 1);
    changes += 1;
    await client.top({ limit: 2 });
    expect(client.revision()).not.toBe(before);
    expect((await client.brief(id)).data).not.toBe(known.data);
  });

  it('mean the same by every refusal', async () => {
    const nobody = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
    const wrongArea = await client.signals({ macroArea: 'A, B' as never }).catch((error: unknown) => error);
    expect(wrongArea).toBeInstanceOf(InvalidMacroAreaError);
    expect((wrongArea as InvalidMacroAreaError).validAreas).toEqual(MACRO_AREAS);
    await expect(client.signal(nobody)).rejects.toBeInstanceOf(NotFoundError);
    expect((await client.brief(nobody)).data).toBeNull();

    const refusals = [
      [await createKey(opened.store, 'free'), ProRequiredError],
      [`pain_00000000_${'0'.repeat(40)}`, UnauthorizedError],
    ] as const;
    for (const [apiKey, refusal] of refusals) {
      const other = createPainClient({ apiUrl: server.url, apiKey });
      await expect(other.trending()).rejects.toBeInstanceOf(refusal);
      await other.close();
    }
  });
});
