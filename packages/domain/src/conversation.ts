import { decodeJson } from '@pain-signals/contract';
import { z } from 'zod';
import { ListQuery, type RefineQuery, refineList } from './list-query.ts';
import { type Query, queryForSignals, withResolvedSignal } from './query.ts';
import { chartSpan, type SignalReference } from './signal-query.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

/** How long a conversation's last signal and list are remembered. */
export const CONVERSATION_KEPT_MS = DAY_MS;
/** How long a list's numbers work in commands. */
export const LIST_NUMBERS_KEPT_MS = HOUR_MS;

/** What a conversation is about. */
const ConversationMemory = z.object({
  /** The signal that was shown last. */
  signalId: z.string().nullable(),
  /** The list that was shown last. */
  list: ListQuery.nullable(),
  /** Whether the list was shown after the signal. */
  isListLatest: z.boolean(),
});
export type ConversationMemory = z.output<typeof ConversationMemory>;

/** Numbered signals, as a message shows them. */
export interface ShownPage {
  /** The same for all pages of a list. */
  key: string;
  /** Starts at 1. */
  firstRank: number;
  signalIds: readonly string[];
  /** Signals on all pages. */
  total?: number;
  /** The signals of all pages, where they are known. */
  all?: readonly string[] | undefined;
}

/** What a message that the app posted is about. */
export interface ShownSignals {
  memory: ConversationMemory;
  list: ShownPage | null;
}

export const NOTHING_IN_MIND: ConversationMemory = { signalId: null, list: null, isListLatest: false };

/** Nothing for what another version wrote differently. */
export const parseMemory = (json: string): ConversationMemory =>
  decodeJson(ConversationMemory, json) ?? NOTHING_IN_MIND;

/** A follow-up with what it refers to. Null: it refers to a signal, and none is in mind. */
export function resolveFollowUp(query: Query, memory: ConversationMemory): Query | null {
  const { signalId, list } = memory;
  switch (query.show) {
    case 'find': {
      const at = query.names.findIndex(isIt);
      if (at < 0) return query;
      if (signalId !== null) return withResolvedSignal(query, at, signalId);
      if (query.otherwise !== undefined) return query.otherwise;
      // "Compare it with 2" asks for the other one.
      return query.names.length > 1 ? { ...query, names: query.names.filter((name) => !isIt(name)) } : null;
    }
    case 'watch':
      if (query.what.of !== 'signal' || !isIt(query.what.name)) return query;
      return signalId === null ? null : { ...query, what: { of: 'signal', name: { by: 'id', id: signalId } } };
    case 'refine':
      return ofSignalInMind(query, memory) ?? refineList(list, query);
    case 'more':
      if (query.back && list !== null)
        return { ...list, page: memory.isListLatest ? Math.max(0, list.page - 1) : list.page };
      // Its card was shown: there is more in what people wrote.
      if (signalId !== null && !memory.isListLatest && query.page === undefined)
        return { show: 'evidence', id: signalId, page: 0 };
      return list === null ? null : { ...list, page: query.page ?? list.page + 1 };
    default:
      return query;
  }
}

/** "Last 90 days instead" said of a signal is a chart of it. */
function ofSignalInMind({ change }: RefineQuery, { signalId, isListLatest }: ConversationMemory): Query | null {
  const { days, ...others } = change;
  const isPeriodOnly = Object.values(others).every((each) => each === undefined);
  if (days === undefined || !isPeriodOnly || signalId === null || isListLatest) return null;
  return queryForSignals('chart', [{ by: 'id', id: signalId }], {
    chart: { kind: 'timeline', days: chartSpan(days) },
  });
}

/** What a conversation is about after an answer to this query. */
export function rememberQuery(memory: ConversationMemory, query: Query): ConversationMemory {
  switch (query.show) {
    case 'signal':
    case 'why':
    case 'chart':
    case 'evidence':
    case 'quote':
    case 'brief':
    case 'share':
      return { ...memory, signalId: query.id, isListLatest: false };
    case 'trending':
    case 'emerging':
    case 'top':
    case 'search':
    case 'ask':
      return { signalId: null, list: query, isListLatest: true };
    case 'watch':
      return query.what.of === 'signal' && query.what.name.by === 'id'
        ? { ...memory, signalId: query.what.name.id, isListLatest: false }
        : memory;
    default:
      return memory;
  }
}

const isIt = (name: SignalReference): boolean => name.by === 'it';
