import type { PainSignalListItem } from '@pain-signals/contract';
import { QuietHours, type Watch, type WatchOptions, WatchRule, watchSettingsKey } from '@pain-signals/domain';
import { z } from 'zod';
import type { Card } from '#blocks/kit/card.ts';
import { cardModal, loadingModal } from '#blocks/kit/modal.ts';
import {
  duplicateWatchCard,
  moveNotAllowedCard,
  watchAnnouncementCard,
  watchNotFoundCard,
  watchNotMovedCard,
} from '#blocks/watches/watch-cards.ts';
import { decodeDialog, WATCH_INPUT, WATCH_TARGET, watchDialog } from '#blocks/watches/watch-dialog.ts';
import { watchNotSavedCard, watchSavedCard } from '#blocks/watches/watch-edited.ts';
import { decodeWatchId } from '#blocks/watches/watch-texts.ts';
import { parseDecimal, parseGrowth } from '../commands/option-values.ts';
import { publishHome } from '../home/publish-home.ts';
import { maySetUpChannelPosts, requireReach } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliverError } from '../reply/deliver.ts';
import { fillDialog, parseInputs, runInDialog } from '../reply/dialogs.ts';
import { postCard } from '../reply/post-card.ts';
import { optional } from '../reply/service-responses.ts';
import type { ButtonArgs, RequestContext, SubmitArgs } from '../request-context.ts';
import { fetchWatchedSignals, markHidden } from '../signals/watched-signals.ts';
import { findManagedWatch, isKnownShared } from './watch-commands.ts';

const TITLE = 'Edit watch';

/** "Edit": everything about a watch that can be changed. In a dialog it takes its place: Slack stacks three at most. */
export async function openWatchDialog(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const fill = async (dialog: RequestContext) => {
    const found = await findManagedWatch(deps, decodeWatchId(action.value), dialog);
    await fillDialog(
      deps,
      dialog,
      'refusal' in found ? cardModal(found.refusal, TITLE) : watchDialog(found.watch, dialog.userId),
    );
  };
  const isInDialog = context.view?.isHome === false;
  await (isInDialog ? fill(context) : runInDialog(deps, context, fill, loadingModal(TITLE)));
}

export async function submitWatchDialog(deps: Deps, context: RequestContext, { ack, view }: SubmitArgs): Promise<void> {
  const parsed = parseWatchChoice(view);
  if ('wrong' in parsed) {
    return ack({ response_action: 'errors', errors: { [parsed.wrong]: parsed.message } });
  }
  await ack({ response_action: 'update', view: loadingModal(TITLE) });
  try {
    const card = await adjust(deps, decodeDialog(view.private_metadata), parsed.choice, context);
    await fillDialog(deps, context, cardModal(card, TITLE));
  } catch (error) {
    await deliverError(deps, context, error);
  }
  await publishHome(deps, context);
}

async function adjust(
  deps: Deps,
  { id, shown }: ReturnType<typeof decodeDialog>,
  chosen: Choice,
  context: RequestContext,
): Promise<Card> {
  const found = await findManagedWatch(deps, id, context);
  if ('refusal' in found) return found.refusal;
  const { watch } = found;
  const choice = { ...chosen, mayReachOthers: await mayReachOthers(deps, watch, chosen) };
  const read = watchSettingsKey(watch);
  const isSet = watchSettingsKey({ ...watch, ...choice, paused: null }) === read;
  if (shown !== read && !isSet) return notSaved(deps, id, context);
  const current = await currentSignals(deps, watch, choice);
  const movedTo = choice.channelId === watch.channelId ? null : choice.channelId;
  if (movedTo !== null) {
    if (!(await maySetUpChannelPosts(deps, context))) return moveNotAllowedCard();
    await requireReach(deps, context, movedTo);
  }
  const adjusted = await deps.watches.adjust(watch.id, choice, current, (now) => watchSettingsKey(now) === read);
  if (adjusted === null) return watchNotFoundCard();
  if (adjusted === 'changed') return notSaved(deps, id, context);
  if ('same' in adjusted) return duplicateWatchCard(adjusted.same, context.userId);
  // Announced once it is true, and not kept where the app may not post.
  const announced = movedTo && (await postCard(deps, { channelId: movedTo }, watchAnnouncementCard(adjusted.watch)));
  if (announced && !announced.ok && announced.isConfirmed)
    return (await adjusted.undo()) ? watchNotMovedCard(announced.error) : notSaved(deps, id, context);
  const [saved = adjusted.watch] = await markHidden(deps, [adjusted.watch]);
  return watchSavedCard(saved, { ...adjusted, from: watch.rule }, deps.now(), context.userId);
}

