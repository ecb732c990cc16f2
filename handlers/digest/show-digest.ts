import { type DigestQuery, type DigestSubscription, VOTE_FADE_MS, weighVotes } from '@pain-signals/domain';
import { type DigestStatus, digestSetupCard } from '#blocks/digest/digest-setup-card.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Locale } from '#blocks/kit/format.ts';
import { ActionRejectedError } from '../errors.ts';
import { mayManageDigest, maySetUpAlerts } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import type { Requester } from '../request-context.ts';
import { itemsShownIn } from './choose-signals.ts';

/** `/pain digest`: what this channel gets, and what can be done about it. */
export async function showDigest(
  deps: Deps,
  query: DigestQuery,
  { channelId: here, userId, userTeamId = null }: Requester,
): Promise<CardRenderer> {
  if (await deps.isOutsider({ userId, userTeamId })) throw new ActionRejectedError('outsider');
  const channelId = query.channelId ?? here;
  const place = channelId !== null && /^[CG]/.test(channelId) ? channelId : null;
  const subscription = place === null ? null : await deps.digests.ofChannel(place);
  if (subscription !== null) {
    return query.change === undefined
      ? drawDigestSettings(deps, subscription, userId)
      : changeDigest(deps, subscription, userId, query.change);
  }
  const mayChange = await maySetUpAlerts(deps, { userId, userTeamId });
  return (locale) => digestSetupCard({ channelId: place, subscription, weights: [], mayChange }, locale);
}

/** As the buttons do, for those who may press them. */
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
      done: isPause ? 'It is paused already.' : 'It is not paused.',
    });
  }
  await (isPause ? deps.digests.pause(id, 'person') : deps.digests.resume(id));
  const changed = (await deps.digests.ofChannel(channelId)) ?? subscription;
  return drawDigestSettings(deps, changed, userId, { done: isPause ? 'Paused.' : 'Resumed.' });
}

/** The card of one channel's digest; `done` is what was just done to it. */
export async function drawDigestSettings(
  deps: Deps,
  subscription: DigestSubscription,
  userId: string | null,
  said: Pick<DigestStatus, 'done'> = {},
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
  const status = { channelId: subscription.channelId, subscription, weights, topics, mayChange, ...said };
  return (locale) => digestSetupCard(status, locale);
}
