import { briefCard } from '#blocks/brief-card.ts';
import { noBriefCard } from '#blocks/no-brief-card.ts';
import type { BriefQuestion } from '#blocks/question.ts';
import { briefWithout } from './brief-without.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** `/pain brief`: a signal's opportunity brief, or why there is none. */
export async function showBrief(deps: Deps, question: BriefQuestion): Promise<Drawing> {
  const { client, linkTo, quotes } = deps;
  // First, since it tells whether the brief that is known still quotes what is there.
  const pipeline = await orNull(deps, client.pipeline());
  const [answer, hidden] = await Promise.all([client.brief(question.id), quotes.hidden()]);
  const brief = answer.data;
  if (brief === null) {
    // Only now, since a brief tells its topic itself.
    const { data: signal } = await client.signal(question.id);
    return () => noBriefCard(question, { ...signal, absence: answer.absence });
  }
  const freshness = freshnessOf(pipeline, [answer]);
  const shown = briefWithout(brief, hidden);
  return (audience) => briefCard(question, shown, { freshness, linkTo, audience });
}
