import { type DigestQuery, type DigestSubscription, VOTE_FADE_MS, weighVotes } from '@pain-signals/domain';
import { type DigestStatus, digestSetupCard } from '#blocks/digest/digest-setup-card.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Locale } from '#blocks/kit/format.ts';
import { mayManageDigest, maySetUpAlerts, refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import type { Requester } from '../request-context.ts';
import { itemsShownIn } from './choose-signals.ts';

/** `/pain digest`: the channel's digest and its settings. */
export async function showDigest(deps: Deps, query: DigestQuery, requester: Requester): Promise<CardRenderer> {
  const { userId, userTeamId = null } = requester;
  await refuseOutsiders(deps, { userId, userTeamId });
  const wanted = query.channelId ?? requester.channelId;
  const channelId = wanted !== null && /^[CG]/.test(wanted) ? wanted : null;
  const subscription = channelId === null ? null : await deps.digests.ofChannel(channelId);
  if (subscription !== null) {
    return query.change === undefined
      ? drawDigestSettings(deps, subscription, userId)
      : changeDigest(deps, subscription, userId, query.change);
  }
  const mayChange = await maySetUpAlerts(deps, { userId, userTeamId });
  return (locale) => digestSetupCard({ channelId, subscription, weights: [], mayChange }, locale);
}

/** Does what the buttons do, for people who may press them. */
async function changeDigest(
  deps: Deps,
  subscription: DigestSubscription,
  userId: string | null,
  change: 'pause' | 'resume',
): Promise<CardRenderer> {
  if (!(await mayManageDigest(deps, subscription, userId)))
    return drawDigestSettings(deps, subscription, userId, { done: 'Not changed.' });
  const { id, channelId, pausedBecause } = subscription;
  const isPause = change === 'pause';
  if (isPause === (pausedBecause !== null)) {
    return drawDigestSettings(deps, subscription, userId, {
      done: isPause ? 'Already paused.' : 'This digest isn’t paused.',
    });
  }
  await (isPause ? deps.digests.pause(id, 'person') : deps.digests.resume(id));
  const changed = (await deps.digests.ofChannel(channelId)) ?? subscription;
  return drawDigestSettings(deps, changed, userId, { done: isPause ? 'Paused.' : 'Resumed.' });
}

/** The card of one channel's digest. `done` names the change just made. */
export async function drawDigestSettings(
  deps: Deps,
  subscription: DigestSubscription,
  userId: string | null,
  change: Pick<DigestStatus, 'done'> = {},
): Promise<(locale: Locale) => Card> {
  const [votes, posted, mayChange] = await Promise.all([
    deps.digests.votes(subscription.id),
    deps.digests.posted(subscription.id, deps.now() - VOTE_FADE_MS),
    mayManageDigest(deps, subscription, userId),
  ]);
  const topics = new Map(
    posted.flatMap(({ digest }) => itemsShownIn(digest)).map(({ signal }) => [signal.id, signal.topic]),
  );
  const { entries: weights } = weighVotes(votes, deps.now());
  const status = { channelId: subscription.channelId, subscription, weights, topics, mayChange, ...change };
  return (locale) => digestSetupCard(status, locale);
}
