import {
  EmergingParameters,
  SemanticSearchParameters,
  SignalListParameters,
  TopParameters,
  TrendingParameters,
} from '@pain-signals/contract';
import { z } from 'zod';
import type { Queries } from '../../../queries/index.ts';
import { FoundPage, SignalItems, SignalPage } from '../../../queries/responses.ts';
import { formatFound, formatSignalPage, formatSignals, UNTRUSTED_TEXT_NOTICE } from './text.ts';
import { defineTool, type Tool } from './tool.ts';

/** A list without paging, in an object as structured content requires. */
const SignalList = z.object({ items: SignalItems });

/** Tools that find signals. */
export const signalListTools = (queries: Queries): Tool[] => [
  defineTool({
    name: 'list_trending_signals',
    title: 'List trending signals',
    description: `Pain signals with significantly more mentions this week than the week before, fastest growth first. Use it to learn what is growing right now, regardless of size; for small but growing signals use list_emerging_signals, for the biggest ones list_top_signals. An empty list means there are no significant increases. ${UNTRUSTED_TEXT_NOTICE}`,
    input: TrendingParameters,
    output: SignalList,
    answer: async (query) => ({ items: await queries.trending(query) }),
    format: ({ items }) => formatSignals(items, 'No significant increases this week.'),
  }),
  defineTool({
    name: 'list_emerging_signals',
    title: 'List emerging signals',
    description: `Newcomers among the pain signals: few mentions so far, significant growth. Use it to find pains early, before they are common knowledge. An empty list means that there is no such newcomer; a higher maxVolume or a lower minGrowth looks wider. ${UNTRUSTED_TEXT_NOTICE}`,
    input: EmergingParameters,
    output: SignalList,
    answer: async (query) => ({ items: await queries.emerging(query) }),
    format: ({ items }) => formatSignals(items, 'No signal of this size is growing that fast.'),
  }),
  defineTool({
    name: 'list_top_signals',
    title: 'List top signals',
    description: `The active pain signals with the highest score, growth or volume. The score (0-100) weighs volume, growth, breadth of authors and places, severity and recency. Use it to learn what hurts most overall; to narrow it down by area, type or words use search_signals. ${UNTRUSTED_TEXT_NOTICE}`,
    input: TopParameters,
    output: SignalList,
    answer: async (query) => ({ items: await queries.top(query) }),
    format: ({ items }) => formatSignals(items, 'There are no active signals.'),
  }),
  defineTool({
    name: 'search_signals',
    title: 'Search signals by words and filters',
    description: `Active and dormant pain signals filtered by words of their topic and summary, area, type, score, breadth or top owner, and sorted. Use it when you know the words or want one area; it is cheap. For a question in natural language use semantic_search_signals. Read only the first pages: paging through all signals breaches fair use. ${UNTRUSTED_TEXT_NOTICE}`,
    input: SignalListParameters,
    output: SignalPage,
    answer: (query) => queries.listSignals(query),
    format: (page) =>
      formatSignalPage(
        page,
        'No matches. Use fewer words or filters, or search by meaning with semantic_search_signals.',
      ),
  }),
  defineTool({
    name: 'semantic_search_signals',
    title: 'Search signals by meaning',
    description: `Pain signals by relevance to a question or a problem description, best first, even when they use other words. Use it to find out whether people have a problem, or what a product idea would solve. It is expensive: ask once with a whole sentence, and do not call it in a loop as a text filter; use search_signals for that. ${UNTRUSTED_TEXT_NOTICE}`,
    // An agent has a model of its own.
    input: SemanticSearchParameters.omit({ answer: true }),
    output: FoundPage,
    answer: (query) => queries.semanticSearch(query),
    format: ({ items }) => formatFound(items),
  }),
];
