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
import { formatSignalPage, formatSignals, UNTRUSTED_TEXT_NOTICE } from './text.ts';
import { defineTool, type Tool } from './tool.ts';

/** A list that is not paginated; structured content is an object, so it stands in one. */
const SignalList = z.object({ items: SignalItems });

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

export const listEmergingSignals = (queries: Queries): Tool =>
  defineTool({
    name: 'list_emerging_signals',
    title: 'List emerging signals',
    description: `Newcomers among the pain signals: few mentions so far, high growth, beyond chance. Use it to find pains early, before they are common knowledge. An empty list means that there is no such newcomer; a higher maxVolume or a lower minGrowth looks wider. ${UNTRUSTED_TEXT_NOTICE}`,
    input: EmergingParameters,
    output: SignalList,
    answer: async (query) => ({ items: await queries.emerging(query) }),
    say: ({ items }) => formatSignals(items, 'No newcomer of this size grows that fast beyond chance.'),
  });

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
