import { z } from 'zod';
import { checkDeletedOneByOne, type PostDraft, parseRows, type Rows } from '../feed/batch.ts';
import { overlapStart, pageBackward, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../feed/source.ts';
import type { Http } from '../http/http.ts';
import type { Pace } from '../http/pacer.ts';

/** A page of https://lobste.rs/newest.json; the fields are those of the site's own source code (lobsters/lobsters). */
const StoryPage = z.array(z.unknown());

const Story = z.object({
  short_id: z.string().regex(/^[a-z0-9]{1,20}$/i),
  created_at: z.iso.datetime({ offset: true }),
  title: z.string(),
  /** HTML; empty for most links. */
  description: z.string().nullish(),
  score: z.int(),
  tags: z.array(z.string()),
  short_id_url: z.url(),
  /** A name today, an account with a name in the past. */
  submitter_user: z
    .union([z.string(), z.object({ username: z.string() }).transform(({ username }) => username)])
    .nullish(),
});
export type Story = z.output<typeof Story>;

/** An entry of the SOURCES file. */
const LobstersEntry = z.strictObject({
  source: z.literal('lobsters'),
  /** Only stories with any of these tags. */
  tags: z.array(z.string().min(1).max(30)).min(1).optional(),
});

const SITE = 'https://lobste.rs/';
/** No limit is published; one call a second is polite to a small site. */
const GENTLE: Pace = { budget: 'site', everyMs: 1_000, burst: 1 };

/** Stories on Lobsters. */
export const lobsters = defineSource('lobsters', LobstersEntry, ({ tags }, { http, now }: SourceDeps): Feed[] => {
  return [
    {
      key: ['lobsters', ...(tags ?? []).toSorted()].join(' '),
      fetchSince: (cursor) => readStories(http, tags, cursor, now()),
      checkDeleted: (posts) => checkStories(http, posts),
    },
  ];
});

function readStories(http: Http, tags: readonly string[] | undefined, cursor: Cursor, until: number) {
  const pages = pageBackward<Story>({
    from: overlapStart(cursor),
    until,
    pages: listStories(http),
    timeOf: (story) => Date.parse(story.created_at),
    idOf: (story) => story.short_id,
  });
  const isWanted = (story: Story) => tags === undefined || story.tags.some((tag) => tags.includes(tag));
  return toBatches(pages, cursor, (story) => (isWanted(story) ? { post: toPost(story) } : null));
}

async function* listStories(http: Http): AsyncGenerator<Rows<Story>> {
  for (let page = 1; ; page += 1) {
    const { body } = await http.requestJson(
      { url: new URL(`newest/page/${page}.json`, SITE), pace: GENTLE },
      StoryPage,
    );
    if (body.length === 0) return;
    yield parseRows(body, Story);
  }
}

function toPost(story: Story): PostDraft {
  return {
    provider: 'lobsters',
    externalId: story.short_id,
    title: story.title,
    body: story.description,
    createdAt: story.created_at,
    url: story.short_id_url,
    author: story.submitter_user,
    reactions: Math.max(0, story.score),
  };
}

const checkStories = (http: Http, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, async ({ externalId }) => {
    await http.requestJson({ url: new URL(`s/${encodeURIComponent(externalId)}.json`, SITE), pace: GENTLE }, Story);
    return false;
  });
