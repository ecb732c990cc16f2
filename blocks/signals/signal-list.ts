import {
  areaName,
  type FoundSignal,
  type PainSignalListItem,
  painTypeName,
  type SearchAnswer,
} from '@pain-signals/contract';
import {
  AskQuery,
  comparesPeriods,
  digestProposalFor,
  type EmergingQuery,
  hasAllWords,
  isFiltered,
  type ListQuery,
  MAX_VOLUME,
  SearchQuery,
  TopQuery,
} from '@pain-signals/domain';
import type { ActionsBlock, Button } from '@slack/types';
import { ACTION, encodeDigestSetUp, encodeQuery } from '../kit/buttons.ts';
import { type Card, type CardPart, card } from '../kit/card.ts';
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
import { actions, button, context, header, joinParts, placeholderSelect, section } from '../kit/elements.ts';
import { formatCount, formatScore, plural } from '../kit/format.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import { dataTable } from '../kit/native-blocks.ts';
import { describeChange, formatTopic, topicCell, trendCells } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText, formatLink } from '../kit/text.ts';
import { hiddenListButton } from './hidden-signals-card.ts';
import { emergingButton, helpButton, listMenus } from './list-controls.ts';
import { describeListFinding, listFinding } from './list-finding.ts';
import {
  ALL_HIDDEN,
  describeLeftOut,
  describeNothingFound,
  describeSearchLimit,
  listTexts,
  noSignalsTexts,
  periodLabel,
} from './list-texts.ts';
import { answerQuestion, type Finding, saysWhere } from './question-answer.ts';
import { describeSignalRow, signalRow } from './signal-row.ts';

export interface ListPage {
  query: ListQuery;
  rows: readonly FoundSignal[];
  firstRank: number;
  /** Signals on all pages. */
  total: number;
  /** Their ids, where they are known. */
  all?: readonly string[] | undefined;
  hasNext: boolean;
  /** The second signal of a list that shows one. */
  runnerUp?: FoundSignal | undefined;
  /** Mentions in the query's period, by signal id. */
  counts?: ReadonlyMap<string, PeriodCount>;
  /** How many signals were counted, if not all; null when the budget did not allow it. */
  counted?: number | null;
  /** The day since when there are posts, or null for the last year, where a period can't be compared with the one before. */
  since?: string | null | undefined;
  /** For an empty search: what it finds without one of its filters. */
  relaxed?: readonly RelaxedSearch[] | undefined;
  /** For words that no name or summary has: the same search without its probable typing errors. */
  meant?: SearchQuery | null;
  /** Of a search for what rises: what to name where nothing does significantly. */
  fastest?: PainSignalListItem | null;
  /** The words of a search that nothing matches, and that was corrected. */
  typed?: string;
  /** For a question: how many weak results are left out. */
  weak?: number;
  /** What else the list would show, had the workspace not hidden it. */
  hidden?: readonly FoundSignal[];
  /** For a question with filters: how many signals it finds without them. */
  unfiltered?: number;
  /** For a question: its topic, without the words around it. */
  asked?: string | undefined;
  /** For a question: when posts can be searched again, ms since the epoch, where fair use left only names and summaries. */
  searchAgainAt?: number;
  /** For a search by relevance: in the order of the score, because the posts were not searched. */
  isUnranked?: boolean;
  /** For a question: more about the first signal. */
  finding?: Finding | null;
  /** For a question: what a language model says. */
  written?: SearchAnswer;
}

/** A search without one of its filters. */
export interface SearchWithout {
  without: 'words' | 'area' | 'type' | 'owner' | 'minScore' | 'minRepositories' | 'except' | 'days' | 'all';
  query: SearchQuery;
  total: number;
}

/** A question without some of its words. */
export interface ShorterQuestion {
  without: 'word';
  query: AskQuery;
  total: number;
}

type RelaxedSearch = SearchWithout | ShorterQuestion;

const FILTER_NAMES: Record<RelaxedSearch['without'], string> = {
  words: 'the words',
  word: 'some words',
  all: 'any filter',
  area: 'the area',
  type: 'the type',
  owner: 'the organization',
  minScore: 'the minimum score',
  minRepositories: 'the number of repositories',
  except: 'leaving anything out',
  days: 'the period',
};

/** What is left of a filter that was dropped. */
const REST: Record<Exclude<RelaxedSearch['without'], 'words' | 'word'>, string> = {
  all: 'no filters',
  area: 'any area',
  type: 'any type',
  owner: 'any organization',
  minScore: 'any score',
  minRepositories: 'any number of repositories',
  except: 'nothing left out',
  days: 'any time',
};

