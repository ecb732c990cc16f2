import type { PainSignalListItem } from '@pain-signals/contract';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { showFreshness } from './freshness.ts';
import { withFound } from './named-question.ts';
import { plural } from './numbers.ts';
import { encodeQuestion, type FindQuestion, SearchQuestion } from './question.ts';
import type { Setting } from './setting.ts';
import { sayRow, showRow } from './signal-row.ts';
import { plainData, quoteData } from './text.ts';

export interface Choice {
  question: FindQuestion;
  /** Which of its signals has to be chosen, from 0. */
  at: number;
  words: string;
  rows: readonly PainSignalListItem[];
  total: number;
}

/** Words that fit several signals: one press says which is meant, and the question goes on. */
export function choiceCard({ question, at, words, rows, total }: Choice, { freshness, linkTo }: Setting): Card {
  const asked = `“${quoteData(words, 100)}” fits ${plural(total, 'signal')}. Which one do you mean?`;
  const all = encodeQuestion(SearchQuestion.parse({ show: 'search', words }));
  return card(`${asked} ${rows.map((row, each) => sayRow(row, each + 1)).join('; ')}.`, [
    header('Which one?'),
    section(asked),
    ...rows.map((row, each) =>
      section(
        showRow(row, { rank: each + 1, linkTo }),
        button(ACTION.choose, {
          text: 'This one',
          label: `This one: ${plainData(row.topic, 60)}`,
          value: encodeQuestion(withFound(question, at, row.id)),
        }),
      ),
    ),
    context(showFreshness(freshness)),
    rows.length < total ? actions([button(ACTION.searchInstead, { text: 'See all of them', value: all })]) : null,
  ]);
}