/** Somebody changed it while the dialog was open. */
async function notSaved(deps: Deps, id: string | null, context: RequestContext): Promise<Card> {
  const found = await findManagedWatch(deps, id, context);
  if ('refusal' in found) return found.refusal;
  const [now = found.watch] = await markHidden(deps, [found.watch]);
  return watchNotSavedCard(now, deps.now(), context.userId);
}

/** Today's figures, to judge a new rule by. Null where the rule stays, or where the service doesn't give them. */
async function currentSignals(
  deps: Deps,
  { subject, rule: before }: Watch,
  { rule }: Choice,
): Promise<readonly PainSignalListItem[] | null> {
  if (JSON.stringify(rule) === JSON.stringify(before)) return null;
  const watched = await optional(deps, fetchWatchedSignals(deps, { subject, rule }, 'person'));
  if (watched === null || watched.answer.stale) return null;
  // The next check follows a signal into a merge.
  return subject.of === 'signal' ? watched.signals.map((each) => ({ ...each, id: subject.id })) : watched.signals;
}

/** A newly chosen channel is looked up. The dialog says where another organization reads the one that was chosen, and saving it agrees. */
async function mayReachOthers(deps: Deps, watch: Watch, { channelId }: Choice): Promise<boolean> {
  if (channelId !== watch.channelId) return isKnownShared(deps, channelId);
  return watch.mayReachOthers || watch.paused === 'shared';
}

type Choice = Omit<WatchOptions, 'mayReachOthers'>;

/** The choice, or the wrong input and its error message. */
function parseWatchChoice(view: SubmitArgs['view']): { choice: Choice } | { wrong: string; message: string } {
  const { text, choice, conversation } = parseInputs(view);
  const rule = parseRule(choice(WATCH_INPUT.when) ?? '', text(WATCH_INPUT.level));
  if (typeof rule === 'string') return { wrong: WATCH_INPUT.level, message: rule };
  const isChannel = choice(WATCH_INPUT.target) === WATCH_TARGET.channel;
  const channelId = isChannel ? conversation(WATCH_INPUT.channel) : null;
  if (isChannel && channelId === null) return { wrong: WATCH_INPUT.channel, message: 'Choose a channel.' };
  const quiet = parseQuietHours(choice(WATCH_INPUT.quiet) ?? '');
  const mostADay = z.coerce.number().int().min(1).max(100).parse(choice(WATCH_INPUT.most));
  return { choice: { rule, channelId, quiet, mostADay } };
}

/** The rule, or the error message for its level. */
function parseRule(when: string, level: string): WatchRule | string {
  if (when === 'new') return { when };
  const isScore = when === 'score';
  const above = isScore ? parseDecimal(level) : parseGrowth(level);
  const rule = WatchRule.safeParse({ when: isScore ? when : 'growth', above });
  if (rule.success) return rule.data;
  return isScore ? 'Choose a number below 100, such as 70.' : 'Enter a percentage, such as 50%.';
}

function parseQuietHours(value: string): WatchOptions['quiet'] {
  const [from, to] = value.split('-').map(Number);
  return value === 'never' ? null : QuietHours.parse({ from, to });
}
