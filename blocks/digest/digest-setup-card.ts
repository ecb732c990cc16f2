import { areaName, painTypeName } from '@pain-signals/contract';
import {
  BOT_NAME,
  COMMAND,
  type DeliveryState,
  type DigestPauseReason,
  type DigestPlan,
  type DigestSubscription,
} from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { slackErrorReason } from '../errors/slack-errors.ts';
import { ACTION, encodeQuery, encodeResume } from '../kit/buttons.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { notUsefulButton } from '../kit/feedback.ts';
import { formatDate, formatDay, plural } from '../kit/format.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { capitalize, escapeMrkdwn } from '../kit/text.ts';
import { describePlan } from './digest-card.ts';

const INVITE_FIRST = `type \`/invite @${BOT_NAME}\` there so the digest can be posted.`;

/** Null when a digest would arrive. @param channel null when the app can't see it, a failure while Slack doesn't say */
export function deliveryProblem(
  channel: { isMember: boolean; isArchived: boolean } | { error: string } | null,
): string | null {
  if (channel !== null && 'error' in channel)
    return '⚠ *Slack didn’t say whether the app can post in this channel.* Look again in a minute.';
  if (channel === null) return `⚠ *The app can’t see this channel.* If it’s private, ${INVITE_FIRST}`;
  if (channel.isArchived) return '⚠ *This channel is archived.* Nobody can post in it.';
  return channel.isMember ? null : `⚠ *The app isn’t in this channel.* T${INVITE_FIRST.slice(1)}`;
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const TITLE = 'Weekly digest';
export const DIGEST_DESCRIPTION =
  'Once a week: what to read first, what’s rising (small signals too) and what’s cooling off. Evidence and briefs go in its thread.';

/** `Monday at 9:00 AM (Europe/Stockholm)`. */
export const describeSchedule = ({ weekday, time, zone }: Pick<DigestPlan, 'weekday' | 'time' | 'zone'>): string =>
  `${WEEKDAYS[weekday - 1] ?? ''} at ${formatTime(time)} (${escapeMrkdwn(zone, 60)})`;

/** `9:00 AM` of `09:00`, as Slack shows the next date in English. */
function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

export interface DigestStatus {
  /** Null on Home and in direct messages. */
  channelId: string | null;
  subscription: DigestSubscription | null;
  /** Weights other than 1, by `area …`, `type …` or `signal …`. */
  weights: readonly (readonly [name: string, weight: number])[];
  /** Topics of voted signals by id, as far as recent digests have them. */
  topics?: ReadonlyMap<string, string>;
  mayChange: boolean;
  /** Why a digest wouldn’t arrive, as {@link deliveryProblem} says it. */
  problem?: string | null;
  /** Result of the last press. */
  done?: string;
}

export function digestSetupCard(status: DigestStatus): Card {
  const { subscription, weights, mayChange, topics = new Map(), problem = null, done } = status;
  const lead = done === undefined ? null : section(`*${done}*`);
  if (subscription === null) return noDigestCard(status);
  const { id, plan, pausedBecause, ownerId } = subscription;
  const state = describeDigestState(subscription);
  const length = `up to ${plural(plan.length, 'signal')}, ${plan.hasThread ? 'evidence in a thread' : 'no thread'}`;
  const quiet = plan.quietWeeks === 'say' ? 'just one line in a quiet week' : 'nothing in a quiet week';
  return card(
    `${done === undefined || done === `${state}.` ? '' : `${done} `}${TITLE}${pausedBecause === 'unreadable' ? '' : `: ${describeSchedule(plan)}`}. ${state}.${problem === null ? '' : ` ${problem.replaceAll('*', '')}`}`,
    [
      header(TITLE),
      // The state below says it, too.
      done === `${state}.` ? null : lead,
      ...(pausedBecause === 'unreadable'
        ? [section(`<#${subscription.channelId}>\n${state}`)]
        : [
            section(`<#${subscription.channelId}>: every *${describeSchedule(plan)}*\n${state}`),
            context([capitalize(describePlan(plan)), length, quiet, `set up by <@${ownerId}>`]),
          ]),
      problem === null ? null : section(problem),
      weights.length === 0 ? null : context([describeWeights(weights, topics)]),
      actions(
        mayChange
          ? [
              button(ACTION.digestSetUp, { text: 'Change', value: id, style: 'primary' }),
              toggleButton(subscription),
              pausedBecause === 'unreadable' ? null : sendNowButton(subscription),
              button(ACTION.digestHistory, { text: 'History', value: id }),
              weights.length === 0 ? null : button(ACTION.digestForgetVotes, { text: 'Clear votes', value: id }),
              button(ACTION.digestRemove, { text: 'Remove', value: id, confirm: CONFIRM_REMOVAL }),
            ]
          : [button(ACTION.digestHistory, { text: 'History', value: id })],
      ),
      mayChange ? null : context([WHO_CAN_CHANGE]),
    ],
  );
}

/** Everybody in the channel reads it at once, so it asks first. */
const sendNowButton = ({ id, plan, pausedBecause }: DigestSubscription): Button | null =>
  button(ACTION.digestSendNow, {
    text: 'Send now',
    label: 'Send this week’s digest now',
    value: id,
    confirm: {
      title: 'Send it now?',
      text: `Everyone in the channel will see it. ${plan.quietWeeks === 'silent' ? 'In a quiet week, nothing is posted. ' : ''}${pausedBecause === null ? 'The next scheduled digest will still be posted.' : 'The digest stays paused.'}`,
      confirm: 'Send now',
      deny: 'Cancel',
    },
  });

const CONFIRM_REMOVAL = {
  title: 'Remove this digest?',
  text: 'Its settings, votes and history are deleted. What was posted stays in the channel.',
  confirm: 'Remove',
  deny: 'Cancel',
};

export const digestRemovedCard = (channelId: string): Card =>
  textCard(`*Removed.* <#${channelId}> doesn’t get a digest anymore.`, [
    button(ACTION.digestSetUp, { text: 'Set up another', value: channelId }),
  ]);

/** When the next digest is due, or why it is paused. */
export const describeDigestState = ({ pausedBecause, nextDueAt }: DigestSubscription): string =>
  pausedBecause === null ? `Next: ${formatDate(nextDueAt, 'theirMinute')}` : PAUSE_TEXTS[pausedBecause];

const PAUSE_TEXTS: Record<DigestPauseReason, string> = {
  person: 'Paused',
  channel: 'Paused: Slack didn’t let the app post there. Invite it, then resume',
  shared:
    'Paused: this channel is now shared with another organization. Resume to keep posting there, or choose another channel with Change',
  key: 'Paused: the service rejected the API key. Set another one, then resume',
  unreadable: 'Paused: its saved settings are damaged. Press Change, check them and save',
};

export const WHO_CAN_CHANGE = 'Only admins, managers and the person who set up a digest can change it.';
export const WHO_CAN_SET_UP =
  'In this workspace, only admins, managers and the person who installed the app can set up digests and watches for channels.';

function noDigestCard({ channelId, mayChange }: DigestStatus): Card {
  const none = channelId === null ? 'Send a weekly digest to a channel.' : `<#${channelId}> doesn’t get a digest yet.`;
  return card(`${none} ${DIGEST_DESCRIPTION}`, [
    header(TITLE),
    section(`*${none}*\n${DIGEST_DESCRIPTION}`),
    actions([
      mayChange && channelId !== null
        ? button(ACTION.digestPreview, { text: 'Preview and turn on', value: channelId, style: 'primary' })
        : null,
      mayChange
        ? button(ACTION.digestSetUp, {
            text: channelId === null ? 'Set up' : 'Choose day and areas',
            value: channelId ?? 'any',
            style: channelId === null ? 'primary' : undefined,
          })
        : null,
    ]),
    mayChange
      ? null
      : context([
          `${WHO_CAN_SET_UP} Ask one of them to type \`${COMMAND} digest\` ${channelId === null ? 'in the channel' : 'here'}.`,
        ]),
  ]);
}

/** Slack takes 50 blocks. */
const MAX_LISTED = 20;

/** Where the channel isn't known: the digests that this person may change. */
export function digestListCard(
  subscriptions: readonly DigestSubscription[],
  { title, maySetUp }: { title: string; maySetUp: boolean },
): Card {
  const shown = subscriptions.slice(0, MAX_LISTED);
  const more = subscriptions.length - shown.length;
  return card(`${title} ${shown.map(({ channelId }) => `<#${channelId}>`).join(', ')}`, [
    section(`*${title}*`),
    ...shown.flatMap((each) => [
      section(`<#${each.channelId}>: every *${describeSchedule(each.plan)}*\n${describeDigestState(each)}`),
      actions([
        toggleButton(each),
        button(ACTION.digest, {
          text: 'Open',
          value: encodeQuery({ show: 'digest', channelId: each.channelId }),
          label: 'Open this channel’s digest',
        }),
      ]),
    ]),
    more > 0 ? context([`and ${plural(more, 'more channel')}`]) : null,
    maySetUp ? actions([button(ACTION.digestSetUp, { text: 'Set up another', value: 'any' })]) : null,
  ]);
}

