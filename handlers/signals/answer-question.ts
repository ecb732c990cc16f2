import { type Answer, SearchLimitError } from '@pain-signals/client';
import {
  type FoundSignal,
  LONGEST_PAGE,
  type PainSignalDetail,
  SEMANTIC_LIMIT,
  SEMANTIC_QUERY_LENGTH,
  STRONG_RELEVANCE,
} from '@pain-signals/contract';
import {
  type AskQuery,
  bestSentence,
  type CitedEvidence,
  DAY_MS,
  fingerprintOf,
  hasAllWords,
  isFiltered,
  isShownBy,
  MAX_WORDS_LENGTH,
  reasonsIn,
  type SearchFilter,
  type SearchQuery,
  WEEK_DAYS,
} from '@pain-signals/domain';
import { withFeedback } from '#blocks/kit/feedback.ts';
import type { PeopleCount } from '#blocks/kit/signal-text.ts';
import { ASKS_HOW_MANY, ASKS_WHY, asksTrend, citedFirst, type Finding } from '#blocks/signals/question-answer.ts';
import type { ListPage } from '#blocks/signals/signal-list.ts';
import { describeSentence } from '../commands/natural-language/describe-sentence.ts';
import { takePeriod } from '../commands/natural-language/period-phrases.ts';
import { topicOfQuestion } from '../commands/natural-language/understand.ts';
import { wordsOf } from '../commands/natural-language/vocabulary.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { hasCallsToSpare, hasSearchesToSpare, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { correctSearch, dropWords, type FindInPosts, MOST_DROPPED_SEARCHES } from './did-you-mean.ts';
import { drawList, slicePage } from './draw-list.ts';
import { filterParameters, isSignificantRise } from './signal-lists.ts';

/** Hits that count are at least half as relevant as the best one. */
const MIN_SHARE_OF_BEST = 0.5;
/** Of the best hits, for services that don't say which sentence matched. */
const MAX_QUOTED = 3;
const POSTS_READ = 10;
const POSTS_READ_FOR_CAUSE = 20;

/** A question: signals close in meaning, each with the sentence that matched. The service returns all results at once, without pages. */
export async function showAsk(
  deps: Deps,
  query: AskQuery,
  requester: Requester,
  insteadOf?: SearchInstead,
): Promise<CardRenderer> {
  const found = withCorrection(deps, query, findAnswers(deps, query), insteadOf?.query);
  const corrected = insteadOf === undefined ? null : await findCorrected(deps, insteadOf, (await found).page);
  if (corrected !== null) return drawList(deps, Promise.resolve(corrected), requester);
  const draw = await drawList(deps, found, requester);
  return (audience) => {
    const card = draw(audience);
    const isShared = audience.kind === 'channel' && !audience.isAsked;
    return isShared || card.isEmpty ? card : withFeedback(card, 'answer', query.question);
  };
}

/** The search that a question takes the place of, as no name has its words. */
interface SearchInstead {
  query: SearchQuery;
  run: (deps: Deps, query: SearchQuery) => Promise<{ answer: Answer<object>; page: ListPage }>;
}

/** The list of the search without its typing errors, where no post that was found has the words as they were typed. */
async function findCorrected(deps: Deps, { query: { words = '' }, run }: SearchInstead, { meant, rows }: ListPage) {
  if (!meant || rows.some(({ topic, match }) => hasAllWords(`${topic} ${match?.sentence ?? ''}`, words))) return null;
  const found = await optional(deps, run(deps, meant));
  return found === null || found.page.total === 0 ? null : { ...found, page: { ...found.page, typed: words } };
}

/** Signals whose posts say what no name does; none for words that are too short or long to be asked. */
export async function findInPosts(
  deps: Deps,
  words: string,
): Promise<{ answer: Answer<object>; rows: readonly FoundSignal[] } | null> {
  const { length } = words;
  if (length < SEMANTIC_QUERY_LENGTH.min || length > SEMANTIC_QUERY_LENGTH.max) return null;
  const search = { q: topicOfQuestion(words), limit: SEMANTIC_LIMIT.default };
  const answer = await optional(deps, deps.client.search(search, { isOptional: true }));
  return answer === null ? null : { answer, rows: withoutWeak(answer.data.items) };
}

