import type { PainSignalDetail, SignalStats, Timeline } from '@pain-signals/contract';
import type { ActionsBlock, Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { menuBlockId, moreMenu, nameSpan, spanMenu } from './chart-menu.ts';
import { showDailyLine } from './daily-line.ts';
import { showDate } from './dates.ts';
import { actions, button, context, fields, header, linkButton, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { sayGrowth, sayWindows, showGrowth } from './growth.ts';
import { nameProvider } from './names.ts';
import { plural, showScore, showShare } from './numbers.ts';
import { standIn } from './picture.ts';
import { encodeQuestion, type SignalQuestion } from './question.ts';
import { explainScore } from './score-words.ts';
import type { Setting } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedLine } from './shared-line.ts';
import { sayTopic, showKind, showOwner } from './signal-row.ts';
import { scoreBar } from './sparkline.ts';
import { plainData, quoteData } from './text.ts';

const SUMMARY = 900;
/** How far back its days reach, unless asked otherwise. */
export const CARD_DAYS = 30;
const SOURCES = 5;

export interface SignalFacts {
  question: SignalQuestion;
  detail: PainSignalDetail;
  /** null when the service did not answer; the card then does without. */
  stats: SignalStats | null;
  timeline: Timeline | null;
}

/** All about one signal: what it is, how bad, how fast, since when, where, and who. */
export function signalCard(facts: SignalFacts, setting: Setting): Card {
  const { question, detail, stats, timeline } = facts;
  const { days = CARD_DAYS } = question;
  const { freshness, audience } = setting;
  const summary = quoteData(detail.summary, SUMMARY);
  return card(saySignal(detail, setting), [
    header(plainData(detail.topic, 150) || 'Untitled signal'),
    context([
      showKind(detail),
      detail.macroAreaConfidence === null ? null : showConfidence(detail.macroAreaConfidence),
    ]),
    summary === '' ? null : section(summary),
    fields([showHowBad(detail), showHowFast(detail), showSince(detail), showWho(detail)]),
    timeline && standIn(`*${nameSpan(days)}*\n${showDailyLine(timeline, days)}`),
    context([stats && showSources(stats)]),
    context(showFreshness(freshness)),
    audience.kind === 'person'
      ? signalButtons(question, setting, audience.isShared ?? false)
      : actions([...proofButtons(question), openButton(question.id, setting)]),
    audience.kind === 'channel' ? sharedLine(audience, question) : null,
  ]);
}

function saySignal(detail: PainSignalDetail, { freshness }: Setting): string {
  const windows = sayWindows(detail);
  const growth = windows === null ? sayGrowth(detail) : `${sayGrowth(detail)} (${windows})`;
  const summary = quoteData(detail.summary, 400);
  return `${sayTopic(detail)}: pain score ${showScore(detail.score)} of 100, ${growth}, ${plural(detail.volume, 'mention')} in all. ${summary}${sayFreshness(freshness)}`;
}

const showConfidence = (confidence: number) => (confidence < 0.5 ? 'area is a guess' : null);

function showHowBad({ score, scoreParts }: PainSignalDetail): string {
  const why = scoreParts ? explainScore(score, scoreParts) : null;
  return `*How bad*\n${scoreBar(score)} *${showScore(score)}* of 100${why === null ? '' : `\n${why}`}`;
}

function showHowFast(detail: PainSignalDetail): string {
  const windows = sayWindows(detail);
  return `*How fast*\n${showGrowth(detail)}${windows === null ? '' : `\n${windows}`}`;
}

function showSince({ volume, firstSeenAt, lastSeenAt }: PainSignalDetail): string {
  return `*How much*\n${plural(volume, 'mention')} since ${showDate(firstSeenAt, 'day')}\nlast seen ${showDate(lastSeenAt, 'minute')}`;
}

function showWho(detail: PainSignalDetail): string {
  return `*Who*\n${showOwner(detail) ?? 'no source-code owner'}`;
}

function showSources({ sourceDistribution }: SignalStats): string | null {
  const sources = [...sourceDistribution].sort((a, b) => b.mentions - a.mentions);
  if (sources.length === 0) return null;
  const named = sources
    .slice(0, SOURCES)
    .map(({ provider, percent }) => `${quoteData(nameProvider(provider), 30)} ${showShare(percent)}`);
  const more = sources.length - named.length;
  return `From ${named.join(', ')}${more > 0 ? ` and ${plural(more, 'more source')}` : ''}`;
}

function signalButtons(question: SignalQuestion, { linkTo }: Setting, isShared: boolean): ActionsBlock | null {
  const { id, back, days = CARD_DAYS } = question;
  const about = menuBlockId(question);
  const chart = encodeQuestion({ show: 'chart', id, kind: 'timeline', days, ...(back ? { back } : {}) });
  return actions(
    [
      back ? button(ACTION.backToList, { text: '‹ Back to list', value: encodeQuestion(back) }) : null,
      ...shareButtons(question, { isShared, style: 'primary' }),
      ...proofButtons(question),
      button(ACTION.chart, { text: 'Chart', value: chart }),
      button(ACTION.openCompare, {
        text: 'Compare…',
        label: 'Compare it with another signal',
        value: encodeQuestion({ show: 'signal', id }),
      }),
      about === null ? null : spanMenu(days),
      about === null ? null : moreMenu(linkTo(id)),
    ],
    about,
  );
}

/** What a signal rests on. */
function proofButtons({ id, back }: SignalQuestion): (Button | null)[] {
  const way = back ? { back } : {};
  return [
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuestion({ show: 'evidence', id, page: 0, ...way }) }),
    button(ACTION.brief, { text: 'Brief', value: encodeQuestion({ show: 'brief', id, ...way }) }),
  ];
}

const openButton = (id: string, { linkTo }: Setting) => linkButton(ACTION.openPage, 'Open page', linkTo(id));
