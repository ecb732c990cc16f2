import { NotFoundError } from '@pain-signals/client';
import { type BeginChange, withTimeout } from '@pain-signals/contract';
import type { HiddenSignal, HideQuery } from '@pain-signals/domain';
import { decodeQuery } from '#blocks/kit/buttons.ts';
import {
  decodeHideChoice,
  hiddenSignalCard,
  hiddenSignalsCard,
  hideCard,
  namedHiddenCard,
  notHiddenCard,
  shownAgainCard,
  withHiddenNote,
} from '#blocks/signals/hidden-signals-card.ts';
import { isPrivateMessage } from '../audience.ts';
import { ActionRejectedError } from '../errors.ts';
import { maySetUpChannelPosts, refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { replyInContext } from '../reply/dialogs.ts';
import { optional } from '../reply/service-responses.ts';
import type { ButtonArgs, RequestContext, Requester } from '../request-context.ts';

/** Hides a signal in the whole workspace, and asks for the reason afterwards; asks first where it was found by words. */
export async function hideOrAsk(
  deps: Deps,
  query: HideQuery,
  requester: Requester,
  begin: BeginChange,
): Promise<CardRenderer> {
  const { data } = await deps.client.signal(query.id);
  if (query.asks) return () => hideCard(query, data.topic);
  const { userId, userTeamId = null } = requester;
  const signal = { id: data.id, topic: data.topic, reason: 'none' } as const;
  const hiddenBy = await requireMember(deps, { userId, userTeamId });
  begin();
  await hide(deps, hiddenBy, signal);
  const isWatched = await isWatchedBy(deps, userId, signal.id);
  return () => hiddenSignalCard(signal, { isWatched });
}

async function isWatchedBy(deps: Deps, ownerId: string | null, id: string): Promise<boolean> {
  const own = ownerId === null ? [] : await optional(deps, deps.watches.list({ ownerId, channelId: null }));
  return own?.some(({ subject }) => subject.of === 'signal' && subject.id === id) ?? false;
}

/** Says on the card of a hidden signal that it is. */
export async function noteHidden(
  deps: Deps,
  id: string,
  { userId, userTeamId = null }: Requester,
  shown: Promise<CardRenderer>,
): Promise<CardRenderer> {
  const [draw, hidden] = await Promise.all([shown, optional(deps, deps.hiddenSignals.list())]);
  const signal = hidden?.find((each) => each.id === id);
  if (signal === undefined) return draw;
  const mayChange = await maySetUpChannelPosts(deps, { userId, userTeamId });
  return (audience) => withHiddenNote(draw(audience), signal, { mayChange: mayChange && audience.kind === 'person' });
}

async function hide(deps: Deps, userId: string, signal: Pick<HiddenSignal, 'id' | 'topic' | 'reason'>): Promise<void> {
  if (!(await deps.hiddenSignals.hide(userId, signal))) throw new ActionRejectedError('too-many-signals-hidden');
}

/** What the workspace has hidden. */
export async function showHidden(deps: Deps, { userId, userTeamId = null }: Requester): Promise<CardRenderer> {
  const [hidden, mayChange] = await Promise.all([
    deps.hiddenSignals.list(),
    maySetUpChannelPosts(deps, { userId, userTeamId }),
  ]);
  return () => hiddenSignalsCard(hidden, { mayChange, linkTo: deps.linkTo });
}

/** Of a signal that nobody named now, such as the one a conversation was about before it was hidden. Null unless it is hidden. */
export async function sayHidden(
  deps: Deps,
  id: string | null,
  { userId, userTeamId = null }: Requester,
): Promise<CardRenderer | null> {
  const hidden = id === null ? undefined : (await deps.hiddenSignals.list()).find((signal) => signal.id === id);
  if (hidden === undefined) return null;
  const mayChange = await maySetUpChannelPosts(deps, { userId, userTeamId });
  return () => namedHiddenCard(hidden, { mayChange });
}

/** Each costs a call. The others are checked an hour later. */
const MAX_CHECKED = 50;

/** Hides what hidden signals have been merged into: the service answers for their ids with it. */
export async function followMerges({ client, hiddenSignals }: Deps, stopping: AbortSignal): Promise<void> {
  // Asked first: a new snapshot makes all earlier answers out of date.
  const { latestSnapshotAt } = (await client.pipeline({ priority: 'background' })).data;
  const snapshotAt = latestSnapshotAt === null ? null : Date.parse(latestSnapshotAt);
  for (const id of await hiddenSignals.claimUnchecked(MAX_CHECKED, snapshotAt)) {
    if (stopping.aborted) return;
    try {
      const { data, stale } = await client.signal(id, { priority: 'background' });
      if (!stale) await hiddenSignals.checked(id, data);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await hiddenSignals.checked(id, null);
    }
  }
}

/** The reason that was pressed; hides the signal unless it is. */
export async function hideSignal(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await replyInContext(deps, context, async (target) => {
    const userId = await requireMember(deps, target);
    const choice = decodeHideChoice(action.value);
    if (choice === null) throw new ActionRejectedError('old-button');
    const { id, reason } = choice;
    const { data } = await withTimeout(deps.timeouts.answerMs, deps.client.signal(id));
    await hide(deps, userId, { id: data.id, topic: data.topic, reason });
    const isWatched = await isWatchedBy(deps, userId, data.id);
    await answer(deps, target, () => hiddenSignalCard({ id: data.id, topic: data.topic, reason }, { isWatched }));
  });
}

export async function cancelHide(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await replyInContext(deps, context, async (target) => {
    const query = decodeQuery(action.value);
    if (query === null) throw new ActionRejectedError('old-button');
    await answer(deps, target, () => notHiddenCard(query));
  });
}

/** "Undo" and "Show again". */
export async function unhideSignal(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await replyInContext(deps, context, async (target) => {
    const userId = await requireMember(deps, target);
    const id = action.value ?? '';
    const hidden = (await deps.hiddenSignals.list()).find((signal) => signal.id === id);
    await deps.hiddenSignals.unhide(userId, id);
    await answer(deps, target, () => shownAgainCard(id, hidden?.topic ?? null));
  });
}

/** Returns the user id of somebody who may decide for the workspace. */
async function requireMember(deps: Deps, context: Pick<RequestContext, 'userId' | 'userTeamId'>): Promise<string> {
  await refuseOutsiders(deps, context);
  const { userId } = context;
  if (userId === null || !(await maySetUpChannelPosts(deps, context))) throw new ActionRejectedError('not-manager');
  return userId;
}

const answer = async (deps: Deps, context: RequestContext, draw: CardRenderer): Promise<void> =>
  deliver(deps, context, draw({ kind: 'person' }), { replaceOriginal: await isPrivateMessage(deps, context) });
