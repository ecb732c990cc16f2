import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openChat } from '../../../src/jobs/pipeline/open-pipeline.ts';
import { say } from '../../language-model/support/model-server.ts';
import { startServer as startModelServer } from '../../sources/support/local-server.ts';
import { addKey, createKey, openFilledStore } from '../../support/filled-store.ts';
import { startServer } from '../support/running-server.ts';

const DAILY_LIMIT = 12;
const SHARE = 3;

async function startAsking() {
  const filled = await openFilledStore();
  onTestFinished(filled.close);
  const { store } = filled;
  // Each question costs one: the model says that the posts don't answer it.
  const model = await startModelServer((_, response) => say(response, { answer: null, evidence: [] }));
  const settings = { url: model.url, model: 'small', apiKey: null, dailyLimit: DAILY_LIMIT, concurrency: 4 };
  const [signal] = await store.signals.top({ metric: 'score', limit: 1 });
  const hit = { signalId: signal?.id ?? '', relevance: 1, words: [], postId: null, whole: 0, confirmed: true };
  const onFailure = (error: unknown) => expect.fail(String(error));
  const server = await startServer({
    store,
    search: { search: async () => [hit] },
    openChat: (accountId) => openChat({ settings, store, realNow: Date.now, onFailure }, accountId),
  });
  onTestFinished(server.close);
  const ask = async (key: string, times: number) => {
    for (let asked = 0; asked < times; asked += 1) {
      const path = `/api/signals/semantic-search?q=${randomUUID()}&answer=true`;
      expect(await server.ask(path, { key })).toMatchObject({ status: 200, body: { items: [{}] } });
    }
  };
  return { store, model, ask };
}

it('lets no account spend more than a quarter of the day’s questions, over all its keys, and answers it without the model', async () => {
  const { store, model, ask } = await startAsking();
  const key = await createKey(store);
  const account = (await store.keys.findByPrefix(key.split('_')[1] ?? ''))?.account.id ?? '';
  await ask(key, SHARE + 1);
  await ask(await addKey(store, account), 2);
  expect(model.seen).toHaveLength(SHARE);
  await ask(await createKey(store), SHARE + 1);
  expect(model.seen).toHaveLength(2 * SHARE);
});
