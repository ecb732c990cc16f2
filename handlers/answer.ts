import { openDialogCard } from '#blocks/dialog-card.ts';
import { helpCard } from '#blocks/help-card.ts';
import type { FindQuery, Query } from '#blocks/question.ts';
import { showAsk } from './ask.ts';
import { showBrief } from './brief.ts';
import { showBriefs } from './briefs.ts';
import { showChart } from './chart.ts';
import { showComparison } from './compare.ts';
import { showEmerging, showTop, showTrending } from './dashboard.ts';
import type { Deps, Requester } from './deps.ts';
import { showDigest } from './digest.ts';
import type { CardRenderer } from './drawing.ts';
import { showEvidence } from './evidence.ts';
import { resolveSignals } from './find.ts';
import { showHome } from './home.ts';
import { showEvidenceItem } from './quote.ts';
import { renderInLocale } from './reader.ts';
import { showRelated } from './related.ts';
import { showSearch } from './search.ts';
import { showSignal } from './signal.ts';
import { showStatus } from './status.ts';
import { listWatches } from './watches/list-watches.ts';
import { createWatch } from './watches/make-watch.ts';
import { withTimeout } from './within.ts';

/** The answer to a question, typed or pressed alike. Throws what the service's client throws, and when nothing comes in time. */
export async function answerQuery(deps: Deps, query: Query, requester: Requester): Promise<CardRenderer> {
  return renderInLocale(deps, requester, await withTimeout(deps.timeouts.answerMs, runQuery(deps, query, requester)));
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
