import type { PainClient } from '@pain-signals/client';
import { expect, it } from 'vitest';
import { createAnswerCache } from '#src/workspace/answer-cache.ts';

const aClient = () => ({ revision: () => 'r1' }) as PainClient;

it('keeps so much for the digests of all keys together, the answers used last', async () => {
  const answers = createAnswerCache(Date.now);
  const asked: string[] = [];
  const [one, other] = [aClient(), aClient()];
  const get = (client: PainClient, query: string) =>
    answers.get(client, query, async () => {
      asked.push(query);
      return { data: 'x'.repeat(4_000_000) };
    });
  await Promise.all([get(one, 'first'), get(one, 'first')]);
  for (let at = 0; at < 8; at += 1) await get(other, `other ${at}`);
  await get(other, 'other 7');
  await get(one, 'first');
  expect(asked.filter((query) => query === 'first')).toHaveLength(2);
  expect(asked.filter((query) => query === 'other 7')).toHaveLength(1);
});

it('asks again for what failed', async () => {
  const answers = createAnswerCache(Date.now);
  const client = aClient();
  await expect(answers.get(client, 'q', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await answers.get(client, 'q', async () => 'up')).toBe('up');
});
