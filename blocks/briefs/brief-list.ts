import {
  areaName,
  BRIEF_FRESH_DAYS,
  BRIEF_MINIMUM,
  type GrowthFigures,
  type OpportunityListItem,
  STRENGTH_MEANING,
} from '@pain-signals/contract';
import { type BriefsQuery, SearchQuery, TopQuery } from '@pain-signals/domain';
import type { ActionsBlock, SectionBlock } from '@slack/types';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import {
  type CardContext,
  describeFreshness,
  formatFreshness,
  formatRange,
  numbersHint,
  pageButtons,
  shareButtons,
  sharedByLine,
} from '../kit/card-context.ts';
import { actions, button, context, header, joinParts, section } from '../kit/elements.ts';
import { formatDate, plural } from '../kit/format.ts';
import { formatTopic, formatTopicLink, formatTotalBriefly, formatTrend, type LinkTo } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { listMenus } from '../signals/list-controls.ts';
import { ALL_HIDDEN, describeLeftOut } from '../signals/list-texts.ts';
import { describeStrength, formatStrength } from './brief-parts.ts';

export interface BriefPage {
  query: BriefsQuery;
  rows: readonly OpportunityListItem[];
  firstRank: number;
  total: number;
  hasNext: boolean;
  /** What the list is ranked by, by signal id; a list item doesn't have it. Empty where they couldn't be asked for. */
  figures?: ReadonlyMap<string, GrowthFigures>;
  /** How many the workspace has hidden. */
  hidden?: number;
}

export function briefListCard(page: BriefPage, cardContext: CardContext): Card {
  const { query, rows, firstRank, figures } = page;
  const { freshness, audience, linkTo } = cardContext;
  const found = rows
    .map((row, at) => `${firstRank + at}. ${formatTopic(row)} (${describeStrength(row.patternStrength)})`)
    .join('; ');
  return card(`${escapeMrkdwn(findingOf(page), 150)}: ${found}.${describeFreshness(freshness)}`, [
    header(findingOf(page)),
    context([
      topOf(page) === undefined ? null : escapeMrkdwn(countBriefs(page), 150),
      `${topOf(page) === undefined ? 'R' : 'r'}anked by growth, number of people and recent mentions combined`,
      formatRange(page),
      describeLeftOut(page.hidden ?? 0),
    ]),
    ...rows.map((row, at) =>
      briefRow(row, firstRank + at, { back: query, linkTo, figures: figures?.get(row.painSignalId) }),
    ),
    context([`Evidence strength reflects ${STRENGTH_MEANING}`]),
    figures?.size === 0 ? missingTrends(rows) : null,
    context(formatFreshness(freshness)),
    audience.kind === 'person' && !audience.isShared ? context([numbersHint(rows)]) : null,
    audience.kind === 'person' ? listMenus(query) : null,
    audience.kind === 'person'
      ? listButtons(page, audience.isShared ?? false)
      : sharedByLine(audience, query, page.total > rows.length ? page.total : null),
  ]);
}

const whereOf = ({ area }: BriefsQuery): string => (area === undefined ? '' : ` in ${areaName(area)}`);

/** A row's warning tells its trend, too. */
function missingTrends(rows: readonly OpportunityListItem[]) {
  const missing = rows.filter(({ fitWarning }) => !tellsTrend(fitWarning)).length;
  const which = missing === rows.length ? 'Trends' : 'Some trends';
  return missing === 0 ? null : context([`${which} couldn’t be loaded: refresh in a minute to see them`]);
}

const tellsTrend = (fitWarning: string | null): boolean => /^(?:Quiet|Cooling off):/.test(fitWarning ?? '');

/** None on later pages, and where the first has a warning. */
const topOf = ({ firstRank, rows: [first] }: BriefPage): OpportunityListItem | undefined =>
  firstRank > 1 || first?.fitWarning !== null ? undefined : first;

/** `Top opportunity in Frontend & UI: “Hydration mismatch”`, or how many there are. */
function findingOf(page: BriefPage): string {
  const top = topOf(page);
  const finding = top === undefined ? countBriefs(page) : `Top opportunity${whereOf(page.query)}: “${top.topic}”`;
  return escapePlainText(finding, 150);
}

/** `58 signals have a brief` */
const countBriefs = ({ query, total }: BriefPage): string =>
  `${plural(total, 'signal')}${whereOf(query)} ${total === 1 ? 'has' : 'have'} a brief`;

export function noBriefsCard(query: BriefsQuery, { freshness }: CardContext, hidden = 0): Card {
  const { area } = query;
  const where = area === undefined ? '' : ` for ${escapeMrkdwn(areaName(area), 60)}`;
  const empty = hidden > 0 ? ALL_HIDDEN : `No briefs${where} right now.`;
  const hint = `Briefs need at least ${BRIEF_MINIMUM.posts} posts from ${BRIEF_MINIMUM.authors} people, and expire after ${BRIEF_FRESH_DAYS} days.`;
  const top = area === undefined ? TopQuery.parse({ show: 'top' }) : SearchQuery.parse({ show: 'search', area });
  return card(`${empty} ${hint}${describeFreshness(freshness)}`, [
    section(`*${empty}*\n${hint}`),
    context(formatFreshness(freshness)),
    area === undefined ? null : listMenus(query),
    actions([
      button(ACTION.top, { text: 'Top by score', value: encodeQuery(top) }),
      area === undefined
        ? null
        : button(ACTION.briefs, { text: 'All briefs', value: encodeQuery({ show: 'briefs', page: 0 }) }),
    ]),
  ]);
}

function briefRow(
  row: OpportunityListItem,
  rank: number,
  { back, linkTo, figures }: { back: BriefsQuery; linkTo: LinkTo; figures: GrowthFigures | undefined },
): SectionBlock {
  const { topic, patternStatement, patternStrength, macroArea, generatedAt, fitWarning, painSignalId } = row;
  const facts = joinParts([
    formatStrength(patternStrength),
    macroArea === null ? null : escapeMrkdwn(areaName(macroArea), 40),
    `written ${formatDate(generatedAt, 'day')}`,
  ]);
  const lines = [
    `*${rank}.* ${formatTopicLink({ id: painSignalId, topic }, linkTo)}`,
    escapeMrkdwn(patternStatement, 300),
    figures === undefined ? '' : joinParts([formatTrend(figures), formatTotalBriefly(figures)]),
    facts,
    // The figures say it, too, and can be newer.
    fitWarning === null || (figures && tellsTrend(fitWarning))
      ? ''
      : `⚠ ${escapeMrkdwn(fitWarning, 200).replace(/\.$/, '')}`,
  ];
  return section(
    lines.filter((line) => line !== '').join('\n'),
    button(ACTION.brief, {
      text: 'Brief',
      label: `Brief of ${escapePlainText(topic, 60)}`,
      value: encodeQuery({ show: 'brief', id: painSignalId, back }),
    }),
  );
}

function listButtons({ query, hasNext }: BriefPage, isShared: boolean): ActionsBlock | null {
  return actions([
    ...pageButtons({ page: query.page, hasNext }, (page) => encodeQuery({ ...query, page })),
    ...shareButtons(query, { isShared }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuery(query) }),
  ]);
}
