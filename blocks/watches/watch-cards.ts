import type { PainSignalListItem } from '@pain-signals/contract';
import { COMMAND, MUTED_FOREVER, type Watch, type WatchPauseReason } from '@pain-signals/domain';
import { WHO_CAN_SET_UP } from '../digest/digest-setup-card.ts';
import { slackErrorRemedy } from '../errors/slack-errors.ts';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { actions, button, context, joinParts, section } from '../kit/elements.ts';
import { formatCount, formatDecimal, formatRatio, formatScore, plural } from '../kit/format.ts';
import { describeMovement, describeTrend, formatTopic, sayOfIt } from '../kit/signal-text.ts';
import { capitalize, escapePlainText } from '../kit/text.ts';
import { describeMuteEnd, describeReturn, describeSilence, explainPause, explainPauses } from './watch-states.ts';
import {
  adjustButton,
  describePromise,
  describeQuietHours,
  describeSubject,
  describeWatch,
  nameSubjects,
  ownerFor,
  resumeButton,
  resumeButtonIfAsleep,
  sharedChannelNote,
  stopButton,
  tell,
  watchesButton,
} from './watch-texts.ts';

interface Found {
  found: number;
  hasMore: boolean;
  /** Where no name or summary has the words: the signal whose posts have them. */
  inPosts?: Pick<PainSignalListItem, 'id' | 'topic'> | null;
}

interface CreatedFacts {
  watch: Watch;
  /** The same watch existed already. */
  isKnown: boolean;
  /** The signal's figures, or the number of signals a search finds, and whether more than `over` may be above the level. */
  now: PainSignalListItem | Found;
  /** Signals above the level when the watch was created. */
  over: number;
  timeZone: string | null;
  /** Epoch ms. */
  at: number;
}

export function watchCreatedCard(
  { watch, isKnown, now, over, timeZone, at }: CreatedFacts,
  { freshness, audience }: Pick<CardContext, 'freshness' | 'audience'>,
): Card {
  // Everybody in a channel's thread reads it.
  const whom = audience.kind === 'channel' && !audience.isAlone ? `<@${watch.ownerId}>` : 'you';
  const says = describePromise(watch, whom);
  const known = whom === 'you' ? 'You’re already watching this' : 'Already watching';
  const silence = isKnown ? describeSilence(watch, at, whom) : null;
  if (silence !== null)
    return textCard(`*${known}, but it’s ${silence.state}.* ${silence.says}`, [
      resumeButtonIfAsleep(watch, at),
      ...[adjustButton(watch), stopButton(watch), watchesButton()],
    ]);
  const opening = isKnown ? `${known}.` : 'Watching.';
  const inPosts = ('found' in now ? now.inPosts : null) ?? null;
  const state =
    'found' in now
      ? describeFound({ ...now, over }, watch, whom)
      : joinParts([describeWatched(watch, now), describeOver(over, watch, whom)], '. ');
  return card(`${opening} ${says} ${state}. Checked every hour.${describeFreshness(freshness)}`, [
    section(`*${opening}*\n${says}`),
    context([`${state}.`]),
    context(['Checked every hour', ...formatLimits(watch, timeZone), alsoTold(watch)]),
    watch.mayReachOthers && watch.channelId !== null ? context([sharedChannelNote(watch.channelId)]) : null,
    context(formatFreshness(freshness)),
    actions([inPosts && watchInsteadButton(watch, inPosts), adjustButton(watch), stopButton(watch), watchesButton()]),
  ]);
}

/** With the same rule, where one signal can have it. */
const watchInsteadButton = ({ channelId, rule }: Watch, { id, topic }: Pick<PainSignalListItem, 'id' | 'topic'>) =>
  button(ACTION.pick, {
    text: 'Watch that signal',
    label: `Watch “${escapePlainText(topic, 60)}”`,
    value: encodeQuery({
      show: 'watch',
      what: { of: 'signal', name: { by: 'id', id } },
      ...(rule.when === 'new' ? {} : { rule }),
      tell: channelId === null ? 'me' : 'here',
    }),
  });

/** Only the figure that the watch is about. */
function describeWatched({ rule }: Watch, now: PainSignalListItem): string {
  if (rule.when === 'score') return `Its score is ${formatScore(now.score)}`;
  const movement = describeMovement(now);
  return movement === null ? capitalize(describeTrend(now)) : sayOfIt(movement);
}

