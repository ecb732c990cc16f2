import { convert } from 'html-to-text';
import { SourceError } from '../http/index.ts';
import { advanceCursor, overlapStart } from '../reading/cursor.ts';
import { pageForward } from '../reading/read-forward.ts';
import { makeBatch, type PostDraft, parseRows } from '../reading/rows.ts';
import { epochSeconds, isoTime } from '../reading/times.ts';
import { type Batch, type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../source.ts';
import { licenceOf } from './licence.ts';
import { Question, StackExchangeEntry } from './schema.ts';
import { createStackExchangeApi, type StackExchangeApi } from './stack-exchange-api.ts';

const PAGE_SIZE = '100';
const MAX_IDS = 100;

/** Questions of Stack Overflow and its sister sites. */
export const stackExchange = defineSource(
  'stack-exchange',
  StackExchangeEntry,
  ({ site, tags }, deps: SourceDeps): Feed[] => {
    const api = createStackExchangeApi(deps);
    // A feed for each tag: several tags in one question mean "all of them" to the API.
    return (tags ?? [null]).map((tag) => ({
      key: `stack-exchange ${site}${tag === null ? '' : ` ${tag}`}`,
      fetchSince: (cursor) => readQuestions(api, { site, tag }, cursor, deps.now()),
      checkDeleted: (posts) => checkQuestions(api, site, posts),
    }));
  },
);

async function* readQuestions(
  api: StackExchangeApi,
  { site, tag }: { site: string; tag: string | null },
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const pages = pageForward<Question>({
    from: overlapStart(cursor),
    until,
    async readPage(from, page) {
      const query = {
        sort: 'creation',
        order: 'asc',
        fromdate: String(epochSeconds(from)),
        pagesize: PAGE_SIZE,
        page: String(page),
        filter: 'withbody',
        ...(tag !== null && { tagged: tag }),
      };
      const { items, has_more } = await api.get('questions', query, site);
      return { ...parseRows(items, Question), more: has_more };
    },
    timeOf: (question) => question.creation_date * 1_000,
    idOf: (question) => question.question_id,
  });
  for await (const { reached, ...rows } of pages)
    yield makeBatch(rows, (question) => ({ post: toPost(site, question) }), advanceCursor(cursor, reached));
}

function toPost(site: string, question: Question): PostDraft {
  const createdAt = question.creation_date * 1_000;
  return {
    ...identityOf(site, question.question_id),
    title: plain(question.title),
    body: question.body,
    createdAt: isoTime(createdAt),
    url: question.link,
    author: plain(question.owner?.display_name ?? '') || null,
    licence: question.content_license ?? licenceOf(createdAt),
    reactions: Math.max(0, question.score),
  };
}

/** Every site numbers its questions from one. */
const identityOf = (site: string, id: number) =>
  site === 'stackoverflow'
    ? { provider: 'stackoverflow', externalId: String(id) }
    : { provider: 'stackexchange', externalId: `${site}:${id}` };

const plain = (html: string): string => convert(html, { wordwrap: false });

/** The API leaves deleted questions out of its answer. */
async function* checkQuestions(
  api: StackExchangeApi,
  site: string,
  posts: readonly KnownPost[],
): ReturnType<Feed['checkDeleted']> {
  for (let at = 0; at < posts.length; at += MAX_IDS) {
    const some = posts.slice(at, at + MAX_IDS);
    const ids = some.map(({ externalId }) => externalId.split(':').at(-1));
    const { items } = await api.get(`questions/${ids.join(';')}`, { pagesize: PAGE_SIZE }, site);
    const { rows, unreadable } = parseRows(items, Question);
    if (unreadable > 0)
      throw new SourceError('Stack Exchange answers in an unknown shape, so nothing is taken for deleted.');
    const alive = new Set(rows.map((question) => identityOf(site, question.question_id).externalId));
    for (const post of some) yield { post, deleted: !alive.has(post.externalId) };
  }
}
