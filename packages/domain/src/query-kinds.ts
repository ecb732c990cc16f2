import type { ListQuery } from './list-query.ts';
import type { Query } from './query.ts';

/**
 * standalone: refers to nothing that was shown before, and changes nothing about what a conversation is about. dataless: says the same
 * before the first posts are scored. undated: says more about time by itself. of a signal: which may be missing.
 */
type Trait = 'standalone' | 'dataless' | 'undated' | 'of a signal';

/** What is true of each kind of query. */
const TRAITS: Record<Query['show'], readonly Trait[]> = {
  trending: [],
  emerging: [],
  top: [],
  search: [],
  ask: [],
  related: ['standalone'],
  signal: ['of a signal'],
  chart: ['of a signal'],
  evidence: ['of a signal'],
  quote: ['of a signal'],
  why: ['of a signal'],
  brief: ['of a signal'],
  briefs: ['standalone'],
  compare: ['standalone', 'of a signal'],
  find: ['of a signal'],
  share: ['of a signal'],
  hide: ['standalone', 'of a signal'],
  hidden: ['standalone', 'dataless', 'undated'],
  watch: ['undated', 'of a signal'],
  watches: ['standalone', 'dataless', 'undated'],
  digest: ['standalone', 'dataless', 'undated'],
  dialog: ['standalone', 'dataless', 'undated'],
  status: ['standalone', 'dataless', 'undated'],
  help: ['standalone', 'dataless', 'undated'],
  areas: ['standalone', 'dataless'],
  courtesy: ['standalone', 'dataless'],
  home: ['standalone'],
  more: [],
  refine: [],
};

const has =
  (trait: Trait) =>
  ({ show }: Query): boolean =>
    TRAITS[show].includes(trait);

export const isStandalone = has('standalone');
export const needsData = (query: Query | undefined): boolean => query !== undefined && !has('dataless')(query);
export const isUndated = has('undated');
export const isOfSignal = has('of a signal');

const LISTS: readonly Query['show'][] = ['trending', 'emerging', 'top', 'search', 'ask'] satisfies ListQuery['show'][];
export const isListQuery = (query: Query): query is ListQuery => LISTS.includes(query.show);
