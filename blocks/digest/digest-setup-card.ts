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
import { ACTION } from '../kit/action-ids.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatDate, type Locale } from '../kit/format.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { describePlan } from './digest-card.ts';

const INVITE_FIRST = `type \`/invite @${BOT_NAME}\` there, or nothing can be delivered.`;

/** Null when a digest would arrive. @param channel null when the app can't see it */
export function deliveryProblem(channel: { isMember: boolean; isArchived: boolean } | null): string | null {
  if (channel === null) return `⚠ *I cannot see this channel.* If it is private, ${INVITE_FIRST}`;
  if (channel.isArchived) return '⚠ *This channel is archived*: nobody can post in it.';
  return channel.isMember ? null : `⚠ *I am not in this channel.* T${INVITE_FIRST.slice(1)}`;
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const TITLE = 'Weekly digest';
export const DIGEST_DESCRIPTION = 'Once a week: what rose, what is new, what faded, and the one thing to read.';

/** `Monday at 09:00 (Europe/Stockholm)`. */
export const describeSchedule = ({ weekday, time, zone }: Pick<DigestPlan, 'weekday' | 'time' | 'zone'>): string =>
  `${WEEKDAYS[weekday - 1] ?? ''} at ${time} (${escapeMrkdwn(zone, 60)})`;

export interface DigestStatus {
  /** Null on Home and in direct messages. */
  channelId: string | null;
  subscription: DigestSubscription | null;
  /** Weights other than 1, by `area …`, `type …` or `signal …`. */
  weights: readonly (readonly [name: string, weight: number])[];
  /** Topics of voted signals by id, as far as recent digests have them. */
  topics?: ReadonlyMap<string, string>;
  mayChange: boolean;
  /** Result of the last press. */
  done?: string;
}

export function digestSetupCard(status: DigestStatus, locale: Locale): Card {
  const { subscription, weights, mayChange, topics = new Map(), done } = status;
  const lead = done === undefined ? null : section(`*${done}*`);
  if (subscription === null) return noDigestCard(status);
  const { id, plan, pausedBecause, ownerId } = subscription;
  const state = describeDigestState(subscription);
  const length = `${locale.plural(plan.length, 'signal')}, ${plan.hasThread ? 'quotes in a thread' : 'without a thread'}`;
  const quiet = plan.quietWeeks === 'say' ? 'a quiet week in one line' : 'silent in a quiet week';
  const toggle = pausedBecause === null ? ACTION.digestPause : ACTION.digestResume;
  return card(`${done === undefined ? '' : `${done} `}${TITLE}: ${describeSchedule(plan)}. ${state}.`, [
    header(TITLE),
    lead,
    section(`<#${subscription.channelId}>: every *${describeSchedule(plan)}*\n${state}`),
    context([describePlan(plan), length, quiet, `saved by <@${ownerId}>`]),
    weights.length === 0
      ? null
      : context([`Order by your votes: ${weights.map((weight) => describeWeight(weight, topics)).join(', ')}`]),
    actions(
      mayChange
        ? [
            button(ACTION.digestSetUp, { text: 'Change', value: id, style: 'primary' }),
            button(toggle, { text: pausedBecause === null ? 'Pause' : 'Resume', value: id }),
            sendNowButton(subscription),
            button(ACTION.digestHistory, { text: 'History', value: id }),
            weights.length === 0 ? null : button(ACTION.digestForgetVotes, { text: 'Forget the votes', value: id }),
          ]
        : [button(ACTION.digestHistory, { text: 'History', value: id })],
    ),
    mayChange ? null : context([WHO_CAN_CHANGE]),
  ]);
}

/** Everybody in the channel reads it at once, so it asks first. */
const sendNowButton = ({ id }: DigestSubscription): Button | null =>
  button(ACTION.digestSendNow, {
    text: 'Send now',
    label: 'Post this week’s digest now',
    value: id,
    confirm: CONFIRM_SENDING,
  });

const CONFIRM_SENDING = {
  title: 'Post it now?',
  text: 'The channel gets a digest at once, for everybody there to read. The next planned one comes all the same.',
  confirm: 'Post now',
  deny: 'Not now',
};

/** When the next digest is due, or why it is paused. */
export const describeDigestState = ({ pausedBecause, nextDueAt }: DigestSubscription): string =>
  pausedBecause === null ? `Next: ${formatDate(nextDueAt, 'minute')}` : PAUSE_TEXTS[pausedBecause];

const PAUSE_TEXTS: Record<DigestPauseReason, string> = {
  person: 'Paused',
  channel: 'Paused: Slack did not let me post there. Invite me, then resume it',
  key: 'Paused: the service did not accept the API key. Connect another one, then resume it',
};

export const WHO_CAN_CHANGE = 'Admins, managers named in the settings and the person who saved it can change it.';
export const WHO_CAN_SET_UP =
  'In this workspace only admins and managers named in the settings set up digests and watches of channels.';

function noDigestCard({ channelId, mayChange }: DigestStatus): Card {
  const none = channelId === null ? 'A channel can get a digest.' : `<#${channelId}> gets no digest yet.`;
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
    mayChange ? null : context([`${WHO_CAN_SET_UP} Ask one of them to type \`${COMMAND} digest\` here.`]),
  ]);
}

