import { briefListCard, noBriefsCard } from '#blocks/brief-list.ts';
import type { BriefsQuery } from '#blocks/question.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { freshnessOf, optional } from './freshness.ts';
import { sliceRows } from './list.ts';

/** `/pain briefs`: the briefs that there are. Their numbers name their signals, as in any list. */
export async function showBriefs(deps: Deps, query: BriefsQuery, requester: Requester): Promise<CardRenderer> {
  const { client, linkTo, lastLists } = deps;
  const [answer, pipeline] = await Promise.all([client.opportunities(), optional(deps, client.pipeline())]);
  const { area } = query;
  const asked = area === undefined ? answer.data : answer.data.filter(({ macroArea }) => macroArea === area);
  const strongestFirst = asked.toSorted((a, b) => b.patternStrength - a.patternStrength);
  const { page, ...cut } = sliceRows(query.page, strongestFirst);
  const { rows, firstRank } = cut;
  const freshness = freshnessOf(pipeline, [answer]);
  if (rows.length > 0) {
    lastLists.remember(requester, {
      key: `briefs ${area ?? ''}`,
      firstRank,
      signalIds: rows.map(({ painSignalId }) => painSignalId),
    });
  }
  return (audience) => {
    const setting = { freshness, linkTo, audience };
    return rows.length === 0
      ? noBriefsCard(query, setting)
      : briefListCard({ ...cut, question: { ...query, page } }, setting);
  };
}
