import { BOT_NAME, COMMAND, MUTED_FOREVER, type Watch, type WatchPauseReason } from '@pain-signals/domain';
import { joinParts } from '../kit/elements.ts';
import { formatDate } from '../kit/format.ts';
import { capitalize } from '../kit/text.ts';
import { describePromise, describeSubject, isMuted } from './watch-texts.ts';

/** Null while the watch is active. */
export function describeWatchState(watch: Watch, now: number): string | null {
  const because =
    watch.paused && explainPause(watch.paused, watch).because.replace(/^\w/, (first) => first.toLowerCase());
  const muted = describeMute(watch, now);
  return joinParts([because && `Paused: ${because}`, muted && `Muted ${muted}`], ' ') || null;
}

/** Null where it isn't muted. */
const describeMute = (watch: Watch, now: number): string | null =>
  isMuted(watch, now) ? describeMuteEnd(watch.mutedUntil ?? MUTED_FOREVER) : null;

/** `until you unmute it` */
export const describeMuteEnd = (until: number): string =>
  `until ${until === MUTED_FOREVER ? 'you unmute it' : formatDate(until, 'minute')}`;

/** Why a watch sends nothing now, and what ends that; null while it is active. */
export function describeSilence(
  watch: Watch,
  now: number,
  whom = 'you',
): { state: 'paused' | 'muted'; says: string } | null {
  const muted = describeMute(watch, now);
  if (watch.paused !== null) {
    const { because, next } = explainPause(watch.paused, watch);
    return { state: 'paused', says: joinParts([because, next, muted && `It’s also muted ${muted}.`], '\n') };
  }
  return muted === null ? null : { state: 'muted', says: `No alerts ${muted}. Then ${describePromise(watch, whom)}` };
}

/** What a watch that names no signal can miss is its area. */
const nounOf = ({ of }: Watch['subject']): string => (of === 'signal' ? 'signal' : 'area');

/** `Their signals are`, for several watches. */
function whatTheyWatch(watches: readonly Pick<Watch, 'subject'>[], [one, many]: readonly [string, string]): string {
  const [noun, ...others] = new Set(watches.map(({ subject }) => nounOf(subject)));
  if (others.length > 0) return `Their signals and areas ${many}`;
  const isSame = new Set(watches.map(({ subject }) => describeSubject(subject))).size === 1;
  return `Their ${noun}${isSame ? ` ${one}` : `s ${many}`}`;
}

export function describeReturn(watches: readonly Pick<Watch, 'subject'>[]): string {
  const [first, ...others] = watches;
  const subject =
    first && others.length === 0 ? `The ${nounOf(first.subject)} is` : whatTheyWatch(watches, ['is', 'are']);
  return `${subject} available again.`;
}

/** For several watches with the same problem, beside a button that opens *All watches*. */
export const explainPauses = (reason: WatchPauseReason, watches: readonly Pick<Watch, 'subject'>[]) =>
  reason === 'no-signal'
    ? {
        because: `${whatTheyWatch(watches, ['has', 'have'])} been missing from the service for a day.`,
        next: 'Each resumes by itself once what it watches is available again. To stop them instead, open *All watches*.',
      }
    : PAUSES_TEXTS[reason];

const PAUSES_TEXTS: Record<Exclude<WatchPauseReason, 'no-signal'>, { because: string; next: string }> = {
  'no-channel': {
    because:
      'The app can no longer post in their channels. The channels are archived or gone, or the app was removed from them.',
    next: `Unarchive each channel, or type \`/invite @${BOT_NAME}\` in it. Then open *All watches* and press *Resume*. To use another channel, press *Edit* there.`,
  },
  refused: {
    because: 'Slack hasn’t accepted their alerts for a day.',
    next: 'To try again, open *All watches* and press *Resume*. To get the alerts somewhere else, press *Edit* there.',
  },
  shared: {
    because: 'Their channels are now shared with other organizations, which would see the alerts too.',
    next: 'To keep posting there, open *All watches* and press *Resume*. To use another channel, press *Edit* there.',
  },
  'no-key': {
    because: 'The service no longer accepts the API key.',
    next: 'Once a manager or an admin has set a new key, open *All watches* and press *Resume*.',
  },
  hidden: {
    because: 'Their signals are hidden in this workspace.',
    next: `Each resumes by itself once its signal is shown again. To see what is hidden, type \`${COMMAND} hidden\`.`,
  },
  outsider: {
    because: 'Their owner is no longer a full member of this workspace.',
    next: 'An admin can stop them under *All watches*.',
  },
  unreadable: {
    because: 'Their saved settings are damaged and can’t be read.',
    next: 'Stop them under *All watches*, then set them up again.',
  },
};

type Explained = Pick<Watch, 'subject' | 'channelId'>;

export function explainPause(reason: WatchPauseReason, { subject, channelId }: Explained) {
  const channel = channelId === null ? 'this watch’s channel' : `<#${channelId}>`;
  switch (reason) {
    case 'no-signal':
      return {
        because: `Its ${nounOf(subject)} has been missing from the service for a day.`,
        next: `The watch resumes by itself once the ${nounOf(subject)} is available again. You can also stop it and watch another signal.`,
      };
    case 'no-channel':
      return {
        because: `The app can no longer post in ${channel}. The channel was archived or deleted, or the app was removed from it.`,
        next: `If it was archived, unarchive it. If the app was removed, type \`/invite @${BOT_NAME}\` in it. Then press *Resume*. Otherwise, pick another channel with *Edit*.`,
      };
    case 'shared':
      return {
        because: `${capitalize(channel)} is now shared with another organization, which would see the alerts too.`,
        next: 'Press *Resume* to keep posting there, or pick another channel with *Edit*.',
      };
    default:
      return PAUSE_TEXTS[reason];
  }
}

const PAUSE_TEXTS: Record<
  Exclude<WatchPauseReason, 'no-signal' | 'no-channel' | 'shared'>,
  { because: string; next: string }
> = {
  refused: {
    because: 'Slack hasn’t accepted its alerts for a day.',
    next: 'Press *Resume* to try again, or use *Edit* to get the alerts somewhere else.',
  },
  'no-key': {
    because: 'The service no longer accepts the API key.',
    next: 'Once a manager or an admin has set a new key, press *Resume*.',
  },
  hidden: {
    because: 'This signal is hidden in this workspace.',
    next: `The watch resumes by itself once the signal is shown again. To see what is hidden, type \`${COMMAND} hidden\`.`,
  },
  outsider: {
    because: 'Its owner is no longer a full member of this workspace.',
    next: 'Only an admin can stop it.',
  },
  unreadable: {
    because: 'Its saved settings are damaged and can’t be read.',
    next: 'Stop it, then set it up again.',
  },
};
