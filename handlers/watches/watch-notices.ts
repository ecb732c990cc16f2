import { randomUUID } from 'node:crypto';
import type { Watch, WatchPauseReason } from '@pain-signals/domain';
import { unconfirmedAlertCard, watchBackCard, watchesPausedCard } from '#blocks/watches/watch-cards.ts';
import type { AlertMessage, NewMessage } from '../outbox-port.ts';
import type { Deps } from '../ports.ts';
import { notifyOwner, waysToDeputies } from '../reply/notify-owner.ts';
import { postCard, sendDm } from '../reply/post-card.ts';
import type { SendResult } from '../slack-port.ts';

/** Tells the owner that Slack did not confirm an alert, or whose process died while it was posted, or that watches are paused or active again. */
export async function recoverAlert(deps: Deps, alert: AlertMessage): Promise<void> {
  const ways =
    alert.pausedWatches === undefined
      ? [() => sendDm(deps, alert.ownerId ?? '', unconfirmedAlertCard(alert))]
      : await waysToTell(deps, alert, alert.pausedWatches);
  const isTold = ways.length === 0 || (await notifyOwner(deps, alert, ways));
  if (isTold) await deps.outbox.change(alert, { state: 'told', notice: null, freeAt: null });
}

/** The owner alone for personal watches; for those of channels then who answers for the app, then each channel. None once it's no longer so. */
async function waysToTell(
  deps: Deps,
  alert: AlertMessage,
  ids: readonly string[],
): Promise<(() => Promise<SendResult>)[]> {
  const { ownerId, channelId, isResumed = false } = alert;
  const found = await Promise.all(ids.map((id) => deps.watches.find(id)));
  const watches = found
    .filter((watch) => watch !== null)
    .filter(({ paused }) => (paused === null) === isResumed)
    .filter((watch) => channelId === null || watch.channelId === channelId);
  const [first] = watches;
  if (first === undefined) return [];
  const draw = (about: readonly Watch[], by: string | null = null) =>
    first.paused === null ? watchBackCard(first, deps.now(), by) : watchesPausedCard(about, first.paused, by);
  if (channelId !== null) return [() => postCard(deps, { channelId }, draw(watches, ownerId))];
  const toOwner = () => sendDm(deps, ownerId ?? '', draw(watches));
  const ofChannels = watches.filter((watch) => watch.channelId !== null);
  if (ofChannels.length === 0) return [toOwner];
  const forOthers = draw(ofChannels, ownerId);
  // Each with a message of its own, which is tried again alone.
  const toChannels = async () => {
    const byChannel = Map.groupBy(ofChannels, (watch) => watch.channelId ?? '');
    for (const [where, those] of byChannel) {
      const { sourceId, text, notice } = alert;
      await deps.outbox.add({
        ...{ kind: 'alert', key: `${alert.id} ${where}`, sourceId, text, notice },
        ...{ ownerId, channelId: where, pausedWatches: those.map(({ id }) => id), isResumed },
      });
    }
    return { ok: true as const };
  };
  return [toOwner, ...(await waysToDeputies(deps, (userId) => sendDm(deps, userId, forOthers))), toChannels];
}

/** Outsiders are told nothing; a channel that relied on the watch is told. */
export function noticesOf(paused: readonly Watch[], reason: WatchPauseReason): NewMessage<AlertMessage>[] {
  const notice = (watches: readonly Watch[], to: Pick<Watch, 'ownerId' | 'channelId'>): NewMessage<AlertMessage> => ({
    ...{ kind: 'alert', key: randomUUID(), text: '', notice: 'paused' },
    ...{ ownerId: to.ownerId, channelId: to.channelId, pausedWatches: watches.map(({ id }) => id) },
  });
  if (reason === 'outsider')
    return paused.filter(({ channelId }) => channelId !== null).map((watch) => notice([watch], watch));
  const byOwner = Map.groupBy(paused, ({ ownerId }) => ownerId);
  return [...byOwner].map(([ownerId, watches]) => notice(watches, { ownerId, channelId: null }));
}

/** Removed with its watch. */
export const resumedNotice = ({ id, ownerId }: Watch): NewMessage<AlertMessage> => ({
  ...{ kind: 'alert', key: randomUUID(), sourceId: id, text: '' },
  ...{ ownerId, channelId: null, pausedWatches: [id], isResumed: true },
});
