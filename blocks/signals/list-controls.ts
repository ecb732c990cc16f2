import { areaName, MACRO_AREAS, PAIN_TYPES, painTypeName, SORT_FIELDS } from '@pain-signals/contract';
import {
  ALL_AREAS,
  asSearch,
  type BriefsQuery,
  comparesPeriods,
  EmergingQuery,
  ListQuery,
  SearchQuery,
  type SignalQuery,
  simplestQuery,
  TopQuery,
  TrendingQuery,
  WEEK_DAYS,
  withoutWeek,
} from '@pain-signals/domain';
import type { ActionsBlock, Button, StaticSelect } from '@slack/types';
import { ACTION, decodeQuery, encodeQuery } from '../kit/buttons.ts';
import { actions, button, type MenuOption, select } from '../kit/elements.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import { type Counted, MOVEMENTS, periodLabel } from './list-texts.ts';

/** Menus for a list's order, area and type. The query is in the block id. */

type Sorted = SearchQuery['sort'];
type Filtered = ListQuery | BriefsQuery;

export const SORT_LABELS: Record<Sorted, string> = {
  relevance: 'Best match',
  score: 'Highest score',
  growth: 'Fastest growing',
  rising: 'Rising only',
  fading: 'Cooling off only',
  volume: 'Most mentioned',
  lastSeenAt: 'Recently mentioned',
};

const ANY_TYPE = 'any';

/** Which increases are significant is known of weeks only. */
const ordersOf = (days: number | undefined) =>
  days === undefined || days === WEEK_DAYS
    ? ORDERS
    : ORDERS.filter(({ value }) => value !== orderOption('rising').value);

const ORDERS: readonly MenuOption[] = [...SORT_FIELDS, 'rising' as const, 'fading' as const].map((sort) =>
  orderOption(sort),
);

function orderOption(sort: Sorted): MenuOption {
  return { text: SORT_LABELS[sort], value: `order ${sort}` };
}
const AREAS: readonly MenuOption[] = [
  { text: 'All areas', value: `area ${ALL_AREAS}` },
  ...MACRO_AREAS.map((area) => ({ text: areaName(area), value: `area ${area}` })),
];
const TYPES: readonly MenuOption[] = [
  { text: 'Any type', value: `type ${ANY_TYPE}` },
  ...PAIN_TYPES.map((type) => ({ text: painTypeName(type), value: `type ${type}` })),
];

export const ANY_TIME = 'any';
export const MENU_PERIODS = [7, 30, 90] as const;
const PERIODS: readonly MenuOption[] = MENU_PERIODS.map((days) => ({ text: periodLabel(days), value: `days ${days}` }));

/** Lists that compare weeks have no other period than one. */
function periodMenu(query: Exclude<Filtered, { show: 'ask' | 'briefs' }>): StaticSelect {
  const isWeekly = comparesPeriods(query);
  const options = isWeekly ? PERIODS : [{ text: 'Any time', value: `days ${ANY_TIME}` }, ...PERIODS];
  const chosen = `days ${query.days ?? (isWeekly ? WEEK_DAYS : ANY_TIME)}`;
  const own = options.some(({ value }) => value === chosen)
    ? []
    : [{ text: periodLabel(query.days ?? 0), value: chosen }];
  return select(ACTION.listPeriod, [...options, ...own], chosen);
}

/** Null for lists without filters, and when the query doesn't fit in a block id. */
export function listMenus(question: Filtered, period: Counted = {}): ActionsBlock | null {
  if (question.show === 'ask') return null;
  const about = JSON.stringify({ ...question, page: 0 });
  if (about.length > BLOCK_LIMITS.blockId) return null;
  const { area, type, order } = selectedIn(question, period);
  return actions(
    [
      order === null ? null : orderMenu(order, question, period),
      areaMenu(area),
      question.show === 'briefs' ? null : select(ACTION.listType, TYPES, `type ${type ?? ANY_TYPE}`),
      question.show === 'briefs' ? null : periodMenu(question),
    ],
    about,
  );
}

/** A menu that opens what is rising in an area. */
export const areaPicker = (): ActionsBlock | null =>
  actions([areaMenu(undefined)], encodeQuery(SearchQuery.parse({ show: 'search' })));

