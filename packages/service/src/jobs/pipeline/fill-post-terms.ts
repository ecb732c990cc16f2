import { searchTermsOf } from '../../search/search-terms.ts';
import { type PipelineRun, yieldToEventLoop } from './pipeline-run.ts';

const BATCH_POSTS = 500;

/** Lets search find the posts that an earlier version stored. Does nothing once that is done. */
export async function fillPostTerms({ store, lock }: PipelineRun): Promise<void> {
  if ((await store.counters.get('postTermsFilled')) === 1) return;
  for (let last = 0; ; ) {
    const posts = await store.postTerms.missing(last, BATCH_POSTS);
    lock.assertHeld();
    await store.transaction(async (stores) => {
      await stores.postTerms.put(posts.map(({ id, title, text }) => ({ postId: id, ...searchTermsOf(title, text) })));
      if (posts.length === 0) await stores.counters.set('postTermsFilled', 1);
    });
    if (posts.length === 0) return;
    last = posts.at(-1)?.id ?? last;
    await yieldToEventLoop();
  }
}
