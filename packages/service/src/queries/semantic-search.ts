import type { Page, SearchMatch } from '@pain-signals/contract';
import { ServiceError } from '../model/service-error.ts';
import { matchingSentence } from '../search/matching-sentence.ts';
import type { ChunkRow } from '../store/posts/evidence.ts';
import { describeCandidate } from './candidates.ts';
import type { QueryDeps, SearchHit } from './deps.ts';
import { type FoundItem, toPage, toSignalItem } from './responses.ts';

/** Section 4.3: the signals relevant to a question, best first, as one page. Throws SEARCH_UNAVAILABLE. */
export const semanticSearch =
  (deps: QueryDeps) =>
  async ({ q, limit }: { q: string; limit: number }): Promise<Page<FoundItem>> => {
    const hits = await deps.search.search(q, limit);
    if (hits === null) {
      throw new ServiceError('SEARCH_UNAVAILABLE', 'Search is unavailable right now. Retry with exponential backoff.');
    }
    const { signals, evidence } = deps.store;
    const rows = await signals.byIds(hits.map((hit) => hit.signalId));
    const items = new Map(rows.map((row) => [row.id, toSignalItem(row)]));
    const chunks = await evidence.chunksOf(hits.flatMap(({ postId }) => postId ?? []));
    const found: FoundItem[] = [];
    for (const hit of hits) {
      const item = hit.confirmed ? items.get(hit.signalId) : await describeCandidate(deps, hit.signalId);
      if (!item) continue;
      found.push({ ...item, match: explain(hit, chunks.get(hit.postId ?? -1) ?? []), confirmed: hit.confirmed });
    }
    return toPage(found, found.length, 0, limit);
  };

function explain({ relevance, words }: SearchHit, chunks: readonly ChunkRow[]): SearchMatch {
  const [first] = chunks;
  const best = matchingSentence(first?.postTitle ?? null, chunks, words);
  return {
    relevance,
    words: [...words],
    chunkId: best?.chunkId ?? null,
    sentence: best?.sentence ?? null,
    url: first?.url ?? null,
    author: first?.author ?? null,
  };
}
