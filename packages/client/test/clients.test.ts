import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clients, createClients } from '../src/index.ts';
import { movedClock } from './support/moved-clock.ts';
import { failure, json, type ScriptedService, startScriptedService } from './support/scripted-service.ts';
import { aSignal } from './support/signals.ts';

const SHARED = 'pain_shared_0123456789';
const OWN = 'pain_own_0123456789';

let service: ScriptedService;
let clients: Clients;
let keys: Map<string, string>;
let clock: ReturnType<typeof movedClock>;

beforeEach(async () => {
  service = await startScriptedService(json([aSignal()]));
  keys = new Map();
  clock = movedClock();
  clients = open(SHARED);
});
afterEach(async () => {
  await clients.close();
  await service.close();
});

const open = (apiKey: string | null) =>
  createClients({ apiUrl: service.url, apiKey, keyOf: async (id) => keys.get(id) ?? null, clock });

const keysUsed = () => service.headers.map(({ authorization }) => authorization?.replace('Bearer ', ''));
const trendingFor = async (id: string) => (await clients.for(id)).trending();

it('asks with the own key of a workspace, else with the one configured', async () => {
  keys.set('T1', OWN);
  await trendingFor('T1');
  await trendingFor('T2');
  expect(keysUsed()).toEqual([OWN, SHARED]);
});

it('shares budget and answers between workspaces with the same key, and with no others', async () => {
  keys.set('T1', OWN);
  await trendingFor('T2');
  await trendingFor('T3');
  expect(service.asked).toHaveLength(1);
  expect(await (await clients.for('T3')).budget()).toMatchObject({ left: 59 });
  expect(await (await clients.for('T1')).budget()).toMatchObject({ left: 60 });
  await trendingFor('T1');
  expect(service.asked).toHaveLength(2);
});

it('tells what is left to the keys in use, and asks nothing about those that rest', async () => {
  keys.set('T1', OWN);
  await trendingFor('T1');
  await trendingFor('T2');
  expect((await clients.budgets()).map(({ left }) => left)).toEqual([59, 59]);
  clock.advance(60 * 60_000);
  await clients.for('T2');
  expect((await clients.budgets()).map(({ left }) => left)).toEqual([60]);
});

describe('of large answers', () => {
  const trending = async (id: string, limit: number) => (await clients.for(id)).trending({ limit });
  const isAskedAgain = async (id: string, limit: number) => {
    const before = service.asked.length;
    await trending(id, limit);
    return service.asked.length > before;
  };
  const fill = async (id: string, answers: number) => {
    keys.set(id, `pain_own${id}_0123456789`);
    for (let limit = 1; limit <= answers; limit += 1) await trending(id, limit);
  };
  beforeEach(() => service.answer(json([{ ...aSignal(), note: 'x'.repeat(1_500_000) }])));

  it('keeps those of a key that were read last', async () => {
    await fill('T1', 6);
    expect([await isAskedAgain('T1', 6), await isAskedAgain('T1', 1)]).toEqual([false, true]);
  });

  it('keeps so much for all keys together, of those used last', async () => {
    for (let key = 0; key < 10; key += 1) await fill(`T${key}`, 5);
    expect([await isAskedAgain('T9', 5), await isAskedAgain('T0', 5)]).toEqual([false, true]);
  });
});

it('says which workspaces used a key that the service refuses', async () => {
  const refused: string[] = [];
  const asking = createClients({
    ...{ apiUrl: service.url, apiKey: SHARED, keyOf: async (id) => keys.get(id) ?? null, clock },
    onKeyRefused: (id) => refused.push(id),
  });
  keys.set('T1', OWN);
  await asking.for('T2');
  service.answer(failure(401, 'UNAUTHORIZED'));
  await expect((await asking.for('T1')).trending()).rejects.toThrow();
  expect(refused).toEqual(['T1']);
  await asking.close();
});

it('uses a changed key at once, and shows nothing that was read with the old one', async () => {
  keys.set('T1', OWN);
  await trendingFor('T1');
  keys.set('T1', 'pain_newer_0123456789');
  await trendingFor('T1');
  expect(keysUsed()).toEqual([OWN, 'pain_newer_0123456789']);
  keys.delete('T1');
  await trendingFor('T1');
  expect(keysUsed().at(-1)).toBe(SHARED);
});

it('lets a call that is under way with the old key come to its end', async () => {
  const reached = new Promise<() => void>((resolve) => {
    service.answer((request, response) => resolve(() => json([aSignal()])(request, response)));
  });
  keys.set('T1', OWN);
  const underWay = trendingFor('T1');
  const answer = await reached;
  keys.delete('T1');
  await clients.for('T1');
  clients.forget('T1');
  answer();
  expect((await underWay).data).toHaveLength(1);
});

it('forgets what was read for a workspace that is gone, unless another has the same key', async () => {
  keys.set('T1', OWN).set('T2', OWN);
  await trendingFor('T1');
  await clients.for('T2');
  clients.forget('T1');
  await trendingFor('T2');
  expect(service.asked).toHaveLength(1);
  clients.forget('T2');
  await trendingFor('T2');
  expect(service.asked).toHaveLength(2);
});

it('says that there is no key where there is none', async () => {
  await clients.close();
  clients = open(null);
  await expect(trendingFor('T1')).rejects.toMatchObject({ name: 'UnauthorizedError' });
  expect(service.asked).toEqual([]);
});

it('knows for all keys together that the service is down', async () => {
  service.answer((request) => void request.socket.destroy());
  keys.set('T1', OWN);
  await trendingFor('T1').catch(() => {});
  await trendingFor('T2').catch(() => {});
  expect(clients.health()).toMatchObject({ rest: { state: 'open' }, mcp: { state: 'closed' }, budget: 'memory' });
  const asked = service.asked.length;
  keys.set('T3', 'pain_third_0123456789');
  await expect(trendingFor('T3')).rejects.toMatchObject({ name: 'CircuitOpenError' });
  expect(service.asked).toHaveLength(asked);
});
