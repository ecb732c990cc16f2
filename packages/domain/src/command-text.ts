import { DASHBOARD_LIMIT, EMERGING_MIN_GROWTH, isKnownArea, type MacroArea } from '@pain-signals/contract';
import { COMMAND } from './commands.ts';
import { type EmergingQuery, type SearchFilter, SearchQuery, SMALL_VOLUME, type TopQuery } from './list-query.ts';
import type { Query, WatchQuery } from './query.ts';
import { CHANNEL_ID, COMPARE_SEPARATOR, type FindQuery, type SignalReference } from './signal-query.ts';
import type { WatchRule } from './watch.ts';

const AREA_KEYWORDS: Record<MacroArea, string> = {
  AUTH_IDENTITY: 'auth',
  AI_AGENTS_LLM: 'ai',
  BUILD_CI_CD: 'build',
  TESTING_QUALITY: 'testing',
  CLOUD_INFRA_DEPLOY: 'cloud',
  DATABASE_STORAGE: 'database',
  API_INTEGRATION: 'api',
  FRONTEND_UI: 'frontend',
  OBSERVABILITY_DEBUGGING: 'observability',
  SECURITY_COMPLIANCE: 'security',
  DEV_TOOLING_WORKFLOW: 'tooling',
};

/** An area as typed in a command. */
export const areaKeyword = (area: string): string => (isKnownArea(area) ? AREA_KEYWORDS[area] : area);

/** The command that repeats a query, as a person would type it. */
export function commandText(query: Query): string {
  const words = argumentsFor(query);
  return words === '' ? COMMAND : `${COMMAND} ${words}`;
}

function argumentsFor(query: Query): string {
  switch (query.show) {
    case 'home':
      return '';
    case 'help':
      return joinWords('help', query.all ? 'all' : (query.about ?? null));
    case 'courtesy':
    case 'more':
      return '';
    case 'trending':
      return joinWords('trending', limitWord(query), daysWord(query));
    case 'emerging':
      return emergingWords(query);
    case 'top':
      return topWords(query);
    case 'search':
      return searchWords(query);
    case 'refine':
      return searchWords(SearchQuery.parse({ show: 'search', ...query.change }));
    case 'ask':
      return `ask ${query.question}`;
    case 'related':
      return `ask ${query.text}`;
    case 'signal':
      return `signal ${query.id}`;
    case 'chart':
      return `chart ${query.id}${chartWords(query)}`;
    case 'dialog':
      return query.dialog;
    case 'quote':
      return `evidence ${query.id}`;
    case 'share':
      return `share ${shareWords(query)}${query.id}${targetWords(query)}`;
    case 'why':
    case 'hide':
    case 'evidence':
    case 'brief':
      return `${query.show} ${query.id}`;
    case 'briefs':
      return joinWords('briefs', query.area === undefined ? null : `area:${quoteIf(areaKeyword(query.area), /\s/)}`);
    case 'compare':
      return `compare ${query.ids.join(' vs ')}`;
    case 'watch':
      return watchWords(query);
    case 'digest':
      return joinWords('digest', query.change ?? null);
    case 'watches':
    case 'hidden':
    case 'status':
    case 'areas':
      return query.show;
    case 'find':
      return `${query.want} ${shareWords(query.share ?? {})}${query.names.map((name) => referenceWords(name, query.want)).join(query.want === 'compare' ? ' vs ' : ' and ')}${query.chart ? chartWords(query.chart) : ''}${targetWords(query.share ?? {})}${query.watch ? alertWords(query.watch) : ''}`;
  }
}

const shareWords = ({ part }: NonNullable<FindQuery['share']>): string => (part === undefined ? '' : `${part} `);

const targetWords = ({ here, channel }: NonNullable<FindQuery['share']>): string =>
  here ? ' here' : channel === undefined || CHANNEL_ID.test(channel) ? '' : ` in #${channel}`;

const percentOf = (ratio: number): string => `${Math.round(ratio * 10_000) / 100}%`;

/** Omits defaults. */
function chartWords({ kind, days }: NonNullable<FindQuery['chart']>): string {
  return `${kind === 'timeline' ? '' : ` ${kind}`}${days === 30 || kind === 'sources' ? '' : ` ${days}`}`;
}

