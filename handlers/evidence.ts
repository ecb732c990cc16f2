import { EVIDENCE_PAGE_SIZE, type EvidencePage, evidenceCard } from '#blocks/evidence-card.ts';
import type { EvidenceQuery } from '#blocks/question.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { freshnessOf, optional } from './freshness.ts';
import { excerptFingerprintOf, fingerprintOf } from './quote-ids.ts';

/** `/pain evidence`: a page of what people wrote. */
export async function showEvidence(
  deps: Deps,
  query: EvidenceQuery,
  requester: Pick<Requester, 'userId'>,
): Promise<CardRenderer> {
  const { client, linkTo, hiddenEvidence: quotes, settings } = deps;
  const { id, page } = query;
  const { userId } = requester;
  const [detail, answer, hidden, mayChange, pipeline] = await Promise.all([
    client.signal(id),
    client.evidenceExcerpts(id, { mode: 'summary', page, size: EVIDENCE_PAGE_SIZE }),
    quotes.ids(),
    userId !== null && settings.mayChange(userId),
    optional(deps, client.pipeline()),
  ]);
  const { items, totalItems, excerpts } = answer.data;
  // There is less than when the button was drawn.
  if (items.length === 0 && page > 0) return showEvidence(deps, { ...query, page: 0 }, requester);
  const evidence: EvidencePage = {
    question: query,
    topic: detail.data.topic,
    quotations: items.map((item) =>
      hidden.has(fingerprintOf(item)) ? 'hidden' : { ...item, title: item.postTitle, foundAt: item.createdAt },
    ),
    quoteIds: items.map(excerptFingerprintOf),
    mayChange,
    firstNumber: page * EVIDENCE_PAGE_SIZE + 1,
    total: totalItems,
    posts: detail.data.volume,
    hasNext: (page + 1) * EVIDENCE_PAGE_SIZE < totalItems,
    isWithoutExcerpts: excerpts === 'unavailable',
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  return (audience) => evidenceCard(evidence, { freshness, linkTo, audience });
}
