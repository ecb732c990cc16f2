import type { DigestSubscription } from '@pain-signals/domain';
import { slackErrorRemedy } from '../errors/slack-errors.ts';
import { ACTION, encodeResume } from '../kit/buttons.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, section } from '../kit/elements.ts';
import { formatDay } from '../kit/format.ts';

export interface DigestNotice {
  channelId: string;
  deliveryId: string;
  subscriptionId: string;
  date: string;
  errorCode: string | null;
}

const channel = (id: string) => `<#${id}>`;

/** Slack did not confirm the delivery. */
export function unconfirmedDigestCard({ channelId, date, deliveryId }: DigestNotice): Card {
  const says = `Slack didn’t confirm the ${formatDay(date)} digest for ${channel(channelId)}, so it may or may not be there. It won’t be sent again automatically.`;
  return card(`${says} If it’s missing, send it again.`, [
    section(`*Check whether the digest arrived.* ${says}`),
    actions([button(ACTION.digestSendAgain, { text: 'It’s missing: send again', value: deliveryId })]),
  ]);
}

export function unconfirmedThreadCard({ channelId, date }: DigestNotice): Card {
  return textCard(
    `The ${formatDay(date)} digest is in ${channel(channelId)}, but Slack didn’t confirm all of its thread. Part of it may be missing and won’t be posted again.`,
  );
}

const THREAD_ENDED_BECAUSE: Readonly<Record<string, string>> = {
  shared: 'the channel is now shared with another organization',
  'no-message-id': 'Slack didn’t return the message ID',
  late: 'Slack didn’t accept it within 24 hours',
};

export function endedThreadCard({ channelId, date, errorCode }: DigestNotice): Card {
  const because = THREAD_ENDED_BECAUSE[errorCode ?? ''] ?? 'Slack no longer lets the app post there';
  return textCard(
    `The ${formatDay(date)} digest is in ${channel(channelId)}, but the rest of its thread wasn’t posted: ${because}.`,
  );
}

export function digestSkippedCard({ channelId, date, subscriptionId }: DigestNotice, why: 'late' | 'unanswered'): Card {
  const because =
    why === 'late'
      ? 'The app wasn’t running when it was due and came back more than 24 hours later'
      : 'The service or Slack didn’t respond for 24 hours';
  return noticeCard(
    `The ${formatDay(date)} digest for ${channel(channelId)} was skipped.`,
    `${because}. The next one will be posted as scheduled.`,
    [button(ACTION.digestSendNow, { text: 'Send one now', value: subscriptionId })],
  );
}

const noticeCard = (finding: string, details: string, buttons: Parameters<typeof actions>[0]): Card =>
  card(`${finding} ${details}`, [section(`*${finding}* ${details}`), actions(buttons)]);

const askAboutShared = (finding: string, id: string, channelId: string): Card =>
  noticeCard(
    finding,
    'The channel is now shared with another organization, which would see it too. Keep posting there, or choose another channel.',
    [
      button(ACTION.digestResume, { text: 'Keep posting there', value: encodeResume(id, channelId) }),
      button(ACTION.digestSetUp, { text: 'Choose another channel', value: id }),
    ],
  );

/** Asked to resume by somebody who may not have seen why it is paused. */
export const stillSharedCard = ({ id, channelId }: Pick<DigestSubscription, 'id' | 'channelId'>): Card =>
  askAboutShared(`The weekly digest for ${channel(channelId)} is still paused.`, id, channelId);

/** Asked to send it by somebody who may not know. */
export const sharedNotSentCard = ({ id, channelId }: Pick<DigestSubscription, 'id' | 'channelId'>): Card =>
  askAboutShared(`The weekly digest for ${channel(channelId)} wasn’t sent.`, id, channelId);

/** Sent once, with what to do. */
export function digestPausedCard({ channelId, subscriptionId: value, errorCode }: DigestNotice): Card {
  const finding = `The weekly digest for ${channel(channelId)} is paused.`;
  switch (errorCode) {
    case 'unreadable':
      return noticeCard(finding, 'Its saved settings are damaged and can’t be read. Choose them again.', [
        button(ACTION.digestSetUp, { text: 'Choose settings again', value, style: 'primary' }),
      ]);
    case 'shared':
      return askAboutShared(finding, value, channelId);
    default:
      return noticeCard(finding, slackErrorRemedy(errorCode ?? '', 'resume the digest'), [
        button(ACTION.digestResume, { text: 'Resume', value }),
        button(ACTION.digestSetUp, { text: 'Choose another channel', value }),
      ]);
  }
}
