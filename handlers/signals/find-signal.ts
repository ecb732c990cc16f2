import {
  type FindQuery,
  type Query,
  SearchQuery,
  type SignalReference,
  withResolvedSignal,
} from '@pain-signals/domain';
import { choiceCard, noListSeenCard, noSuchNumberCard, unknownLinkCard } from '#blocks/signals/reference-cards.ts';
import { findSignalId } from '../commands/signal-names.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { runSearch } from './search.ts';
import { drawList } from './signal-lists.ts';

/** The signal's id, or what to show in place of an answer. */
type ResolvedSignal = { id: string } | { draw: CardRenderer };

/** The query with all its signals found, or what to show when one is unknown or ambiguous. */
export async function resolveSignals(
  deps: Deps,
  query: FindQuery,
  requester: Requester,
): Promise<{ query: Query } | { draw: CardRenderer }> {
  let named: Query = query;
  for (const [at, name] of query.names.entries()) {
    if (named.show !== 'find' || name.by === 'id') continue;
    const found =
      name.by === 'words'
        ? await resolveTopic(deps, { query: named, at, words: name.words }, requester)
        : resolveReference(deps, name, requester);
    if ('draw' in found) return found;
    named = withResolvedSignal(named, at, found.id);
  }
  return { query: named };
}

/** By what points at a signal without a search. */
export function resolveReference(
  deps: Deps,
  name: Exclude<SignalReference, { by: 'words' }>,
  requester: Requester,
): ResolvedSignal {
  switch (name.by) {
    case 'id':
      return { id: name.id };
    case 'link':
      return resolveLink(deps, name.url);
    case 'number':
      return resolveNumber(deps, name.number, requester);
  }
}

/** Where the app knows how its links look, others are not followed; else the id in one is what is meant. */
function resolveLink({ signalAt, linkTo }: Deps, url: string): ResolvedSignal {
  const example = linkTo('ID');
  const id = signalAt(url) ?? (example === null ? findSignalId(url) : null);
  return id === null ? { draw: () => unknownLinkCard(url, example) } : { id };
}

/** By its number in the list that this person saw last. */
function resolveNumber({ lastLists }: Deps, number: number, requester: Requester): ResolvedSignal {
  const listed = lastLists.recall(requester);
  if (listed === null) return { draw: () => noListSeenCard(number) };
  const id = listed.get(number);
  return id === undefined ? { draw: (locale) => noSuchNumberCard(number, [...listed.keys()], locale) } : { id };
}

interface UnresolvedTopic {
  query: FindQuery;
  /** Which of its names these words are. */
  at: number;
  words: string;
}

/** The signal that is meant: the only one that fits, or the one that is called just so. Else a choice. */
async function resolveTopic(
  deps: Deps,
  { query, at, words }: UnresolvedTopic,
  requester: Requester,
): Promise<ResolvedSignal> {
  const found = await runSearch(deps, SearchQuery.parse({ show: 'search', words }));
  const { rows, total } = found.page;
  const [first] = rows;
  const meant = total === 1 ? first : rows.find(({ topic }) => topic.toLowerCase() === words.toLowerCase());
  if (meant !== undefined) return { id: meant.id };
  if (query.want === 'signal' || first === undefined)
    return { draw: await drawList(deps, Promise.resolve(found), requester) };
  deps.lastLists.remember(requester, { key: `choice ${words}`, firstRank: 1, signalIds: rows.map(({ id }) => id) });
  const freshness = freshnessOf(await optional(deps, deps.client.pipeline()), [found.answer]);
  const choice = { question: query, at, words, rows, total };
  return { draw: (locale, audience) => choiceCard(choice, { freshness, linkTo: deps.linkTo, locale, audience }) };
}