function describeWeight(
  [name, weight]: DigestStatus['weights'][number],
  topics: NonNullable<DigestStatus['topics']>,
): string {
  const [kind = '', value = ''] = name.split(' ', 2);
  const percent = Math.round((weight - 1) * 100);
  const by = percent >= 0 ? `${percent}% more` : `${-percent}% less`;
  if (kind === 'area') return `${escapeMrkdwn(areaName(value), 40)} ${by}`;
  if (kind === 'type') return `${painTypeName(value as Parameters<typeof painTypeName>[0]).toLowerCase()} ${by}`;
  const topic = topics.get(value);
  return `${topic === undefined ? 'one signal' : `“${escapeMrkdwn(topic, 60)}”`} ${by}`;
}

const STATES: Record<DeliveryState, string> = {
  waiting: '… waits for its turn',
  claimed: '… is being composed',
  posting: '… is being posted',
  confirmed: '✓ delivered',
  quiet: '▬ a quiet week: nothing was posted, as chosen',
  unconfirmed: '? Slack did not confirm it',
  told: '? Slack did not confirm it',
  skipped: '▬ skipped',
  refused: '✗ Slack or the service refused it',
};

interface PastDelivery {
  date: string;
  state: DeliveryState;
  isOpen: boolean;
  postedAt: number | null;
  link: string | null;
  isByHand: boolean;
}

/** Newest first. */
export function digestHistoryCard(channelId: string, deliveries: readonly PastDelivery[], locale: Locale): Card {
  const lines = deliveries.map(({ date, state, isOpen, postedAt, link, isByHand }) => {
    const progress = state === 'confirmed' && isOpen ? '✓ posted, its thread follows' : STATES[state];
    const at = postedAt === null ? '' : `, ${formatDate(postedAt, 'minute')}`;
    return `• ${locale.day(date)}${isByHand ? ' (sent by hand)' : ''}: ${progress}${at}${link === null ? '' : `  <${link}|Open it>`}`;
  });
  const says = lines.length === 0 ? 'Nothing was delivered yet.' : lines.join('\n');
  return card(`Digests of <#${channelId}>: ${says}`, [header('Digests so far'), section(`<#${channelId}>\n${says}`)]);
}

/** Confirms a vote and its effect. */
export function votedCard(topic: string, { isUseful, weight }: { isUseful: boolean; weight: number }): Card {
  const like = `“${topic}” and signals of its area and type`;
  const says = `Noted. ${describeVoted(like, { isUseful, weight })} Significant increases are never hidden.`;
  return textCard(says);
}

function describeVoted(like: string, { isUseful, weight }: { isUseful: boolean; weight: number }): string {
  if (weight === 1) return `The votes cancel out: ${like} come neither earlier nor later in this channel’s digest.`;
  const where = `come ${weight > 1 ? 'earlier' : 'later'} in this channel’s digest, for up to eight weeks.`;
  return weight > 1 === isUseful ? `${like} ${where}` : `Other votes weigh more: ${like} still ${where}`;
}

export const digestNotAllowedCard = (): Card => textCard(`*Not changed.* ${WHO_CAN_CHANGE}`);
