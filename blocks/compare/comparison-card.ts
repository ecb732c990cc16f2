import {
  growthDirection,
  hasGrowthRate,
  isGrowing,
  isNewThisWeek,
  MIN_TREND_MENTIONS,
  movesTooLittle,
  type PainSignalDetail,
  type Timeline,
} from '@pain-signals/contract';
import type { CompareQuery, Freshness } from '@pain-signals/domain';
import type { ActionsBlock, SectionBlock } from '@slack/types';
import { comparisonChart } from '../charts/native-charts.ts';
import { picturePlaceholder } from '../charts/picture.ts';
import type { ChartDescription } from '../charts/plots/chart-description.ts';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, type CardPart, card } from '../kit/card.ts';
import {
  type CardContext,
  describeFreshness,
  formatFreshness,
  shareButtons,
  sharedByLine,
} from '../kit/card-context.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { formatCount, formatScore, sparkline } from '../kit/format.ts';
import { plainTable } from '../kit/native-blocks.ts';
import {
  describeChange,
  describeTrend,
  formatAreaAndType,
  formatOwnersCount,
  formatOwnersLabeled,
  formatTopic,
  formatTopicLink,
  formatTrendLine,
  OWNERS_LABEL,
} from '../kit/signal-text.ts';
import { escapePlainText, joinNames, unescapeMrkdwn } from '../kit/text.ts';

type Side = 'A' | 'B';

/** Which of two signals has more of something, and what that makes it; null when they are equal. */
type Verdict = { side: Side; is: string } | null;

function rank(
  a: PainSignalDetail,
  b: PainSignalDetail,
  measure: (signal: PainSignalDetail) => number,
  is: (more: PainSignalDetail) => string,
): Verdict {
  if (measure(a) === measure(b)) return null;
  return measure(a) > measure(b) ? { side: 'A', is: is(a) } : { side: 'B', is: is(b) };
}

const FASTER = { rising: 'is growing faster', steady: 'is holding steady', falling: 'is falling more slowly' };

/** From nothing or from very few there is no pace to compare; nor is a change that may be chance one. */
const hasPace = (signal: PainSignalDetail) =>
  hasGrowthRate(signal) &&
  !movesTooLittle(signal) &&
  (signal.mentionsPrevWindow ?? MIN_TREND_MENTIONS) >= MIN_TREND_MENTIONS;

/** Which one grows, or grows faster; where that can't be said, which one has more mentions this week. */
function comparePace(a: PainSignalDetail, b: PainSignalDetail, chances: ReadonlySet<string>): Verdict {
  if (isGrowing(a) !== isGrowing(b)) {
    const grows = (signal: PainSignalDetail) => {
      if (isNewThisWeek(signal)) return 'is new this week';
      const [change = ''] = chances.has(signal.id) ? (describeChange(signal, false)?.split(':') ?? []) : ['is growing'];
      return change;
    };
    return rank(a, b, (signal) => Number(isGrowing(signal)), grows);
  }
  if (hasPace(a) && hasPace(b)) {
    const percent = ({ growth }: PainSignalDetail) => Math.round(growth * 100);
    return rank(a, b, percent, ({ growth }) => FASTER[growthDirection(growth)]);
  }
  return rank(
    a,
    b,
    ({ mentionsLastWindow }) => mentionsLastWindow ?? 0,
    () => 'has more mentions this week',
  );
}

/** Scores this close are about equal. */
const CLOSE = 3;

/**
 * `A scores higher and is growing faster. B appears in more organizations’ repositories.` The figures are in the table.
 * @param chances the ids of those whose rise the service's lists don't call significant
 */
export function compareSignals(
  a: PainSignalDetail,
  b: PainSignalDetail,
  names = { A: 'A', B: 'B' },
  chances: ReadonlySet<string> = new Set(),
): string {
  const isClose = Math.abs(Math.round(a.score) - Math.round(b.score)) < CLOSE;
  const verdicts = [
    isClose
      ? null
      : rank(
          a,
          b,
          ({ score }) => Math.round(score),
          () => 'scores higher',
        ),
    comparePace(a, b, chances),
    rank(
      a,
      b,
      ({ uniqueOwnerCount }) => uniqueOwnerCount,
      () => 'appears in more organizations’ repositories',
    ),
  ];
  const sentences = (['A', 'B'] as const).map((side) => {
    const found = verdicts.filter((verdict) => verdict?.side === side).map((verdict) => verdict?.is ?? '');
    return found.length === 0 ? null : `${names[side]} ${joinNames(found)}.`;
  });
  const bothScore =
    formatScore(a.score) === formatScore(b.score) ? 'Their scores are equal.' : 'Their scores are about equal.';
  return verdicts.some((verdict) => verdict !== null)
    ? [...sentences, isClose ? bothScore : null].filter((sentence) => sentence !== null).join(' ')
    : `${names.A} and ${names.B} are about equal in score, growth and repository owners.`;
}

const DAYS = 30;

export interface ComparedSignal {
  detail: PainSignalDetail;
  /** Null when the service did not answer. */
  timeline: Timeline | null;
  /** Whether the service's lists say so of its rise; undefined where it has none, or they weren't asked. */
  isSignificant?: boolean | undefined;
}

