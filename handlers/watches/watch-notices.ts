import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, type Watch, type WatchPauseReason } from '@pain-signals/domain';
import type { Card } from '#blocks/kit/card.ts';
import { unconfirmedAlertCard, watchesBackCard, watchesPausedCard } from '#blocks/watches/watch-cards.ts';
import type { AlertMessage, NewMessage } from '../outbox-port.ts';
import type { Deps } from '../ports.ts';
import { notifyOwner, postNotice, sendIfReachable, unlessOutsider, waysToDeputies } from '../reply/notify-owner.ts';
import { sendDm } from '../reply/post-card.ts';
import type { SendResult } from '../slack-port.ts';

/** What is lost, back or hidden at once is told at once: checks are spread over an hour, and a day without a signal may end with the one after. */
const TOLD_AFTER_MS = {
  missing: 2 * HOUR_MS + 10 * MINUTE_MS,
  back: HOUR_MS + 10 * MINUTE_MS,
  hidden: HOUR_MS + 10 * MINUTE_MS,
};

/** Joins an owner's others that wait. */
const waiting = (sourceId: keyof typeof TOLD_AFTER_MS, now: number) => ({
  sourceId,
  dueAt: now + TOLD_AFTER_MS[sourceId],
});

/** Tells the owner that Slack did not confirm an alert, or whose process died while it was posted, or that watches are paused or active again. */
export async function recoverAlert(deps: Deps, alert: AlertMessage): Promise<void> {
  const ways =
    alert.pausedWatches === undefined
      ? [wayToOwner(deps, alert, () => unconfirmedAlertCard(alert))]
      : await waysToTell(deps, alert, alert.pausedWatches);
  const isTold = ways.length === 0 || (await notifyOwner(deps, alert, ways));
  if (isTold) await deps.outbox.change(alert, { state: 'told', notice: null, freeAt: null });
}

/**
 * The owner alone for personal watches; for those of channels then who answers for the app, then each channel, whose own notice goes to
 * who answers for the app where it can't take it. None once it's no longer so.
 */
async function waysToTell(
  deps: Deps,
  alert: AlertMessage,
  ids: readonly string[],
): Promise<(() => Promise<SendResult>)[]> {
  const { sourceId, ownerId, channelId, isResumed = false } = alert;
  const found = await Promise.all(ids.map((id) => deps.watches.find(id)));
  const watches = found
    .filter((watch) => watch !== null)
    .filter(({ paused }) => (paused === null) === isResumed)
    .filter(({ paused }) => sourceId !== 'missing' || paused === 'no-signal')
    .filter(({ paused }) => sourceId !== 'hidden' || paused === 'hidden')
    .filter((watch) => channelId === null || watch.channelId === channelId);
  const [first] = watches;
  if (first === undefined) return [];
  const draw = (about: readonly Watch[], by: string | null = null) =>
    first.paused === null ? watchesBackCard(about, deps.now(), by) : watchesPausedCard(about, first.paused, by);
  if (channelId !== null) {
    const card = draw(watches, ownerId);
    const mayReachOthers = watches.every((watch) => watch.mayReachOthers);
    return [
      () => sendIfReachable(deps, ownerId ?? '', () => postNotice(deps, { channelId, mayReachOthers }, card)),
      ...(await waysToDeputies(deps, (userId) => sendDm(deps, userId, card))),
    ];
  }
  const toOwner = wayToOwner(deps, alert, () => draw(watches));
  const ofChannels = watches.filter((watch) => watch.channelId !== null);
  if (ofChannels.length === 0) return [toOwner];
  const forOthers = draw(ofChannels, ownerId);
  // Each with a message of its own, which is tried again alone.
  const toChannels = async () => {
    const byChannel = Map.groupBy(ofChannels, (watch) => watch.channelId ?? '');
    for (const [where, those] of byChannel) {
      const { text, notice } = alert;
      await deps.outbox.add({
        ...{ kind: 'alert', key: `${alert.id} ${where}`, sourceId, text, notice },
        ...{ ownerId, channelId: where, pausedWatches: those.map(({ id }) => id), isResumed },
      });
    }
    return { ok: true as const };
  };
  return [toOwner, ...(await waysToDeputies(deps, (userId) => sendDm(deps, userId, forOthers))), toChannels];
}

const wayToOwner = (deps: Deps, { ownerId }: AlertMessage, draw: () => Card) =>
  unlessOutsider(deps, ownerId ?? '', () => sendDm(deps, ownerId ?? '', draw()));

/** Outsiders are told nothing; a channel that relied on the watch is told. */
export function noticesOf(paused: readonly Watch[], reason: WatchPauseReason, now: number): NewMessage<AlertMessage>[] {
  const notice = (watches: readonly Watch[], to: Pick<Watch, 'ownerId' | 'channelId'>): NewMessage<AlertMessage> => ({
    ...{ kind: 'alert', key: randomUUID(), text: '', notice: 'paused' },
    ...(reason === 'no-signal' ? waiting('missing', now) : reason === 'hidden' ? waiting('hidden', now) : {}),
    ...{ ownerId: to.ownerId, channelId: to.channelId, pausedWatches: watches.map(({ id }) => id) },
  });
  if (reason === 'outsider')
    return paused.filter(({ channelId }) => channelId !== null).map((watch) => notice([watch], watch));
  const byOwner = Map.groupBy(paused, ({ ownerId }) => ownerId);
  return [...byOwner].map(([ownerId, watches]) => notice(watches, { ownerId, channelId: null }));
}

export const resumedNotice = ({ id, ownerId }: Watch, now: number): NewMessage<AlertMessage> => ({
  ...{ kind: 'alert', key: randomUUID(), text: '', ...waiting('back', now) },
  ...{ ownerId, channelId: null, pausedWatches: [id], isResumed: true },
});
