import type { Card } from '#blocks/card.ts';
import type { Subscription } from '#blocks/digest-plan.ts';
import { type DigestStatus, digestSetupCard } from '#blocks/digest-setup-card.ts';
import type { DigestQuestion } from '#blocks/question.ts';
import type { Asker, Deps } from './deps.ts';
import { shownIn } from './digest/choose.ts';
import { FADES_MS, weighVotes } from './digest/weights.ts';
import type { Drawing } from './drawing.ts';
import { maySetUp } from './may-set-up.ts';
import { RefusedPress } from './refused-press.ts';

/** `/pain digest`: what this channel gets, and what can be done about it. */
export async function showDigest(
  deps: Deps,
  question: DigestQuestion,
  { channelId: here, userId, userTeamId = null }: Asker,
): Promise<Drawing> {
  if (await deps.isOutsider({ userId, userTeamId })) throw new RefusedPress('outsider');
  const channelId = question.channelId ?? here;
  const place = channelId !== null && /^[CG]/.test(channelId) ? channelId : null;
  const subscription = place === null ? null : await deps.digests.ofChannel(place);
  if (subscription !== null) {
    return question.change === undefined
      ? drawSetup(deps, subscription, userId)
      : changeDigest(deps, subscription, userId, question.change);
  }
  const mayChange = await maySetUp(deps, { userId, userTeamId });
  return () => digestSetupCard({ channelId: place, subscription, weights: [], mayChange });
}

/** As the buttons do, for those who may press them. */
async function changeDigest(
  deps: Deps,
  subscription: Subscription,
  userId: string | null,
  change: 'pause' | 'resume',
): Promise<Drawing> {
  if (!(await mayManage(deps, subscription, userId)))
    return drawSetup(deps, subscription, userId, { done: 'Not changed.' });
  const { id, channelId, pausedBecause } = subscription;
  const isPause = change === 'pause';
  if (isPause === (pausedBecause !== null)) {
    return drawSetup(deps, subscription, userId, { done: isPause ? 'It is paused already.' : 'It is not paused.' });
  }
  await (isPause ? deps.digests.pause(id, 'person') : deps.digests.resume(id));
  const changed = (await deps.digests.ofChannel(channelId)) ?? subscription;
  return drawSetup(deps, changed, userId, { done: isPause ? 'Paused.' : 'Resumed.' });
}

/** The card of one channel's digest; `done` is what was just done to it. */
export async function drawSetup(
  deps: Deps,
  subscription: Subscription,
  userId: string | null,
  said: Pick<DigestStatus, 'done'> = {},
): Promise<() => Card> {
  const [votes, posted, mayChange] = await Promise.all([
    deps.digests.votes(subscription.id),
    deps.digests.posted(subscription.id, deps.now() - FADES_MS),
    mayManage(deps, subscription, userId),
  ]);
  const topics = new Map(
    posted.flatMap(({ digest }) => shownIn(digest)).map(({ signal }) => [signal.id, signal.topic]),
  );
  const { entries: weights } = weighVotes(votes, deps.now());
  return () =>
    digestSetupCard({ channelId: subscription.channelId, subscription, weights, topics, mayChange, ...said });
}

/** Whoever saved it, and those who may change settings; never a person from outside. */
export async function mayManage(deps: Deps, { ownerId }: Subscription, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  return (
    (userId === ownerId && !(await deps.isOutsider({ userId, userTeamId: null }))) || deps.settings.mayChange(userId)
  );
}
