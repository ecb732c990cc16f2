import {
  type GrowthFigures,
  isGrowing,
  type PainSignalDetail,
  type PainSignalListItem,
  providerName,
  type ScoreParts,
  type SignalStats,
  type Timeline,
} from '@pain-signals/contract';
import { DAY_MS, type Freshness, hasAllWords, type SignalQuery, wordsOf } from '@pain-signals/domain';
import type { ActionsBlock, Button, SectionBlock } from '@slack/types';
import { timeSpanMenu } from '../charts/chart-menus.ts';
import { timelineChart } from '../charts/native-charts.ts';
import { dailySparkline, picturePlaceholder } from '../charts/picture.ts';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import {
  type CardContext,
  describeFreshness,
  formatFreshness,
  shareButtons,
  sharedByLine,
} from '../kit/card-context.ts';
import { actions, button, context, fields, header, linkButton, section } from '../kit/elements.ts';
import { formatDate, formatPercent, formatScore, plural } from '../kit/format.ts';
import { menuBlockId, moreMenu, signalMenu } from '../kit/signal-menu.ts';
import {
  describeFinding,
  formatAreaAndType,
  formatOwners,
  formatTotal,
  formatTrendLine,
  MOSTLY,
  SCORE_STRENGTHS,
} from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';

/** Two short lines. */
const SUMMARY = 160;
/** Default time span. */
export const CARD_DAYS = 30;
const SOURCES = 5;

export interface SignalFacts {
  query: SignalQuery;
  detail: PainSignalDetail;
  /** Null when the service did not answer. */
  stats: SignalStats | null;
  timeline: Timeline | null;
}

export function signalCard(facts: SignalFacts, cardContext: CardContext): Card {
  const { query, detail, stats, timeline } = facts;
  const { days = CARD_DAYS } = query;
  const { freshness, audience } = cardContext;
  const isOwn = audience.kind === 'person';
  return card(describeSignal(detail, cardContext), [
    header(escapePlainText(detail.topic, 150) || 'Untitled signal'),
    trendSection(query, detail, cardContext),
    summarySection(detail),
    fields([formatScoreField(detail, freshness), formatEvidenceField(detail)]),
    timeline && timelineChart(timeline, days, picturePlaceholder(dailySparkline(timeline, days))),
    context([formatAreaAndType(detail), isAreaGuessed(detail) ? 'area is a guess' : null, formatOwners(detail)]),
    context([stats && formatSources(stats)]),
    context(formatFreshness(freshness)),
    isOwn ? signalButtons(query, cardContext) : sharedButtons(query, cardContext),
    isOwn ? null : sharedByLine(audience, query),
  ]);
}

function describeSignal(detail: PainSignalDetail, { freshness }: CardContext): string {
  const summary = formatSummary(detail);
  return `${describeFinding(detail)}. ${describeScore(detail, freshness)}. ${formatTotal(detail)}. ${summary}${describeFreshness(freshness)}`;
}

/** What somebody would repeat in a meeting, and the span of the chart below. */
function trendSection(query: SignalQuery, detail: PainSignalDetail, { audience }: CardContext): SectionBlock {
  const text = `*${formatTrendLine(detail)}*`;
  const about = audience.kind === 'person' ? menuBlockId(query) : null;
  if (about === null) return section(text);
  // Block ids are unique in a message, and the buttons have this one too. JSON ignores the space.
  return { ...section(text, timeSpanMenu(query.days ?? CARD_DAYS)), block_id: `${about} ` };
}

function summarySection(detail: PainSignalDetail): SectionBlock | null {
  const text = formatSummary(detail);
  return text === '' ? null : section(text);
}

/** Outside quotations, which hold sentences too. */
const SENTENCE_END = /(?<=[.!?])\s+(?=\p{Lu})(?![^“”]*”)/u;
/** How many say it stands around what they say. */
const WHO_SAYS = /^(?:all |at least )?[\d,.]+(?: of [\d,.]+)? posts? (?:reports?|says?|are about)(?: this| so)?\b/i;
const ALIKE = /in (?:almost )?these (?:or similar )?words\W*$/i;

