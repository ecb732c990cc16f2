import type { PainSignalListItem } from '@pain-signals/contract';
import type { ActionsBlock, Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { encodeSetUp, proposalOf } from './digest-proposal.ts';
import { actions, button, context, header } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { listMenus } from './list-menus.ts';
import { wordsOfList } from './list-words.ts';
import { showCount } from './numbers.ts';
import { encodeQuestion, type ListQuestion } from './question.ts';
import type { Setting } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedLine } from './shared-line.ts';
import { sayRow, signalRow } from './signal-row.ts';
import { quoteData } from './text.ts';

export interface ListPage {
  /** What was asked; `page` says which page this is. */
  question: ListQuestion;
  rows: readonly PainSignalListItem[];
  /** Of the first row, from 1. */
  firstRank: number;
  /** Signals on all pages together. */
  total: number;
  hasNext: boolean;
}

/** A page of a list with at least one row. */
export function signalListCard(page: ListPage, setting: Setting): Card {
  const { question, rows, firstRank } = page;
  const { title, explains } = wordsOfList(question);
  const { linkTo, freshness, audience } = setting;
  const found = rows.map((row, at) => sayRow(row, firstRank + at)).join('; ');
  return card(`${quoteData(title, 200)}: ${found}.${sayFreshness(freshness)}`, [
    header(title),
    context([explains, showRange(page)]),
    ...rows.map((row, at) => signalRow(row, { rank: firstRank + at, list: question, linkTo })),
    context([...showFreshness(freshness), audience.kind === 'person' && !audience.isShared ? NUMBERS : null]),
    audience.kind === 'person' ? listMenus(question) : null,
    audience.kind === 'person' ? listButtons(page, audience.isShared ?? false) : sharedLine(audience, question),
  ]);
}

/** Nobody would guess it. */
const NUMBERS = `Numbers can be typed: \`${COMMAND} evidence 1\``;

function showRange({ rows, firstRank, total }: ListPage): string | null {
  if (total <= rows.length) return null;
  return `${showCount(firstRank)}–${showCount(firstRank + rows.length - 1)} of ${showCount(total)}`;
}

function listButtons({ question, hasNext }: ListPage, isShared: boolean): ActionsBlock | null {
  const turnTo = (page: number) => encodeQuestion({ ...question, page });
  return actions([
    question.page > 0 ? button(ACTION.previousPage, { text: '‹ Previous', value: turnTo(question.page - 1) }) : null,
    hasNext ? button(ACTION.nextPage, { text: 'Next ›', value: turnTo(question.page + 1) }) : null,
    ...shareButtons(question, { isShared }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuestion(question) }),
    digestButton(question),
  ]);
}

/** Whoever looks at what rises may want to hear of it. */
function digestButton(question: ListQuestion): Button | null {
  const proposal = proposalOf(question);
  if (proposal === null) return null;
  return button(ACTION.digestSetUp, {
    text: 'Every week…',
    label: 'The weekly digest of this channel',
    value: encodeSetUp('here', proposal),
  });
}
