import { briefCard } from '#blocks/brief-card.ts';
import { noBriefCard } from '#blocks/no-brief-card.ts';
import type { BriefQuery } from '#blocks/question.ts';
import { redactBrief } from './brief-without.ts';
import type { Deps } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { freshnessOf, optional } from './freshness.ts';

/** `/pain brief`: a signal's opportunity brief, or why there is none. */
export async function showBrief(deps: Deps, query: BriefQuery): Promise<CardRenderer> {
  const { client, linkTo, hiddenEvidence: quotes } = deps;
  // First, since it tells whether the brief that is known still quotes what is there.
  const pipeline = await optional(deps, client.pipeline());
  const [answer, hidden] = await Promise.all([client.brief(query.id), quotes.ids()]);
  const brief = answer.data;
  if (brief === null) {
    // Only now, since a brief tells its topic itself.
    const { data: signal } = await client.signal(query.id);
    return () => noBriefCard(query, { ...signal, absence: answer.absence });
  }
  const freshness = freshnessOf(pipeline, [answer]);
  const shown = redactBrief(brief, hidden);
  return (audience) => briefCard(query, shown, { freshness, linkTo, audience });
}