/** What a question finds while fair use leaves no search. */
async function findInNames({ client }: Pick<Deps, 'client'>, words: string, filter: SearchFilter = {}) {
  const named = filterParameters({ ...filter, words: words.slice(0, MAX_WORDS_LENGTH) });
  const order = { sortBy: 'score', direction: 'desc' } as const;
  const answer = await client.signals({ ...named, ...order, page: 0, size: SEMANTIC_LIMIT.default });
  return { answer, rows: answer.data.items };
}

/** What a question or search that found nothing may have meant, and what it finds with fewer words. */
async function withCorrection(
  deps: Deps,
  query: AskQuery,
  answers: ReturnType<typeof findAnswers>,
  insteadOf: SearchQuery | undefined,
): Promise<Awaited<typeof answers> & { page: ListPage }> {
  const { answer, page } = await answers;
  const isByName = page.searchAgainAt !== undefined;
  const find: FindInPosts = isByName ? findInNames : findInPosts;
  const mayDrop = page.rows.length === 0 && !page.weak && !page.hidden?.length && !isFiltered(query);
  const canSpare =
    mayDrop && (await (isByName ? hasCallsToSpare(deps) : hasSearchesToSpare(deps, MOST_DROPPED_SEARCHES)));
  const [relaxed, meant] = await Promise.all([
    canSpare ? dropWords(deps, page.asked ?? '', find) : [],
    insteadOf === undefined ? null : correctSearch(deps, insteadOf, page.rows, find),
  ]);
  return { answer, page: { ...page, relaxed, meant } };
}

async function findAnswers(deps: Deps, query: AskQuery): Promise<{ answer: Answer<object>; page: ListPage }> {
  const { client, now } = deps;
  const topic = topicOfQuestion(takePeriod(query.question, now()).rest);
  const since = query.days === undefined ? 0 : now() - query.days * DAY_MS;
  const isSeen = (row: FoundSignal) => Date.parse(row.lastSeenAt) >= since && isShownBy(query, row);
  const asked = { q: topic, limit: SEMANTIC_LIMIT.default, answer: 'true' } as const;
  const searched = await client.search(asked).catch((error: unknown) => {
    if (error instanceof SearchLimitError) return error;
    throw error;
  });
  if (searched instanceof SearchLimitError) {
    const { answer, rows } = await findInNames(deps, topic, query);
    const searchAgainAt = now() + searched.retryAfterMs;
    return { answer, page: { ...slicePage(query, rows.filter(isSeen)), asked: topic, searchAgainAt } };
  }
  const answer = await withRelated(deps, topic, searched);
  const matching = await idsMatching(deps, query);
  const chosen = (rows: readonly FoundSignal[]) =>
    rows.filter(
      (row) =>
        isSeen(row) &&
        (query.area === undefined || query.area === row.macroArea) &&
        (query.type === undefined || query.type === row.painType) &&
        row.score >= (query.minScore ?? 0) &&
        (matching === null || matching.has(row.id)),
    );
  const all = chosen(answer.data.items);
  const close = withoutWeak(answer.data.items);
  const strong = query.withWeak ? all : chosen(close);
  const page = slicePage(query, strong);
  const weak = all.length - strong.length;
  const hidden = answer.hidden ?? [];
  const left = chosen(withoutWeak([...answer.data.items, ...hidden])).filter((row) => hidden.includes(row));
  const rows =
    page.query.page === 0 ? citedFirst(query, await withSentences(deps, page.rows, topic), topic) : page.rows;
  const written = page.query.page === 0 && !isFiltered(query) ? answer.data.answer : undefined;
  const finding = written === undefined ? await findingOf(deps, query, page.query.page === 0 ? rows : []) : null;
  return {
    answer,
    page: {
      ...page,
      rows,
      weak,
      hidden: left,
      unfiltered: isFiltered(query) ? close.length : 0,
      asked: topic,
      finding,
      ...(written === undefined ? {} : { written }),
    },
  };
}