/** Only words have a best match, and only ranked. */
function orderMenu(order: string, query: Filtered, { isUnranked }: Counted): StaticSelect {
  const hasWords = query.show === 'search' && query.words !== undefined;
  const orders = ordersOf('days' in query ? query.days : undefined);
  return select(
    ACTION.listOrder,
    hasWords ? [{ ...orderOption('relevance'), ...(isUnranked && { text: 'Name matches' }) }, ...orders] : orders,
    `order ${order === 'relevance' && !hasWords ? 'score' : order}`,
  );
}

function areaMenu(area: string | undefined): StaticSelect {
  const isOther = area !== undefined && !AREAS.some(({ value }) => value === `area ${area}`);
  const own = isOther ? [{ text: areaName(area), value: `area ${area}` }] : [];
  return select(ACTION.listArea, [...AREAS, ...own], `area ${area ?? ALL_AREAS}`);
}

/** Trending and emerging can't be sorted. */
function selectedIn(query: Exclude<Filtered, { show: 'ask' }>, period: Counted) {
  const none = { area: undefined, type: undefined };
  switch (query.show) {
    case 'search':
      return { ...query, order: query.direction === 'asc' ? 'none' : orderOver(query, query.sort, period) };
    case 'top':
      return { ...none, order: orderOver(query, query.metric, period) };
    case 'briefs':
      return { ...none, area: query.area, order: null };
    case 'trending':
    case 'emerging':
      return { ...none, order: null };
  }
}

/** The order that a list over a period has: by mentions where nothing could be compared. */
function orderOver({ days }: { days?: number | undefined }, sort: Sorted, { counted, since }: Counted): Sorted {
  if (days === undefined || !MOVEMENTS.includes(sort)) return sort;
  if (counted === null || since !== undefined) return 'volume';
  return sort === 'rising' ? 'growth' : sort;
}

/** The query that a menu choice asks for; null for a choice of another version. */
export function decodeListChoice(blockId: unknown, value: unknown): Filtered | SignalQuery | null {
  const about = decodeQuery(blockId);
  const [, id] = /^open (.{1,60})$/.exec(String(value)) ?? [];
  if (id !== undefined) return { show: 'signal', id };
  const [, menu, chosen = ''] = /^(order|area|type|days) (.{1,60})$/.exec(String(value)) ?? [];
  switch (about?.show) {
    case 'briefs':
      return menu === 'area' ? { show: 'briefs', ...(chosen === ALL_AREAS ? {} : { area: chosen }), page: 0 } : null;
    case 'trending':
    case 'emerging':
    case 'top':
    case 'search':
      return applyChoice(about, menu, chosen);
    default:
      return null;
  }
}

function applyChoice(about: ListQuery, menu: string | undefined, chosen: string): ListQuery | null {
  if (menu === 'days') return withinDays(about, chosen);
  if (about.show === 'ask') return null;
  const before = asSearch(about);
  const changes: Record<string, unknown> = {
    order: { sort: chosen, direction: 'desc' },
    area: { area: chosen === ALL_AREAS ? undefined : chosen },
    type: { type: chosen === ANY_TYPE ? undefined : chosen },
  };
  const wanted = SearchQuery.safeParse({ ...before, ...(menu ? (changes[menu] as object) : {}), page: 0 });
  return menu !== undefined && wanted.success ? simplestQuery(wanted.data) : null;
}

function withinDays(about: ListQuery, chosen: string): ListQuery | null {
  const days = chosen === ANY_TIME ? undefined : Number(chosen);
  const { data } = ListQuery.safeParse({ ...about, days, page: 0 });
  return data === undefined ? null : withoutWeek(data);
}

export const trendingButton = (): Button | null =>
  button(ACTION.trending, {
    text: 'Trending',
    value: encodeQuery(TrendingQuery.parse({ show: 'trending' })),
    style: 'primary',
  });

export const emergingButton = (): Button | null =>
  button(ACTION.emerging, { text: 'Emerging', value: encodeQuery(EmergingQuery.parse({ show: 'emerging' })) });

export const searchButton = (): Button | null =>
  button(ACTION.openSearch, { text: 'Search', value: 'search', label: 'Search with filters' });

export const helpButton = (): Button | null =>
  button(ACTION.help, { text: 'Help', value: encodeQuery({ show: 'help' }) });

export function mainListButtons(): (Button | null)[] {
  return [
    trendingButton(),
    emergingButton(),
    button(ACTION.top, { text: 'Top', value: encodeQuery(TopQuery.parse({ show: 'top' })) }),
    searchButton(),
    helpButton(),
  ];
}
