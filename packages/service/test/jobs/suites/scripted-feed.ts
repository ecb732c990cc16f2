import type { IncomingPost } from '../../../src/model/post.ts';
import type { Batch, Cursor, Feed, KnownPost } from '../../../src/sources/feed/source.ts';

export interface ScriptedFeed extends Feed {
  /** The cursors it was asked to read from. */
  askedFrom: Cursor[];
  /** The posts it was asked after, by externalId, one list a run. */
  askedAfter: string[][];
}

export interface Script {
  key?: string;
  /** What it gives out, batch by batch; an error ends the reading there, and a promise holds it up. */
  batches?: (Partial<Batch> | Error | Promise<void>)[];
  /** By externalId: gone at the platform, or an error when asked. */
  gone?: Record<string, true | Error>;
}

/** A platform that does what a test says. */
export function scriptedFeed({ key = 'scripted', batches = [], gone = {} }: Script): ScriptedFeed {
  const askedFrom: Cursor[] = [];
  const askedAfter: string[][] = [];
  return {
    key,
    askedFrom,
    askedAfter,
    async *fetchSince(cursor) {
      askedFrom.push(cursor);
      for (const batch of batches) {
        if (batch instanceof Error) throw batch;
        if (batch instanceof Promise) {
          await batch;
          continue;
        }
        yield { posts: [], deleted: [], unreadable: 0, cursor, ...batch };
      }
    },
    async *checkDeleted(posts: readonly KnownPost[]) {
      askedAfter.push(posts.map(({ externalId }) => externalId));
      for (const post of posts) {
        const verdict = gone[post.externalId];
        if (verdict instanceof Error) throw verdict;
        yield { post, deleted: verdict === true };
      }
    },
  };
}

export const identityOf = ({ provider, externalId }: IncomingPost) => ({ provider, externalId });
