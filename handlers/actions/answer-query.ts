import { isDeepStrictEqual } from 'node:util';
import { type BeginChange, withTimeoutUntilChange } from '@pain-signals/contract';
import {
  CHANNEL_ID,
  type ConversationMemory,
  type FindQuery,
  isAboutSeveral,
  isStandalone,
  NOTHING_IN_MIND,
  type Query,
  rememberQuery,
  resolveFollowUp,
  sharedSubject,
} from '@pain-signals/domain';
import { courtesyCard, interpretationCard } from '#blocks/conversation/interpretation-card.ts';
import { allCommandsCard, helpCard, mentionHelpCard, offTopicCard, privateHelpCard } from '#blocks/help/usage-card.ts';
import { openDialogCard } from '#blocks/kit/modal.ts';
import { withShareTo } from '#blocks/sharing/share-cards.ts';
import { showBrief, showBriefs } from '../briefs/show-briefs.ts';
import { showChart } from '../charts/show-chart.ts';
import type { ParsedText } from '../commands/natural-language/parse-natural-language.ts';
import { topicOfQuestion } from '../commands/natural-language/understand.ts';
import { namesSubject, wordsOf } from '../commands/natural-language/vocabulary.ts';
import { parseCommand } from '../commands/parse-command.ts';
import { askForOther } from '../compare/compare-dialog.ts';
import { showComparison } from '../compare/show-comparison.ts';
import { showDigest } from '../digest/show-digest.ts';
import { showEvidence, showEvidenceItem } from '../evidence/show-evidence.ts';
import { showWhy } from '../evidence/show-why.ts';
import { showHelpTopic } from '../home/help-topics.ts';
import { showHome } from '../home/movers.ts';
import { showStatus } from '../home/sections.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { optional } from '../reply/service-responses.ts';
import { isDirectMessage, type RequestContext, type Requester } from '../request-context.ts';
import { showAsk } from '../signals/answer-question.ts';
import { showAreas } from '../signals/areas.ts';
import { askWhich, offerEach, resolveSignals } from '../signals/find-signal.ts';
import { hideOrAsk, noteHidden, sayHidden, showHidden } from '../signals/hidden-signals.ts';
import { showRelated } from '../signals/related.ts';
import { showSearch, withDefaultArea } from '../signals/search.ts';
import { showSignal } from '../signals/show-signal.ts';
import { showEmerging, showTop, showTrending } from '../signals/signal-lists.ts';
import { createWatch, listWatches } from '../watches/watch-commands.ts';

/** Answers a query, typed or pressed. Throws what the service's client throws, and a TimeoutError. */
export const answerQuery = async (deps: Deps, query: Query, context: RequestContext): Promise<CardRenderer> =>
  (await answerFollowUp(deps, query, context)).draw;

interface Answered {
  draw: CardRenderer;
  /** With what "it" or "only bugs" refers to in its place. */
  query: Query;
  /** It was about a signal, and which one is asked. */
  asksBack?: true;
}

const answerFollowUp = (deps: Deps, query: Query, context: RequestContext, isSentence = false): Promise<Answered> =>
  withTimeoutUntilChange(deps.timeouts.answerMs, (begin) =>
    answerInConversation(deps, query, context, { isSentence, begin }),
  );

/** Puts what the conversation is about in the place of "it", and remembers what it is about now. */
async function answerInConversation(
  deps: Deps,
  query: Query,
  requester: Requester,
  { isSentence, begin }: { isSentence: boolean; begin: BeginChange },
): Promise<Answered> {
  if (isStandalone(query)) return { draw: await runQuery(deps, confirmed(query, isSentence), requester, begin), query };
  const memory = await recall(deps, requester);
  const which = await resolveIt(deps, query, memory, requester);
  if ('draw' in which) return { draw: which.draw, query, asksBack: true };
  const { meant } = which;
  const resolved = meant.show === 'find' ? await resolveSignals(deps, meant, requester) : { query: meant };
  if ('draw' in resolved) return { draw: resolved.draw, query };
  const found = { query: confirmed(resolved.query, isSentence || isGuess(query)) };
  const after = rememberQuery(memory, found.query);
  const [draw] = await Promise.all([
    runQuery(deps, found.query, requester, begin),
    after === memory ? null : optional(deps, deps.conversations.remember(requester, after)),
  ]);
  // A list that was narrowed is named as it is now; a signal by the words it was asked for with.
  const isNamedAnew = query.show === 'refine' || query.show === 'more' || meant === otherwiseOf(query);
  return { draw, query: isNamedAnew ? found.query : query };
}

