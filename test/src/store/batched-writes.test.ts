import { openDatabase } from '@pain-signals/storage';
import { expect, it } from 'vitest';
import { batchWrites } from '#src/store/batched-writes.ts';
import { temporaryFolder } from '../../../packages/storage/test/support/temporary-folder.ts';

it('leaves the event loop to others between the results of writes that shared a transaction', async () => {
  const database = await openDatabase({ dataDir: temporaryFolder(), name: 'shared' });
  const write = batchWrites(database.kysely, { gatherMs: 1 });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const seen = await Promise.all([1, 2, 3, 4].map(() => write(async () => undefined).then(() => turns)));
  isOver = true;
  await database.close();
  expect(new Set(seen).size).toBe(seen.length);
});