/** Beside the state: where another organization reads the channel, pressing Resume agrees to that. */
const toggleButton = ({ id, channelId, pausedBecause }: DigestSubscription): Button | null => {
  if (pausedBecause === 'unreadable') return null;
  return pausedBecause === null
    ? button(ACTION.digestPause, { text: 'Pause', value: id })
    : button(ACTION.digestResume, {
        text: 'Resume',
        value: encodeResume(id, pausedBecause === 'shared' ? channelId : null),
      });
};

export const noDigestToChangeCard = (change: 'pause' | 'resume'): Card =>
  textCard(
    `*There’s no digest you can ${change}.* ${WHO_CAN_CHANGE} Ask one of them to type \`${COMMAND} digest ${change}\` in the channel.`,
  );

type Topics = NonNullable<DigestStatus['topics']>;

/** `Ranked lower because of votes here: Build & CI/CD, bugs, “Slow builds”; ranked higher: Testing & quality` */
function describeWeights(weights: DigestStatus['weights'], topics: Topics): string {
  const groups = Map.groupBy(weights, ([, weight]) => (weight < 1 ? 'lower' : 'higher'));
  const said = [...groups].map(
    ([order, some], at) =>
      `${at === 0 ? 'Ranked' : 'ranked'} ${order}${at === 0 ? ' because of votes here' : ''}: ${some.map(([name]) => describeVotedFor(name, topics)).join(', ')}`,
  );
  return said.join('; ');
}

