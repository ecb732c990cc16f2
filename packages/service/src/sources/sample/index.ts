import { addDays, dayOf } from './parts/calendar.ts';
import type { SamplePost } from './parts/sample-post.ts';
import { samplePosts } from './stream.ts';

export type { SamplePost } from './parts/sample-post.ts';

/** How far back the stream reaches on the first start. */
export const SAMPLE_DAYS = 150;

/** The sample posts of the last SAMPLE_DAYS days up to this moment (`now` in milliseconds), oldest first. */
export function* sampleStream(clock: { now: () => number }): Generator<SamplePost> {
  const now = clock.now();
  const today = dayOf(now);
  for (const post of samplePosts(addDays(today, 1 - SAMPLE_DAYS), today)) {
    if (Date.parse(post.createdAt) <= now) yield post;
  }
}
