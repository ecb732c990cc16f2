import { type EvidencePage, evidenceCard, QUOTES_A_PAGE } from '#blocks/evidence-card.ts';
import type { EvidenceQuestion } from '#blocks/question.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { pieceIdOf, quoteIdOf } from './quote-ids.ts';

/** `/pain evidence`: a page of what people wrote. */
export async function showEvidence(
  deps: Deps,
  question: EvidenceQuestion,
  asker: Pick<Asker, 'userId'>,
): Promise<Drawing> {
  const { client, linkTo, quotes, settings } = deps;
  const { id, page } = question;
  const { userId } = asker;
  const [detail, answer, hidden, mayChange, pipeline] = await Promise.all([
    client.signal(id),
    client.evidenceExcerpts(id, { mode: 'summary', page, size: QUOTES_A_PAGE }),
    quotes.hidden(),
    userId !== null && settings.mayChange(userId),
    orNull(deps, client.pipeline()),
  ]);
  const { items, totalItems, excerpts } = answer.data;
  // There is less than when the button was drawn.
  if (items.length === 0 && page > 0) return showEvidence(deps, { ...question, page: 0 }, asker);
  const evidence: EvidencePage = {
    question,
    topic: detail.data.topic,
    quotations: items.map((item) =>
      hidden.has(quoteIdOf(item)) ? 'hidden' : { ...item, title: item.postTitle, foundAt: item.createdAt },
    ),
    quoteIds: items.map(pieceIdOf),
    mayChange,
    firstNumber: page * QUOTES_A_PAGE + 1,
    total: totalItems,
    posts: detail.data.volume,
    hasNext: (page + 1) * QUOTES_A_PAGE < totalItems,
    isWithoutExcerpts: excerpts === 'unavailable',
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  return (audience) => evidenceCard(evidence, { freshness, linkTo, audience });
}
