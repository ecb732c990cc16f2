import type { PainSignalDetail, Timeline } from '@pain-signals/contract';
import type { ActionsBlock, SectionBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import type { ChartDescription } from './charts/chart.ts';
import { breadthMeasure, breadthOf, compareSignals } from './comparison-words.ts';
import { actions, button, context, fields, header, section } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import { formatGrowth, formatWeeklyMentions } from './growth.ts';
import { formatScore, plural } from './numbers.ts';
import { picturePlaceholder } from './picture.ts';
import { type CompareQuery, encodeQuery } from './question.ts';
import type { CardContext } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedByLine } from './shared-line.ts';
import { formatAreaAndType, formatOwners, formatTopic, formatTopicLink, formatTopOwner } from './signal-row.ts';
import { scoreBar, sparkline } from './sparkline.ts';
import { escapePlainText } from './text.ts';

const DAYS = 30;

export interface ComparedSignal {
  detail: PainSignalDetail;
  /** null when the service did not give it. */
  timeline: Timeline | null;
}

/** The picture of both, or null when the days of one are not known. */
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

/** Two signals side by side, and in words which is worse, grows faster, and is broader. */
export function comparisonCard(
  query: CompareQuery,
  [a, b]: readonly [ComparedSignal, ComparedSignal],
  cardContext: CardContext,
): Card {
  const { freshness, audience } = cardContext;
  const findings = compareSignals(a.detail, b.detail);
  const said = findings.map(({ conclusion: verdict, because }) => `${verdict}: ${because}.`).join(' ');
  return card(
    `A is “${formatTopic(a.detail)}”, B is “${formatTopic(b.detail)}”. ${said}${describeFreshness(freshness)}`,
    [
      header('Compared'),
      namedSignal('A', a.detail, cardContext),
      namedSignal('B', b.detail, cardContext),
      section(findings.map(({ conclusion: verdict, because }) => `*${verdict}*: ${because}.`).join('\n')),
      fields(
        factsFor(breadthMeasure(a.detail, b.detail)).flatMap((fact) => [
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

/** Two names that mean one and the same. */
export function sameSignalCard(signal: PainSignalDetail): Card {
  const says = `Both are the same signal: “${formatTopic(signal)}”.`;
  const value = encodeQuery({ show: 'signal', id: signal.id });
  return card(`${says} Name another one to compare it with.`, [
    section(`*${says}*\nName another one to compare it with.`),
    actions([button(ACTION.details, { text: 'Details', value })]),
  ]);
}

type Fact = (signal: PainSignalDetail) => string;

/** Slack sets these in two columns, A on the left. Breadth stands there by the one measure that decided which is broader. */
function factsFor(breadth: 'score' | 'owners'): readonly Fact[] {
  const isByScore = breadth === 'score';
  return [
    ({ score }) => `${scoreBar(score)} *${formatScore(score)}* of 100`,
    (signal) => [formatGrowth(signal), formatWeeklyMentions(signal) ?? 'no weekly figures'].join('  ·  '),
    (signal) =>
      `${plural(signal.volume, 'mention')}${isByScore ? `  ·  breadth ${formatScore(breadthOf(signal))} of 100` : ''}`,
    (signal) => (isByScore ? formatTopOwner(signal) : formatOwners(signal)) ?? 'no source-code owner',
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
