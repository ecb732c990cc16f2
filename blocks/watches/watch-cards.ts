import type { PainSignalListItem } from '@pain-signals/contract';
import { COMMAND, type Freshness, MUTED_FOREVER, type Watch, type WatchPauseReason } from '@pain-signals/domain';
import { WHO_CAN_SET_UP } from '../digest/digest-setup-card.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, context, section } from '../kit/elements.ts';
import { formatDate, formatScore, type Locale } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import { describeGrowth } from '../kit/signal-text.ts';
import { slackErrorRemedy } from '../sharing/share-cards.ts';
import { adjustButton, resumeButton, stopButton, watchesButton } from './watch-buttons.ts';
import { describeQuietHours, describeSubject, describeTarget, describeWatch, PAUSE_TEXTS } from './watch-texts.ts';

interface CreatedFacts {
  watch: Watch;
  /** The same watch existed already. */
  isKnown: boolean;
  /** The signal's figures, or the number of signals a search finds. */
  now: PainSignalListItem | { found: number };
  /** Signals above the level when the watch was created. */
  over: number;
  timeZone: string | null;
}

export function watchCreatedCard(
  { watch, isKnown, now, over, timeZone }: CreatedFacts,
  freshness: Freshness,
  locale: Locale,
): Card {
  const { subject, rule } = watch;
  const says = `I tell ${describeTarget(watch)} when ${describeWatch({ rule, subject }, locale)}.`;
  const opening = isKnown ? 'You watch this already.' : 'Watching.';
  const figures =
    'found' in now
      ? describeFound(now.found, locale)
      : `Now: ${describeGrowth(now, locale)}, score ${formatScore(now.score)}`;
  const state = [figures, describeOver(over, now, locale)].filter((part) => part !== null).join('. ');
  return card(`${opening} ${says} ${state}. I look every hour.${describeFreshness(freshness)}`, [
    section(`*${opening}*\n${says}`),
    context([state]),
    context(['Looked at every hour', ...formatLimits(watch, timeZone, locale), `\`${COMMAND} watches\` shows all`]),
    context(formatFreshness(freshness)),
    actions([adjustButton(watch), stopButton(watch), watchesButton()]),
  ]);
}

function describeFound(found: number, locale: Locale): string {
  if (found === 0) return 'No matching signals yet';
  return `${found === 1 ? 'One signal matches' : `${locale.plural(found, 'signal')} match`} now`;
}

/** Explains why nothing is reported yet. */
function describeOver(over: number, now: CreatedFacts['now'], locale: Locale): string | null {
  if (over === 0) return null;
  const which = 'found' in now ? `${over === 1 ? 'One is' : `${locale.count(over)} are`} already` : 'Already';
  return `${which} above the threshold. I'll tell you the next time ${over === 1 ? 'it crosses' : 'one crosses'}`;
}

const formatLimits = ({ quiet, mostADay }: Watch, timeZone: string | null, locale: Locale) => [
  `${describeQuietHours(quiet)}${quiet === null ? '' : ` (${timeZone ?? 'UTC'})`}`,
  `at most ${locale.plural(mostADay, 'message')} a day`,
];

/** Posted in the channel that gets the alerts. */
export function watchAnnouncementCard(watch: Watch, locale: Locale): Card {
  const says = `<@${watch.ownerId}> lets me tell this channel when ${describeWatch(watch, locale)}.`;
  return card(says, [section(says), context([`\`${COMMAND} watches\` shows what is watched here`])]);
}

export function watchChannelErrorCard(code: string): Card {
  const next = slackErrorRemedy(code)
    .replaceAll('press Share again', 'ask again')
    .replaceAll('Share it in', 'Watch from');
  return textCard(`*Not watched.* ${next}`);
}

export function channelWatchNotAllowedCard(): Card {
  const next = `Without \`here\`, \`${COMMAND} watch\` tells you alone.`;
  return textCard(`*Not watched.* ${WHO_CAN_SET_UP}\n${next}`);
}

export function watchLimitCard({ full, most }: { full: 'person' | 'workspace'; most: number }, locale: Locale): Card {
  const whose = full === 'person' ? 'You have' : 'This workspace has';
  const says = `${whose} ${locale.plural(most, 'watch', 'watches')}, which is the most there can be: each asks the service every hour.`;
  const next = full === 'person' ? 'Stop one that you need no more.' : 'Somebody must stop one first.';
  return card(`${says} ${next}`, [section(`*Not watched.* ${says}\n${next}`), actions([watchesButton()])]);
}

export function watchNotFoundCard(): Card {
  const says = 'This watch is no longer there: somebody stopped it.';
  return textCard(says, [watchesButton()]);
}

export function watchNotAllowedCard(ownerId: string): Card {
  return textCard(`Only <@${ownerId}>, who made this watch, and admins can change it.`);
}

export function watchStoppedCard({ subject, rule }: Watch, locale: Locale): Card {
  const says = `I no longer tell when ${describeWatch({ rule, subject }, locale)}.`;
  return textCard(`*Stopped.* ${says}`, [watchesButton()]);
}

/** @param isKnown it was muted already */
export function watchMutedCard({ watch, isKnown }: { watch: Watch; isKnown: boolean }, locale: Locale): Card {
  const until = watch.mutedUntil ?? MUTED_FOREVER;
  const opening = isKnown ? 'Muted already.' : 'Muted.';
  const how = until === MUTED_FOREVER ? 'until you press Resume' : `until ${formatDate(until, 'minute')}`;
  const says = `Nothing is told of ${describeSubject(watch.subject, locale)} ${how}.`;
  return card(`${opening} ${says}`, [
    section(`*${opening}* ${says}`),
    actions([resumeButton(watch), stopButton(watch)]),
  ]);
}

export function duplicateWatchCard(same: Watch, locale: Locale): Card {
  const says = `There is another watch that tells ${describeTarget(same)} when ${describeWatch(same, locale)}.`;
  const next = 'Choose something else for this one, or stop one of the two.';
  return textCard(`*Not saved.* ${says}\n${next}`, [stopButton(same), watchesButton()]);
}

export function watchUpdatedCard(watch: Watch, done: 'Resumed' | 'Saved', locale: Locale): Card {
  const says = `I tell ${describeTarget(watch)} when ${describeWatch(watch, locale)}.`;
  return card(`${done}. ${says}`, [section(`*${done}.* ${says}`), actions([adjustButton(watch), stopButton(watch)])]);
}

/** Sent to the owner once. */
export function watchesPausedCard(watches: readonly Watch[], reason: WatchPauseReason, locale: Locale): Card {
  const { because, next } = PAUSE_TEXTS[reason];
  const [first] = watches;
  const which =
    watches.length === 1 && first
      ? `The watch of ${describeSubject(first.subject, locale)} is`
      : `${locale.plural(watches.length, 'watch', 'watches')} of yours are`;
  const says = `${which} paused.`;
  return textCard(
    `*${says}*\n${because}\n${next}`,
    watches.length === 1 && first ? [resumeButton(first), adjustButton(first), stopButton(first)] : [watchesButton()],
  );
}

/** Sent to the owner when Slack did not confirm an alert. */
export function unconfirmedAlertCard({ channelId, text }: { channelId: string | null; text: string }): Card {
  const where = channelId === null ? 'your messages' : `<#${channelId}>`;
  const says = `Slack did not confirm an alert of a watch, so it may or may not be in ${where}. I do not post it again. It says:`;
  return card(`${says} ${text}`, [section(`*Told, perhaps.* ${says}`), section(text)]);
}
