import { withTimeout } from '@pain-signals/contract';
import type { FindQuery, Query } from '@pain-signals/domain';
import { interpretationCard } from '#blocks/conversation/interpretation-card.ts';
import { helpCard } from '#blocks/help/usage-card.ts';
import { openDialogCard } from '#blocks/kit/modal.ts';
import { showBrief, showBriefs } from '../briefs/show-briefs.ts';
import { showChart } from '../charts/show-chart.ts';
import type { ParsedText } from '../commands/natural-language/parse-natural-language.ts';
import { showComparison } from '../compare/show-comparison.ts';
import { showDigest } from '../digest/show-digest.ts';
import { showEvidence, showEvidenceItem } from '../evidence/show-evidence.ts';
import { showHome } from '../home/movers.ts';
import { showStatus } from '../home/status.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import type { RequestContext, Requester } from '../request-context.ts';
import { resolveSignals } from '../signals/find-signal.ts';
import { showRelated } from '../signals/related.ts';
import { showAsk, showSearch, withDefaultArea } from '../signals/search.ts';
import { showSignal } from '../signals/show-signal.ts';
import { showEmerging, showTop, showTrending } from '../signals/signal-lists.ts';
import { createWatch, listWatches } from '../watches/watch-commands.ts';

/** Answers a query, typed or pressed. Throws what the service's client throws, and a TimeoutError. */
export const answerQuery = (deps: Deps, query: Query, context: RequestContext): Promise<CardRenderer> =>
  withTimeout(deps.timeouts.answerMs, runQuery(deps, query, context));

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
      return () => helpCard;
  }
}

async function runFindQuery(deps: Deps, query: FindQuery, requester: Requester): Promise<CardRenderer> {
  const found = await resolveSignals(deps, query, requester);
  return 'draw' in found ? found.draw : runQuery(deps, found.query, requester);
}

/** Answers natural language and says how it was understood. Too little text gets the help. */
export async function answerText(deps: Deps, text: ParsedText | null, context: RequestContext): Promise<CardRenderer> {
  if (text === null) return () => helpCard;
  const query = text.query.show === 'search' ? await withDefaultArea(deps, text.query) : text.query;
  const draw = await answerQuery(deps, query, context);
  const interpretation = { ...text, query, askedBy: context.userId ?? '?' };
  return (locale, audience) => interpretationCard(draw(locale, audience), interpretation, locale);
}
