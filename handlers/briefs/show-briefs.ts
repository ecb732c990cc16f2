import type { BriefQuery, BriefsQuery } from '@pain-signals/domain';
import { briefCard, briefSourcesCard, noBriefCard } from '#blocks/briefs/brief-card.ts';
import { briefListCard, noBriefsCard } from '#blocks/briefs/brief-list.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { sliceRows } from '../signals/draw-list.ts';
import { redactBrief } from './redact-brief.ts';

/** `/pain brief`: a signal's opportunity brief, or why there is none. */
export async function showBrief(deps: Deps, query: BriefQuery): Promise<CardRenderer> {
  const { client, linkTo, hiddenEvidence } = deps;
  // First: a new snapshot invalidates the cached brief.
  const pipeline = await optional(deps, client.pipeline());
  const [answer, hidden] = await Promise.all([client.brief(query.id), hiddenEvidence.ids()]);
  const brief = answer.data;
  if (brief === null) {
    // A brief has its own topic.
    const { data: signal } = await client.signal(query.id);
    return (locale) => noBriefCard(query, { ...signal, absence: answer.absence }, locale);
  }
  const freshness = freshnessOf(pipeline, [answer]);
  const shown = redactBrief(brief, hidden);
  const draw = query.sources ? briefSourcesCard : briefCard;
  return (locale, audience) => draw(query, shown, { freshness, linkTo, locale, audience });
}

/** `/pain briefs`: all briefs. Their numbers refer to their signals. */
export async function showBriefs(deps: Deps, query: BriefsQuery, requester: Requester): Promise<CardRenderer> {
  const { client, linkTo, lastLists } = deps;
  const [answer, pipeline] = await Promise.all([client.opportunities(), optional(deps, client.pipeline())]);
  const { area } = query;
  const briefs = area === undefined ? answer.data : answer.data.filter(({ macroArea }) => macroArea === area);
  // In the service's order, by demand and growth: figures that a list item does not have.
  const { page, ...slice } = sliceRows(query.page, briefs);
  const { rows, firstRank } = slice;
  const freshness = freshnessOf(pipeline, [answer]);
  if (rows.length > 0) {
    await lastLists.remember(requester, {
      key: `briefs ${area ?? ''}`,
      firstRank,
      signalIds: rows.map(({ painSignalId }) => painSignalId),
    });
  }
  return (locale, audience) => {
    const cardContext = { freshness, linkTo, locale, audience };
    return rows.length === 0
      ? noBriefsCard(query, cardContext)
      : briefListCard({ ...slice, query: { ...query, page } }, cardContext);
  };
}