/** `“certificate”, any type`, `Without the words, same filters`. */
function describeRelaxed(relaxed: RelaxedSearch): string {
  if (relaxed.without === 'word') return `“${escapeMrkdwn(relaxed.query.question, 100)}”`;
  const { without, query } = relaxed;
  if (without === 'words') return 'Without the words, same filters';
  const rest = REST[without];
  return query.words === undefined ? `Same filters, ${rest}` : `“${escapeMrkdwn(query.words, 100)}”, ${rest}`;
}

const relaxedRow = (relaxed: RelaxedSearch) => {
  const { without, query, total } = relaxed;
  return section(
    `${describeRelaxed(relaxed)}: *${plural(total, 'signal')}${sayHow(query, total)}*`,
    button(ACTION.searchInstead, {
      text: 'Show',
      label: `Search without ${FILTER_NAMES[without]}`,
      value: encodeQuery(query),
    }),
  );
};

function sayHow(query: RelaxedSearch['query'], total: number): string {
  if (query.show === 'ask' || (query.sort !== 'rising' && query.sort !== 'fading')) return '';
  return query.sort === 'rising' ? ' rose' : ` ${total === 1 ? 'is' : 'are'} cooling off`;
}

export interface PeriodCount {
  mentions: number;
  /** In as many days before; null when the service doesn't reach back that far. */
  before: number | null;
}

const MOST_SOURCES = 5;

/** "SSO sessions end early after an upgrade. _Written by llama3 from 4 posts:_ …" */
function writtenAnswer({ text, generatedBy, evidence }: SearchAnswer): string {
  const links = evidence.flatMap(({ url }) => (url === null ? [] : (formatLink(url) ?? [])));
  const sources = [...new Set(links)].slice(0, MOST_SOURCES);
  const from = sources.length === 0 ? '' : ` from ${sources.join(', ')}`;
  return `${escapeMrkdwn(text, 600)}\n_Written by ${escapeMrkdwn(generatedBy, 60)}_${from}`;
}

/** @param page has at least one row */
export function signalListCard(page: ListPage, cardContext: CardContext): Card {
  const { query, rows } = page;
  const { freshness, audience } = cardContext;
  const { title, explains } = listTexts(query, page);
  const { written } = page;
  // A period's explanation says of how many they are.
  const saysLimit = query.show === 'ask' || page.counted || (query.show === 'top' && query.days === undefined);
  const answerOf = (withCounts: boolean) =>
    written === undefined
      ? query.show === 'ask'
        ? answerQuestion(query, rows, {
            ...{ withCounts, asked: page.asked ?? query.question, finding: page.finding ?? null },
          })
        : null
      : writtenAnswer(written);
  const answer = answerOf(false);
  const told = answerOf(true);
  const heading = query.show === 'ask' ? title : listFinding({ ...page, query });
  const limit = page.searchAgainAt === undefined ? null : describeSearchLimit(page.searchAgainAt);
  const leftOut = describeLeftOut(page.hidden?.length ?? 0);
  const said = told === null ? describeList(page) : `${escapeMrkdwn(title, 200)}: ${told}`;
  const corrected = describeCorrection(page);
  const shown = card(
    `${corrected === null ? '' : `${corrected}. `}${said}${leftOut === null ? '' : ` ${leftOut}.`}${limit === null ? '' : ` ${limit}`}${describeFreshness(freshness)}`,
    [
      header(heading),
      answer === null ? null : section(answer),
      context([
        corrected,
        formatRange(page, saysLimit ? undefined : query.limit),
        besideHeading(explains, heading),
        leftOut,
        limit === null ? null : `⚠ ${limit}`,
        limit === null && query.show === 'ask' && query.insteadOf === 'search' && !saysWhere(answer ?? '')
          ? describeSearchInstead(query)
          : null,
      ]),
      actions([meantButton(page)]),
      ...listRows(page, cardContext, answer ?? ''),
      ...(audience.kind === 'person' || audience.isAsked ? (page.relaxed ?? []).map(relaxedRow) : []),
      context(formatFreshness(freshness)),
      // An unconfirmed signal has neither evidence nor a brief.
      audience.kind === 'person' && !audience.isShared && rows[0]?.confirmed !== false
        ? context([numbersHint(rows)])
        : null,
      audience.kind === 'person' ? listMenus(query, page) : null,
      audience.kind === 'person'
        ? listButtons(page, audience.isShared ?? false)
        : sharedByLine(audience, query, page.total > rows.length ? page.total : null),
    ],
  );
  return { ...shown, ...(query.show === 'ask' ? {} : { title }), ...(answersBoth(page) ? { isOnlyAnswer: true } : {}) };
}

