import { expect, it } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import type { IncomingPost } from '../../src/model/post.ts';
import type { ServiceError } from '../../src/model/service-error.ts';
import { createQueries } from '../../src/queries/index.ts';
import { createAnswerCache } from '../../src/queries/revision.ts';
import { complaints, DAY_MS, NOW } from '../support/posts.ts';
import { inFolder, listedSignals, openTestStore } from '../support/test-pipeline.ts';

/** What the queries say about why the only signal of these posts has no brief, at this moment. */
async function whyAbsent(posts: IncomingPost[], at = NOW): Promise<unknown> {
  const store = await openTestStore(await inFolder());
  const deps = { store, now: () => at, newId: () => crypto.randomUUID() };
  await importPosts(deps, posts);
  const search = { search: async () => null };
  const queries = createQueries({ store, search, cached: createAnswerCache(() => 0), at: () => at });
  const [signal] = await listedSignals(store);
  return queries.brief(signal?.id ?? '').catch((error: ServiceError) => error.reason);
}

const DIFFERENT = [
  'Palette editor crashes on Linux',
  'Palette editor loses my colors',
  'Slow palette editor',
  'Palette editor: wrong gradient after export',
  'No undo in the palette editor',
  'Palette editor shows an empty list',
];

it('says of an active signal that too few of its posts say the same, and of an old one when briefs are written', async () => {
  const posts = complaints(6).map((post, at) => ({ ...post, title: DIFFERENT[at] ?? '', body: '' }));
  expect(await whyAbsent(posts)).toBe('TOO_FEW_ALIKE');
  expect(await whyAbsent(posts, NOW + 60 * DAY_MS)).toBe('NOT_WRITTEN_YET');
});

it('says that four posts are too few for a brief, although four people wrote them', async () => {
  expect(await whyAbsent(complaints(4))).toBe('TOO_FEW_POSTS');
});
