import type { PainSignalDetail, Timeline } from '@pain-signals/contract';
import { type CompareQuery, growthDirection } from '@pain-signals/domain';
import type { ActionsBlock, SectionBlock } from '@slack/types';
import { picturePlaceholder } from '../charts/picture.ts';
import type { ChartDescription } from '../charts/plots/chart-description.ts';
import { ACTION } from '../kit/action-ids.ts';
import { type CardContext, shareButtons, sharedByLine } from '../kit/audience.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card } from '../kit/card.ts';
import { actions, button, context, fields, header, section } from '../kit/elements.ts';
import { formatScore, type Locale, scoreBar, sparkline } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import {
  describeGrowth,
  formatAreaAndType,
  formatGrowth,
  formatOwners,
  formatTopic,
  formatTopicLink,
  formatTopOwner,
  formatWeeklyMentions,
} from '../kit/signal-text.ts';
import { escapePlainText } from '../kit/text.ts';

type Side = 'A' | 'B';

interface Ranked {
  more: { side: Side; signal: PainSignalDetail };
  less: { side: Side; signal: PainSignalDetail };
}

/** In mrkdwn. */
export type ComparisonFinding = { conclusion: string; because: string };

export function compareSignals(a: PainSignalDetail, b: PainSignalDetail, locale: Locale): ComparisonFinding[] {
  return [compareScores(a, b), compareGrowth(a, b, locale), compareBreadth(a, b, locale)];
}

function rank(a: PainSignalDetail, b: PainSignalDetail, measure: (signal: PainSignalDetail) => number): Ranked | null {
  if (measure(a) === measure(b)) return null;
  const [first, second] = [
    { side: 'A' as const, signal: a },
    { side: 'B' as const, signal: b },
  ];
  return measure(a) > measure(b) ? { more: first, less: second } : { more: second, less: first };
}

