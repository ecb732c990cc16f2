import { expect, it, onTestFinished } from 'vitest';
import { openEmptyStore } from '../../support/filled-store.ts';
import { NOW } from '../../support/posts.ts';
import { startServer } from '../support/running-server.ts';

const TOKEN = 'the-token-of-the-operator';
const line = (externalId: string) =>
  JSON.stringify({
    provider: 'tracker',
    externalId,
    title: `Build ${externalId} fails`,
    createdAt: '2026-02-01T12:00:00Z',
  });

async function open(operatorToken: string | null) {
  const opened = await openEmptyStore();
  const server = await startServer({ store: opened.store, operatorToken, asOf: NOW });
  onTestFinished(async () => {
    await server.close();
    await opened.close();
  });
  return (body: string, token = TOKEN) =>
    server.ask('/operator/ingest', {
      key: token,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    });
}

it('stores good lines once, and names the bad ones with their numbers', async () => {
  const push = await open(TOKEN);
  const lines = [line('1'), 'not JSON', line('2')].join('\n');

  const first = await push(lines);
  const again = await push(lines);

  expect(first).toMatchObject({
    status: 202,
    body: {
      read: 2,
      stored: 2,
      known: 0,
      invalid: 1,
      faults: [{ line: 2, fault: expect.stringContaining('not JSON') }],
    },
  });
  expect(again).toMatchObject({ status: 202, body: { stored: 0, known: 2 } });
});

it('is for who has the token, and is not there without one', async () => {
  expect(await (await open(TOKEN))(line('1'), 'another')).toMatchObject({ status: 401 });
  expect(await (await open(null))(line('1'))).toMatchObject({ status: 404 });
});
