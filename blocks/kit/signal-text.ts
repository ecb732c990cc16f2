import {
  areaName,
  couldBeChance,
  type GrowthDirection,
  type GrowthFigures,
  growthDirection,
  hasGoneQuiet,
  hasGrowthRate,
  hasNoRecentMentions,
  isBackThisWeek,
  isGrowing,
  isNewThisWeek,
  MIN_TREND_MENTIONS,
  movesTooLittle,
  type PainSignalListItem,
  painTypeName,
  type ScoreParts,
} from '@pain-signals/contract';
import type { ListQuery } from '@pain-signals/domain';
import { joinParts } from './elements.ts';
import { formatCount, formatPercent, formatRatio, plural } from './format.ts';
import type { Cell } from './native-blocks.ts';
import { capitalize, escapeMrkdwn } from './text.ts';

/** `▲ up 140%: 24 mentions this week, 10 last week`. Sign and words together: not everybody can read signs or colors. */
export function formatTrend(signal: GrowthFigures): string {
  const sign = trendSign(signal);
  return sign === null ? capitalize(describeTrend(signal)) : withSign(sign, describeTrend(signal));
}

/** `▲ Up 140%: 24 mentions this week, 10 last week`, as a line by itself. */
export const formatTrendLine = (signal: GrowthFigures): string =>
  formatTrend(signal).replace(/^([^\p{L}\p{N}]*)(\p{Ll})/u, (_, sign, letter) => sign + letter.toUpperCase());

/** The same without its sign, for sentences. Without the weekly counts, only how it moves. */
export function describeTrend(signal: GrowthFigures): string {
  const { mentionsLastWindow: last, mentionsPrevWindow: previous } = signal;
  if (last === null || previous === null) return describeGrowth(signal);
  if (hasNoRecentMentions(signal)) return 'no mentions this week or last';
  if (isNewThisWeek(signal)) return `new: ${plural(last, 'mention')} this week`;
  const counts = describeCounts(last, previous);
  if (couldBeChance(signal)) return counts;
  if (growthDirection(signal.growth) === 'steady') return `steady: ${counts}`;
  return hasGrowthRate(signal) || isBackThisWeek(signal) ? `${describeGrowth(signal)}: ${counts}` : counts;
}

/** `24 mentions this week, 10 last week` */
export const describeCounts = (last: number, previous: number): string =>
  `${countMentions(last)} this week, ${previous === 0 ? 'none' : formatCount(previous)} last week`;

const countMentions = (count: number) => (count === 0 ? 'no mentions' : plural(count, 'mention'));

/** `▲ up 140%`, where the counts have columns of their own. */
function formatGrowth(signal: GrowthFigures): string {
  const says = isBackThisWeek(signal) ? 'back' : describeGrowth(signal);
  return movesTooLittle(signal) ? '–' : withSign(trendSign(signal), says);
}

/** A column each: `▲ up 140%`, 24 and 10, of the list's own period where it was counted. */
export function trendCells(signal: GrowthFigures, count?: RowOptions['count']): Cell[] {
  const last = count?.mentions ?? signal.mentionsLastWindow;
  const previous = count ? count.before : signal.mentionsPrevWindow;
  if (count === undefined) return [onOneLine(formatGrowth(signal)), countCell(last), countCell(previous)];
  const growth = (count.mentions - (previous ?? 0)) / Math.max(previous ?? 0, 1);
  const figures = { growth, mentionsLastWindow: last, mentionsPrevWindow: previous, volume: signal.volume };
  return [previous === null ? '–' : onOneLine(formatGrowth(figures)), countCell(last), countCell(previous)];
}

/** Cells are narrow. */
const onOneLine = (text: string): string => text.replaceAll(' ', '\u{a0}');

const countCell = (count: number | null): Cell => (count === null ? '–' : { value: count, text: formatCount(count) });

/** `▲ up 200%: 18 mentions in 30 days, 6 in the 30 before`: the trend of a list's own period. */
export function formatPeriod(
  { mentions, before }: NonNullable<RowOptions['count']>,
  { days, volume }: { days: number; volume: number },
): string {
  const counts = `${countMentions(mentions)} in ${plural(days, 'day')}`;
  if (before === null) return counts;
  if (mentions === 0 && before === 0) return `quiet: ${counts}`;
  if (before === 0 && mentions >= volume) return `✦ new: ${counts}`;
  const compared = `${counts}, ${before === 0 ? 'none' : formatCount(before)} in the ${formatCount(days)} before`;
  if (couldBeChance({ mentionsLastWindow: mentions, mentionsPrevWindow: before })) return compared;
  if (before < MIN_TREND_MENTIONS) return `▲ up by ${formatCount(mentions - before)}: ${compared}`;
  const direction = growthDirection((mentions - before) / before);
  const change = GROWTH_WORDS[direction](formatRatio(Math.abs(mentions - before) / before));
  return withSign(GROWTH_SIGNS[direction], `${change}: ${compared}`);
}

