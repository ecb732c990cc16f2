import { EmergingParameters } from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { formatSignals } from '../say/signals.ts';
import { defineTool, type Tool } from '../tool.ts';
import { UNTRUSTED_TEXT_NOTICE } from '../words-of-strangers.ts';
import { SignalList } from './signal-list.ts';

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
