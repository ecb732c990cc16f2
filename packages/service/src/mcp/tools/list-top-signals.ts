import { TopParameters } from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { formatSignals } from '../say/signals.ts';
import { defineTool, type Tool } from '../tool.ts';
import { UNTRUSTED_TEXT_NOTICE } from '../words-of-strangers.ts';
import { SignalList } from './signal-list.ts';

export const listTopSignals = (queries: Queries): Tool =>
  defineTool({
    name: 'list_top_signals',
    title: 'List top signals',
    description: `The active pain signals with the highest score, growth or volume. The score (0-100) weighs volume, growth, breadth of authors and places, severity and recency. Use it to learn what hurts most overall; to narrow it down by area, type or words use search_signals. ${UNTRUSTED_TEXT_NOTICE}`,
    input: TopParameters,
    output: SignalList,
    answer: async (query) => ({ items: await queries.top(query) }),
    say: ({ items }) => formatSignals(items, 'There is no active signal.'),
  });