/** As many sentences as fit, which don't repeat the name. */
function formatSummary({ summary, topic }: PainSignalDetail): string {
  const sentences = summary.split(SENTENCE_END);
  if (sentences.every((sentence) => repeats(sentence, topic))) return '';
  const [first = '', ...others] = sentences.flatMap((sentence) => withoutName(sentence, topic));
  let told = fitParts(first);
  for (const sentence of others) {
    if (told.length + sentence.length >= SUMMARY) break;
    told += ` ${sentence}`;
  }
  return escapeMrkdwn(told, SUMMARY);
}

function repeats(sentence: string, topic: string): boolean {
  const said = sentence.replace(WHO_SAYS, '').replace(ALIKE, '');
  return wordsOf(said, 1).length === 0 || hasAllWords(topic, said);
}

/** `All 49 posts report this.` where a sentence only repeats the name; nothing where it doesn't count either. */
function withoutName(sentence: string, topic: string): string[] {
  if (!repeats(sentence, topic)) return [sentence];
  const [who] = WHO_SAYS.exec(sentence) ?? [];
  return who === undefined ? [] : [/ (?:this|so)$/i.test(who) ? `${who}.` : `${who.replace(/ say$/, ' report')} this.`];
}

const LIST = new Intl.ListFormat('en-GB');
const NEXT_PART = /(?:[,;]| and) (?=at least [\d,.]+ (?:say|are about) )/;

/** `At least 9 posts say “A”, at least 5 say “B” and at least 3 say “C”.` without those parts that don't fit. */
function fitParts(sentence: string): string {
  if (sentence.length <= SUMMARY) return sentence;
  const parts = sentence.split(NEXT_PART);
  const shorter = parts.map((_, left) => `${LIST.format(parts.slice(0, parts.length - left))}.`);
  return shorter.find(({ length }) => length <= SUMMARY) ?? sentence;
}

const isAreaGuessed = ({ macroAreaConfidence: confidence }: PainSignalDetail) =>
  confidence !== null && confidence < 0.5;

/** `Score 60 of 100: fast growth, recent activity` */
export function describeScore(detail: PainSignalDetail, { snapshotAt }: Freshness): string {
  const { scoreParts } = detail;
  const why = scoreParts ? explainScore(scoreParts, detail, snapshotAt ?? null) : null;
  return `Score ${formatScore(detail.score)} of 100${why === null ? '' : `: ${why}`}`;
}

const formatScoreField = (detail: PainSignalDetail, freshness: Freshness) =>
  describeScore(detail, freshness).replace(/^Score (\d+)/, '*Score $1*');

function formatEvidenceField({ volume, firstSeenAt, lastSeenAt }: PainSignalDetail): string {
  if (volume === 1) return `*1 mention*, ${formatDate(lastSeenAt, 'day')}`;
  return `*${plural(volume, 'mention')}* since ${formatDate(firstSeenAt, 'day')}, latest ${formatDate(lastSeenAt, 'day')}`;
}

function formatSources({ sourceDistribution }: SignalStats): string | null {
  const sources = [...sourceDistribution].sort((a, b) => b.mentions - a.mentions);
  if (sources.length === 0) return null;
  const named = sources
    .slice(0, SOURCES)
    .map(({ provider, percent }) => `${escapeMrkdwn(providerName(provider), 30)} ${formatPercent(percent)}`);
  const more = sources.length - named.length;
  return `Sources: ${named.join(', ')}${more > 0 ? ` and ${plural(more, 'more source')}` : ''}`;
}

