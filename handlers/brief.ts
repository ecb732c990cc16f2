import { briefCard } from '#blocks/brief-card.ts';
import { noBriefCard } from '#blocks/no-brief-card.ts';
import type { BriefQuestion } from '#blocks/question.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** `/pain brief`: a signal's opportunity brief, or why there is none. */
export async function showBrief(deps: Deps, question: BriefQuestion): Promise<Drawing> {
  const { client, linkTo } = deps;
  const [answer, pipeline] = await Promise.all([client.brief(question.id), orNull(deps, client.pipeline())]);
  const brief = answer.data;
  if (brief === null) {
    // Only now, since a brief tells its topic itself.
    const { data: signal } = await client.signal(question.id);
    return () => noBriefCard(question, signal);
  }
  const freshness = freshnessOf(pipeline, [answer]);
  return (audience) => briefCard(question, brief, { freshness, linkTo, audience });
}