function describeVotedFor(name: string, topics: Topics): string {
  const [kind = '', value = ''] = name.split(' ', 2);
  if (kind === 'area') return escapeMrkdwn(areaName(value), 40);
  if (kind === 'type') return `${painTypeName(value as Parameters<typeof painTypeName>[0]).toLowerCase()}s`;
  const topic = topics.get(value);
  return topic === undefined ? 'one signal' : `“${escapeMrkdwn(topic, 60)}”`;
}

const STATES: Record<Exclude<DeliveryState, 'refused'>, string> = {
  waiting: '… waiting its turn',
  claimed: '… being written',
  posting: '… being posted',
  confirmed: '✓ delivered',
  quiet: '– quiet week (nothing posted)',
  unconfirmed: '? may not have arrived (Slack didn’t confirm it)',
  told: '? may not have arrived (Slack didn’t confirm it)',
  skipped: '– skipped (paused, or more than a day late)',
};

const NEWLY_SHARED = 'the channel was newly shared with another organization';

/** Why the thread of a posted digest ended early. */
const THREAD_CUT: Readonly<Record<string, string>> = {
  paused: 'paused before the rest of its thread',
  shared: `without the rest of its thread: ${NEWLY_SHARED}`,
};

function describeOutcome({ state, isOpen, error }: PastDelivery): string {
  const cut = state === 'confirmed' && !isOpen ? THREAD_CUT[error ?? ''] : undefined;
  if (cut !== undefined) return `✓ posted (${cut})`;
  if (state === 'refused') return `✗ not posted (${slackErrorReason(error ?? '')})`;
  if (state === 'skipped' && error === 'shared') return `– skipped (${NEWLY_SHARED})`;
  return state === 'confirmed' && isOpen ? '✓ posted (thread on its way)' : STATES[state];
}

interface PastDelivery {
  date: string;
  state: DeliveryState;
  isOpen: boolean;
  postedAt: number | null;
  link: string | null;
  /** Why it was refused. */
  error: string | null;
  isByHand: boolean;
}

/** Newest first. */
export function digestHistoryCard(channelId: string, deliveries: readonly PastDelivery[]): Card {
  const lines = deliveries.map((delivery) => {
    const { date, postedAt, link, isByHand } = delivery;
    const when = postedAt === null ? formatDay(date) : formatDate(postedAt, 'minute');
    return `• ${when}${isByHand ? ' (sent manually)' : ''}  ·  ${describeOutcome(delivery)}${link === null ? '' : `  <${link}|Open it>`}`;
  });
  const says = lines.length === 0 ? 'No digests delivered yet.' : lines.join('\n');
  return card(`Digests of <#${channelId}>: ${says}`, [
    header('Past digests'),
    section(`<#${channelId}>\n${says}`),
    actions([button(ACTION.digest, { text: `‹ ${TITLE}`, value: encodeQuery({ show: 'digest', channelId }) })]),
  ]);
}

export function votedCard(
  signal: { id: string; topic: string },
  { isUseful, weight }: { isUseful: boolean; weight: number },
): Card {
  const like = `“${formatTopic(signal)}” and signals like it`;
  const says = `Thanks. ${describeVoted(like, { isUseful, weight })}${isUseful ? '' : ' They’ll still appear if they rise significantly.'}`;
  return textCard(says, [isUseful ? null : notUsefulButton(signal.id)]);
}

function describeVoted(like: string, { isUseful, weight }: { isUseful: boolean; weight: number }): string {
  if (weight === 1) return `Votes are even, so the order in this channel’s digest stays the same.`;
  const where = `rank ${weight > 1 ? 'higher' : 'lower'} in this channel’s digest for up to eight weeks.`;
  return weight > 1 === isUseful ? `${like} will ${where}` : `Other votes outweigh yours: ${like} will still ${where}`;
}

export const digestNotAllowedCard = (): Card => textCard(`*Not changed.* ${WHO_CAN_CHANGE}`);