function describeFound(
  { found, hasMore, inPosts, over }: Found & { over: number },
  watch: Watch,
  whom: string,
): string {
  const { subject, rule } = watch;
  const byWords = subject.of === 'search' && subject.filter.words !== undefined;
  if (found === 0 && byWords)
    return joinParts(
      ['No signal’s name or summary matches yet', inPosts && `Posts of “${formatTopic(inPosts)}” mention it`],
      '. ',
    );
  if (found === 0) return 'No matching signals yet';
  if (over === 0) {
    const covers = `This watch covers ${found === 1 ? 'one signal' : plural(found, 'signal')} now`;
    return rule.when === 'new' ? `${covers}: you’ll hear about new ones only` : covers;
  }
  const isOne = over === 1;
  const rise =
    rule.when === 'score'
      ? `${isOne ? 'scores' : 'score'} above ${formatLevel(rule)}`
      : `${isOne ? 'grows' : 'grow'} more than ${formatLevel(rule)} in a week`;
  const which =
    found === 1
      ? 'The one signal in this watch'
      : `Of the ${plural(found, 'signal')} in this watch, ${hasMore ? 'at least ' : ''}${formatCount(over)}`;
  return `${which} already ${rise}: ${tell(watch, whom)} when another one gets there`;
}

/** Explains why nothing is reported yet. */
function describeOver(over: number, watch: Watch, whom: string): string | null {
  if (over === 0) return null;
  const level = formatLevel(watch.rule);
  return `That’s already above ${level}, so ${tell(watch, whom)} the next time it rises past ${level}`;
}

const formatLevel = (rule: Watch['rule']): string =>
  rule.when === 'growth' ? formatRatio(rule.above) : rule.when === 'score' ? formatDecimal(rule.above) : '';

/** What an alert can be about besides the rise that its rule names. */
const alsoTold = ({ rule, subject }: Watch): string | null =>
  rule.when === 'new'
    ? null
    : `after an alert, you’ll also hear if ${subject.of === 'signal' ? 'it' : 'one'} rises further or falls back below ${formatLevel(rule)}`;

const formatLimits = ({ quiet, mostADay }: Watch, timeZone: string | null) => [
  `${describeQuietHours(quiet)}${quiet === null ? '' : ` (${timeZone ?? 'UTC'})`}`,
  `up to ${plural(mostADay, 'message')} a day`,
];

/** Posted in the channel that gets the alerts. It stays there, so it must also be true once the watch is edited or stopped. */
export function watchAnnouncementCard(watch: Watch): Card {
  const says = `<@${watch.ownerId}> set up a watch for this channel: alerts when ${describeWatch(watch)}.`;
  return card(says, [section(says), context([`To see this channel’s watches, type \`${COMMAND} watches\` here`])]);
}

/** @param here the channel, where the watch was typed in it */
export const watchChannelErrorCard = (code: string, here: string | null = null): Card =>
  textCard(`*Watch not created.* ${slackErrorRemedy(code, 'try again', here)}`);

/** Of an edit that chose a channel. */
export const watchNotMovedCard = (code: string): Card =>
  textCard(`*Not saved.* ${slackErrorRemedy(code, 'try again')}`);

export const moveNotAllowedCard = (): Card => textCard(`*Not saved.* ${WHO_CAN_SET_UP}`);

export function channelWatchNotAllowedCard(): Card {
  const next = 'To get the alerts yourself, leave out `here`.';
  return textCard(`*Watch not created.* ${WHO_CAN_SET_UP}\n${next}`);
}

/** A signal that exists can’t become new. */
export function newSignalWatchCard(): Card {
  const says = `\`when new\` works only with words or an area: \`${COMMAND} watch auth when new\`.`;
  const next = 'For one signal, use `when growth over 50%` or `when score over 70`.';
  return textCard(`*Watch not created.* ${says}\n${next}`);
}

export function watchLimitCard({ full, most }: { full: 'person' | 'workspace'; most: number }): Card {
  const whose = full === 'person' ? 'You have' : 'This workspace has';
  const says = `${whose} reached the limit of ${plural(most, 'watch', 'watches')}.`;
  const next = full === 'person' ? 'Stop one you no longer need.' : 'Stop one of yours, or ask a teammate to stop one.';
  return card(`${says} ${next}`, [section(`*Watch not created.* ${says}\n${next}`), actions([watchesButton()])]);
}

export function watchNotFoundCard(): Card {
  const says = 'This watch no longer exists.';
  return textCard(says, [watchesButton()]);
}

export function watchNotAllowedCard(ownerId: string): Card {
  return textCard(`Only <@${ownerId}>, who created this watch, and admins can change it.`);
}

export function watchStoppedCard(watch: Watch, viewerId: string | null): Card {
  const { subject, rule, paused, channelId } = watch;
  if (paused === 'unreadable') return textCard('*Stopped.* This watch is gone.', [watchesButton()]);
  const says = `${channelId === null ? capitalize(ownerFor(viewerId, watch)) : `<#${channelId}>`} won’t be alerted when ${describeWatch({ rule, subject })}.`;
  return textCard(`*Stopped.* ${says}`, [watchesButton()]);
}

