import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import { openChat } from '../../src/jobs/pipeline/open-pipeline.ts';
import { refreshSignals } from '../../src/jobs/refresh/refresh.ts';
import { forget } from '../../src/jobs/removals.ts';
import { runNightly } from '../../src/jobs/schedule/nightly.ts';
import { DAY_MS } from '../../src/model/day.ts';
import { IncomingPost } from '../../src/model/post.ts';
import { sendJson, startServer } from '../sources/support/local-server.ts';
import { inFolder, listedSignals, openTestStore } from '../support/test-pipeline.ts';
import { GOOD, say } from './support/model-server.ts';

/** A dozen posts of one pain, which become one public signal. */
const TOLD = Array.from({ length: 12 }, (_, number) =>
  IncomingPost.parse({
    provider: 'github',
    externalId: `post-${number}`,
    title: `Layer cache rebuilt on every push, case ${number}`,
    body: `The layer cache is rebuilt on every push although nothing changed in step ${number}. Our team waits for the layer cache.`,
    author: `author-${number}`,
    repository: `owner-${number % 3}/repo`,
    createdAt: new Date(Date.UTC(2026, 1, 1 + number)).toISOString(),
  }),
);
const NOW = Date.UTC(2026, 1, 20, 12);
const SECTION = { text: 'The layer cache is rebuilt on every push although nothing changed.', evidence: [1, 2] };
const BRIEF = { problem: SECTION, affected: null, workarounds: [], opportunity: null };

const answer = (asked: string, response: ServerResponse) => say(response, asked.includes('workarounds') ? BRIEF : GOOD);

async function signalsTold(
  handler: (asked: string, response: ServerResponse) => void,
  { dailyLimit = 500, posts = TOLD } = {},
) {
  const server = await startServer(({ body }, response) => handler(body, response));
  const clock = { at: NOW };
  const store = await openTestStore(await inFolder(), () => clock.at);
  const settings = { url: server.url, model: 'small-model', apiKey: null, dailyLimit, concurrency: 2 };
  const ask = () => openChat({ settings, store, realNow: () => clock.at, onFailure: () => undefined });
  const deps = { settings, store, now: () => clock.at, newId: randomUUID, openChat: ask };
  await importPosts(deps, posts);
  return { store, server, deps, clock, signals: () => listedSignals(store) };
}

describe('signals and briefs', () => {
  it('are in the words of the model where one is set, with evidence', async () => {
    const { store, signals } = await signalsTold(answer);
    const [signal] = await signals();
    expect(signal).toMatchObject({ topic: GOOD.topic, summary: GOOD.summary });
    const brief = await store.briefs.find(signal?.id ?? '', NOW);
    expect(brief).toMatchObject({ generatedBy: 'small-model' });
    expect(brief?.problem).toMatch(/although nothing changed \[1\] \[2\]\.$/);
    const cited = [...(brief?.problem.matchAll(/\[(\d+)\]/g) ?? [])].map(([, number]) => Number(number));
    const authors = cited.map((number) => brief?.evidence[number - 1]?.author);
    expect(new Set(authors).size).toBe(2);
    expect(authors).not.toContain(undefined);
  });

  it('cost nothing when nothing changed, also at night', async () => {
    const { server, deps, clock } = await signalsTold(answer);
    const before = server.seen.length;
    await refreshSignals(deps);
    clock.at += DAY_MS;
    await runNightly({
      ...deps,
      sample: false,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    expect(server.seen).toHaveLength(before);
  });

  it('cost no more questions than a day has, and the night asks the rest', async () => {
    const { server, deps, clock, signals } = await signalsTold(answer, { dailyLimit: 0 });
    expect(server.seen).toEqual([]);
    expect((await signals())[0]?.summary).not.toBe(GOOD.summary);
    clock.at += DAY_MS;
    deps.settings.dailyLimit = 1;
    await runNightly({
      ...deps,
      sample: false,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    expect(server.seen).toHaveLength(1);
    expect((await signals())[0]?.summary).toBe(GOOD.summary);
  });

  it('are in our own words where the model is out of reach', async () => {
    const { store, signals } = await signalsTold((_, response) => sendJson(response, {}, {}, 500));
    const [signal] = await signals();
    expect(signal?.topic).toMatch(/layer cache/i);
    expect((await store.briefs.find(signal?.id ?? '', NOW))?.generatedBy).toBe('extractive');
  });

  it('forget every answer about a post that is erased', async () => {
    const { store, server, deps } = await signalsTold(answer);
    const before = server.seen.length;
    expect(before).toBeGreaterThan(0);
    await forget(deps, { kind: 'author', name: 'author-3', provider: null });
    expect(server.seen.length).toBeGreaterThan(before);
    expect(await store.briefs.list(NOW)).toHaveLength(1);
  });

  it('are not kept where a post was erased while the model wrote', async () => {
    let erase = async (): Promise<unknown> => undefined;
    const { store, server, deps } = await signalsTold((asked, response) => {
      void erase().then(() => answer(asked, response));
    });
    const [signal] = await listedSignals(store);
    const posts = await store.documents.ofSignal(signal?.id ?? '', NOW, 10);
    const found = { documents: posts, background: { documentFrequencies: new Map(), documents: 0 } };
    const askAgain = async () => {
      const before = server.seen.length;
      await deps.openChat()?.answer('Is the layer cache kept?', found);
      return server.seen.length - before;
    };
    erase = async () => {
      erase = async () => undefined;
      await forget(deps, { kind: 'author', name: 'author-3', provider: null });
    };
    await askAgain();
    expect([await askAgain(), await askAgain()]).toEqual([2, 0]);
  });
});
