import { expect, it } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import { createQueries } from '../../src/queries/index.ts';
import { createAnswerCache } from '../../src/queries/revision.ts';
import { complaints, NOW } from '../support/posts.ts';
import { inFolder, listedSignals, openTestStore } from '../support/test-pipeline.ts';

it('says that four posts are too few for a brief, although four people wrote them', async () => {
  const store = await openTestStore(await inFolder());
  await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(4));
  const search = { search: async () => null };
  const queries = createQueries({ store, search, cached: createAnswerCache(() => 0), at: () => NOW });
  const [signal] = await listedSignals(store);

  await expect(queries.brief(signal?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'TOO_FEW_POSTS' });
});
