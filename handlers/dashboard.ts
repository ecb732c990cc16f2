import type { EmergingQuestion, TopQuestion, TrendingQuestion } from '#blocks/question.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { orNull } from './freshness.ts';
import { cutPage, drawList } from './list.ts';

/** `/pain trending`, `/pain emerging` and `/pain top`: at most ten signals, chosen by the service. */

export function showTrending(deps: Deps, question: TrendingQuestion, asker: Asker): Promise<Drawing> {
  return drawDashboard(deps, { question, asker }, () => deps.client.trending({ limit: question.limit }));
}

export function showEmerging(deps: Deps, question: EmergingQuestion, asker: Asker): Promise<Drawing> {
  const { maxVolume, minGrowth, limit } = question;
  return drawDashboard(deps, { question, asker }, () => deps.client.emerging({ maxVolume, minGrowth, limit }));
}

export function showTop(deps: Deps, question: TopQuestion, asker: Asker): Promise<Drawing> {
  const { metric, limit } = question;
  return drawDashboard(deps, { question, asker }, () => deps.client.top({ metric, limit }));
}

function drawDashboard(
  deps: Deps,
  { question, asker }: { question: TrendingQuestion | EmergingQuestion | TopQuestion; asker: Asker },
  ask: () => ReturnType<Deps['client']['trending']>,
): Promise<Drawing> {
  // First, since it tells whether the list that is known is still the last one.
  const asked = orNull(deps, deps.client.pipeline()).then(ask);
  return drawList(
    deps,
    asked.then((answer) => ({ answer, page: cutPage(question, answer.data) })),
    asker,
  );
}
