import { convert } from 'html-to-text';
import { z } from 'zod';
import { DAY_MS, isoInstant } from '../../model/day.ts';
import { checkDeletedInGroups, type PostDraft, parseRows } from '../feed/batch.ts';
import { epochSeconds, overlapStart, pageForward, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../feed/source.ts';
import { RateLimitedError, UnexpectedResponseError } from '../http/errors.ts';
import type { Pace } from '../http/pacer.ts';

/** https://api.stackexchange.com/docs/wrapper */
const Wrapper = z.object({
  items: z.array(z.unknown()),
  has_more: z.boolean(),
  /** Seconds before the same method may be called again. */
  backoff: z.int().nonnegative().optional(),
  quota_remaining: z.int().optional(),
});

/** https://api.stackexchange.com/docs/error-handling */
const ApiError = z.object({ error_name: z.string(), error_message: z.string().default('') });

/** https://api.stackexchange.com/docs/types/question; texts are HTML, also the title and the names. */
const Question = z.object({
  question_id: z.int(),
  title: z.string(),
  body: z.string().optional(),
  /** Epoch seconds. */
  creation_date: z.int(),
  link: z.url(),
  score: z.int(),
  content_license: z.string().optional(),
  owner: z.object({ display_name: z.string().optional() }).optional(),
});
export type Question = z.output<typeof Question>;

const Tag = z.string().regex(/^[^\s;/?&#]{1,50}$/, 'must be one tag, such as "kubernetes"');

/** An entry of the SOURCES file. */
const StackExchangeEntry = z.strictObject({
  source: z.literal('stack-exchange'),
  /** As the API names it: "stackoverflow", "serverfault", "devops". */
  site: z.string().regex(/^[a-z0-9.-]{1,60}$/, 'must be a site as the API names it, such as "stackoverflow"'),
  /** Questions that carry any of these; all questions of the site when left out. */
  tags: z.array(Tag).min(1).optional(),
});

const API = 'https://api.stackexchange.com/2.3/';
/** 30 calls a second are allowed; the daily quota is the real limit. */
const PACE: Pace = { budget: 'api', everyMs: 500, burst: 3 };

export type StackExchangeApi = ReturnType<typeof createStackExchangeApi>;

/** The Stack Exchange API, which reports its limits inside responses: https://api.stackexchange.com/docs/throttle */
export function createStackExchangeApi({ http, credentials: { stackExchangeKey }, now }: SourceDeps) {
  return {
    async get(method: string, query: Record<string, string>, site: string) {
      const url = new URL(method, API);
      // The key is no secret: it goes into addresses by design, and only raises the daily quota.
      const key = stackExchangeKey === null ? {} : { key: stackExchangeKey };
      url.search = new URLSearchParams({ ...query, site, ...key }).toString();
      const { body } = await http.requestJson({ url, pace: PACE }, Wrapper).catch((error: unknown) => {
        throw asRateLimit(error, now()) ?? error;
      });
      if (body.backoff !== undefined) http.pauseFor({ url, pace: PACE }, body.backoff * 1_000);
      // The quota resets at midnight UTC; earlier calls would count against us.
      if (body.quota_remaining === 0) http.pauseFor({ url, pace: PACE }, DAY_MS - (now() % DAY_MS));
      return body;
    },
  };
}

/** A used-up quota is a 400 with the waiting time as text. */
function asRateLimit(error: unknown, now: number): RateLimitedError | null {
  if (!(error instanceof UnexpectedResponseError)) return null;
  const { data } = ApiError.safeParse(error.answer);
  if (data?.error_name !== 'throttle_violation') return null;
  const seconds = Number(/in (\d{1,6}) seconds/.exec(data.error_message)?.[1] ?? 60);
  return new RateLimitedError('Stack Exchange', now + seconds * 1_000);
}

/** The licence of a post by its date, when the API does not say: https://stackoverflow.com/help/licensing */
export function licenceOf(createdAt: number): string {
  if (createdAt < Date.UTC(2011, 3, 8)) return 'CC BY-SA 2.5';
  if (createdAt < Date.UTC(2018, 4, 2)) return 'CC BY-SA 3.0';
  return 'CC BY-SA 4.0';
}

const PAGE_SIZE = '100';
const MAX_IDS = 100;

/** Questions of Stack Overflow and its sister sites. */
export const stackExchange = defineSource(
  'stack-exchange',
  StackExchangeEntry,
  ({ site, tags }, deps: SourceDeps): Feed[] => {
    const api = createStackExchangeApi(deps);
    // One feed per tag: the API treats several tags as "all of them".
    return (tags ?? [null]).map((tag) => ({
      key: `stack-exchange ${site}${tag === null ? '' : ` ${tag}`}`,
      fetchSince: (cursor) => readQuestions(api, { site, tag }, cursor, deps.now()),
      checkDeleted: (posts) => checkQuestions(api, site, posts),
    }));
  },
);

function readQuestions(
  api: StackExchangeApi,
  { site, tag }: { site: string; tag: string | null },
  cursor: Cursor,
  until: number,
) {
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
  return toBatches(pages, cursor, (question) => ({ post: toPost(site, question) }));
}

function toPost(site: string, question: Question): PostDraft {
  const createdAt = question.creation_date * 1_000;
  return {
    ...identityOf(site, question.question_id),
    title: plain(question.title),
    body: question.body,
    createdAt: isoInstant(createdAt),
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
const checkQuestions = (api: StackExchangeApi, site: string, posts: readonly KnownPost[]) =>
  checkDeletedInGroups(posts, MAX_IDS, async (group) => {
    const ids = group.map(({ externalId }) => externalId.split(':').at(-1));
    const { items } = await api.get(`questions/${ids.join(';')}`, { pagesize: PAGE_SIZE }, site);
    const { rows, unreadable } = parseRows(items, Question);
    return { rows: rows.map((question) => identityOf(site, question.question_id).externalId), unreadable };
  });