/** Null when one timeline is missing. */
export function describeComparison(
  [a, b]: readonly [ComparedSignal, ComparedSignal],
  { isSample }: Pick<Freshness, 'isSample'>,
): ChartDescription | null {
  if (a.timeline === null || b.timeline === null) return null;
  const signals = [
    { signal: a.detail, timeline: a.timeline },
    { signal: b.detail, timeline: b.timeline },
  ] as const;
  return { kind: 'comparison', signals, isSample };
}

export function comparisonCard(
  query: CompareQuery,
  [a, b]: readonly [ComparedSignal, ComparedSignal],
  cardContext: CardContext,
): Card {
  const { freshness, audience } = cardContext;
  const names = { A: `“${formatTopic(a.detail)}”`, B: `“${formatTopic(b.detail)}”` };
  const chances = [a, b].flatMap(({ detail, isSignificant }) => (isSignificant === false ? [detail.id] : []));
  const finding = compareSignals(a.detail, b.detail, names, new Set(chances));
  const figures = [a.detail, b.detail].map((signal) => {
    const facts = [`score ${formatScore(signal.score)}`, formatOwnersCount(signal), describeTrend(signal)];
    return `“${formatTopic(signal)}”: ${facts.filter(Boolean).join(', ')}.`;
  });
  return card(`${finding} ${figures.join(' ')}${describeFreshness(freshness)}`, [
    section(`*${finding}*`),
    namedSignal('A', a.detail, cardContext),
    namedSignal('B', b.detail, cardContext),
    factsTable(a.detail, b.detail),
    formatDays(a.timeline, b.timeline),
    context(formatFreshness(freshness)),
    audience.kind === 'person' ? comparisonButtons(query, audience.isShared ?? false) : sharedByLine(audience, query),
  ]);
}

export function sameSignalCard(signal: PainSignalDetail): Card {
  const says = `Both are the same signal: “${formatTopic(signal)}”.`;
  const value = encodeQuery({ show: 'signal', id: signal.id });
  return card(`${says} Pick another one to compare it with.`, [
    section(`*${says}*\nPick another one to compare it with.`),
    actions([
      button(ACTION.openCompare, { text: 'Compare…', label: 'Compare it with another signal', value }),
      button(ACTION.details, { text: 'Details', value }),
    ]),
  ]);
}

/** The card of the one signal that can be shown. */
export function besideUnreadable<Shown extends Card>(card: Shown): Shown {
  const says = 'Couldn’t load the other signal, so here’s this one.';
  return { ...card, text: `${says} ${card.text}`, blocks: [section(says), ...card.blocks] };
}

type Fact = readonly [name: string, value: (signal: PainSignalDetail) => string];

function factsTable(a: PainSignalDetail, b: PainSignalDetail): CardPart {
  const facts: readonly Fact[] = [
    ['Score', ({ score }) => formatScore(score)],
    ['Trend', (signal) => formatTrendLine(signal)],
    ['Total mentions', ({ volume }) => formatCount(volume)],
    [OWNERS_LABEL, (signal) => formatOwnersLabeled(signal) ?? 'none known'],
    ['Area and type', (signal) => formatAreaAndType(signal) ?? 'unknown'],
  ];
  const lines = facts.map(([name, value]) => `*${name}*\n*A*  ${value(a)}\n*B*  ${value(b)}`);
  const rows = facts.map(([name, value]) => [name, unescapeMrkdwn(value(a)), unescapeMrkdwn(value(b))]);
  return plainTable([['Signal', 'A', 'B'], ...rows], [section(lines.join('\n'))]);
}

function namedSignal(side: Side, signal: PainSignalDetail, { linkTo }: CardContext): SectionBlock {
  return section(
    `*${side}*  ${formatTopicLink(signal, linkTo)}`,
    button(ACTION.details, {
      text: 'Details',
      label: `Details of ${escapePlainText(signal.topic, 60)}`,
      value: encodeQuery({ show: 'signal', id: signal.id }),
    }),
  );
}

function formatDays(a: Timeline | null, b: Timeline | null): CardPart | null {
  if (a === null || b === null) return null;
  const [ofA, ofB] = [a, b].map(({ buckets }) => buckets.slice(-DAYS).map(({ count }) => count)) as [
    number[],
    number[],
  ];
  const top = Math.max(0, ...ofA, ...ofB);
  const marks = `*Mentions per day (UTC), last ${DAYS} days*\n*A*  ${sparkline(ofA, top)}\n*B*  ${sparkline(ofB, top)}`;
  return comparisonChart(a, b, DAYS, picturePlaceholder(marks));
}

function comparisonButtons(query: CompareQuery, isShared: boolean): ActionsBlock | null {
  return actions([
    ...shareButtons(query, { isShared, style: 'primary' }),
    button(ACTION.openCompare, {
      text: 'Compare…',
      label: 'Compare A with another signal',
      value: encodeQuery({ show: 'signal', id: query.ids[0] }),
    }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuery(query) }),
  ]);
}