/** Hides at once what a command names by its number. What words point at is asked about, and so is a sentence: it may say "don't hide 3". */
const confirmed = (query: Query, isGuess: boolean): Query =>
  query.show === 'hide' && isGuess ? { ...query, asks: true } : query;

const isGuess = (typed: Query): boolean =>
  typed.show === 'find' && typed.names.some(({ by }) => by === 'words' || by === 'it');

/** "hide 3" is a command also without `/pain`. */
function isCommand({ asked, query }: ParsedText): boolean {
  const parsed = parseCommand(asked?.question ?? '');
  return 'query' in parsed && isDeepStrictEqual(parsed.query, query);
}

/** A command's signals, also of what the conversation is about; or what to show when one is unknown. */
export async function resolveCommand(
  deps: Deps,
  query: FindQuery,
  requester: Requester,
): Promise<{ query: Query } | { draw: CardRenderer }> {
  const memory = await recall(deps, requester);
  const which = await resolveIt(deps, query, memory, requester);
  if ('draw' in which) return which;
  return which.meant.show === 'find' ? resolveSignals(deps, which.meant, requester) : { query: which.meant };
}

/** With the signal that "it" refers to in its place, or a card that asks which one. */
async function resolveIt(
  deps: Deps,
  query: Query,
  memory: ConversationMemory,
  requester: Requester,
): Promise<{ meant: Query } | { draw: CardRenderer }> {
  const meant = resolveFollowUp(query, memory);
  if (meant !== null) {
    const draw = isDeepStrictEqual(meant, resolveFollowUp(query, { ...memory, signalId: null }))
      ? null
      : await sayHidden(deps, memory.signalId, requester);
    return draw === null ? { meant } : { draw };
  }
  const about = (signalId: string) => resolveFollowUp(query, { ...memory, signalId });
  const which = await askWhich(deps, { query, about }, requester);
  return 'only' in which ? { meant: which.only } : which;
}

/** "Why is webhook delivery rising?", answered as a question, offers it of the first signal that it found. */
async function whyOfFirst(
  deps: Deps,
  closest: Query,
  requester: Requester,
): Promise<{ closest: Query; closestTopic: string } | null> {
  if (closest.show !== 'find' || closest.want !== 'why' || closest.names.some(({ by }) => by !== 'words')) return null;
  const id = (await optional(deps, deps.lastLists.recall(requester)))?.get(1);
  const first = id === undefined ? null : await optional(deps, deps.client.signal(id));
  return first && { closest: { show: 'why', id: first.data.id }, closestTopic: first.data.topic };
}

/** "Tell me a joke" gets the help without asking for it. */
const asksForHelp = ({ asked }: ParsedText): boolean =>
  asked === null || wordsOf(asked.question).some(({ meaning }) => meaning === 'help');

const otherwiseOf = (query: Query) => (query.show === 'find' ? query.otherwise : undefined);

/** With a single signal in the last list, that one is in mind. Without the database, the conversation is new. */
async function recall(deps: Deps, requester: Requester): Promise<ConversationMemory> {
  const memory = (await optional(deps, deps.conversations.recall(requester))) ?? NOTHING_IN_MIND;
  const listed = memory.signalId === null ? await optional(deps, deps.lastLists.recall(requester)) : null;
  const [only, ...others] = listed?.values() ?? [];
  return only !== undefined && others.length === 0 ? { ...memory, signalId: only } : memory;
}

