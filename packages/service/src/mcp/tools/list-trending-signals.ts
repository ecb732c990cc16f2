import { TrendingParameters } from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { formatSignals } from '../say/signals.ts';
import { defineTool, type Tool } from '../tool.ts';
import { UNTRUSTED_TEXT_NOTICE } from '../words-of-strangers.ts';
import { SignalList } from './signal-list.ts';

export const listTrendingSignals = (queries: Queries): Tool =>
  defineTool({
    name: 'list_trending_signals',
    title: 'List trending signals',
    description: `Pain signals that developers mention more this week than the week before, beyond chance, fastest growth first. Use it to learn what is rising right now, whatever its size; for newcomers with few mentions use list_emerging_signals, for the biggest pains list_top_signals. An empty list means that nothing rises beyond chance. ${UNTRUSTED_TEXT_NOTICE}`,
    input: TrendingParameters,
    output: SignalList,
    answer: async (query) => ({ items: await queries.trending(query) }),
    say: ({ items }) => formatSignals(items, 'No signal rises beyond chance this week.'),
  });
