import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import { listMenus } from './list-menus.ts';
import { listTexts, noSignalsTexts } from './list-words.ts';
import { AskQuery, EmergingQuery, encodeQuery, type ListQuery, MAX_VOLUME, SearchQuery, TopQuery } from './question.ts';
import type { CardContext } from './setting.ts';
import { escapeMrkdwn } from './text.ts';

/** An empty list is an answer: it says what was looked for, why there is nothing, and where there is something. */
export function emptyListCard(query: ListQuery, { freshness }: CardContext): Card {
  const nothing = noSignalsTexts(freshness);
  const { title, empty, hint } = { ...listTexts(query), ...nothing };
  return card(`${escapeMrkdwn(title, 200)}: ${empty} ${hint}${describeFreshness(freshness)}`, [
    header(title),
    section(`*${empty}*\n${hint}`),
    context(formatFreshness(freshness)),
    nothing === null ? listMenus(query) : null,
    actions([...(nothing === null ? alternativeButtons(query) : []), refreshButton(query)]),
  ]);
}

function alternativeButtons(query: ListQuery): (Button | null)[] {
  switch (query.show) {
    case 'trending':
      return [topButton(), emergingButton()];
    case 'emerging':
      return [widerButton(query), topButton()];
    case 'top':
      return [];
    case 'search':
      if (query.sort === 'rising') return [byGrowthButton(query), topButton()];
      return [unfilteredButton(query), askButton(query), topButton()];
    case 'ask':
      return [topButton()];
  }
}

const refreshButton = (query: ListQuery) => button(ACTION.refresh, { text: 'Refresh', value: encodeQuery(query) });

const topButton = () =>
  button(ACTION.top, { text: 'Top by score', value: encodeQuery(TopQuery.parse({ show: 'top' })) });

const emergingButton = () =>
  button(ACTION.emerging, { text: 'Emerging', value: encodeQuery(EmergingQuery.parse({ show: 'emerging' })) });

function widerButton(query: EmergingQuery): Button | null {
  const maxVolume = Math.min(MAX_VOLUME, Math.max(query.maxVolume, 1) * 5);
  const minGrowth = Math.min(query.minGrowth, 0.2);
  if (maxVolume === query.maxVolume && minGrowth === query.minGrowth) return null;
  const value = encodeQuery({ ...query, maxVolume, minGrowth, page: 0 });
  return button(ACTION.emerging, { text: 'Look wider', value, label: 'Look for larger and slower signals too' });
}

const byGrowthButton = (query: SearchQuery) =>
  button(ACTION.searchInstead, {
    text: 'All by growth',
    value: encodeQuery({ ...query, sort: 'growth', page: 0 }),
  });

function unfilteredButton({ words, area, type, owner, minScore, minRepositories }: SearchQuery): Button | null {
  const isFiltered = [area, type, owner, minScore, minRepositories].some((filter) => filter !== undefined);
  if (words === undefined || !isFiltered) return null;
  const value = encodeQuery(SearchQuery.parse({ show: 'search', words }));
  return button(ACTION.searchInstead, { text: 'Without the filters', value });
}

function askButton({ words }: SearchQuery): Button | null {
  // A question has a least length, which a search has not.
  const asked = AskQuery.safeParse({ show: 'ask', question: words });
  return asked.success ? button(ACTION.askInstead, { text: 'Find by meaning', value: encodeQuery(asked.data) }) : null;
}
