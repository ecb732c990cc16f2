import { type EVIDENCE_MODES, type EvidenceExcerpt, EXCERPT_LENGTH, type Page } from '@pain-signals/contract';
import { stripInvisibleCharacters } from '../pipeline/plain-characters.ts';
import { shorten } from '../pipeline/plain-sentences.ts';
import type { EvidenceRow } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';
import { toEvidenceItem } from './evidence.ts';
import { findSignal } from './find-signal.ts';
import { isoInstant } from './list-item.ts';
import { toPage } from './page.ts';

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
