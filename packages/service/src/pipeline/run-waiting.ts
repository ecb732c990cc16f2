import { loadAssigner } from './run-assign.ts';
import { type PipelineRun, yieldToEventLoop } from './run-deps.ts';

const BATCH_POSTS = 500;

/** Gives the posts whose own time has come their place; until then they counted nowhere. */
export async function placeWaitingPosts(run: PipelineRun, at: number): Promise<void> {
  const { store, lock } = run;
  let due = await store.posts.due(at, BATCH_POSTS);
  if (due.length === 0) return;
  const assigner = await loadAssigner(store);
  for (; due.length > 0; due = await store.posts.due(at, BATCH_POSTS)) {
    const placed = due.map((post) => ({ id: post.id, placement: assigner.assign(post) }));
    lock.assertHeld();
    await store.transaction(async (stores) => {
      for (const { id, placement } of placed) await stores.posts.place(id, at, placement);
      await assigner.save(stores, at);
      await stores.counters.set('refreshDue', 1);
    });
    await yieldToEventLoop();
  }
}
