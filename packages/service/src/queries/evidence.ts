import {
  type EVIDENCE_MODES,
  type EvidenceExcerpt,
  type EvidenceItem,
  EXCERPT_LENGTH,
  type Page,
} from '@pain-signals/contract';
import { isoInstant } from '../model/day.ts';
import { ServiceError } from '../model/service-error.ts';
import type { EvidenceRow } from '../store/index.ts';
import { shownName } from '../text/plain-name.ts';
import { shorten } from '../text/sentences.ts';
import type { QueryDeps } from './deps.ts';
import { type Chunk, toPage } from './responses.ts';
import { findSignal } from './signals.ts';

async function findEvidence<Item>(
  deps: Pick<QueryDeps, 'store'>,
  id: string,
  { page, size }: PageQuery,
  toItem: (row: EvidenceRow) => Item,
): Promise<Page<Item>> {
  const signal = await findSignal(deps, id);
  const { rows, total } = await deps.store.evidence.page(signal.id, page, size);
  return toPage(rows.map(toItem), total, page, size);
}

const toEvidenceItem = (row: EvidenceRow): EvidenceItem => ({
  chunkId: row.chunkId,
  documentId: row.documentId,
  painSignalId: row.painSignalId,
  provider: row.provider,
  postTitle: row.postTitle,
  externalId: row.externalId,
  createdAt: isoInstant(row.createdAt),
});

type Mode = (typeof EVIDENCE_MODES)[number];

interface PageQuery {
  page: number;
  size: number;
}

const toExcerpt = (row: EvidenceRow, mode: Mode): EvidenceExcerpt => ({
  ...toEvidenceItem(row),
  excerpt: shorten(mode === 'full' ? withNextChunk(row) : row.text, EXCERPT_LENGTH[mode]),
  postedAt: isoInstant(row.postedAt),
  url: row.url,
  author: shownName(row.author),
  licence: shownName(row.licence),
});

/** Chunks are shorter than a full excerpt, so the next chunk of the post adds context. */
const withNextChunk = ({ text, nextText }: EvidenceRow): string =>
  nextText === null ? text : `${text}\n\n${nextText}`;

export const evidenceQueries = (deps: Pick<QueryDeps, 'store'>) => ({
  /** Section 2.6: a signal's chunks, newest posts first. Throws NOT_FOUND. */
  evidence: (id: string, query: PageQuery): Promise<Page<EvidenceItem>> =>
    findEvidence(deps, id, query, toEvidenceItem),

  /** Section 4.7: evidence with its text, author and address; excerpts end at a word. Throws NOT_FOUND. */
  evidenceExcerpts: (id: string, { mode, ...query }: PageQuery & { mode: Mode }): Promise<Page<EvidenceExcerpt>> =>
    findEvidence(deps, id, query, (row) => toExcerpt(row, mode)),

  /** One chunk with its source. Throws NOT_FOUND. */
  async chunk(id: string): Promise<Chunk> {
    const row = await deps.store.evidence.chunk(id);
    if (row === null) throw new ServiceError('NOT_FOUND', 'There is no chunk with this id.');
    const { postedAt, ...rest } = row;
    return { ...rest, postedAt: isoInstant(postedAt) };
  },
});