/** `up 140%`, or of small counts `up by 3`. */
function describeGrowth(signal: GrowthFigures): string {
  if (isNewThisWeek(signal)) return 'new';
  if (isBackThisWeek(signal)) return 'back';
  if (hasNoRecentMentions(signal)) return 'quiet';
  if (hasGoneQuiet(signal)) return 'gone quiet';
  const direction = growthDirection(signal.growth);
  const { mentionsLastWindow: last, mentionsPrevWindow: previous } = signal;
  // Of a few mentions no percentage is said.
  const isSmall = direction === 'rising' && previous !== null && previous < MIN_TREND_MENTIONS;
  return isSmall
    ? `up by ${formatCount((last ?? 0) - previous)}`
    : GROWTH_WORDS[direction](formatRatio(Math.abs(signal.growth)));
}

const GROWTH_WORDS: Record<GrowthDirection, (percent: string) => string> = {
  rising: (percent) => `up ${percent}`,
  falling: (percent) => `down ${percent}`,
  steady: () => 'steady',
};

const withSign = (sign: string | null, words: string): string => (sign === null ? words : `${sign} ${words}`);

function trendSign(signal: GrowthFigures): string | null {
  if (isNewThisWeek(signal)) return '✦';
  if (hasNoRecentMentions(signal) || movesTooLittle(signal)) return null;
  return GROWTH_SIGNS[growthDirection(signal.growth)];
}

/** What doesn't move has none: a bar looks like a minus. */
const GROWTH_SIGNS: Record<GrowthDirection, string | null> = { rising: '▲', falling: '▼', steady: null };

/** What somebody would repeat in a meeting: `“OAuth tokens expire” is up: 16 mentions this week, none last week`. */
export function describeFinding(signal: GrowthFigures & { topic: string }): string {
  const topic = `“${formatTopic(signal)}”`;
  const movement = describeMovement(signal);
  return movement === null ? `${topic}: ${describeTrend(signal)}` : `${topic} ${movement}`;
}

/** What is said of a signal behind its name: `is up 140%: 24 mentions this week, 10 last week`. Null without a trend. */
export function describeMovement(signal: GrowthFigures): string | null {
  const { mentionsLastWindow: last, mentionsPrevWindow: previous } = signal;
  if (last === null || previous === null || movesTooLittle(signal)) return null;
  const trend = describeTrend(signal);
  if (hasNoRecentMentions(signal)) return `has had ${trend}`;
  const direction = growthDirection(signal.growth);
  const isNamed = hasGrowthRate(signal) || isNewThisWeek(signal) || isBackThisWeek(signal) || direction === 'steady';
  return isNamed ? `is ${trend}` : `is ${direction === 'rising' ? 'up' : 'down'}: ${trend}`;
}

const BY_CHANCE = ', which could be chance';

/**
 * The same in an answer to how it moves: a change that could be chance is said to be. Null without the weekly counts.
 * @param isSignificant whether the service's lists say so of its rise; undefined where they weren't asked
 */
export function describeChange(signal: GrowthFigures, isSignificant?: boolean): string | null {
  const { mentionsLastWindow: last, mentionsPrevWindow: before } = signal;
  if (last === null || before === null) return null;
  const movement = describeMovement(signal);
  if (movement !== null) {
    const couldBe = isSignificant === false && isGrowing(signal) && !isNewThisWeek(signal);
    return couldBe ? movement.replace(':', `${BY_CHANCE}:`) : movement;
  }
  const direction = last === before ? 'steady' : `${last > before ? 'up' : 'down'} slightly${BY_CHANCE}`;
  return `is ${direction}: ${describeCounts(last, before)}`;
}

/** `It’s up 140%: …` of what is said behind a name. */
export const sayOfIt = (movement: string): string => movement.replace(/^is /, 'It’s ').replace(/^has /, 'It has ');

/** How many people wrote a signal's posts: those who are known, and whether these are all. */
export interface PeopleCount {
  known: number;
  areAll: boolean;
}

/** `142 people`, `At least 98 people`, `An unknown number of people` */
const describePeople = (people: PeopleCount | null): string =>
  people === null || people.known === 0
    ? 'An unknown number of people'
    : `${people.areAll ? '' : 'At least '}${plural(people.known, 'person', 'people')}`;

/** `142 people have written` */
export const describeWriters = (people: PeopleCount | null): string =>
  `${describePeople(people)} ${people?.known === 1 ? 'has' : 'have'} written`;

const TOPIC = 160;
const OWNER = 60;

/** Whose repositories the posts are in is known; who has the problem is not. @param name of the signal, in quotes */
export function describeOwners(signal: PainSignalListItem, name: string): string[] {
  const { uniqueOwnerCount: owners, topOwnerName, topOwnerDominancePct: percent } = signal;
  const owner = escapeMrkdwn(topOwnerName ?? '', OWNER);
  const most = owners > 1 ? `; ${owner} has ${formatPercent(percent)} of those posts` : ` (${owner})`;
  return [
    owners === 0
      ? `No organization is known for ${name}: none of its posts is in a repository.`
      : `Posts about ${name} are in ${owners === 1 ? 'one organization’s' : `${formatCount(owners)} organizations’`} repositories${owner === '' ? '' : most}.`,
    'How many companies have the problem isn’t known.',
  ];
}

