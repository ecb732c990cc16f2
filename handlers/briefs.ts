import { briefListCard, noBriefsCard } from '#blocks/brief-list.ts';
import type { BriefsQuestion } from '#blocks/question.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { cutRows } from './list.ts';

/** `/pain briefs`: the briefs that there are. Their numbers name their signals, as in any list. */
export async function showBriefs(deps: Deps, question: BriefsQuestion, asker: Asker): Promise<Drawing> {
  const { client, linkTo, lastLists } = deps;
  const [answer, pipeline] = await Promise.all([client.opportunities(), orNull(deps, client.pipeline())]);
  const { area } = question;
  const asked = area === undefined ? answer.data : answer.data.filter(({ macroArea }) => macroArea === area);
  const strongestFirst = asked.toSorted((a, b) => b.patternStrength - a.patternStrength);
  const { page, ...cut } = cutRows(question.page, strongestFirst);
  const { rows, firstRank } = cut;
  const freshness = freshnessOf(pipeline, [answer]);
  if (rows.length > 0) {
    lastLists.remember(asker, {
      key: `briefs ${area ?? ''}`,
      firstRank,
      signalIds: rows.map(({ painSignalId }) => painSignalId),
    });
  }
  return (audience) => {
    const setting = { freshness, linkTo, audience };
    return rows.length === 0
      ? noBriefsCard(question, setting)
      : briefListCard({ ...cut, question: { ...question, page } }, setting);
  };
}
