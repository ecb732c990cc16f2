import { z } from 'zod';
import { checkDeletedOneByOne, type PostDraft, parseRows, type Rows } from '../feed/batch.ts';
import { epochSeconds, overlapStart, pageByWindow, type TimeWindow, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../feed/source.ts';
import type { Http } from '../http/http.ts';
import type { Pace } from '../http/pacer.ts';

/** https://hn.algolia.com/api */
const SearchResponse = z.object({ nbHits: z.int().nonnegative(), hits: z.array(z.unknown()) });

const Hit = z.object({
  objectID: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  author: z.string().nullish(),
  points: z.int().nullish(),
  title: z.string().nullish(),
  /** HTML, as is the comment's. */
  story_text: z.string().nullish(),
  comment_text: z.string().nullish(),
});
export type Hit = z.output<typeof Hit>;

/** https://github.com/HackerNews/API#items; null when the item never existed. */
const Item = z.object({ deleted: z.boolean().optional(), dead: z.boolean().optional() }).nullable();

/** An entry of the SOURCES file. */
const HackerNewsEntry = z.strictObject({
  source: z.literal('hacker-news'),
  /** Search words; everything when left out, about 12,000 posts a day. */
  query: z.string().min(1).max(200).optional(),
  kinds: z
    .array(z.enum(['story', 'comment', 'ask_hn', 'show_hn']))
    .min(1)
    .default(['story', 'comment']),
});

/** The search: 10,000 calls an hour. The items API documents no limit. */
const SEARCH_API = 'https://hn.algolia.com/api/v1/search_by_date';
const SEARCH: Pace = { budget: 'search', everyMs: 500, burst: 5 };
const ITEM_API = 'https://hacker-news.firebaseio.com/v0/item/';
const ITEM: Pace = { budget: 'items', everyMs: 100, burst: 10 };

/** The most results a search returns. */
const MAX_HITS = 1_000;

interface HackerNewsQuery {
  query: string;
  kinds: readonly string[];
}

/** Stories and comments on Hacker News, by Algolia's search. */
export const hackerNews = defineSource(
  'hacker-news',
  HackerNewsEntry,
  ({ query = '', kinds }, { http, now }: SourceDeps): Feed[] => {
    return [
      {
        key: ['hacker-news', [...kinds].sort().join(','), query].filter(Boolean).join(' '),
        fetchSince: (cursor) => readHits(http, { query, kinds }, cursor, now()),
        checkDeleted: (posts) => checkItems(http, posts),
      },
    ];
  },
);

function readHits(http: Http, query: HackerNewsQuery, cursor: Cursor, until: number) {
  const span = { from: overlapStart(cursor), to: until };
  const windows = pageByWindow(span, (window) => readWindow(http, query, window));
  return toBatches(windows, cursor, (hit) => ({ post: toPost(hit) }));
}

async function readWindow(
  http: Http,
  { query, kinds }: HackerNewsQuery,
  { from, to }: TimeWindow,
): Promise<Rows<Hit> | null> {
  const url = new URL(SEARCH_API);
  url.search = new URLSearchParams({
    query,
    // Parentheses: any of them.
    tags: `(${kinds.join(',')})`,
    numericFilters: `created_at_i>=${epochSeconds(from)},created_at_i<${epochSeconds(to)}`,
    hitsPerPage: String(MAX_HITS),
  }).toString();
  const { body } = await http.requestJson({ url, pace: SEARCH }, SearchResponse);
  if (body.nbHits > body.hits.length) return null;
  // The search returns the newest first.
  return parseRows(body.hits.toReversed(), Hit);
}

function toPost(hit: Hit): PostDraft {
  return {
    provider: 'hackernews',
    externalId: hit.objectID,
    title: hit.title,
    body: hit.comment_text ?? hit.story_text,
    createdAt: hit.created_at,
    url: `https://news.ycombinator.com/item?id=${hit.objectID}`,
    author: hit.author,
    reactions: Math.max(0, hit.points ?? 0),
  };
}

/** Deleted items disappear from the search, so the items API is asked. */
const checkItems = (http: Http, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, async ({ externalId }) => {
    const url = new URL(`${encodeURIComponent(externalId)}.json`, ITEM_API);
    const { body: item } = await http.requestJson({ url, pace: ITEM }, Item);
    return item === null || item.deleted === true || item.dead === true;
  });