function emergingWords(query: EmergingQuery): string {
  const { maxVolume, minGrowth } = query;
  return joinWords(
    'emerging',
    maxVolume === SMALL_VOLUME ? null : `max ${maxVolume}`,
    minGrowth === EMERGING_MIN_GROWTH ? null : `min ${percentOf(minGrowth)}`,
    limitWord(query),
    daysWord(query),
  );
}

function topWords(query: TopQuery): string {
  return joinWords(
    'top',
    limitWord(query),
    query.metric === 'score' ? null : `by ${query.metric === 'volume' ? 'mentions' : query.metric}`,
    daysWord(query),
  );
}

/** As menus and cards name them. */
const SORT_WORDS: Record<SearchQuery['sort'], string> = {
  ...{ relevance: 'match', score: 'score', growth: 'growth', rising: 'rising' },
  ...{ fading: 'cooling', volume: 'mentions', lastSeenAt: 'latest' },
};

function searchWords({ sort, direction, limit, except, days, ...filter }: SearchQuery): string {
  return joinWords(
    'search',
    filterWords(filter),
    except === undefined ? null : `except:${quoteIf(except.map(areaKeyword).join(','), /\s/)}`,
    sort === 'relevance' ? null : `sort:${SORT_WORDS[sort]}`,
    direction === 'desc' ? null : 'order:asc',
    limit === undefined ? null : `top:${limit}`,
    daysWord({ days }),
  );
}

/** Behind a command, these words alone ask for the help or a list. */
const RESERVED = /^(?:(?:--)?help|list|all|show|stop|off|pause|mute)$/i;

function watchWords({ what, ...options }: WatchQuery): string {
  const subject = what.of === 'signal' ? referenceWords(what.name, 'signal') : filterWords(what.filter);
  return `watch ${what.of === 'signal' ? subject : quoteIf(subject, RESERVED)}${alertWords(options)}`;
}

/** ` when score over 90 here`, empty for the defaults */
export const alertWords = ({ rule, tell }: NonNullable<FindQuery['watch']>): string =>
  `${rule === undefined ? '' : ` when ${ruleWords(rule)}`}${tell === 'here' ? ' here' : ''}`;

function ruleWords(rule: WatchRule): string {
  switch (rule.when) {
    case 'new':
      return 'new';
    case 'growth':
      return `growth over ${percentOf(rule.above)}`;
    case 'score':
      return `score over ${rule.above}`;
  }
}

/** What would be an option, also without a colon: `area auth`, `min score 70`. */
const BARE_OPTION = /[:=]|(^|\s)[-–—]|\barea\b|\bmin(imum)? score\b/i;

function filterWords({ words, type, area, owner, minScore, minRepositories }: SearchFilter): string {
  return joinWords(
    words === undefined ? null : quoteIf(words, BARE_OPTION),
    type === undefined ? null : `type:${type}`,
    area === undefined ? null : `area:${quoteIf(areaKeyword(area), /\s/)}`,
    owner === undefined ? null : `owner:${quoteIf(owner, /[\s"]/)}`,
    minScore === undefined ? null : `min:${minScore}`,
    minRepositories === undefined ? null : `repos:${minRepositories}`,
  );
}

function referenceWords(name: SignalReference, want: FindQuery['want']): string {
  switch (name.by) {
    case 'id':
      return name.id;
    case 'link':
      return name.url;
    case 'number':
      // A longer number without the sign would be a word.
      return name.number < 100 ? String(name.number) : `#${name.number}`;
    case 'it':
      return 'it';
    case 'words':
      // What divides two signals, or asks for another chart, is meant literally within quotes.
      return want === 'chart' ||
        (want === 'compare' && name.words.split(' ').some((word) => COMPARE_SEPARATOR.test(word)))
        ? `"${name.words}"`
        : quoteIf(name.words, RESERVED);
  }
}

const limitWord = ({ limit }: { limit: number }) => (limit === DASHBOARD_LIMIT.default ? null : String(limit));

const daysWord = ({ days }: { days?: number | undefined }) => (days === undefined ? null : `days:${days}`);

const quoteIf = (text: string, special: RegExp) => (special.test(text) ? `"${text.replaceAll('"', '')}"` : text);

const joinWords = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' ');