/** @param begin called directly before the workspace's watches, digests or hidden signals change */
async function runQuery(deps: Deps, query: Query, requester: Requester, begin: BeginChange): Promise<CardRenderer> {
  switch (query.show) {
    case 'trending':
      return showTrending(deps, query, requester);
    case 'emerging':
      return showEmerging(deps, query, requester);
    case 'top':
      return showTop(deps, query, requester);
    case 'search':
      return showSearch(deps, query, requester);
    case 'ask':
      return showAsk(deps, query, requester);
    case 'related':
      return showRelated(deps, query);
    case 'signal':
      return noteHidden(deps, query.id, requester, showSignal(deps, query));
    case 'chart':
      return noteHidden(deps, query.id, requester, showChart(deps, query));
    case 'evidence':
      return noteHidden(deps, query.id, requester, showEvidence(deps, query, requester));
    case 'quote':
      return showEvidenceItem(deps, query, requester);
    case 'brief':
      return noteHidden(deps, query.id, requester, showBrief(deps, query));
    case 'briefs':
      return showBriefs(deps, query, requester);
    case 'compare':
      return showComparison(deps, query);
    case 'digest':
      return showDigest(deps, query, requester, begin);
    case 'watch':
      return createWatch(deps, query, requester, begin);
    case 'watches':
      return listWatches(deps, requester, query);
    case 'status':
      return showStatus(deps);
    case 'why':
      return noteHidden(deps, query.id, requester, showWhy(deps, query));
    case 'hide':
      return hideOrAsk(deps, query, requester, begin);
    case 'hidden':
      return showHidden(deps, requester);
    case 'courtesy':
      return () => courtesyCard(query.of);
    case 'find': {
      if (isAboutSeveral(query)) return offerEach(deps, query);
      // A comparison with one signal named so far.
      const [name] = query.names;
      return name?.by === 'id' ? askForOther(deps, name.id) : showHelp(requester);
    }
    case 'refine':
    case 'more':
      // Without a list in mind there is nothing to show more of.
      return showHelp(requester);
    case 'share': {
      const subject = sharedSubject(query);
      const draw = await runQuery(deps, subject, requester, begin);
      const { channel } = query;
      return channel !== undefined && CHANNEL_ID.test(channel)
        ? (audience) => withShareTo(draw(audience), { subject, attempt: 1, channel })
        : draw;
    }
    case 'dialog':
      return () => openDialogCard(query);
    case 'home':
      return showHome(deps, requester);
    case 'help':
      if (query.about !== undefined) return showHelpTopic(deps, query.about);
      return query.all ? () => allCommandsCard : showHelp(requester);
    case 'areas':
      return showAreas(deps);
  }
}

/** In a direct message only this person sees answers; in a channel's thread everybody does, and slash commands don't run there. */
const showHelp =
  (requester: Requester): CardRenderer =>
  ({ kind }) => {
    if (isDirectMessage(requester)) return helpCard;
    return kind === 'person' ? privateHelpCard : mentionHelpCard;
  };

/** Answers natural language and says how it was understood. Too little text gets the help. */
export async function answerText(
  deps: Deps,
  text: ParsedText | null,
  context: RequestContext,
  { startsThread = false } = {},
): Promise<CardRenderer> {
  if (text === null) return showHelp(context);
  const query = text.query.show === 'search' ? await withDefaultArea(deps, text.query) : text.query;
  const { draw, query: understood, asksBack } = await answerFollowUp(deps, query, context, !isCommand(text));
  if (query.show === 'help' && !query.all && !query.about && !asksForHelp(text))
    return (audience) => offTopicCard(draw(audience));
  if (asksBack || understood.show === 'courtesy' || understood.show === 'help') return draw;
  const isUnderstood = text.isUnderstood && !(otherwiseOf(query) !== undefined && understood.show === 'ask');
  const { ignored, ...read } = text;
  // What was said to be ignored is so in the answer about a signal alone.
  const isOther = otherwiseOf(query) !== undefined && understood !== query;
  const note = ignored === undefined || isOther ? {} : { ignored };
  const { question } = text.asked ?? {};
  const topic =
    question === undefined ? {} : { topic: topicOfQuestion(question), isSearchable: namesSubject(question) };
  const why = read.closest && (await whyOfFirst(deps, read.closest, context));
  const interpretation = { ...read, ...why, ...note, ...topic, query: understood, isUnderstood, startsThread };
  return (audience) => interpretationCard(draw(audience), interpretation);
}