/** `No name in the last 30 days has “kubernetes”, so posts were searched` */
function describeSearchInstead({ question, days }: AskQuery): string {
  const words = question.trim();
  const within = days === undefined ? '' : ` in the ${periodLabel(days).toLowerCase()}`;
  return `No name${within} has ${/\s/.test(words) ? 'all your words' : `“${escapeMrkdwn(words, 40)}”`}, so posts were searched`;
}

/** `Showing results for “docker”; nothing matches “dokcer”` */
const describeCorrection = ({ query, typed }: ListPage): string | null =>
  typed === undefined || query.show !== 'search'
    ? null
    : `Showing results for “${escapeMrkdwn(query.words ?? '', 100)}”; nothing matches “${escapeMrkdwn(typed, 100)}”`;

/** A search that found no name became a question, and a question whose words no name has would become the same. */
const answersBoth = ({ query, rows, asked }: ListPage): boolean =>
  query.show === 'ask' &&
  (query.insteadOf === 'search' || !rows.some(({ topic }) => hasAllWords(topic, asked ?? query.question)));

/** What the heading doesn't say: `Mentioned in the last 30 days` under `4 bugs in the last 30 days` would. */
function besideHeading(explains: string, heading: string): string | null {
  if (explains === heading) return null;
  const [first = '', ...others] = explains.split('  ·  ');
  const period = /^Mentioned (in the .+)$/.exec(first)?.[1];
  return period !== undefined && heading.includes(period) ? joinParts(others) : explains;
}

/** `7 signals rose significantly this week, led by “…” (24 mentions, 10 last week). Trending signals: 1. …; 2. …` */
function describeList({ query, ...page }: ListPage): string {
  const { title } = listTexts(query, page);
  const found = page.rows
    .map((row, at) =>
      describeSignalRow(row, page.firstRank + at, { days: query.days, count: page.counts?.get(row.id) }),
    )
    .join('; ');
  if (query.show === 'ask') return `${escapeMrkdwn(title, 200)}: ${found}.`;
  const finding = describeListFinding({ ...page, query });
  if (finding === title) return `${escapeMrkdwn(title, 200)}: ${found}.`;
  const list = query.show === 'search' ? '' : `${escapeMrkdwn(title, 200)}: `;
  return `${escapeMrkdwn(finding, 300)}. ${list}${found}.`;
}

/** Shared lists are tables, where Slack takes them; everybody else opens signals with their own buttons. */
function listRows(page: ListPage, { linkTo, audience }: CardContext, answer: string): readonly CardPart[] {
  const { query, rows, firstRank, counts } = page;
  const sections = rows.map((row, at) => {
    const rank = firstRank + at;
    const isCited = answer.includes(`[${rank}]`);
    return signalRow(row, { rank, list: query, linkTo, count: counts?.get(row.id), isCited });
  });
  if (audience.kind === 'person' || audience.isAsked || audience.isAlone || query.show === 'ask') return sections;
  const table = rows.map((row, at) => [
    { value: firstRank + at, text: String(firstRank + at) },
    topicCell(row, linkTo),
    { value: Math.round(row.score), text: formatScore(row.score) },
    ...trendCells(row, counts?.get(row.id)),
    row.macroArea === null ? '–' : areaName(row.macroArea),
  ]);
  const below = actions([openMenu(rows)], JSON.stringify({ ...query, page: 0 }).slice(0, BLOCK_LIMITS.blockId));
  const head = [
    '#',
    'Signal',
    'Score',
    'Trend',
    ...periodColumns(counts === undefined ? undefined : query.days),
    'Area',
  ];
  return [
    dataTable(
      {
        caption: `${listTexts(query, page).title}, with mentions`,
        head,
        rows: table,
        below: below === null ? [] : [below],
      },
      sections,
    ),
  ];
}

const periodColumns = (days: number | undefined): string[] =>
  days === undefined ? ['This week', 'Last week'] : [periodLabel(days), 'Before'];

/** A table has no buttons. Longer ids don't fit into a menu. */
const openMenu = (rows: readonly FoundSignal[]) => {
  const options = rows
    .filter(({ id }) => id.length <= 60)
    .map(({ id, topic }) => ({ text: escapePlainText(topic, 75) || 'Untitled signal', value: `open ${id}` }));
  return options.length === 0 ? null : placeholderSelect(ACTION.listOpen, 'Open a signal', options);
};

