import type { PainSignalListItem } from '@pain-signals/contract';
import type { ActionsBlock, Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { digestProposalFor, encodeDigestSetUp } from './digest-proposal.ts';
import { actions, button, context, header } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import { listMenus } from './list-menus.ts';
import { listTexts } from './list-words.ts';
import { formatCount } from './numbers.ts';
import { encodeQuery, type ListQuery } from './question.ts';
import type { CardContext } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedByLine } from './shared-line.ts';
import { describeSignalRow, signalRow } from './signal-row.ts';
import { escapeMrkdwn } from './text.ts';

export interface ListPage {
  /** What was asked; `page` says which page this is. */
  question: ListQuery;
  rows: readonly PainSignalListItem[];
  /** Of the first row, from 1. */
  firstRank: number;
  /** Signals on all pages together. */
  total: number;
  hasNext: boolean;
}

/** A page of a list with at least one row. */
export function signalListCard(page: ListPage, cardContext: CardContext): Card {
  const { question: query, rows, firstRank } = page;
  const { title, explains } = listTexts(query);
  const { linkTo, freshness, audience } = cardContext;
  const found = rows.map((row, at) => describeSignalRow(row, firstRank + at)).join('; ');
  return card(`${escapeMrkdwn(title, 200)}: ${found}.${describeFreshness(freshness)}`, [
    header(title),
    context([explains, formatRange(page)]),
    ...rows.map((row, at) => signalRow(row, { rank: firstRank + at, list: query, linkTo })),
    context([...formatFreshness(freshness), audience.kind === 'person' && !audience.isShared ? NUMBERS_HINT : null]),
    audience.kind === 'person' ? listMenus(query) : null,
    audience.kind === 'person' ? listButtons(page, audience.isShared ?? false) : sharedByLine(audience, query),
  ]);
}

/** Nobody would guess it. */
const NUMBERS_HINT = `Numbers can be typed: \`${COMMAND} evidence 1\``;

function formatRange({ rows, firstRank, total }: ListPage): string | null {
  if (total <= rows.length) return null;
  return `${formatCount(firstRank)}–${formatCount(firstRank + rows.length - 1)} of ${formatCount(total)}`;
}

function listButtons({ question: query, hasNext }: ListPage, isShared: boolean): ActionsBlock | null {
  const turnTo = (page: number) => encodeQuery({ ...query, page });
  return actions([
    query.page > 0 ? button(ACTION.previousPage, { text: '‹ Previous', value: turnTo(query.page - 1) }) : null,
    hasNext ? button(ACTION.nextPage, { text: 'Next ›', value: turnTo(query.page + 1) }) : null,
    ...shareButtons(query, { isShared }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuery(query) }),
    digestButton(query),
  ]);
}

/** Whoever looks at what rises may want to hear of it. */
function digestButton(query: ListQuery): Button | null {
  const proposal = digestProposalFor(query);
  if (proposal === null) return null;
  return button(ACTION.digestSetUp, {
    text: 'Every week…',
    label: 'The weekly digest of this channel',
    value: encodeDigestSetUp('here', proposal),
  });
}
