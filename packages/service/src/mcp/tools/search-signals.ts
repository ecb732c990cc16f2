import { SignalListParameters } from '@pain-signals/contract';
import { SignalPage } from '../../queries/answers.ts';
import type { Queries } from '../../queries/index.ts';
import { formatSignalPage } from '../say/signals.ts';
import { defineTool, type Tool } from '../tool.ts';
import { UNTRUSTED_TEXT_NOTICE } from '../words-of-strangers.ts';

export const searchSignals = (queries: Queries): Tool =>
  defineTool({
    name: 'search_signals',
    title: 'Search signals by words and filters',
    description: `Active and dormant pain signals filtered by words of their topic and summary, area, type, score, breadth or top owner, and sorted. Use it when you know the words or want one area; it is cheap. For a question in plain words use semantic_search_signals. Read the first pages only: paging through all signals breaches fair use. ${UNTRUSTED_TEXT_NOTICE}`,
    input: SignalListParameters,
    output: SignalPage,
    answer: (query) => queries.listSignals(query),
    say: (page) =>
      formatSignalPage(
        page,
        'No signal fits. Fewer words or filters find more; semantic_search_signals looks by meaning.',
      ),
  });