/** Compares rounded scores, as shown. */
function compareScores(a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding {
  const ranked = rank(a, b, ({ score }) => Math.round(score));
  if (ranked === null) return { conclusion: 'Equally bad', because: `both score ${formatScore(a.score)} of 100` };
  const { more, less } = ranked;
  return {
    conclusion: `${more.side} is worse`,
    because: `it scores ${formatScore(more.signal.score)} of 100, ${less.side} ${formatScore(less.signal.score)}`,
  };
}

const FASTER = { rising: 'grows faster', steady: 'holds its ground', falling: 'falls more slowly' };

function compareGrowth(a: PainSignalDetail, b: PainSignalDetail, locale: Locale): ComparisonFinding {
  const ranked = rank(a, b, ({ growth }) => Math.round(growth * 100));
  if (ranked === null) return { conclusion: 'Equally fast', because: `both are ${describeGrowth(a, locale)}` };
  const { more, less } = ranked;
  return {
    conclusion: `${more.side} ${FASTER[growthDirection(more.signal.growth)]}`,
    because: `it is ${describeGrowth(more.signal, locale)}, ${less.side} ${describeGrowth(less.signal, locale)}`,
  };
}

/** The score's breadth counts platforms, repositories and owners. Without it for both signals, owners alone are compared. */
const breadthMeasure = (a: PainSignalDetail, b: PainSignalDetail): 'score' | 'owners' =>
  a.scoreParts && b.scoreParts ? 'score' : 'owners';

/** From 0 to 100. */
const breadthOf = ({ scoreParts }: PainSignalDetail): number => (scoreParts?.breadth ?? 0) * 100;

const compareBreadth = (a: PainSignalDetail, b: PainSignalDetail, locale: Locale): ComparisonFinding =>
  breadthMeasure(a, b) === 'score' ? compareByScore(a, b) : compareOwners(a, b, locale);

function compareByScore(a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding {
  const ranked = rank(a, b, (signal) => Math.round(breadthOf(signal)));
  if (ranked === null)
    return { conclusion: 'Equally broad', because: `both have a breadth of ${formatScore(breadthOf(a))} of 100` };
  const { more, less } = ranked;
  return {
    conclusion: `${more.side} is broader`,
    because: `its breadth is ${formatScore(breadthOf(more.signal))} of 100, ${less.side}’s ${formatScore(breadthOf(less.signal))}`,
  };
}

function compareOwners(a: PainSignalDetail, b: PainSignalDetail, locale: Locale): ComparisonFinding {
  const ranked = rank(a, b, ({ uniqueOwnerCount }) => uniqueOwnerCount);
  if (ranked !== null) {
    const { more, less } = ranked;
    const because = `it hits ${locale.plural(more.signal.uniqueOwnerCount, 'owner')}, ${less.side} ${less.signal.uniqueOwnerCount === 0 ? 'none' : locale.count(less.signal.uniqueOwnerCount)}`;
    return { conclusion: `${more.side} is broader`, because };
  }
  const because =
    a.uniqueOwnerCount > 0 ? `both hit ${locale.plural(a.uniqueOwnerCount, 'owner')}` : 'neither hits owners of code';
  return { conclusion: 'Equally broad', because };
}

const DAYS = 30;

export interface ComparedSignal {
  detail: PainSignalDetail;
  /** Null when the service did not answer. */
  timeline: Timeline | null;
}

/** Null when one timeline is missing. */
export function describeComparison(
  [a, b]: readonly [ComparedSignal, ComparedSignal],
  isSample: boolean,
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
  const { freshness, audience, locale } = cardContext;
  const findings = compareSignals(a.detail, b.detail, locale);
  const said = findings.map(({ conclusion: verdict, because }) => `${verdict}: ${because}.`).join(' ');
  return card(
    `A is “${formatTopic(a.detail)}”, B is “${formatTopic(b.detail)}”. ${said}${describeFreshness(freshness)}`,
    [
      header('Compared'),
      namedSignal('A', a.detail, cardContext),
      namedSignal('B', b.detail, cardContext),
      section(findings.map(({ conclusion: verdict, because }) => `*${verdict}*: ${because}.`).join('\n')),
      fields(
        factsFor(breadthMeasure(a.detail, b.detail), locale).flatMap((fact) => [
          `*A*  ${fact(a.detail)}`,
          `*B*  ${fact(b.detail)}`,
        ]),
      ),
      formatDays(a.timeline, b.timeline),
      context(formatFreshness(freshness)),
      audience.kind === 'person' ? comparisonButtons(query, audience.isShared ?? false) : sharedByLine(audience, query),
    ],
  );
}

export function sameSignalCard(signal: PainSignalDetail): Card {
  const says = `Both are the same signal: “${formatTopic(signal)}”.`;
  const value = encodeQuery({ show: 'signal', id: signal.id });
  return card(`${says} Name another one to compare it with.`, [
    section(`*${says}*\nName another one to compare it with.`),
    actions([button(ACTION.details, { text: 'Details', value })]),
  ]);
}

type Fact = (signal: PainSignalDetail) => string;

/** Slack shows them in two columns, A on the left. */
function factsFor(breadth: 'score' | 'owners', locale: Locale): readonly Fact[] {
  const isByScore = breadth === 'score';
  return [
    ({ score }) => `${scoreBar(score)} *${formatScore(score)}* of 100`,
    (signal) =>
      [formatGrowth(signal, locale), formatWeeklyMentions(signal, locale) ?? 'no weekly figures'].join('  ·  '),
    (signal) =>
      `${locale.plural(signal.volume, 'mention')}${isByScore ? `  ·  breadth ${formatScore(breadthOf(signal))} of 100` : ''}`,
    (signal) => (isByScore ? formatTopOwner(signal, locale) : formatOwners(signal, locale)) ?? 'no source-code owner',
    (signal) => formatAreaAndType(signal) ?? 'no area',
  ];
}

function namedSignal(side: 'A' | 'B', signal: PainSignalDetail, { linkTo }: CardContext): SectionBlock {
  return section(
    `*${side}*  ${formatTopicLink(signal, linkTo)}`,
    button(ACTION.details, {
      text: 'Details',
      label: `Details of ${escapePlainText(signal.topic, 60)}`,
      value: encodeQuery({ show: 'signal', id: signal.id }),
    }),
  );
}

function formatDays(a: Timeline | null, b: Timeline | null): SectionBlock | null {
  if (a === null || b === null) return null;
  const [ofA, ofB] = [a, b].map(({ buckets }) => buckets.slice(-DAYS).map(({ count }) => count)) as [
    number[],
    number[],
  ];
  const top = Math.max(0, ...ofA, ...ofB);
  return picturePlaceholder(
    `*Last ${DAYS} days, both on one scale*\n*A*  ${sparkline(ofA, top)}\n*B*  ${sparkline(ofB, top)}`,
  );
}

function comparisonButtons(query: CompareQuery, isShared: boolean): ActionsBlock | null {
  return actions([
    ...shareButtons(query, { isShared, style: 'primary' }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuery(query) }),
  ]);
}
