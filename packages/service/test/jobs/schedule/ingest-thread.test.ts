import { expect, it, onTestFinished } from 'vitest';
import { createIngestThread } from '../../../src/jobs/schedule/ingest-thread.ts';

it('fails the pushes of a thread that ended, and starts another one for the next', async () => {
  const file = new URL('./support/dying-ingest-thread.ts', import.meta.url);
  const { ingest, stop } = createIngestThread({} as never, { file, onDamaged: () => undefined });
  onTestFinished(stop);
  const push = () => ingest(Buffer.from('{}'), null);

  const both = await Promise.allSettled([push(), push()]);
  expect(both).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new TypeError('no memory left') })));
  await expect(push()).rejects.toThrow('no memory left');
});

it('runs a few pushes at once, and refuses those beyond what the memory takes', async () => {
  const file = new URL('./support/counting-ingest-thread.ts', import.meta.url);
  const { ingest, stop } = createIngestThread({} as never, { file, maxBytes: 7, onDamaged: () => undefined });
  onTestFinished(stop);
  const push = () => ingest(Buffer.from('1'), null);

  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, push));
  // Each is answered with how many the thread has then.
  const answers = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.answer : outcome.reason));
  expect(Math.max(...answers.slice(0, 7).map(({ running }) => running))).toBe(4);
  expect(answers[7]).toMatchObject({ status: 503, message: expect.stringContaining('Too many pushes are waiting') });
  await expect(push()).resolves.toMatchObject({ answer: { running: 1 } });
});
