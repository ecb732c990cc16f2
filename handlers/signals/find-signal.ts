import {
  type FindQuery,
  hasAllWords,
  type Query,
  SearchQuery,
  type SignalReference,
  type SubcommandName,
  withResolvedSignal,
} from '@pain-signals/domain';
import { namedHiddenCard } from '#blocks/signals/hidden-signals-card.ts';
import {
  choiceCard,
  noListSeenCard,
  noSuchNumberCard,
  severalCard,
  unknownLinkCard,
  whichSignalCard,
} from '#blocks/signals/reference-cards.ts';
import { findSignalId } from '../commands/signal-names.ts';
import { maySetUpChannelPosts } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import { isDirectMessage, type Requester } from '../request-context.ts';
import { findInPosts } from './answer-question.ts';
import { PAGE_SIZE } from './draw-list.ts';
import { runSearch, showSearch } from './search.ts';

/** The signal's id, or a card that says why there is none. */
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
        : await resolveReference(deps, { name, command: query.want }, requester);
    if ('instead' in found) return { query: found.instead };
    if ('draw' in found) return found;
    named = withResolvedSignal(named, at, found.id);
  }
  return { query: named };
}

/** "Quotes for 1 and 2": a button for each signal, or for each pair to compare. */
export async function offerEach({ client }: Deps, query: FindQuery): Promise<CardRenderer> {
  const ids = query.names.flatMap((name) => (name.by === 'id' ? [name.id] : []));
  const found = await Promise.all(ids.map(async (id) => [id, (await client.signal(id)).data.topic] as const));
  const topics = new Map(found);
  return () => severalCard(query, topics);
}

/** "And the brief?" below a list: the query about the only signal of the page seen last, or a button for each. */
export async function askWhich(
  deps: Deps,
  { query, about }: { query: Query; about: (signalId: string) => Query | null },
  requester: Requester,
): Promise<{ only: Query } | { draw: CardRenderer }> {
  const { hiddenSignals, lastLists } = deps;
  const [hidden, last, inThread] = await Promise.all([
    hiddenSignals.ids(),
    optional(deps, lastLists.recall(requester)),
    optional(deps, lastLists.recall(requester, 'thread')),
  ]);
  const seen = [...(last ?? [])].slice(-PAGE_SIZE);
  // The list may be older than what was hidden.
  const listed = seen.filter(([, id]) => !hidden.has(id));
  const rows = await Promise.all(
    listed.map(async ([number, id]) => {
      const found = await optional(deps, deps.client.signal(id));
      const asked = about(id);
      return found === null || asked === null ? null : { number, topic: found.data.topic, query: asked };
    }),
  );
  const known = rows.filter((row) => row !== null);
  const [only, ...others] = known;
  if (only !== undefined && others.length === 0) return { only: only.query };
  const want = query.show === 'find' ? query.want : query.show === 'watch' ? query.show : 'signal';
  // What one person saw alone is not listed for everybody.
  return { draw: ({ kind }) => whichSignalCard(want, kind === 'channel' && inThread === null ? [] : known) };
}

/** Resolves an id, a link or a number without a search. */
export async function resolveReference(
  deps: Deps,
  { name, command }: { name: Exclude<SignalReference, { by: 'words' }>; command: SubcommandName },
  requester: Requester,
): Promise<ResolvedSignal> {
  switch (name.by) {
    case 'id':
      return { id: name.id };
    case 'link':
      return resolveLink(deps, name.url);
    case 'number':
      return resolveNumber(deps, { number: name.number, command }, requester);
    case 'it':
      // Answers put the signal in mind in its place first; dialogs and shares have none.
      return { draw: () => whichSignalCard('signal', []) };
  }
}

/** When signal links are configured, other links are refused. Otherwise any id in a link counts. */
function resolveLink({ signalAt, linkTo }: Deps, url: string): ResolvedSignal {
  const example = linkTo('ID');
  const id = signalAt(url) ?? (example === null ? findSignalId(url) : null);
  return id === null ? { draw: () => unknownLinkCard(url, example) } : { id };
}

async function resolveNumber(
  { lastLists }: Deps,
  { number, command }: { number: number; command: SubcommandName },
  requester: Requester,
): Promise<ResolvedSignal> {
  const listed = await lastLists.recall(requester);
  if (listed === null) return { draw: () => noListSeenCard(number, command, isDirectMessage(requester)) };
  const id = listed.get(number);
  if (id !== undefined) return { id };
  const total = await lastLists.total(requester);
  const page = total === null || number > total ? null : Math.ceil(number / PAGE_SIZE);
  return { draw: () => noSuchNumberCard(number, { shown: [...listed.keys()], page, command }) };
}

interface UnresolvedTopic {
  query: FindQuery;
  /** The index of these words among the query's names. */
  at: number;
  words: string;
}

/**
 * The only match, or the one with exactly this topic. Otherwise a choice, also of signals whose posts alone say the words, or what
 * the words ask when they name none.
 */
async function resolveTopic(
  deps: Deps,
  { query, at, words }: UnresolvedTopic,
  requester: Requester,
): Promise<ResolvedSignal | { instead: Query }> {
  const search = SearchQuery.parse({ show: 'search', words });
  const { answer, page } = await runSearch(deps, search);
  const match =
    page.total === 1 ? page.rows[0] : page.rows.find(({ topic }) => topic.toLowerCase() === words.toLowerCase());
  if (match !== undefined) return { id: match.id };
  const hidden = (await optional(deps, deps.hiddenSignals.list()))?.find(
    ({ topic }) => topic.toLowerCase() === words.toLowerCase() || (page.total === 0 && hasAllWords(topic, words)),
  );
  if (hidden !== undefined) {
    const { userId, userTeamId = null } = requester;
    const mayChange = await maySetUpChannelPosts(deps, { userId, userTeamId });
    return { draw: () => namedHiddenCard(hidden, { mayChange }) };
  }
  if (query.otherwise !== undefined) return { instead: query.otherwise };
  const inPosts = page.total > 0 || query.want === 'signal' ? null : await findInPosts(deps, words);
  const { rows, total } = inPosts === null ? page : { rows: inPosts.rows, total: inPosts.rows.length };
  if (query.want === 'signal' || total === 0) return { draw: await showSearch(deps, search, requester) };
  const shown = rows.slice(0, PAGE_SIZE);
  const freshness = freshnessOf(await optional(deps, deps.client.pipeline()), [inPosts?.answer ?? answer]);
  const choice = { query, at, words, rows: shown, total, isInPosts: inPosts !== null };
  return { draw: (audience) => choiceCard(choice, { freshness, linkTo: deps.linkTo, audience }) };
}
