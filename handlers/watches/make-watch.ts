import type { WatchQuery } from '#blocks/question.ts';
import { DEFAULT_DAILY_LIMIT, DEFAULT_QUIET_HOURS, type Watch, type WatchSubject } from '#blocks/watch.ts';
import {
  channelWatchNotAllowedCard,
  watchAnnouncementCard,
  watchChannelErrorCard,
  watchCreatedCard,
  watchLimitCard,
} from '#blocks/watch-cards.ts';
import { DEFAULT_WATCH_RULE } from '#blocks/watch-rule.ts';
import { isDirectMessage } from '../deliver.ts';
import type { Deps, Requester } from '../deps.ts';
import type { CardRenderer } from '../drawing.ts';
import { resolveReference } from '../find.ts';
import { freshnessOf, optional } from '../freshness.ts';
import { maySetUpAlerts } from '../may-set-up.ts';
import { postCard } from '../post-card.ts';
import { ActionRejectedError } from '../refused-press.ts';
import { initialMemory } from './judge-watch.ts';
import { fetchWatchedSignals } from './look.ts';

/** `/pain watch`: looks once, so that changes are measured against what was there when somebody asked. */
export async function createWatch(deps: Deps, query: WatchQuery, requester: Requester): Promise<CardRenderer> {
  const { userId } = requester;
  if (userId === null) throw new ActionRejectedError('old-button');
  const channelId = query.tell === 'here' ? channelOf(requester) : null;
  if (channelId !== null && !(await maySetUpAlerts(deps, { userTeamId: null, ...requester })))
    return () => channelWatchNotAllowedCard();
  const wanted = subjectOf(deps, query, requester);
  if ('draw' in wanted) return wanted.draw;
  const rule = query.rule ?? DEFAULT_WATCH_RULE[wanted.subject.of];
  const [look, pipeline, person] = await Promise.all([
    fetchWatchedSignals(deps, { ...wanted, rule }, 'person'),
    optional(deps, deps.client.pipeline()),
    deps.people.find(userId),
  ]);
  const [first] = look.signals;
  const subject: WatchSubject =
    wanted.subject.of === 'signal' && first ? { of: 'signal', id: first.id, topic: first.topic } : wanted.subject;
  const timeZone = person?.timeZone ?? null;
  const memory = initialMemory(rule, look.signals);
  const created = await deps.watches.create({
    ...{ ownerId: userId, subject, rule, timeZone },
    channelId,
    quiet: DEFAULT_QUIET_HOURS,
    mostADay: DEFAULT_DAILY_LIMIT,
    memory,
    snapshot: look.answer.stale ? null : (pipeline?.data.latestSnapshotAt ?? null),
  });
  if ('full' in created) return () => watchLimitCard(created);
  const { watch, isKnown } = created;
  const refusal = isKnown ? null : await announce(deps, watch, requester);
  if (refusal !== null) return () => watchChannelErrorCard(refusal);
  const now = subject.of === 'signal' && first ? first : { found: look.total };
  const freshness = freshnessOf(pipeline, [look.answer]);
  const over = Object.values(memory.signals).filter(({ isAbove }) => isAbove).length;
  return () => watchCreatedCard({ watch, isKnown, now, over, timeZone }, freshness);
}

/** A signal by its number has to be found; what a search finds can change, so it stays a search. */
function subjectOf(
  deps: Deps,
  { what }: WatchQuery,
  requester: Requester,
): { subject: WatchSubject } | { draw: CardRenderer } {
  if (what.of === 'search') return { subject: what };
  const { name } = what;
  if (name.by === 'words') return { subject: { of: 'search', filter: { words: name.words } } };
  const found = resolveReference(deps, name, requester);
  return 'draw' in found ? found : { subject: { of: 'signal', id: found.id, topic: '' } };
}

/** In the conversation with the app there is nobody else to tell. */
const channelOf = (requester: Requester) => (isDirectMessage(requester) ? null : requester.channelId);

/** Tells the channel what it will be told, and finds out whether that is possible. In a thread the answer itself does. */
async function announce(deps: Deps, watch: Watch, { threadTs }: Requester): Promise<string | null> {
  if (watch.channelId === null || threadTs) return null;
  const result = await postCard(deps, { channelId: watch.channelId }, watchAnnouncementCard(watch));
  if (result.ok || !result.isConfirmed) return null;
  await deps.watches.remove(watch.id);
  return result.error;
}
