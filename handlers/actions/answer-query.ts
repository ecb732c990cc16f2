import { withTimeout } from '@pain-signals/contract';
import type { FindQuery, Query } from '@pain-signals/domain';
import { interpretationCard } from '#blocks/conversation/interpretation-card.ts';
import { helpCard } from '#blocks/help/usage-card.ts';
import { openDialogCard } from '#blocks/kit/modal.ts';
import { showBrief, showBriefs } from '../briefs/show-briefs.ts';
import { showChart } from '../charts/show-chart.ts';
import { parseNaturalLanguage } from '../commands/natural-language/parse-natural-language.ts';
import { showComparison } from '../compare/show-comparison.ts';
import { showDigest } from '../digest/show-digest.ts';
import { showEvidence, showEvidenceItem } from '../evidence/show-evidence.ts';
import { showHome } from '../home/movers.ts';
import { showStatus } from '../home/status.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import type { Requester } from '../request-context.ts';
import { resolveSignals } from '../signals/find-signal.ts';
import { showRelated } from '../signals/related.ts';
import { showAsk, showSearch, withDefaultArea } from '../signals/search.ts';
import { showSignal } from '../signals/show-signal.ts';
import { showEmerging, showTop, showTrending } from '../signals/signal-lists.ts';
import { createWatch, listWatches } from '../watches/watch-commands.ts';

/** The answer to a question, typed or pressed alike. Throws what the service's client throws, and when nothing comes in time. */
export async function answerQuery(deps: Deps, query: Query, requester: Requester): Promise<CardRenderer> {
  return withTimeout(deps.timeouts.answerMs, runQuery(deps, query, requester));
}

async function runQuery(deps: Deps, query: Query, requester: Requester): Promise<CardRenderer> {
  switch (query.show) {
    case 'trending':
      return showTrending(deps, query, requester);
    case 'emerging':
      return showEmerging(deps, query, requester);
    case 'top':
      return showTop(deps, query, requester);
    case 'search':
      return showSearch(deps, query, requester);
    case 'ask':
      return showAsk(deps, query, requester);
    case 'related':
      return showRelated(deps, query);
    case 'signal':
      return showSignal(deps, query);
    case 'chart':
      return showChart(deps, query);
    case 'evidence':
      return showEvidence(deps, query, requester);
    case 'quote':
      return showEvidenceItem(deps, query, requester);
    case 'brief':
      return showBrief(deps, query);
    case 'briefs':
      return showBriefs(deps, query, requester);
    case 'compare':
      return showComparison(deps, query);
    case 'digest':
      return showDigest(deps, query, requester);
    case 'watch':
      return createWatch(deps, query, requester);
    case 'watches':
      return listWatches(deps, requester);
    case 'status':
      return showStatus(deps);
    case 'find':
      return runFindQuery(deps, query, requester);
    case 'share':
      return showSignal(deps, { show: 'signal', id: query.id });
    case 'dialog':
      return () => openDialogCard(query);
    case 'home':
      return showHome(deps, requester);
    case 'help':
      return helpCard;
  }
}

async function runFindQuery(deps: Deps, query: FindQuery, requester: Requester): Promise<CardRenderer> {
  const found = await resolveSignals(deps, query, requester);
  return 'draw' in found ? found.draw : runQuery(deps, found.question, requester);
}

/** The answer to somebody's own words, with what they were taken for. Too few of them get the help. */
export async function answerText(
  deps: Deps,
  words: string,
  requester: Requester,
  { isAsk = false } = {},
): Promise<CardRenderer> {
  const read = parseNaturalLanguage(words);
  if (read === null) return helpCard;
  const reading = { ...read, question: await withDefaultArea(deps, read.question) };
  const draw = await answerQuery(deps, reading.question, requester);
  const interpretation = { ...reading, askedBy: requester.userId ?? '?', isAsk };
  return (locale, audience) => interpretationCard(draw(locale, audience), interpretation, locale);
}