/** Three buttons, and a menu with the rest; the way back comes first. */
function signalButtons(query: SignalQuery, { audience, linkTo }: CardContext): ActionsBlock | null {
  const { id, back } = query;
  const about = menuBlockId(query);
  const isShared = audience.kind === 'person' && (audience.isShared ?? false);
  const [here, elsewhere] = shareButtons(query, { isShared, style: 'primary' });
  return actions(
    [
      back ? button(ACTION.backToList, { text: '‹ Back to list', value: encodeQuery(back) }) : null,
      here ?? elsewhere ?? null,
      ...evidenceButtons(query),
      about === null ? null : moreMenu(linkTo(id), { sharesTo: !isShared }),
    ],
    about,
  );
}

function sharedButtons(query: SignalQuery, { linkTo }: CardContext): ActionsBlock | null {
  const link = linkTo(query.id);
  const menu = signalMenu(query.id, link) ?? linkButton(ACTION.openPage, 'Open page', link);
  return actions([...evidenceButtons(query), chartButton(query), menu]);
}

const chartButton = ({ id, days = CARD_DAYS }: SignalQuery) =>
  button(ACTION.chart, { text: 'Chart', value: encodeQuery({ show: 'chart', id, kind: 'timeline', days }) });

export function evidenceButtons({ id, back }: SignalQuery): (Button | null)[] {
  const way = back ? { back } : {};
  return [
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
    button(ACTION.brief, { text: 'Brief', value: encodeQuery({ show: 'brief', id, ...way }) }),
  ];
}

type Part = Exclude<keyof ScoreParts, 'confidence' | 'cap'>;

const RATED_PARTS = ['volume', 'growth', 'breadth', 'severity', 'recency'] as const satisfies readonly Part[];

const WEAKNESSES: Record<Part, string> = {
  volume: 'few reports',
  growth: 'not growing',
  breadth: 'in only a few projects',
  severity: 'more annoying than harmful',
  recency: 'not recent',
};

const STRONG = 0.6;
const WEAK = 0.2;
const REASONS = 2;
/** Mentions in a week. Two after none are growth, and not fast. */
const FAST = 5;

type Explained = GrowthFigures & Pick<PainSignalListItem, 'topOwnerDominancePct' | 'lastSeenAt'>;

/** What the rest of the card contradicts: the parts compare a signal with the others, and the card is read by itself. */
function isContradicted(part: Part, signal: Explained, asOf: string | null): boolean {
  const { topOwnerDominancePct, lastSeenAt, mentionsLastWindow } = signal;
  if (part === 'growth') return !isGrowing(signal);
  if (part === 'recency' && mentionsLastWindow === 0) return true;
  const isQuiet = asOf !== null && Date.parse(asOf) - Date.parse(lastSeenAt) > CARD_DAYS * DAY_MS;
  return part === 'breadth' ? topOwnerDominancePct >= MOSTLY : isQuiet && (part === 'recency' || part === 'volume');
}

/** The two main reasons for a score; null when nothing stands out. */
export function explainScore(parts: ScoreParts, signal: Explained, asOf: string | null): string | null {
  const { mentionsLastWindow: mentionsThisWeek } = signal;
  const ranked = RATED_PARTS.toSorted((a, b) => parts[b] - parts[a]);
  const isCapped = parts.cap < 100;
  const strong = ranked
    .filter((part) => parts[part] >= STRONG && !isContradicted(part, signal, asOf))
    .slice(0, isCapped ? 1 : REASONS);
  const hasMore = signal.growth > 0;
  const weak = ranked.filter((part) => parts[part] <= WEAK && !(part === 'growth' && hasMore)).toReversed();
  const isSmall = mentionsThisWeek !== null && mentionsThisWeek < FAST;
  const good = strong
    .map((part) => (part === 'growth' && isSmall ? 'growing' : SCORE_STRENGTHS[part]))
    .join(strong.includes('recency') ? ', ' : ' and ');
  const bad = isCapped
    ? ['mostly from a few people or one organization’s repositories']
    : weak.slice(0, REASONS - strong.length).map((part) => WEAKNESSES[part]);
  return [good, bad.join(' and ')].filter((words) => words !== '').join(', but ') || null;
}
