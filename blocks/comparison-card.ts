import type { PainSignalDetail, Timeline } from '@pain-signals/contract';
import type { ActionsBlock, SectionBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import type { ChartDescription } from './charts/chart.ts';
import { breadthMeasure, breadthOf, compareSignals } from './comparison-words.ts';
import { actions, button, context, fields, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { showGrowth, showWindows } from './growth.ts';
import { plural, showScore } from './numbers.ts';
import { standIn } from './picture.ts';
import { type CompareQuestion, encodeQuestion } from './question.ts';
import type { Setting } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedLine } from './shared-line.ts';
import { sayTopic, showKind, showOwner, showTopic, showTopOwner } from './signal-row.ts';
import { scoreBar, sparkline } from './sparkline.ts';
import { plainData } from './text.ts';

const DAYS = 30;

export interface Compared {
  detail: PainSignalDetail;
  /** null when the service did not give it. */
  timeline: Timeline | null;
}

/** The picture of both, or null when the days of one are not known. */
export function describeComparison([a, b]: readonly [Compared, Compared], isSample: boolean): ChartDescription | null {
  if (a.timeline === null || b.timeline === null) return null;
  const signals = [
    { signal: a.detail, timeline: a.timeline },
    { signal: b.detail, timeline: b.timeline },
  ] as const;
  return { kind: 'comparison', signals, isSample };
}

/** Two signals side by side, and in words which is worse, grows faster, and is broader. */
export function comparisonCard(
  question: CompareQuestion,
  [a, b]: readonly [Compared, Compared],
  setting: Setting,
): Card {
  const { freshness, audience } = setting;
  const findings = compareSignals(a.detail, b.detail);
  const said = findings.map(({ verdict, because }) => `${verdict}: ${because}.`).join(' ');
  return card(`A is “${sayTopic(a.detail)}”, B is “${sayTopic(b.detail)}”. ${said}${sayFreshness(freshness)}`, [
    header('Compared'),
    namedSignal('A', a.detail, setting),
    namedSignal('B', b.detail, setting),
    section(findings.map(({ verdict, because }) => `*${verdict}*: ${because}.`).join('\n')),
    fields(
      factsFor(breadthMeasure(a.detail, b.detail)).flatMap((fact) => [
        `*A*  ${fact(a.detail)}`,
        `*B*  ${fact(b.detail)}`,
      ]),
    ),
    showDays(a.timeline, b.timeline),
    context(showFreshness(freshness)),
    audience.kind === 'person'
      ? comparisonButtons(question, audience.isShared ?? false)
      : sharedLine(audience, question),
  ]);
}

/** Two names that mean one and the same. */
export function sameSignalCard(signal: PainSignalDetail): Card {
  const says = `Both are the same signal: “${sayTopic(signal)}”.`;
  const value = encodeQuestion({ show: 'signal', id: signal.id });
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
    ({ score }) => `${scoreBar(score)} *${showScore(score)}* of 100`,
    (signal) => [showGrowth(signal), showWindows(signal) ?? 'no weekly figures'].join('  ·  '),
    (signal) =>
      `${plural(signal.volume, 'mention')}${isByScore ? `  ·  breadth ${showScore(breadthOf(signal))} of 100` : ''}`,
    (signal) => (isByScore ? showTopOwner(signal) : showOwner(signal)) ?? 'no source-code owner',
    (signal) => showKind(signal) ?? 'no area',
  ];
}

function namedSignal(side: 'A' | 'B', signal: PainSignalDetail, { linkTo }: Setting): SectionBlock {
  return section(
    `*${side}*  ${showTopic(signal, linkTo)}`,
    button(ACTION.details, {
      text: 'Details',
      label: `Details of ${plainData(signal.topic, 60)}`,
      value: encodeQuestion({ show: 'signal', id: signal.id }),
    }),
  );
}

function showDays(a: Timeline | null, b: Timeline | null): SectionBlock | null {
  if (a === null || b === null) return null;
  const [ofA, ofB] = [a, b].map(({ buckets }) => buckets.slice(-DAYS).map(({ count }) => count)) as [
    number[],
    number[],
  ];
  const top = Math.max(0, ...ofA, ...ofB);
  return standIn(`*Last ${DAYS} days, both on one scale*\n*A*  ${sparkline(ofA, top)}\n*B*  ${sparkline(ofB, top)}`);
}

function comparisonButtons(question: CompareQuestion, isShared: boolean): ActionsBlock | null {
  return actions([
    ...shareButtons(question, { isShared, style: 'primary' }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuestion(question) }),
  ]);
}
