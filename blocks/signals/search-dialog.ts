import { areaName, PAIN_TYPES, painTypeName, SORT_FIELDS } from '@pain-signals/contract';
import { ALL_AREAS, MAX_OWNER_LENGTH, MAX_WORDS_LENGTH, type SearchQuery } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, withPart } from '../kit/card.ts';
import { button, section } from '../kit/elements.ts';
import { areaOptions, choiceInput, modal, textInput } from '../kit/modal.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { ANY_TIME, MENU_PERIODS, SORT_LABELS } from './list-controls.ts';
import { periodLabel } from './list-texts.ts';

export const SEARCH_DIALOG = 'search_dialog';
export const SEARCH_INPUT = {
  words: 'search_words',
  area: 'search_area',
  type: 'search_type',
  owner: 'search_owner',
  minScore: 'search_min_score',
  minRepositories: 'search_min_repositories',
  days: 'search_days',
  sort: 'search_sort',
} as const;
export const ANY_TYPE = 'any';

/** Where the result goes: the channel the dialog was opened from, else the dialog. */
export const SearchOrigin = z.object({
  responseUrl: z.url().max(2_000).nullable(),
  channelId: z.string().max(100).nullable(),
});
export type SearchOrigin = z.output<typeof SearchOrigin>;

export function searchDialog(origin: SearchOrigin, defaultArea: string | null): ModalView {
  return modal({
    title: 'Search',
    submit: 'Search',
    callbackId: SEARCH_DIALOG,
    metadata: JSON.stringify(origin),
    blocks: [
      textInput({ name: SEARCH_INPUT.words, label: 'Words', maxLength: MAX_WORDS_LENGTH, placeholder: 'oauth tokens' }),
      choiceInput({
        name: SEARCH_INPUT.area,
        label: 'Area',
        options: areaOptions(defaultArea),
        chosen: defaultArea ?? ALL_AREAS,
      }),
      choiceInput({
        name: SEARCH_INPUT.type,
        label: 'Type',
        options: [[ANY_TYPE, 'Any type'], ...PAIN_TYPES.map((type): [string, string] => [type, painTypeName(type)])],
        chosen: ANY_TYPE,
      }),
      textInput({ name: SEARCH_INPUT.owner, label: 'Organization', maxLength: MAX_OWNER_LENGTH, placeholder: 'acme' }),
      textInput({ name: SEARCH_INPUT.minScore, label: 'Minimum score', maxLength: 5, placeholder: '40' }),
      textInput({
        name: SEARCH_INPUT.minRepositories,
        label: 'Minimum repositories',
        maxLength: 6,
        placeholder: '2',
      }),
      choiceInput({
        name: SEARCH_INPUT.days,
        label: 'Mentioned',
        options: [
          [ANY_TIME, 'Any time'],
          ...MENU_PERIODS.map((days): [string, string] => [`${days}`, periodLabel(days)]),
        ],
        chosen: ANY_TIME,
      }),
      choiceInput({
        name: SEARCH_INPUT.sort,
        label: 'Sort by',
        options: (['relevance', ...SORT_FIELDS] as const).map((sort): [string, string] => [sort, SORT_LABELS[sort]]),
        chosen: 'relevance',
      }),
    ],
  });
}

/** The result of a search in the workspace's default area, which the person may not have named. */
export function withDefaultAreaNote(result: Card, query: SearchQuery & { area: string }): Card {
  const says = `${escapeMrkdwn(areaName(query.area), 60)} only: this workspace’s default area`;
  const value = encodeQuery({ ...query, area: undefined, page: 0 });
  const note = section(says, button(ACTION.allAreas, { text: 'All areas', label: 'Search in all areas', value }));
  return withPart(result, note, { says: `${says}.` });
}