/** A word that is found through a related one alone, as "kubernetes" is through "pod", finds all that the related one finds. */
async function withRelated(deps: Deps, topic: string, answer: Found): Promise<Found> {
  const { items } = answer.data;
  const [related = topic, ...others] = new Set(items.flatMap(({ match }) => match?.words ?? []));
  const isWeak = items.every(({ match }) => match !== undefined && match.relevance < STRONG_RELEVANCE);
  if (/\s/.test(topic) || others.length > 0 || !isWeak || sharesStem(related, topic)) return answer;
  const search = { q: related, limit: SEMANTIC_LIMIT.default };
  const all = await optional(deps, deps.client.search(search, { isOptional: true }));
  const known = new Set(items.map(({ id }) => id));
  const relevance = Math.min(...items.map(({ match }) => match?.relevance ?? 0));
  const more = withoutWeak(all?.data.items ?? []).flatMap((item) =>
    known.has(item.id) || item.match === undefined ? [] : [{ ...item, match: { ...item.match, relevance } }],
  );
  return { ...answer, data: { ...answer.data, items: [...items, ...more] } };
}

type Found = Awaited<ReturnType<Deps['client']['search']>>;

const sharesStem = (one: string, other: string): boolean =>
  one.slice(0, 3).toLowerCase() === other.slice(0, 3).toLowerCase();

/** Pages of signals read for what a row doesn't say. */
const PAGES_READ = 3;

/** The signals of an organization, or of many repositories; null where neither is asked for. */
async function idsMatching({ client }: Deps, { owner, minRepositories }: AskQuery): Promise<Set<string> | null> {
  if (owner === undefined && minRepositories === undefined) return null;
  const ids = new Set<string>();
  const asked = { ...filterParameters({ owner, minRepositories }), size: LONGEST_PAGE };
  for (let page = 0; page < PAGES_READ; page++) {
    const { items, totalItems } = (await client.signals({ ...asked, page })).data;
    for (const { id } of items) ids.add(id);
    if (ids.size >= totalItems || items.length === 0) break;
  }
  return ids;
}

/** What a list doesn't say of the best confirmed hit: since when, in which ways, and of a question that asks it, why. */
async function findingOf(
  deps: Deps,
  { question, days }: AskQuery,
  rows: readonly FoundSignal[],
): Promise<Finding | null> {
  const first = rows.find(({ confirmed }) => confirmed !== false);
  if (first === undefined) return null;
  const detail = (await optional(deps, deps.client.signal(first.id)))?.data;
  if (detail === undefined) return null;
  if (ASKS_HOW_MANY.test(question) && days !== undefined)
    return { ...detail, period: await countIn(deps, detail, days) };
  const words = wordsOf(question);
  if (describeSentence(words).asks === 'owners') return { ...detail, asksOwners: true };
  if (ASKS_HOW_MANY.test(question) && words.some(({ meaning }) => meaning === 'people'))
    return { ...detail, people: await countPeople(deps, detail) };
  if (asksTrend(question)) return { ...detail, isSignificant: await isSignificantRise(deps, detail) };
  if (ASKS_WHY.test(question)) return { ...detail, ...(await causesOf(deps, detail)) };
  const isWeak = first.match !== undefined && first.match.relevance < STRONG_RELEVANCE;
  if (isWeak || !detail.summary.includes('“')) return detail;
  return { ...detail, posts: await readPosts(deps, detail, { mode: 'summary', size: LONGEST_PAGE }) };
}

/** A hundred posts each: enough for most signals. */
const AUTHOR_PAGES = 3;

/** Who wrote a signal's posts, as far as the newest of them say. Null without an answer. */
export async function countPeople(
  deps: Deps,
  { id, volume }: Pick<PainSignalDetail, 'id' | 'volume'>,
): Promise<PeopleCount | null> {
  const authorOf = new Map<string, string | null>();
  for (let page = 0; page < AUTHOR_PAGES && authorOf.size < volume; page++) {
    const read = { mode: 'summary', size: LONGEST_PAGE, page } as const;
    const items = (await optional(deps, deps.client.evidenceExcerpts(id, read)))?.data.items;
    if (items === undefined && page === 0) return null;
    for (const { documentId, chunkId, provider, author } of items ?? [])
      authorOf.set(documentId ?? chunkId ?? `${authorOf.size}`, author === null ? null : `${provider} ${author}`);
    if (items === undefined || items.length === 0) break;
  }
  const authors = [...authorOf.values()];
  const known = new Set(authors.filter((author) => author !== null)).size;
  return { known, areAll: authors.length >= volume && !authors.includes(null) };
}

