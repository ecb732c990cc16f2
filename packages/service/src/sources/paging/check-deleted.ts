import type { Feed, KnownPost } from '../feed/source.ts';
import { GoneError } from '../http/index.ts';

/**
 * Checks posts one by one. `ask` returns null when there is nothing to ask, true when the platform's response says that the post is
 * deleted; a {@link GoneError} means the same.
 */
export async function* checkDeletedOneByOne(
  posts: readonly KnownPost[],
  ask: (post: KnownPost) => Promise<boolean> | null,
): ReturnType<Feed['checkDeleted']> {
  for (const post of posts) yield { post, deleted: await isDeleted(ask(post)) };
}

async function isDeleted(asked: Promise<boolean> | null): Promise<boolean> {
  try {
    return (await asked) ?? false;
  } catch (error) {
    if (error instanceof GoneError) return true;
    throw error;
  }
}
