import { z } from 'zod';
import { checkDeletedOneByOne, type PostDraft, parseRows, type RowResult, type Rows } from '../feed/batch.ts';
import { overlapStart, pageBackward, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, SiteAddress, type SourceDeps } from '../feed/source.ts';
import { AccessDeniedError, GoneError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import type { Pace } from '../http/pacer.ts';

/** https://docs.discourse.org/#tag/Topics/operation/listLatestTopics */
const TopicPage = z.object({
  topic_list: z.object({
    topics: z.array(z.unknown()),
    /** Missing on the last page. */
    more_topics_url: z.string().optional(),
  }),
});
const TopicRow = z.object({ id: z.int(), created_at: z.iso.datetime({ offset: true }) });
export type TopicRow = z.output<typeof TopicRow>;

/** https://docs.discourse.org/#tag/Topics/operation/getTopic */
const Topic = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  post_stream: z.object({ posts: z.array(z.unknown()) }),
});
export type Topic = z.output<typeof Topic>;

const TopicPost = z.object({
  post_number: z.int(),
  username: z.string(),
  /** Markdown; missing from older versions, which have `cooked` (HTML) instead. */
  raw: z.string().optional(),
  cooked: z.string(),
  actions_summary: z.array(z.object({ id: z.int(), count: z.int().optional() })).default([]),
});

/** The forum's response for a topic that requires signing in. */
const AccessError = z.object({ error_type: z.literal('invalid_access') });

/** An entry of the SOURCES file. */
const DiscourseEntry = z.strictObject({
  source: z.literal('discourse'),
  url: SiteAddress,
  /** As in the address of the category: "support/7"; the whole forum when left out. */
  categories: z
    .array(z.string().regex(/^[\w%-]+(\/[\w%-]+)?\/\d+$/, 'must be slug/id, such as "support/7"'))
    .min(1)
    .optional(),
  /** The licence of posts by the forum's terms, if any. */
  licence: z.string().min(1).max(100).optional(),
});

/** Forums allow 200 calls a minute from one address unless set otherwise, and fewer bursts. */
const FORUM: Pace = { budget: 'forum', everyMs: 1_000, burst: 3 };
/** In `actions_summary`. */
const LIKE = 2;

interface Forum {
  http: Http;
  url: string;
  licence: string | undefined;
}

/** Topics of a Discourse forum: the title and the post that opens it. */
export const discourse = defineSource(
  'discourse',
  DiscourseEntry,
  ({ url, categories, licence }, { http, now }: SourceDeps): Feed[] => {
    const forum: Forum = { http, url, licence };
    return (categories ?? [null]).map((category) => ({
      key: `discourse ${url}${category === null ? '' : ` ${category}`}`,
      fetchSince: (cursor) => readTopics(forum, category, cursor, now()),
      checkDeleted: (posts) => checkTopics(forum, posts),
    }));
  },
);

function readTopics(forum: Forum, category: string | null, cursor: Cursor, until: number) {
  const pages = pageBackward<TopicRow>({
    from: overlapStart(cursor),
    until,
    pages: listTopics(forum, category),
    timeOf: (topic) => Date.parse(topic.created_at),
    idOf: (topic) => topic.id,
  });
  return toBatches(pages, cursor, ({ id }) => readTopic(forum, id));
}

async function* listTopics(forum: Forum, category: string | null): AsyncGenerator<Rows<TopicRow>> {
  const path = category === null ? 'latest.json' : `c/${category}/l/latest.json`;
  for (let page = 0; ; page += 1) {
    const { topic_list } = await ask(forum, `${path}?order=created&page=${page}`, TopicPage);
    yield parseRows(topic_list.topics, TopicRow);
    if (topic_list.more_topics_url === undefined || topic_list.topics.length === 0) return;
  }
}

async function readTopic(forum: Forum, id: number): Promise<RowResult> {
  try {
    const topic = await ask(forum, `t/${id}.json?include_raw=true`, Topic);
    return { post: toPost(forum, topic) };
  } catch (error) {
    if (isHidden(error)) return { deleted: identityOf(forum, id) };
    throw error;
  }
}

function toPost(forum: Forum, topic: Topic): PostDraft {
  const { rows } = parseRows(topic.post_stream.posts, TopicPost);
  const opening = rows.find((post) => post.post_number === 1);
  return {
    ...identityOf(forum, topic.id),
    title: topic.title,
    body: opening?.raw ?? opening?.cooked,
    createdAt: topic.created_at,
    url: `${forum.url}/t/${topic.slug}/${topic.id}`,
    author: opening?.username,
    licence: forum.licence,
    reactions: opening?.actions_summary.find(({ id }) => id === LIKE)?.count,
  };
}

/** Every forum numbers its topics from one. */
const identityOf = ({ url }: Forum, id: number) => {
  const { host, pathname } = new URL(url);
  return { provider: 'discourse', externalId: `${host}${pathname === '/' ? '' : pathname}:${id}` };
};

const checkTopics = (forum: Forum, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, async ({ externalId }) => {
    const id = Number(externalId.split(':').at(-1));
    const meaning = await readTopic(forum, id);
    return meaning !== null && 'deleted' in meaning;
  });

/** Deleted, or moved behind a sign-in. */
const isHidden = (error: unknown): boolean =>
  error instanceof GoneError || (error instanceof AccessDeniedError && AccessError.safeParse(error.answer).success);

const ask = async <Schema extends z.ZodType>({ http, url }: Forum, path: string, schema: Schema) =>
  (await http.requestJson({ url: new URL(`${url}/${path}`), pace: FORUM }, schema)).body;
