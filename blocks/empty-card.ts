import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { listMenus } from './list-menus.ts';
import { wordsOfList, wordsOfNothing } from './list-words.ts';
import {
  AskQuestion,
  EmergingQuestion,
  encodeQuestion,
  type ListQuestion,
  MAX_VOLUME,
  SearchQuestion,
  TopQuestion,
} from './question.ts';
import type { Setting } from './setting.ts';
import { quoteData } from './text.ts';

/** An empty list is an answer: it says what was looked for, why there is nothing, and where there is something. */
export function emptyListCard(question: ListQuestion, { freshness }: Setting): Card {
  const nothing = wordsOfNothing(freshness);
  const { title, empty, hint } = { ...wordsOfList(question), ...nothing };
  return card(`${quoteData(title, 200)}: ${empty} ${hint}${sayFreshness(freshness)}`, [
    header(title),
    section(`*${empty}*\n${hint}`),
    context(showFreshness(freshness)),
    nothing === null ? listMenus(question) : null,
    actions([...(nothing === null ? waysOut(question) : []), refreshButton(question)]),
  ]);
}

function waysOut(question: ListQuestion): (Button | null)[] {
  switch (question.show) {
    case 'trending':
      return [topButton(), emergingButton()];
    case 'emerging':
      return [widerButton(question), topButton()];
    case 'top':
      return [];
    case 'search':
      if (question.sort === 'rising') return [byGrowthButton(question), topButton()];
      return [unfilteredButton(question), askButton(question), topButton()];
    case 'ask':
      return [topButton()];
  }
}

const refreshButton = (question: ListQuestion) =>
  button(ACTION.refresh, { text: 'Refresh', value: encodeQuestion(question) });

const topButton = () =>
  button(ACTION.top, { text: 'Top by score', value: encodeQuestion(TopQuestion.parse({ show: 'top' })) });

const emergingButton = () =>
  button(ACTION.emerging, { text: 'Emerging', value: encodeQuestion(EmergingQuestion.parse({ show: 'emerging' })) });

function widerButton(question: EmergingQuestion): Button | null {
  const maxVolume = Math.min(MAX_VOLUME, Math.max(question.maxVolume, 1) * 5);
  const minGrowth = Math.min(question.minGrowth, 0.2);
  if (maxVolume === question.maxVolume && minGrowth === question.minGrowth) return null;
  const value = encodeQuestion({ ...question, maxVolume, minGrowth, page: 0 });
  return button(ACTION.emerging, { text: 'Look wider', value, label: 'Look for larger and slower signals too' });
}

const byGrowthButton = (question: SearchQuestion) =>
  button(ACTION.searchInstead, {
    text: 'All by growth',
    value: encodeQuestion({ ...question, sort: 'growth', page: 0 }),
  });

function unfilteredButton({ words, area, type, owner, minScore, minRepositories }: SearchQuestion): Button | null {
  const isFiltered = [area, type, owner, minScore, minRepositories].some((filter) => filter !== undefined);
  if (words === undefined || !isFiltered) return null;
  const value = encodeQuestion(SearchQuestion.parse({ show: 'search', words }));
  return button(ACTION.searchInstead, { text: 'Without the filters', value });
}

function askButton({ words }: SearchQuestion): Button | null {
  // A question has a least length, which a search has not.
  const asked = AskQuestion.safeParse({ show: 'ask', question: words });
  return asked.success
    ? button(ACTION.askInstead, { text: 'Find by meaning', value: encodeQuestion(asked.data) })
    : null;
}
