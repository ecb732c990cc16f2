import type { WatchQuestion } from '#blocks/question.ts';
import { USUAL_MOST_A_DAY, USUAL_QUIET, type Watch, type WatchSubject } from '#blocks/watch.ts';
import {
  channelWatchRefusedCard,
  watchAnnouncedCard,
  watchesFullCard,
  watchMadeCard,
  watchRefusedCard,
} from '#blocks/watch-cards.ts';
import { USUAL_RULE } from '#blocks/watch-rule.ts';
import { isDirectMessage } from '../deliver.ts';
import type { Asker, Deps } from '../deps.ts';
import type { Drawing } from '../drawing.ts';
import { findPointed } from '../find.ts';
import { freshnessOf, orNull } from '../freshness.ts';
import { maySetUp } from '../may-set-up.ts';
import { postCard } from '../post-card.ts';
import { RefusedPress } from '../refused-press.ts';
import { firstLook } from './judge-watch.ts';
import { lookAt } from './look.ts';

/** `/pain watch`: looks once, so that changes are measured against what was there when somebody asked. */
export async function makeWatch(deps: Deps, question: WatchQuestion, asker: Asker): Promise<Drawing> {
  const { userId } = asker;
  if (userId === null) throw new RefusedPress('old-button');
  const channelId = question.tell === 'here' ? channelOf(asker) : null;
  if (channelId !== null && !(await maySetUp(deps, { userTeamId: null, ...asker })))
    return () => channelWatchRefusedCard();
  const wanted = wantedOf(deps, question, asker);
  if ('draw' in wanted) return wanted.draw;
  const rule = question.rule ?? USUAL_RULE[wanted.subject.of];
  const [look, pipeline, person] = await Promise.all([
    lookAt(deps, { ...wanted, rule }, 'person'),
    orNull(deps, deps.client.pipeline()),
    deps.people.find(userId),
  ]);
  const [first] = look.signals;
  const subject: WatchSubject =
    wanted.subject.of === 'signal' && first ? { of: 'signal', id: first.id, topic: first.topic } : wanted.subject;
  const timeZone = person?.timeZone ?? null;
  const memory = firstLook(rule, look.signals);
  const created = await deps.watches.create({
    ...{ ownerId: userId, subject, rule, timeZone },
    channelId,
    quiet: USUAL_QUIET,
    mostADay: USUAL_MOST_A_DAY,
    memory,
    snapshot: look.answer.stale ? null : (pipeline?.data.latestSnapshotAt ?? null),
  });
  if ('full' in created) return () => watchesFullCard(created);
  const { watch, isKnown } = created;
  const refusal = isKnown ? null : await announce(deps, watch, asker);
  if (refusal !== null) return () => watchRefusedCard(refusal);
  const now = subject.of === 'signal' && first ? first : { found: look.total };
  const freshness = freshnessOf(pipeline, [look.answer]);
  const over = Object.values(memory.signals).filter(({ isAbove }) => isAbove).length;
  return () => watchMadeCard({ watch, isKnown, now, over, timeZone }, freshness);
}

/** A signal by its number has to be found; what a search finds can change, so it stays a search. */
function wantedOf(deps: Deps, { what }: WatchQuestion, asker: Asker): { subject: WatchSubject } | { draw: Drawing } {
  if (what.of === 'search') return { subject: what };
  const { name } = what;
  if (name.by === 'words') return { subject: { of: 'search', filter: { words: name.words } } };
  const found = findPointed(deps, name, asker);
  return 'draw' in found ? found : { subject: { of: 'signal', id: found.id, topic: '' } };
}

/** In the conversation with the app there is nobody else to tell. */
const channelOf = (asker: Asker) => (isDirectMessage(asker) ? null : asker.channelId);

/** Tells the channel what it will be told, and finds out whether that is possible. In a thread the answer itself does. */
async function announce(deps: Deps, watch: Watch, { threadTs }: Asker): Promise<string | null> {
  if (watch.channelId === null || threadTs) return null;
  const verdict = await postCard(deps, { channelId: watch.channelId }, watchAnnouncedCard(watch));
  if (verdict.ok || !verdict.isCertain) return null;
  await deps.watches.remove(watch.id);
  return verdict.error;
}
