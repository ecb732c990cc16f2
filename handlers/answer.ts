import { dialogCard } from '#blocks/dialog-card.ts';
import { helpCard } from '#blocks/help-card.ts';
import type { FindQuestion, Question } from '#blocks/question.ts';
import { showAnswers } from './ask.ts';
import { showBrief } from './brief.ts';
import { showBriefs } from './briefs.ts';
import { showChart } from './chart.ts';
import { showComparison } from './compare.ts';
import { showEmerging, showTop, showTrending } from './dashboard.ts';
import type { Asker, Deps } from './deps.ts';
import { showDigest } from './digest.ts';
import type { Drawing } from './drawing.ts';
import { showEvidence } from './evidence.ts';
import { findNamed } from './find.ts';
import { showHome } from './home.ts';
import { showQuote } from './quote.ts';
import { drawnFor } from './reader.ts';
import { showRelated } from './related.ts';
import { showSearch } from './search.ts';
import { showSignal } from './signal.ts';
import { showStatus } from './status.ts';
import { listWatches } from './watches/list-watches.ts';
import { makeWatch } from './watches/make-watch.ts';
import { within } from './within.ts';

/** The answer to a question, typed or pressed alike. Throws what the service's client throws, and when nothing comes in time. */
export async function answer(deps: Deps, question: Question, asker: Asker): Promise<Drawing> {
  return drawnFor(deps, asker, await within(deps.patience.answerMs, lookUp(deps, question, asker)));
}

async function lookUp(deps: Deps, question: Question, asker: Asker): Promise<Drawing> {
  switch (question.show) {
    case 'trending':
      return showTrending(deps, question, asker);
    case 'emerging':
      return showEmerging(deps, question, asker);
    case 'top':
      return showTop(deps, question, asker);
    case 'search':
      return showSearch(deps, question, asker);
    case 'ask':
      return showAnswers(deps, question, asker);
    case 'related':
      return showRelated(deps, question);
    case 'signal':
      return showSignal(deps, question);
    case 'chart':
      return showChart(deps, question);
    case 'evidence':
      return showEvidence(deps, question, asker);
    case 'quote':
      return showQuote(deps, question, asker);
    case 'brief':
      return showBrief(deps, question);
    case 'briefs':
      return showBriefs(deps, question, asker);
    case 'compare':
      return showComparison(deps, question);
    case 'digest':
      return showDigest(deps, question, asker);
    case 'watch':
      return makeWatch(deps, question, asker);
    case 'watches':
      return listWatches(deps, asker);
    case 'status':
      return showStatus(deps);
    case 'find':
      return lookUpFound(deps, question, asker);
    case 'share':
      return showSignal(deps, { show: 'signal', id: question.id });
    case 'dialog':
      return () => dialogCard(question);
    case 'home':
      return showHome(deps, asker);
    case 'help':
      return helpCard;
  }
}

async function lookUpFound(deps: Deps, question: FindQuestion, asker: Asker): Promise<Drawing> {
  const found = await findNamed(deps, question, asker);
  return 'draw' in found ? found.draw : lookUp(deps, found.question, asker);
}
