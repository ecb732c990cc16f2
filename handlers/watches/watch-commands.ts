import type { BeginChange } from '@pain-signals/contract';
import {
  countAbove,
  DEFAULT_DAILY_LIMIT,
  DEFAULT_QUIET_HOURS,
  DEFAULT_WATCH_RULE,
  initialMemory,
  type Watch,
  type WatchesQuery,
  type WatchQuery,
  type WatchSubject,
} from '@pain-signals/domain';
import { z } from 'zod';
import { decodeResume } from '#blocks/kit/buttons.ts';
import type { Card } from '#blocks/kit/card.ts';
import { namedHiddenCard } from '#blocks/signals/hidden-signals-card.ts';
import {
  channelWatchNotAllowedCard,
  newSignalWatchCard,
  watchAnnouncementCard,
  watchChannelErrorCard,
  watchCreatedCard,
  watchesPausedCard,
  watchLimitCard,
  watchMutedCard,
  watchNotAllowedCard,
  watchNotFoundCard,
  watchStoppedCard,
} from '#blocks/watches/watch-cards.ts';
import { watchResumedCard } from '#blocks/watches/watch-edited.ts';
import { changedListCard, channelWatchesCard, WATCH_ROW, watchListCard } from '#blocks/watches/watch-list.ts';
import { decodeMute, decodeWatchId } from '#blocks/watches/watch-texts.ts';
import { audienceOf, isPrivateMessage } from '../audience.ts';
import { ActionRejectedError } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { isExternallyShared, maySetUpChannelPosts, refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { replyInContext } from '../reply/dialogs.ts';
import { postCard } from '../reply/post-card.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import { type ButtonArgs, isDirectMessage, type RequestContext, type Requester } from '../request-context.ts';
import { findInPosts } from '../signals/answer-question.ts';
import { resolveReference } from '../signals/find-signal.ts';
import { fetchWatchedSignals, hasMoreAbove, markHidden } from '../signals/watched-signals.ts';

/** `/pain watch`. Fetches the signals once, to measure later changes against. */
export async function createWatch(
  deps: Deps,
  query: WatchQuery,
  requester: Requester,
  begin: BeginChange,
): Promise<CardRenderer> {
  const { userId } = requester;
  if (userId === null) throw new ActionRejectedError('old-button');
  const channelId = query.tell === 'here' ? channelOf(requester) : null;
  if (channelId !== null && !(await maySetUpChannelPosts(deps, { userTeamId: null, ...requester })))
    return () => channelWatchNotAllowedCard();
  const wanted = await subjectOf(deps, query, requester);
  if ('draw' in wanted) return wanted.draw;
  const rule = query.rule ?? DEFAULT_WATCH_RULE[wanted.subject.of];
  if (wanted.subject.of === 'signal' && rule.when === 'new') return () => newSignalWatchCard();
  const [watched, pipeline, person] = await Promise.all([
    fetchWatchedSignals(deps, { ...wanted, rule }, 'person'),
    optional(deps, deps.client.pipeline()),
    deps.people.find(userId),
  ]);
  const [first] = watched.signals;
  const subject: WatchSubject =
    wanted.subject.of === 'signal' && first ? { of: 'signal', id: first.id, topic: first.topic } : wanted.subject;
  // The signal may be part of another one by now.
  const hidden = (await hiddenOf(deps, wanted.subject)) ?? (await hiddenOf(deps, subject));
  if (hidden !== undefined) {
    const mayChange = await maySetUpChannelPosts(deps, { userTeamId: null, ...requester });
    return () => namedHiddenCard(hidden, { mayChange });
  }
  const timeZone = person?.timeZone ?? null;
  const memory = initialMemory(rule, watched.signals);
  const mayReachOthers = await isKnownShared(deps, channelId);
  begin();
  const created = await deps.watches.create({
    ...{ ownerId: userId, subject, rule, timeZone },
    ...{ channelId, mayReachOthers },
    quiet: DEFAULT_QUIET_HOURS,
    mostADay: DEFAULT_DAILY_LIMIT,
    memory,
    snapshot: watched.answer.stale ? null : (pipeline?.data.latestSnapshotAt ?? null),
  });
  if ('full' in created) return () => watchLimitCard(created);
  const { watch, isKnown } = created;
  const channelError = isKnown ? null : await announce(deps, watch, requester);
  if (channelError !== null) return () => watchChannelErrorCard(channelError, channelId);
  const found = watched.total;
  const now =
    subject.of === 'signal' && first
      ? first
      : {
          found,
          hasMore: hasMoreAbove(rule, watched),
          inPosts: found > 0 ? null : await findOneInPosts(deps, subject),
        };
  const freshness = freshnessOf(pipeline, [watched.answer]);
  const over = countAbove(memory);
  return (audience) =>
    watchCreatedCard({ watch, isKnown, now, over, timeZone, at: deps.now() }, { freshness, audience });
}

/** What `/pain search` finds where no name or summary has the words. A question has no filters, so neither has this. */
async function findOneInPosts(deps: Deps, subject: WatchSubject) {
  const { words, ...filters } = subject.of === 'search' ? subject.filter : {};
  if (words === undefined || Object.values(filters).some((each) => each !== undefined)) return null;
  return (await findInPosts(deps, words))?.rows.find(({ confirmed }) => confirmed !== false) ?? null;
}

/** A number is resolved now. A search stays a search, because its results change. */
async function subjectOf(
  deps: Deps,
  { what }: WatchQuery,
  requester: Requester,
): Promise<{ subject: WatchSubject } | { draw: CardRenderer }> {
  if (what.of === 'search') return { subject: what };
  const { name } = what;
  if (name.by === 'words') return { subject: { of: 'search', filter: { words: name.words } } };
  const found = await resolveReference(deps, { name, command: 'watch' }, requester);
  return 'draw' in found ? found : { subject: { of: 'signal', id: found.id, topic: '' } };
}

const hiddenOf = async ({ hiddenSignals }: Deps, subject: WatchSubject) =>
  subject.of === 'signal' ? (await hiddenSignals.list()).find(({ id }) => id === subject.id) : undefined;

/** Who chooses a channel that another organization reads is told so. */
export const isKnownShared = async ({ slack }: Pick<Deps, 'slack'>, channelId: string | null): Promise<boolean> =>
  channelId !== null && isExternallyShared(slack, channelId);

/** A direct message is not a channel to alert. */
const channelOf = (requester: Requester) => (isDirectMessage(requester) ? null : requester.channelId);

/** Announces the watch in its channel. Removes it and returns Slack's error when the app can't post there. In a thread, the answer is the announcement. */
async function announce(deps: Deps, watch: Watch, { threadTs }: Requester): Promise<string | null> {
  if (watch.channelId === null || threadTs) return null;
  const result = await postCard(deps, { channelId: watch.channelId }, watchAnnouncementCard(watch));
  if (result.ok || !result.isConfirmed) return null;
  await deps.watches.remove(watch.id);
  return result.error;
}

/** `/pain watches`: the person's watches and the channel's. In a channel, only the channel's are shown. */
export async function listWatches(
  deps: Deps,
  { userId, channelId }: Requester,
  { stops }: Pick<WatchesQuery, 'stops'> = {},
): Promise<CardRenderer> {
  const { watches, settings, now } = deps;
  const found = await markHidden(deps, await watches.list({ ownerId: userId, channelId }));
  const own = found.filter((watch) => watch.channelId !== null || watch.ownerId === userId);
  const channelWatches = found.filter((watch) => watch.channelId !== null && watch.channelId === channelId);
  const isManager = userId !== null && (await settings.mayChange(userId));
  const mayChange = ({ ownerId }: Watch) => isManager || ownerId === userId;
  return ({ kind }) =>
    kind === 'channel'
      ? channelWatchesCard(channelWatches, { now: now(), stops })
      : watchListCard(own, { now: now(), mayChange, stops });
}

/** "Mute", "Stop", "Resume" and "Unmute". A list is updated, an alert stays; only the person who pressed sees the outcome. */

const Chosen = z.object({ selected_option: z.object({ value: z.string() }) });

export async function muteWatch(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const mute = decodeMute(Chosen.safeParse(action).data?.selected_option.value, deps.now());
  await changeWatch(deps, context, { action, id: mute?.id ?? null }, async ({ id }) => {
    const until = mute?.until ?? 0;
    const muted = await deps.watches.mute(id, until);
    return muted === null ? watchNotFoundCard() : watchMutedCard(muted, deps.now());
  });
}

export async function stopWatch(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const stop = async (watch: Watch) => {
    const isRemoved = await deps.watches.remove(watch.id);
    return isRemoved ? watchStoppedCard(watch, context.userId) : watchNotFoundCard();
  };
  await changeWatch(deps, context, { action, id: decodeWatchId(action.value) }, stop, true);
}

export async function resumeWatch(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const { id, agreedTo } = decodeResume(action.value);
  await changeWatch(deps, context, { action, id }, async (before) => {
    const others = before.ownerId === context.userId ? null : before.ownerId;
    const resumed = await deps.watches.resume(before.id, agreedTo);
    if (resumed === null) return watchNotFoundCard();
    const [watch = resumed] = await markHidden(deps, [resumed]);
    return watch.paused === null
      ? watchResumedCard(watch, before.paused, context.userId)
      : watchesPausedCard([watch], watch.paused, others);
  });
}

async function changeWatch(
  deps: Deps,
  context: RequestContext,
  { action, id }: Pick<ButtonArgs, 'action'> & { id: string | null },
  change: (watch: Watch) => Promise<Card>,
  mayBeUnreadable = false,
): Promise<void> {
  await replyInContext(deps, context, async (target) => {
    const found = await findManagedWatch(deps, id, target, { mayBeUnreadable });
    const done = 'refusal' in found ? found.refusal : await change(found.watch);
    if (!action.block_id.startsWith(WATCH_ROW) || context.view?.isHome) return deliver(deps, target, done);
    const draw = await listWatches(deps, target);
    const list = changedListCard(done, draw(await audienceOf(deps, target)));
    await deliver(deps, target, list, { replaceOriginal: await isPrivateMessage(deps, target) });
  });
  if (context.view?.isHome) await publishHome(deps, context);
}

/** The watch, or a card that says why this person may not change it. Owners and managers may. */
export async function findManagedWatch(
  deps: Deps,
  id: string | null,
  context: Pick<RequestContext, 'userId' | 'userTeamId'>,
  { mayBeUnreadable = false } = {},
): Promise<{ watch: Watch } | { refusal: Card }> {
  await refuseOutsiders(deps, context);
  if (id === null || context.userId === null) throw new ActionRejectedError('old-button');
  const watch = await deps.watches.find(id);
  if (watch === null) return { refusal: watchNotFoundCard() };
  const isAllowed = watch.ownerId === context.userId || (await deps.settings.mayChange(context.userId));
  if (!isAllowed) return { refusal: watchNotAllowedCard(watch.ownerId) };
  const isRefused = watch.paused === 'unreadable' && !mayBeUnreadable;
  return isRefused ? { refusal: watchesPausedCard([watch], 'unreadable') } : { watch };
}
