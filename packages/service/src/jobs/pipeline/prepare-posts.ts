import { setImmediate } from 'node:timers/promises';
import { signatureOf } from '../../clustering/duplicates.ts';
import type { IncomingPost, PreparedPost } from '../../model/post.ts';
import { scrub } from '../../text/scrub.ts';
import { preparePost, type ScrubbedOrigin, scrubOrigin } from './prepare-post.ts';

/** What can be found out about a post without knowing others. */
interface Preparation {
  prepared: PreparedPost;
  scrubbed: ScrubbedOrigin;
  signature: Uint8Array;
}

/** One result per post, in order: an error for a post that cannot be prepared. */
export type PreparePosts = (posts: readonly IncomingPost[]) => Promise<readonly (Preparation | { error: unknown })[]>;

const POSTS_BETWEEN_YIELDS = 50;

/** Prepares posts in this thread, with pauses for requests. */
export const preparePosts: PreparePosts = async (posts) => {
  const results: (Preparation | { error: unknown })[] = [];
  // Many posts of a batch name the same people, repositories and licence.
  const names = new Map<string, string>();
  const scrubName = (name: string): string => {
    const scrubbed = names.get(name) ?? scrub(name);
    names.set(name, scrubbed);
    return scrubbed;
  };
  for (const [index, post] of posts.entries()) {
    if (index % POSTS_BETWEEN_YIELDS === 0) await setImmediate();
    try {
      const prepared = preparePost(post);
      const scrubbed = scrubOrigin(post, scrubName);
      results.push({ prepared, scrubbed, signature: signatureOf(prepared, scrubbed.author) });
    } catch (error) {
      results.push({ error });
    }
  }
  return results;
};
