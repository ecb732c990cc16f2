import { BOT_NAME, COMMAND } from '@pain-signals/domain';
import { ACTION } from '../kit/action-ids.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, section } from '../kit/elements.ts';
import type { Locale } from '../kit/format.ts';

export interface DigestNotice {
  channelId: string;
  deliveryId: string;
  subscriptionId: string;
  /** `2026-03-20` */
  date: string;
  errorCode: string | null;
}

const channel = (id: string) => `<#${id}>`;

/** Slack did not confirm the delivery. */
export function unconfirmedDigestCard({ channelId, date, deliveryId }: DigestNotice, locale: Locale): Card {
  const says = `Slack did not confirm the digest of ${locale.day(date)} for ${channel(channelId)}, so it may or may not be there. I do not send it twice by myself.`;
  return card(`${says} If it is not there, send it with the button.`, [
    section(`*Delivered, perhaps.* ${says}`),
    actions([button(ACTION.digestSendAgain, { text: 'It is not there: send it', value: deliveryId })]),
  ]);
}

export function unconfirmedThreadCard({ channelId, date }: DigestNotice, locale: Locale): Card {
  return textCard(
    `The digest of ${locale.day(date)} is in ${channel(channelId)}, but one message of its thread may be missing: Slack did not confirm it.`,
  );
}

export function digestSkippedCard(
  { channelId, date, subscriptionId }: DigestNotice,
  why: 'late' | 'unanswered',
  locale: Locale,
): Card {
  const because =
    why === 'late'
      ? 'this app was not running when it was due, and came back more than 24 hours later'
      : 'the pain signal service or Slack did not answer for 24 hours';
  const says = `The digest of ${locale.day(date)} for ${channel(channelId)} was skipped: ${because}. The next one comes as planned.`;
  return card(says, [
    section(`*Skipped.* ${says}`),
    actions([button(ACTION.digestSendNow, { text: 'Send one now', value: subscriptionId })]),
  ]);
}

const PAUSE_REMEDIES: Record<string, string> = {
  is_archived: 'it is archived. Unarchive it, or set up the digest in another channel',
  not_in_channel: `I am not in it. Type \`/invite @${BOT_NAME}\` there`,
  channel_not_found: `I cannot see it. If it is private, type \`/invite @${BOT_NAME}\` there`,
  account_inactive: 'the app was removed from the workspace. Install it again',
  token_revoked: 'the app’s token was revoked. Install the app again',
  invalid_auth: 'Slack does not accept the app’s token. Install the app again',
  key: 'the pain signal service does not accept the API key any more. Connect another one',
};

/** Sent once, with what to do. */
export function digestPausedCard({ channelId, subscriptionId, errorCode: fault }: DigestNotice): Card {
  const known = fault !== null && Object.hasOwn(PAUSE_REMEDIES, fault) ? PAUSE_REMEDIES[fault] : undefined;
  const because =
    known ?? `Slack refuses it (\`${(fault ?? '').replace(/[^a-z_]/g, '')}\`). Look at who may post there`;
  const says = `The weekly digest of ${channel(channelId)} is paused: ${because}, then resume it here or with \`${COMMAND} digest\`.`;
  return card(says, [
    section(`*Paused.* ${says}`),
    actions([button(ACTION.digestResume, { text: 'Resume', value: subscriptionId })]),
  ]);
}
