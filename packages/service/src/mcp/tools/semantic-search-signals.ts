import { SemanticSearchParameters } from '@pain-signals/contract';
import { FoundPage } from '../../queries/answers.ts';
import type { Queries } from '../../queries/index.ts';
import { formatSignals } from '../say/signals.ts';
import { defineTool, type Tool } from '../tool.ts';
import { UNTRUSTED_TEXT_NOTICE } from '../words-of-strangers.ts';

export const semanticSearchSignals = (queries: Queries): Tool =>
  defineTool({
    name: 'semantic_search_signals',
    title: 'Search signals by meaning',
    description: `Pain signals by relevance to a question or a description of a pain, best first, whatever words they use. Use it to find out whether people suffer from something, or what a product idea would solve. It is costly: ask once with a whole sentence, and do not call it in a loop as a text filter; search_signals is for that. ${UNTRUSTED_TEXT_NOTICE}`,
    input: SemanticSearchParameters,
    output: FoundPage,
    answer: (query) => queries.semanticSearch(query),
    say: ({ items }) => formatSignals(items, 'No signal has to do with this.'),
  });