function listButtons({ query, hasNext }: ListPage, isShared: boolean): ActionsBlock | null {
  return actions([
    ...pageButtons({ page: query.page, hasNext }, (page) => encodeQuery({ ...query, page })),
    ...shareButtons(query, { isShared }),
    button(ACTION.refresh, { text: 'Refresh', value: encodeQuery(query) }),
    digestButton(query),
  ]);
}

/** Null for lists a digest can't follow. */
function digestButton(query: ListQuery): Button | null {
  const proposal = digestProposalFor(query);
  if (proposal === null) return null;
  return button(ACTION.digestSetUp, {
    text: 'Weekly digest…',
    label: 'Set up this channel’s weekly digest',
    value: encodeDigestSetUp('here', proposal),
  });
}

/** Says what was looked for, why nothing was found, and where to look instead. */
export function emptyListCard(
  query: ListQuery,
  { freshness }: CardContext,
  {
    relaxed: counted,
    meant = null,
    weak = 0,
    hidden = [],
    unfiltered = 0,
    asked,
    searchAgainAt,
    fastest = null,
    ...period
  }: Partial<ListPage> = {},
): Card {
  const relaxed = counted ?? [];
  const nothing = noSignalsTexts(freshness);
  const isByName = searchAgainAt !== undefined;
  const notFound =
    query.show === 'ask' && asked !== undefined
      ? {
          empty: describeNothingFound(query, hidden.length > 0 ? 'hidden' : isByName ? 'signals' : 'posts', asked),
          ...(isByName && { hint: describeSearchLimit(searchAgainAt) }),
        }
      : hidden.length > 0
        ? { empty: ALL_HIDDEN }
        : null;
  const { empty, hint: about } = {
    ...listTexts(query, { ...period, hasOlder: isByName ? undefined : hasOlder(query, counted, unfiltered) }),
    ...ofOtherTypes(query, relaxed),
    ...notFound,
    ...(hidden.length > 0 && { hint: nameHidden(hidden) }),
    ...nothing,
  };
  const change = nothing === null && fastest !== null ? describeChange(fastest, false) : null;
  const usual =
    change === null || fastest === null
      ? about
      : about.replace(
          /^Small increases may be due to chance\. To see them too/,
          `“${formatTopic(fastest)}” ${change}. To see all`,
        );
  const shorter = nothing === null ? relaxed.filter(({ without }) => without === 'word') : [];
  const filters = query.show === 'ask' && !isFiltered({ ...query, days: undefined }) ? 'period' : 'filters';
  const without = unfiltered > 0 && nothing === null ? `Without the ${filters}, ${matches(unfiltered)}.` : usual;
  const some = 'There are some about:';
  const hint = shorter.length === 0 ? without : isByName ? `${without} ${some}` : some;
  const named = shorter.map((each) => `${describeRelaxed(each)} (${plural(each.total, 'signal')})`).join(', ');
  // Other words help there, the same ones a moment later don't.
  const isAboutWords =
    nothing === null && (query.show === 'ask' || (query.show === 'search' && query.words !== undefined));
  const asks = meant?.words && nothing === null ? ` Did you mean “${escapeMrkdwn(meant.words, 100)}”?` : '';
  // A notification has no buttons to press.
  const said = hint.replace(/ To see (?:them too|all), press .*$/, '');
  const shown = card(`${empty}${asks} ${said}${named === '' ? '' : ` ${named}.`}${describeFreshness(freshness)}`, [
    section(`*${empty}*\n${hint}`),
    ...(nothing === null ? relaxed.map((each) => relaxedRow(each)) : []),
    context(formatFreshness(freshness)),
    nothing === null ? listMenus(query, period) : null,
    actions([
      nothing === null ? meantButton({ meant }) : null,
      nothing === null && hidden.length > 0 ? hiddenListButton() : null,
      ...(nothing === null ? alternativeButtons(query, { relaxed, weak, unfiltered, asked }) : []),
      isAboutWords && !isByName ? helpButton() : refreshButton(query),
    ]),
  ]);
  return { ...shown, isEmpty: true };
}

/** Whether an empty list has signals without its period. Undefined where that isn't counted. */
function hasOlder(query: ListQuery, relaxed: ListPage['relaxed'], unfiltered: number): boolean | undefined {
  if (query.show === 'ask') return unfiltered > 0;
  if (query.show !== 'search' || comparesPeriods(query)) return undefined;
  return relaxed?.some(({ without }) => without === 'days');
}

const MAX_HIDDEN_NAMED = 5;

