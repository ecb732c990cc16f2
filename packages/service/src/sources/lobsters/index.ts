import type { Http, Pace } from '../http/index.ts';
import { checkDeletedOneByOne } from '../reading/check-each.ts';
import { advanceCursor, overlapStart } from '../reading/cursor.ts';
import { pageBackward } from '../reading/read-back.ts';
import { makeBatch, type PostDraft, parseRows, type Rows } from '../reading/rows.ts';
import { type Batch, type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../source.ts';
import { LobstersEntry, Story, StoryPage } from './schema.ts';

const SITE = 'https://lobste.rs/';
/** No limit is published; one call a second is what a small site can be asked for. */
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

async function* readStories(
  http: Http,
  tags: readonly string[] | undefined,
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const chunks = pageBackward<Story>({
    from: overlapStart(cursor),
    until,
    pages: listStories(http),
    timeOf: (story) => Date.parse(story.created_at),
    idOf: (story) => story.short_id,
  });
  const isWanted = (story: Story) => tags === undefined || story.tags.some((tag) => tags.includes(tag));
  for await (const { reached, ...rows } of chunks)
    yield makeBatch(
      rows,
      (story) => (isWanted(story) ? { post: toPost(story) } : null),
      advanceCursor(cursor, reached),
    );
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
