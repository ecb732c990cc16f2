import { expect, it } from 'vitest';
import { createEmbed, embedSignals } from '../../src/language-model/embeddings.ts';
import type { SignalVector } from '../../src/model/signal.ts';
import { startServer } from '../sources/support/local-server.ts';

const TEXTS = ['a', 'b'].map((signalId) => ({ signalId, text: `text of ${signalId}` }));

/** Embeds with a model of this many dimensions; `asked` collects the texts that were sent. */
function openVectors() {
  const rows = new Map<string, SignalVector>();
  const asked: string[] = [];
  const store = {
    all: async () => [...rows.values()],
    put: async (_: string, vectors: readonly SignalVector[]) => {
      for (const row of vectors) rows.set(row.signalId, row);
    },
  };
  const embedIn = (dimensions: number) => async (texts: readonly string[]) => {
    asked.push(...texts);
    return texts.map(() => new Float32Array(dimensions).fill(1));
  };
  return {
    asked,
    run: (texts: typeof TEXTS, dimensions: number) =>
      embedSignals(texts, { embed: embedIn(dimensions), model: 'm', store }),
  };
}

it('requests only the vectors of texts that changed', async () => {
  const { asked, run } = openVectors();
  await run(TEXTS, 2);
  await run([{ signalId: 'a', text: 'another text' }, ...TEXTS.slice(1)], 2);
  expect(asked).toEqual(['text of a', 'text of b', 'another text']);
});

it('requests all vectors again after the model behind a name changed its dimension', async () => {
  const { asked, run } = openVectors();
  await run(TEXTS.slice(0, 1), 2);
  await expect(run(TEXTS, 3)).rejects.toThrow('differ in dimension');

  const vectors = await run(TEXTS, 3);

  expect(vectors.map(({ vector }) => vector.length)).toEqual([3, 3]);
  expect(asked).toContain('text of a');
});

it('refuses millions of rows before they are read', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"data":[${'{},'.repeat(2e6)}{}]}`);
  });
  const embed = createEmbed({ url: server.url, model: 'm', apiKey: null });
  const before = process.cpuUsage();
  await expect(embed(['a text'], 30_000)).rejects.toThrow('The response is not a list of embeddings.');
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
