import type { EvidenceItem, Page } from '@pain-signals/contract';
import type { EvidenceRow } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';
import { findSignal } from './find-signal.ts';
import { isoInstant } from './list-item.ts';
import { toPage } from './page.ts';

/** Section 2.6: a signal's chunks, how the newest posts begin first. Throws NOT_FOUND. */
export const evidence =
  (deps: QueryDeps) =>
  async (id: string, { page, size }: { page: number; size: number }): Promise<Page<EvidenceItem>> => {
    const signal = await findSignal(deps, id);
    const { rows, total } = await deps.store.evidence.page(signal.id, page, size);
    return toPage(rows.map(toEvidenceItem), total, page, size);
  };

export const toEvidenceItem = (row: EvidenceRow): EvidenceItem => ({
  chunkId: row.chunkId,
  documentId: row.documentId,
  painSignalId: row.painSignalId,
  provider: row.provider,
  postTitle: row.postTitle,
  externalId: row.externalId,
  createdAt: isoInstant(row.createdAt),
});