/** @param isKnown it was muted already */
export function watchMutedCard({ watch, isKnown }: { watch: Watch; isKnown: boolean }, now: number): Card {
  const opening = isKnown ? 'Already muted' : 'Muted';
  const until = describeMuteEnd(watch.mutedUntil ?? MUTED_FOREVER);
  // The reason of its pause is beside the button that ends it.
  const says =
    watch.paused === null
      ? `*${opening}.* No alerts for ${describeSubject(watch.subject)} ${until}.`
      : `*${opening}, and still paused.* ${describeSilence(watch, now)?.says ?? ''}`;
  return textCard(says, [resumeButtonIfAsleep(watch, now), stopButton(watch), watchesButton()]);
}

export function duplicateWatchCard(same: Watch, viewerId: string | null): Card {
  const whom = ownerFor(viewerId, same);
  const says = `${whom === 'you' ? 'You already have' : `${whom} already has`} the same watch: ${describePromise(same, whom)}`;
  const next = `Choose other settings, or stop ${whom === 'you' ? 'the watch you already have' : 'that watch'}.`;
  return textCard(`*Not saved.* ${says}\n${next}`, [stopButton(same), watchesButton()]);
}

/** Pressing Resume would change nothing. */
const ONLY_STOPPED: ReadonlySet<WatchPauseReason> = new Set(['unreadable', 'hidden', 'no-signal', 'outsider']);

/**
 * Sent once.
 * @param ownerId where others than the owner read it
 */
export function watchesPausedCard(
  watches: readonly Watch[],
  reason: WatchPauseReason,
  ownerId: string | null = null,
): Card {
  const [first, ...others] = watches;
  const says = sayState(watches, 'paused', ownerId);
  if (first === undefined || others.length > 0) {
    const { because, next } = explainPauses(reason, watches);
    return textCard(`${says}\n${because}\n${next}`, [watchesButton()]);
  }
  const { because, next } = explainPause(reason, first);
  return textCard(
    `${says}\n${because}\n${next}`,
    ONLY_STOPPED.has(reason) ? [stopButton(first)] : [resumeButton(first), adjustButton(first), stopButton(first)],
  );
}

/** Sent once, where what they watch is back. */
export function watchesBackCard(watches: readonly Watch[], now: number, ownerId: string | null = null): Card {
  const [first, ...others] = watches;
  const { active = [], muted = [] } = Object.groupBy(watches, (watch) =>
    describeSilence(watch, now) === null ? 'active' : 'muted',
  );
  const says = [
    active.length > 0 ? sayState(active, 'active again', ownerId) : null,
    muted.length > 0 ? sayState(muted, 'still muted', ownerId) : null,
    describeReturn(watches),
  ];
  if (first === undefined || others.length > 0) return textCard(joinParts(says, '\n'), [watchesButton()]);
  const silence = describeSilence(first, now, ownerId === null ? 'you' : `<@${ownerId}>`);
  return textCard(joinParts([...says, silence?.says], '\n'), [
    resumeButtonIfAsleep(first, now),
    ...[adjustButton(first), stopButton(first), watchesButton()],
  ]);
}

/** `*Your watch on “OAuth tokens expire” is paused.*` */
function sayState(watches: readonly Watch[], state: string, ownerId: string | null): string {
  const [first, ...others] = watches;
  const whose = ownerId === null ? 'your' : `<@${ownerId}>’s`;
  if (first === undefined || others.length > 0)
    return `*${formatCount(watches.length)} of ${whose} watches are ${state}:* ${nameSubjects(watches)}.`;
  const where = ownerId !== null && first.channelId ? ` for <#${first.channelId}>` : '';
  return `*${capitalize(whose)} watch on ${describeSubject(first.subject)}${where} is ${state}.*`;
}

/** Sent to the owner when Slack did not confirm an alert. */
export function unconfirmedAlertCard({ channelId, text }: { channelId: string | null; text: string }): Card {
  const [opening, says] =
    channelId === null
      ? ['You may see this alert twice.', 'Slack didn’t confirm that it was delivered, so here it is again.']
      : [
          `Check whether this alert is in <#${channelId}>.`,
          'Slack didn’t confirm that it was delivered, and it won’t be posted again.',
        ];
  if (text === '')
    return textCard('*Check whether an alert arrived.* Slack didn’t confirm it, and its text can’t be read.', [
      watchesButton(),
    ]);
  return card(`${opening} ${says} ${text}`, [section(`*${opening}* ${says}`), section(text)]);
}