function nameHidden(hidden: readonly FoundSignal[]): string {
  const names = hidden.slice(0, MAX_HIDDEN_NAMED).map((row) => `“${formatTopic(row)}”`);
  const more = hidden.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** `3 signals are about “webhooks”, but none of them is a complaint.` */
function ofOtherTypes(query: ListQuery, relaxed: readonly RelaxedSearch[]): { empty: string } | null {
  const others = relaxed.find(({ without }) => without === 'type');
  if (others === undefined || query.show !== 'search' || query.type === undefined || query.words === undefined)
    return null;
  const { total } = others;
  const about = `${plural(total, 'signal')} ${total === 1 ? 'is' : 'are'} about “${escapeMrkdwn(query.words, 100)}”`;
  const type = painTypeName(query.type).toLowerCase();
  return { empty: `${about}, but ${total === 1 ? 'it isn’t' : 'none of them is'} a ${type}.` };
}

const matches = (signals: number): string => `${plural(signals, 'signal')} ${signals === 1 ? 'matches' : 'match'}`;

function alternativeButtons(
  query: ListQuery,
  { relaxed = [], weak = 0, unfiltered = 0, asked }: Pick<ListPage, 'relaxed' | 'weak' | 'unfiltered' | 'asked'>,
): (Button | null)[] {
  switch (query.show) {
    case 'trending':
      return [topButton(), emergingButton()];
    case 'emerging':
      return [widerButton(query), topButton()];
    case 'top':
      return [];
    case 'search':
      if (query.sort === 'rising') return [byGrowthButton(query), topButton()];
      return [relaxed.length > 0 ? null : unfilteredButton(query), askButton(query), topButton()];
    case 'ask':
      return [
        unfiltered > 0 ? allPostsButton(query, asked ?? query.question) : null,
        weak > 0 ? weakButton(query) : null,
        topButton(),
      ];
  }
}

function meantButton({ meant }: Pick<ListPage, 'meant'>): Button | null {
  if (!meant?.words) return null;
  const text = `Did you mean “${escapePlainText(meant.words, 50)}”?`;
  return button(ACTION.didYouMean, { text, value: encodeQuery(meant) });
}

const weakButton = (query: AskQuery) =>
  button(ACTION.askInstead, {
    text: 'Show the closest anyway',
    value: encodeQuery({ ...query, withWeak: true, page: 0 }),
  });

const refreshButton = (query: ListQuery) => button(ACTION.refresh, { text: 'Refresh', value: encodeQuery(query) });

const topButton = () =>
  button(ACTION.top, { text: 'Top by score', value: encodeQuery(TopQuery.parse({ show: 'top' })) });

function widerButton(query: EmergingQuery): Button | null {
  const maxVolume = Math.min(MAX_VOLUME, Math.max(query.maxVolume, 1) * 5);
  const minGrowth = Math.min(query.minGrowth, 0.2);
  if (maxVolume === query.maxVolume && minGrowth === query.minGrowth) return null;
  const value = encodeQuery({ ...query, maxVolume, minGrowth, page: 0 });
  return button(ACTION.emerging, {
    text: 'Widen the search',
    value,
    label: 'Include larger signals and slower growth',
  });
}

const byGrowthButton = (query: SearchQuery) =>
  button(ACTION.searchInstead, {
    text: 'All by growth',
    value: encodeQuery({ ...query, sort: 'growth', page: 0 }),
  });

function unfilteredButton({ words, area, type, owner, minScore, minRepositories }: SearchQuery): Button | null {
  const hasFilter = [area, type, owner, minScore, minRepositories].some((filter) => filter !== undefined);
  if (words === undefined || !hasFilter) return null;
  const value = encodeQuery(SearchQuery.parse({ show: 'search', words }));
  return button(ACTION.searchInstead, { text: 'Without the filters', value });
}

function allPostsButton({ question }: AskQuery, asked: string): Button | null {
  const value = encodeQuery(AskQuery.parse({ show: 'ask', question }));
  return button(ACTION.askInstead, { text: `Search all posts for “${escapePlainText(asked, 40)}”`, value });
}

function askButton({
  words,
  sort: _sort,
  direction: _direction,
  limit: _limit,
  ...filters
}: SearchQuery): Button | null {
  // A question has a least length, which a search has not.
  const asked = AskQuery.safeParse({ ...filters, show: 'ask', question: words, page: 0 });
  return asked.success
    ? button(ACTION.askInstead, { text: 'Search the posts too', value: encodeQuery(asked.data) })
    : null;
}
