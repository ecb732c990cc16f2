import { BRIEF_FRESH_DAYS, type OpportunityListItem } from '@pain-signals/contract';
import type { ActionsBlock, SectionBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { sayStrength, showStrength } from './brief-parts.ts';
import { type Card, card } from './card.ts';
import { showDate } from './dates.ts';
import { actions, button, context, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { listMenus } from './list-menus.ts';
import { nameArea } from './names.ts';
import { showCount } from './numbers.ts';
import { type BriefsQuestion, encodeQuestion, SearchQuestion, TopQuestion } from './question.ts';
import type { Setting } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedLine } from './shared-line.ts';
import { sayTopic } from './signal-row.ts';
import { plainData, quoteData } from './text.ts';

export interface BriefPage {
  /** What was asked; `page` says which page this is. */
  question: BriefsQuestion;
  rows: readonly OpportunityListItem[];
  /** Of the first row, from 1. */
  firstRank: number;
  total: number;
  hasNext: boolean;
}

/** A page of the briefs that there are, each one press away. */
export function briefListCard(page: BriefPage, setting: Setting): Card {
  const { question, rows, firstRank, total } = page;
  const { freshness, audience } = setting;
  const found = rows
    .map((row, at) => `${firstRank + at}. ${sayTopic(row)} (${sayStrength(row.patternStrength)})`)
    .join('; ');
  return card(`${quoteData(titleOf(question), 150)}: ${found}.${sayFreshness(freshness)}`, [
    header(titleOf(question)),
    context([
      'The strongest pattern first',
      total > rows.length
        ? `${showCount(firstRank)}–${showCount(firstRank + rows.length - 1)} of ${showCount(total)}`
        : null,
    ]),
    ...rows.map((row, at) => briefRow(row, firstRank + at, question)),
    context(showFreshness(freshness)),
    audience.kind === 'person' ? listMenus(question) : null,
    audience.kind === 'person' ? listButtons(page, audience.isShared ?? false) : sharedLine(audience, question),
  ]);
}

/** Plain text. */
const titleOf = ({ area }: BriefsQuestion) =>
  area === undefined ? 'Opportunity briefs' : plainData(`Opportunity briefs: ${nameArea(area)}`, 100);

export function noBriefsCard(question: BriefsQuestion, { freshness }: Setting): Card {
  const { area } = question;
  const where = area === undefined ? '' : ` about ${quoteData(nameArea(area), 60)}`;
  const empty = `There are no briefs${where} at the moment.`;
  const hint = `A brief is written about a signal of 5 posts of 3 people or more, and shown for ${BRIEF_FRESH_DAYS} days.`;
  const top = area === undefined ? TopQuestion.parse({ show: 'top' }) : SearchQuestion.parse({ show: 'search', area });
  return card(`${empty} ${hint}${sayFreshness(freshness)}`, [
    header(titleOf(question)),
    section(`*${empty}*\n${hint}`),
    context(showFreshness(freshness)),
    area === undefined ? null : listMenus(question),
    actions([
      button(ACTION.top, { text: 'Top by score', value: encodeQuestion(top) }),
      area === undefined
        ? null
        : button(ACTION.briefs, { text: 'All briefs', value: encodeQuestion({ show: 'briefs', page: 0 }) }),
    ]),
  ]);
}

function briefRow(row: OpportunityListItem, rank: number, back: BriefsQuestion): SectionBlock {
  const { topic, patternStatement, patternStrength, macroArea, generatedAt, fitWarning, painSignalId } = row;
  const facts = [
    showStrength(patternStrength),
    macroArea === null ? null : quoteData(nameArea(macroArea), 40),
    `written ${showDate(generatedAt, 'day')}`,
  ];
  const lines = [
    `*${rank}.* *${sayTopic(row)}*`,
    quoteData(patternStatement, 300),
    facts.filter((fact) => fact !== null && fact !== '').join('  ·  '),
    fitWarning === null ? '' : `⚠ May not fit: ${quoteData(fitWarning, 200)}`,
  ];
  return section(
    lines.filter((line) => line !== '').join('\n'),
    button(ACTION.brief, {
      text: 'Brief',
      label: `Brief of ${plainData(topic, 60)}`,
      value: encodeQuestion({ show: 'brief', id: painSignalId, back }),
    }),
  );
}

function listButtons({ question, hasNext }: BriefPage, isShared: boolean): ActionsBlock | null {
  const turnTo = (page: number) => encodeQuestion({ ...question, page });
  return actions([
    question.page > 0 ? button(ACTION.previousPage, { text: '‹ Previous', value: turnTo(question.page - 1) }) : null,
    hasNext ? button(ACTION.nextPage, { text: 'Next ›', value: turnTo(question.page + 1) }) : null,
    ...shareButtons(question, { isShared }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuestion(question) }),
  ]);
}