/** A period's posts as lists count them, and their authors where the newest posts name all of them. Null without an answer. */
async function countIn(
  deps: Deps,
  { id, mentionsLastWindow }: PainSignalDetail,
  days: number,
): Promise<NonNullable<Finding['period']> | null> {
  const [timeline, newest] = await Promise.all([
    optional(deps, deps.client.timeline(id, { days })),
    optional(deps, deps.client.evidenceExcerpts(id, { mode: 'summary', size: LONGEST_PAGE })),
  ]);
  const posts =
    days === WEEK_DAYS && mentionsLastWindow !== null
      ? mentionsLastWindow
      : timeline?.data.buckets.slice(-days).reduce((sum, { count }) => sum + count, 0);
  if (posts === undefined) return null;
  const authorOf = new Map(newest?.data.items.map(({ documentId, author }) => [documentId, author]));
  const authors = [...authorOf.values()].slice(0, posts);
  const isKnown = posts > 0 && authors.length === posts && authors.every((author) => author !== null);
  return { days, posts, people: isKnown ? new Set(authors).size : null };
}

/** The newest posts of a signal, as they can be quoted; none without an answer. */
async function readPosts(
  deps: Deps,
  { id }: Pick<PainSignalDetail, 'id'>,
  asked: { mode: 'full' | 'summary'; size: number },
): Promise<readonly CitedEvidence[]> {
  const [posts, hidden] = await Promise.all([
    optional(deps, deps.client.evidenceExcerpts(id, asked)),
    deps.hiddenEvidence.ids(),
  ]);
  const shown = (posts?.data.items ?? []).filter((post) => !hidden.has(fingerprintOf(post)));
  return shown.map((post) => ({ ...post, title: post.postTitle, foundAt: post.createdAt }));
}

/** The causes that posts name; nothing where none could be read. */
async function causesOf(deps: Deps, detail: PainSignalDetail): Promise<Pick<Finding, 'causes' | 'posts'>> {
  const posts = await readPosts(deps, detail, { mode: 'full', size: POSTS_READ_FOR_CAUSE });
  if (posts.length === 0) return {};
  const reasons = reasonsIn(posts, `${detail.topic} ${detail.summary}`);
  return { posts, causes: reasons.filter(({ namesCause }) => namesCause) };
}

/** Other services don't say how relevant a hit is; all of theirs are kept. */
function withoutWeak(rows: readonly FoundSignal[]): readonly FoundSignal[] {
  const best = Math.max(0, ...rows.map(({ match }) => match?.relevance ?? 0));
  return rows.filter(({ match }) => match === undefined || match.relevance >= best * MIN_SHARE_OF_BEST);
}

/** Where the service doesn't say which sentence matched, the newest posts of the best hits are searched for one. */
async function withSentences(deps: Deps, rows: readonly FoundSignal[], topic: string): Promise<readonly FoundSignal[]> {
  return Promise.all(
    rows.map(async (row, at) => {
      if ((row.match?.sentence ?? null) !== null || at >= MAX_QUOTED) return row;
      const [posts, hidden] = await Promise.all([
        optional(deps, deps.client.evidenceExcerpts(row.id, { mode: 'summary', size: POSTS_READ })),
        deps.hiddenEvidence.ids(),
      ]);
      const quotes = (posts?.data.items ?? []).flatMap((post) => {
        const { excerpt, url, author, chunkId } = post;
        const sentence = hidden.has(fingerprintOf(post)) ? null : bestSentence(excerpt ?? '', topic);
        return sentence === null ? [] : [{ sentence, url, author, chunkId }];
      });
      const sentence = bestSentence(quotes.map((quote) => quote.sentence).join('\n'), topic);
      const quote = quotes.find((each) => each.sentence === sentence);
      return quote === undefined ? row : { ...row, match: { relevance: 1, words: [], ...row.match, ...quote } };
    }),
  );
}
