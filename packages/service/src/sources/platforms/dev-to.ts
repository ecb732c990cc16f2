import { z } from 'zod';
import { checkDeletedOneByOne, type PostDraft, parseRows, type RowResult, type Rows } from '../feed/batch.ts';
import { overlapStart, pageBackward, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../feed/source.ts';
import { GoneError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import type { Pace } from '../http/pacer.ts';

/** https://developers.forem.com/api/v1#tag/articles/operation/getLatestArticles */
const ArticlePage = z.array(z.unknown());
const ArticleRow = z.object({
  id: z.int(),
  published_timestamp: z.iso.datetime({ offset: true }),
  tag_list: z.array(z.string()),
});
export type ArticleRow = z.output<typeof ArticleRow>;

/** https://developers.forem.com/api/v1#tag/articles/operation/getArticleById */
const Article = z.object({
  id: z.int(),
  title: z.string(),
  body_markdown: z.string().nullish(),
  published_timestamp: z.iso.datetime({ offset: true }),
  url: z.url(),
  public_reactions_count: z.int().nonnegative(),
  user: z.object({ username: z.string().nullish() }),
});
export type Article = z.output<typeof Article>;

/** An entry of the SOURCES file. */
const DevToEntry = z.strictObject({
  source: z.literal('dev-to'),
  /** Only articles with any of these tags, such as "help" or "discuss". */
  tags: z.array(z.string().min(1).max(30)).min(1).optional(),
});

const API = 'https://dev.to/api/';
const HEADERS = { accept: 'application/vnd.forem.api-v1+json' };
/** About 30 calls in 30 seconds are accepted. */
const SITE: Pace = { budget: 'api', everyMs: 1_100, burst: 3 };
const PAGE_SIZE = 100;

/** Articles on dev.to. */
export const devTo = defineSource('dev-to', DevToEntry, ({ tags }, { http, now }: SourceDeps): Feed[] => {
  return [
    {
      key: ['dev-to', ...(tags ?? []).toSorted()].join(' '),
      fetchSince: (cursor) => readArticles(http, tags, cursor, now()),
      checkDeleted: (posts) => checkArticles(http, posts),
    },
  ];
});

function readArticles(http: Http, tags: readonly string[] | undefined, cursor: Cursor, until: number) {
  const pages = pageBackward<ArticleRow>({
    from: overlapStart(cursor),
    until,
    pages: listArticles(http),
    timeOf: (article) => Date.parse(article.published_timestamp),
    idOf: (article) => article.id,
  });
  const isWanted = ({ tag_list }: ArticleRow) => tags === undefined || tag_list.some((tag) => tags.includes(tag));
  return toBatches(pages, cursor, (article) => (isWanted(article) ? readArticle(http, article.id) : null));
}

async function* listArticles(http: Http): AsyncGenerator<Rows<ArticleRow>> {
  for (let page = 1; ; page += 1) {
    const url = new URL(`articles/latest?per_page=${PAGE_SIZE}&page=${page}`, API);
    const { body } = await http.requestJson({ url, pace: SITE, headers: HEADERS }, ArticlePage);
    if (body.length === 0) return;
    yield parseRows(body, ArticleRow);
  }
}

/** The list holds no texts. */
async function readArticle(http: Http, id: number): Promise<RowResult> {
  try {
    const { body } = await http.requestJson(
      { url: new URL(`articles/${id}`, API), pace: SITE, headers: HEADERS },
      Article,
    );
    return { post: toPost(body) };
  } catch (error) {
    if (error instanceof GoneError) return { deleted: identityOf(id) };
    throw error;
  }
}

function toPost(article: Article): PostDraft {
  return {
    ...identityOf(article.id),
    title: article.title,
    body: article.body_markdown,
    createdAt: article.published_timestamp,
    url: article.url,
    author: article.user.username,
    reactions: article.public_reactions_count,
  };
}

const identityOf = (id: number) => ({ provider: 'dev.to', externalId: String(id) });

const checkArticles = (http: Http, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, async ({ externalId }) => {
    const meaning = await readArticle(http, Number(externalId));
    return meaning !== null && 'deleted' in meaning;
  });
