import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '#src/store/open-store.ts';
import { createKeySource, createOperatorRoutes, type OperatorRoutes } from '#src/workspace/api-keys.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';

const HOUR = 3_600_000;
let now: number;
let store: Store;
let logs: Record<string, unknown>[];
beforeEach(async () => {
  now = Date.now();
  logs = [];
  store = await openTemporaryStore(() => now);
  for (const workspaceId of ['T1', 'T2']) await install(workspaceId);
});
afterEach(() => store.close());

const install = (workspaceId: string) =>
  store.installations.save({
    ...{ workspaceId, teamId: workspaceId, enterpriseId: null, name: null, appId: 'A1', installedBy: 'U1' },
    bot: { id: 'B1', userId: 'U0', scopes: ['commands'] },
    token: { token: 'xoxb-1', rotation: null },
  });

/** A service whose keys can be revoked; it counts what it is asked. */
function service() {
  const asked: string[] = [];
  const revoked = new Map<string, number>();
  const state = { isDown: false };
  const routes: OperatorRoutes = {
    async issueKey(workspaceId) {
      asked.push(workspaceId);
      if (state.isDown) throw new Error('down');
      return `pain_${workspaceId}_${revoked.get(workspaceId) ?? 0}`;
    },
    async revokeKey(workspaceId) {
      if (state.isDown) throw new Error('down');
      revoked.set(workspaceId, (revoked.get(workspaceId) ?? 0) + 1);
    },
  };
  return { asked, state, routes };
}

const keysFrom = (routes: OperatorRoutes, hasSharedKey = false) =>
  createKeySource({
    ...{ store, routes, hasSharedKey, now: () => now },
    logger: pino({ level: 'warn' }, { write: (line) => void logs.push(JSON.parse(line)) }),
  });

it('gets each workspace a key of its own when it is first needed, and keeps it encrypted', async () => {
  const { routes, asked } = service();
  const keys = keysFrom(routes);
  expect(await keys.find('T1')).toBe('pain_T1_0');
  expect(await keys.find('T2')).toBe('pain_T2_0');
  expect(await keysFrom(routes).find('T1')).toBe('pain_T1_0');
  expect(asked).toEqual(['T1', 'T2']);
  expect(await store.apiKeys.describe('T1')).toMatchObject({ connectedBy: null });
});

it('prefers the key that somebody connected, and goes back to its own when they disconnect it', async () => {
  const { routes } = service();
  const keys = keysFrom(routes);
  await keys.find('T1');
  await store.apiKeys.connect('T1', 'U1', 'pain_mine_1');
  expect(await keys.find('T1')).toBe('pain_mine_1');
  // What was asked for before comes after it.
  await store.apiKeys.provide('T1', 'pain_T1_0');
  expect(await keys.find('T1')).toBe('pain_mine_1');
  await store.apiKeys.disconnect('T1', 'U1');
  expect(await keys.find('T1')).toBe('pain_T1_0');
});

it('replaces a revoked key within an hour, and nobody waits for it', async () => {
  const { routes, asked, state } = service();
  const keys = keysFrom(routes);
  await keys.find('T1');
  await routes.revokeKey('T1');
  now += HOUR;
  state.isDown = true;
  expect([await keys.find('T1'), await keys.find('T1')]).toEqual(['pain_T1_0', 'pain_T1_0']);
  expect(asked).toEqual(['T1', 'T1']);
  await expect.poll(() => logs.length).toBe(1);
  state.isDown = false;
  now += 60_000;
  await keys.find('T1');
  await expect.poll(() => store.apiKeys.find('T1')).toBe('pain_T1_1');
});

it('replaces a key as soon as the service refuses it, once, but none that somebody connected', async () => {
  const { routes, asked } = service();
  const keys = keysFrom(routes);
  await keys.find('T1');
  await routes.revokeKey('T1');
  await Promise.all([keys.replaceRefused('T1'), keys.replaceRefused('T1')]);
  await expect.poll(() => keys.find('T1')).toBe('pain_T1_1');
  await store.apiKeys.connect('T2', 'U1', 'pain_mine_1');
  await keys.replaceRefused('T2');
  expect([await keys.find('T2'), asked]).toEqual(['pain_mine_1', ['T1', 'T1']]);
});

it('keeps nothing for a workspace that uninstalled the app meanwhile', async () => {
  const { routes } = service();
  const installation = await store.installations.find('T1');
  if (installation !== null) await store.installations.remove(installation);
  expect(await keysFrom(routes).find('T1')).toBeNull();
  expect(await store.apiKeys.describe('T1')).toBeNull();
});

it('falls back to the shared key while the service gives none, and without one says what is wrong', async () => {
  const { routes, state } = service();
  state.isDown = true;
  expect(await keysFrom(routes, true).find('T1')).toBeNull();
  await expect(keysFrom(routes).find('T1')).rejects.toThrow('down');
  await keysFrom(routes).revoke('T1');
  expect(logs.at(-1)).toMatchObject({ workspace: 'T1', command: 'npm run -s cli -- key list slack:t1' });
});

it.each([
  [401, '{}', 'UnexpectedAnswerError'],
  [200, '{"key":5}', 'UnexpectedAnswerError'],
  [200, 'nonsense', 'UnexpectedAnswerError'],
  [302, '', 'UnreachableError'],
  [200, '{"key":"k"}'.padEnd(6e6), 'UnexpectedAnswerError'],
])('an answer %i (%#) of the service is an error that people can be told', async (status, body, name) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {});
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { issueKey } = createOperatorRoutes(`http://127.0.0.1:${port}/`, 'token');
  await expect(issueKey('T1')).rejects.toMatchObject({ name });
  server.close();
});
