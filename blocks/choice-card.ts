import type { PainSignalListItem } from '@pain-signals/contract';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { formatFreshness } from './freshness.ts';
import { withResolvedSignal } from './named-question.ts';
import { plural } from './numbers.ts';
import { encodeQuery, type FindQuery, SearchQuery } from './question.ts';
import type { CardContext } from './setting.ts';
import { describeSignalRow, formatSignalRow } from './signal-row.ts';
import { escapeMrkdwn, escapePlainText } from './text.ts';

export interface SignalChoice {
  question: FindQuery;
  /** Which of its signals has to be chosen, from 0. */
  at: number;
  words: string;
  rows: readonly PainSignalListItem[];
  total: number;
}

/** Words that fit several signals: one press says which is meant, and the question goes on. */
export function choiceCard(
  { question: query, at, words, rows, total }: SignalChoice,
  { freshness, linkTo }: CardContext,
): Card {
  const asked = `“${escapeMrkdwn(words, 100)}” fits ${plural(total, 'signal')}. Which one do you mean?`;
  const all = encodeQuery(SearchQuery.parse({ show: 'search', words }));
  return card(`${asked} ${rows.map((row, each) => describeSignalRow(row, each + 1)).join('; ')}.`, [
    header('Which one?'),
    section(asked),
    ...rows.map((row, each) =>
      section(
        formatSignalRow(row, { rank: each + 1, linkTo }),
        button(ACTION.choose, {
          text: 'This one',
          label: `This one: ${escapePlainText(row.topic, 60)}`,
          value: encodeQuery(withResolvedSignal(query, at, row.id)),
        }),
      ),
    ),
    context(formatFreshness(freshness)),
    rows.length < total ? actions([button(ACTION.searchInstead, { text: 'See all of them', value: all })]) : null,
  ]);
}
