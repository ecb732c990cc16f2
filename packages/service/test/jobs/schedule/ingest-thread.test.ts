import { expect, it, onTestFinished } from 'vitest';
import { createIngestThread } from '../../../src/jobs/schedule/ingest-thread.ts';

it('fails the pushes of a thread that ended, and starts another one for the next', async () => {
  const file = new URL('./support/dying-ingest-thread.ts', import.meta.url);
  const { ingest, stop } = createIngestThread({} as never, file);
  onTestFinished(stop);
  const push = () => ingest(Buffer.from('{}'), null);

  const both = await Promise.allSettled([push(), push()]);
  expect(both).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new TypeError('no memory left') })));
  await expect(push()).rejects.toThrow('no memory left');
});