/** The address of a signal's page, null when there is none to link to. */
export type LinkTo = (signalId: string) => string | null;

export interface RowOptions {
  /** Its number in the list; none for a row by itself. */
  rank?: number;
  /** The list that the row is part of. */
  list?: ListQuery;
  /** Mentions in the list's period, and in the one before. */
  count?: { mentions: number; before: number | null } | undefined;
  /** Whether the answer above cites the row's post by its number. */
  isCited?: boolean;
  linkTo: LinkTo;
}

export function formatTopic({ topic }: { topic: string }): string {
  return escapeMrkdwn(topic, TOPIC) || 'Untitled signal';
}

export function topicCell(signal: { id: string; topic: string }, linkTo: LinkTo): Cell {
  const url = linkTo(signal.id);
  return url === null ? signal.topic : { url, text: signal.topic };
}

export function formatTopicLink(signal: { id: string; topic: string }, linkTo: LinkTo): string {
  const url = linkTo(signal.id);
  const topic = formatTopic(signal);
  return url === null ? `*${topic}*` : `*<${url}|${topic}>*`;
}

/** `Auth & identity  ·  Bug`, or null when neither is known. The posts of an area without a type are of several. */
export function formatAreaAndType({
  macroArea,
  painType,
}: Pick<PainSignalListItem, 'macroArea' | 'painType'>): string | null {
  return (
    joinParts([
      macroArea === null ? null : escapeMrkdwn(areaName(macroArea), 40),
      painType === null ? (macroArea === null ? null : 'Mixed types') : painTypeName(painType),
    ]) || null
  );
}

type Owned = Pick<PainSignalListItem, 'topOwnerName' | 'topOwnerDominancePct' | 'uniqueOwnerCount'>;

const ownerName = ({ topOwnerName }: Owned): string => escapeMrkdwn(topOwnerName ?? '', OWNER);

/** ` (dovetailops: about 40% of posts in repositories)`: a long post is several pieces of evidence, which are what is counted. */
const formatShare = (signal: Owned): string =>
  ownerName(signal) === ''
    ? ''
    : ` (${ownerName(signal)}: about ${formatPercent(signal.topOwnerDominancePct)} of posts in repositories)`;

/** `in 4 organizations’ repositories`, or in `acme’s` alone. Null without their posts. */
export function formatOwnersCount(signal: Owned): string | null {
  const { uniqueOwnerCount: owners } = signal;
  if (owners < 2 && ownerName(signal) !== '') return `in ${ownerName(signal)}’s repositories`;
  return owners === 0
    ? null
    : owners === 1
      ? 'in one organization’s repositories'
      : `in ${formatCount(owners)} organizations’ repositories`;
}

/** `in 4 organizations’ repositories (dovetailops: about 40% of posts in repositories)` */
export const formatOwners = (signal: Owned): string | null =>
  signal.uniqueOwnerCount > 1 ? `${formatOwnersCount(signal)}${formatShare(signal)}` : formatOwnersCount(signal);

/** Whose repositories have posts, as a label says what {@link formatOwnersLabeled} counts. */
export const OWNERS_LABEL = 'Organizations';

/** `4 (dovetailops: about 40% of posts in repositories)` */
export function formatOwnersLabeled(signal: Owned): string | null {
  const { uniqueOwnerCount: owners } = signal;
  if (owners > 1) return `${formatCount(owners)}${formatShare(signal)}`;
  if (ownerName(signal) !== '') return `1 (${ownerName(signal)})`;
  return owners === 1 ? '1' : null;
}

export const MOSTLY = 50;

/** The same in a list: `in 4 organizations’ repositories, mostly dovetailops`. */
export function formatOwnersBriefly(signal: Owned): string | null {
  const { topOwnerDominancePct: percent, uniqueOwnerCount: owners } = signal;
  const name = owners > 1 && percent > MOSTLY ? ownerName(signal) : '';
  return name === '' ? formatOwnersCount(signal) : `${formatOwnersCount(signal)}, mostly ${name}`;
}

/** What a strong part of the score says of a signal. */
export const SCORE_STRENGTHS: Record<keyof ScoreParts, string> = {
  volume: 'many mentions',
  growth: 'fast growth',
  breadth: 'widespread',
  severity: 'severe',
  recency: 'recent activity',
  confidence: 'consistent',
  cap: 'broadly based',
};

/** `34 mentions in total` */
export const formatTotal = ({ volume }: Pick<PainSignalListItem, 'volume'>): string =>
  `${plural(volume, 'mention')} in total`;

/** `34 total`, behind a trend that names the mentions. */
export const formatTotalBriefly = (signal: GrowthFigures): string =>
  signal.mentionsLastWindow === null || signal.mentionsPrevWindow === null
    ? formatTotal(signal)
    : `${formatCount(signal.volume)} total`;
