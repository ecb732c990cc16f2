import { complaints } from './posts.ts';

const TOPICS = ['Docker cache', 'Refresh token', 'Flaky browser', 'Slow query', 'Broken pipeline', 'Stale index'];
const TROUBLES = ['lost', 'invalidated', 'timed out', 'rejected', 'duplicated', 'ignored', 'truncated'];
const PLACES = ['after upgrade', 'behind proxy', 'on restart', 'under load', 'in staging'];

/** A file of several batches of short posts that meet in signals of many sizes. */
export function manyPosts(): string {
  const posts = TOPICS.flatMap((topic) =>
    TROUBLES.flatMap((trouble) =>
      PLACES.flatMap((place) => complaints(12, { title: `${topic} ${trouble} ${place}`, repository: topic })),
    ),
  );
  return posts.map((post) => JSON.stringify({ ...post, createdAt: new Date(post.createdAt).toISOString() })).join('\n');
}
