import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openEmptyStore } from '../support/filled-store.ts';

it('merges an index that was written post by post into one part, in steps, and finds the same posts', async () => {
  const opened = await openEmptyStore();
  const { postTerms } = opened.store;
  for (let postId = 1; postId <= 10; postId++)
    await postTerms.put([{ postId, titleTerms: `docker word${postId}`, bodyTerms: '' }]);
  const file = new DatabaseSync(join(opened.dataDir, 'service.sqlite'), { readOnly: true });
  const parts = () => file.prepare('select count(distinct segid) as parts from post_search_idx').get()?.parts;
  const find = () => postTerms.matching([[['docker']], [['word7']]], 20);
  const [before, found] = [parts(), await find()];
  let steps = 0;
  await postTerms.mergeIndex(async () => {
    steps += 1;
  });
  expect([before, parts(), steps > 0]).toEqual([expect.toSatisfy((count: number) => count > 1), 1, true]);
  expect(await find()).toEqual(found);
  expect(found[0]).toHaveLength(10);
  file.close();
  await opened.close();
});
