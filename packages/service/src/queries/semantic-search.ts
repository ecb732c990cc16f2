import { type SearchMatch, STRONG_RELEVANCE } from '@pain-signals/contract';
import { isoInstant } from '../model/day.ts';
import { ServiceError } from '../model/service-error.ts';
import type { Exposure } from '../model/signal.ts';
import { isAboutTrouble } from '../naming/index.ts';
import { countFigures } from '../scoring/figures.ts';
import { composeScore, growthRate, scoreParts } from '../scoring/score.ts';
import { matchingSentence } from '../search/matching-sentence.ts';
import type { ChunkRow } from '../store/index.ts';
import { shownName } from '../text/plain-name.ts';
import { shorten, stripMarkup } from '../text/sentences.ts';
import type { QueryDeps, SearchHit } from './deps.ts';
import { type FoundItem, type FoundPage, type SignalItem, toPage, toSignalItem } from './responses.ts';

interface SearchQuestion {
  q: string;
  limit: number;
  answer?: 'true' | 'false';
}

/** Section 4.3: the signals relevant to a question, best first, as one page, with a model's answer where one is asked for. Throws SEARCH_UNAVAILABLE. */
export const semanticSearch =
  (deps: QueryDeps) =>
  async ({ q, limit, answer }: SearchQuestion): Promise<FoundPage> => {
    const hits = await deps.search.search(q, limit);
    if (hits === null) {
      throw new ServiceError('SEARCH_UNAVAILABLE', 'Search is unavailable right now. Retry with exponential backoff.');
    }
    const { signals, evidence } = deps.store;
    const [rows, candidates, chunks] = await Promise.all([
      signals.byIds(hits.map((hit) => hit.signalId)),
      Promise.all(hits.filter(({ confirmed }) => !confirmed).map(({ signalId }) => candidate(deps, signalId))),
      evidence.chunksOf(hits.flatMap(({ postId }) => postId ?? [])),
    ]);
    const confirmed = rows.map(toSignalItem);
    const found: FoundItem[] = [];
    for (const hit of hits) {
      const item = (hit.confirmed ? confirmed : candidates).find((each) => each?.id === hit.signalId);
      if (!item) continue;
      found.push({ ...item, match: explain(hit, chunks.get(hit.postId ?? -1) ?? []), confirmed: hit.confirmed });
    }
    const page = toPage(found, found.length, 0, limit);
    const strong = found.filter(({ match }) => match.relevance >= STRONG_RELEVANCE).map(({ id }) => id);
    const said = answer === 'true' ? await deps.answerQuestion?.(q, strong) : null;
    return said == null ? page : { ...page, answer: said };
  };

function explain({ relevance, words, confirmed, whole }: SearchHit, chunks: readonly ChunkRow[]): SearchMatch {
  const [first] = chunks;
  const best = matchingSentence(first?.postTitle ?? null, chunks, words);
  return {
    relevance,
    words: [...words],
    posts: whole,
    // Chunks of candidates can't be read by id, so search names none.
    chunkId: confirmed ? (best?.chunkId ?? null) : null,
    sentence: best?.sentence ?? null,
    url: first?.url ?? null,
    author: shownName(first?.author),
    ...(first && { provider: first.provider, externalId: first.externalId }),
  };
}

const TOPIC_LENGTH = 80;

/** Posts read of a candidate: it rarely has more. */
const POSTS_READ = 20;

/** Whether two thirds of it are letters and digits: "{{7*7}} =cmd|calc" is no name, "0x80263001" is one. */
const isReadable = (text: string): boolean =>
  3 * (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2 * (text.match(/\S/gu)?.length ?? 1);

const percentOf = (part: number, all: number): number => (all === 0 ? 0 : Math.round((100 * part) / all));

/** Counting what its figures are measured against reads all posts of eight weeks, so it is done once a refresh. */
const candidate = (deps: QueryDeps, id: string): Promise<SignalItem | null> =>
  deps.cached(`candidate ${id}`, async () => {
    const exposure = await deps.cached('exposure', () => deps.store.mentions.exposure(deps.at()));
    return describeCandidate(deps, id, exposure);
  });

/**
 * A candidate cluster as a list shows a signal: its topic is its most typical title that can be read, and its figures are counted now.
 * Null when it is about neither a trouble nor a need.
 */
async function describeCandidate({ store, at }: QueryDeps, id: string, exposure: Exposure): Promise<SignalItem | null> {
  const now = at();
  const documents = await store.documents.ofSignal(id, now, POSTS_READ);
  const figures = countFigures(id, await store.mentions.ofSignal(id), now);
  const typical = documents.find(({ title, text }) => isReadable(stripMarkup(title ?? text)));
  if (figures === null || typical === undefined || !isAboutTrouble(documents)) return null;
  const { volume, lastWindow, prevWindow, owners, codeHostChunks } = figures;
  return {
    id,
    topic: shorten(stripMarkup(typical.title ?? typical.text), TOPIC_LENGTH),
    score: composeScore(scoreParts(figures, exposure, now)),
    volume,
    growth: growthRate(lastWindow.mentions, prevWindow.mentions),
    lastSeenAt: isoInstant(figures.lastSeenAt),
    macroArea: null,
    macroAreaConfidence: null,
    mentionsLastWindow: lastWindow.mentions,
    mentionsPrevWindow: prevWindow.mentions,
    painType: null,
    uniqueOwnerCount: owners.length,
    topOwnerName: owners[0]?.owner ?? null,
    topOwnerDominancePct: percentOf(owners[0]?.chunks ?? 0, codeHostChunks),
  };
}
