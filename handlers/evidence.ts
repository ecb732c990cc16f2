import { evidenceCard } from '#blocks/evidence-card.ts';
import type { EvidenceQuestion } from '#blocks/question.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** Quotes are longer than rows: as many as can be read without scrolling. */
const QUOTES = 4;

/** `/pain evidence`: a page of what people wrote. */
export async function showEvidence(deps: Deps, question: EvidenceQuestion): Promise<Drawing> {
  const { client, linkTo } = deps;
  const { id, page } = question;
  const [detail, answer, pipeline] = await Promise.all([
    client.signal(id),
    client.evidenceExcerpts(id, { mode: 'summary', page, size: QUOTES }),
    orNull(deps, client.pipeline()),
  ]);
  const { items, totalItems, excerpts } = answer.data;
  // There is less than when the button was drawn.
  if (items.length === 0 && page > 0) return showEvidence(deps, { ...question, page: 0 });
  const evidence = {
    question,
    topic: detail.data.topic,
    quotations: items.map(({ postTitle, createdAt, ...item }) => ({ ...item, title: postTitle, foundAt: createdAt })),
    firstNumber: page * QUOTES + 1,
    total: totalItems,
    hasNext: (page + 1) * QUOTES < totalItems,
    isWithoutExcerpts: excerpts === 'unavailable',
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  return (audience) => evidenceCard(evidence, { freshness, linkTo, audience });
}
