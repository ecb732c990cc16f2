import {
  type EVIDENCE_MODES,
  type EvidenceExcerpt,
  type EvidenceItem,
  EXCERPT_LENGTH,
  type Page,
} from '@pain-signals/contract';
import { ServiceError } from '../model/service-error.ts';
import type { EvidenceRow } from '../store/index.ts';
import { stripInvisibleCharacters } from '../text/normalise.ts';
import { shorten } from '../text/sentences.ts';
import type { QueryDeps } from './deps.ts';
import { type Chunk, isoInstant, toPage } from './responses.ts';
import { findSignal } from './signal.ts';

/** Section 2.6: a signal's chunks, how the newest posts begin first. Throws NOT_FOUND. */
export const evidence =
  (deps: QueryDeps) =>
  async (id: string, { page, size }: { page: number; size: number }): Promise<Page<EvidenceItem>> => {
    const signal = await findSignal(deps, id);
    const { rows, total } = await deps.store.evidence.page(signal.id, page, size);
    return toPage(rows.map(toEvidenceItem), total, page, size);
  };

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

interface EvidenceQuery {
  mode: Mode;
  page: number;
  size: number;
}

/** Section 4.7: evidence with what was written, by whom and where; excerpts are cut at a word. Throws NOT_FOUND. */
export const evidenceExcerpts =
  (deps: QueryDeps) =>
  async (id: string, { mode, page, size }: EvidenceQuery): Promise<Page<EvidenceExcerpt>> => {
    const signal = await findSignal(deps, id);
    const { rows, total } = await deps.store.evidence.page(signal.id, page, size);
    return toPage(
      rows.map((row) => toExcerpt(row, mode)),
      total,
      page,
      size,
    );
  };

const toExcerpt = (row: EvidenceRow, mode: Mode): EvidenceExcerpt => ({
  ...toEvidenceItem(row),
  excerpt: shorten(mode === 'full' ? withNextChunk(row) : row.text, EXCERPT_LENGTH[mode]),
  postedAt: isoInstant(row.postedAt),
  url: row.url,
  author: plainName(row.author),
  licence: plainName(row.licence),
});

/** A chunk is shorter than a full excerpt may be: what the post says next gives it its context. */
const withNextChunk = ({ text, nextText }: EvidenceRow): string =>
  nextText === null ? text : `${text}\n\n${nextText}`;

/** What a post says was cleaned when it came in; names stand as their source gave them. */
const plainName = (name: string | null): string | null => (name === null ? null : stripInvisibleCharacters(name));

/** One chunk as it was taken in, with where it comes from. Throws NOT_FOUND. */
export const chunk =
  ({ store }: QueryDeps) =>
  async (id: string): Promise<Chunk> => {
    const row = await store.evidence.chunk(id);
    if (row === null) throw new ServiceError('NOT_FOUND', 'There is no chunk with this id.');
    const { postedAt, ...rest } = row;
    return { ...rest, postedAt: isoInstant(postedAt) };
  };
