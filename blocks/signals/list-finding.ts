import { type FoundSignal, isGrowing, isNewThisWeek, mentionLoss } from '@pain-signals/contract';
import { type AskQuery, asSearch, type ListQuery, type SearchQuery } from '@pain-signals/domain';
import { formatCount, plural } from '../kit/format.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import { escapePlainText, unescapeMrkdwn } from '../kit/text.ts';
import { listTexts, periodLabel, searchSubject, untitledFilters } from './list-texts.ts';

interface Listed<Of extends ListQuery = Exclude<ListQuery, AskQuery>> {
  query: Of;
  rows: readonly FoundSignal[];
  firstRank: number;
  /** Signals on all pages. */
  total: number;
  /** The second signal of a list that shows one. */
  runnerUp?: FoundSignal | undefined;
  /** Mentions in the query's period, by signal id. */
  counts?: ReadonlyMap<string, { mentions: number; before: number | null }> | undefined;
  /** How many signals a list over a period has counted, if not all; null when the budget did not allow it. */
  counted?: number | null;
  /** Where a period can't be compared with the one before. */
  since?: string | null | undefined;
}

const TOPIC = 80;

/** What somebody would repeat in a meeting, as plain text: `7 signals rose significantly this week, led by “Webhook delivered twice”`. */
export function listFinding(listed: Listed): string {
  const { query, counted } = listed;
  // Without counts, the order says nothing about the period.
  const finding = counted === null ? null : findingOf(listed);
  return finding === null ? listTexts(query, listed).title : escapePlainText(finding, BLOCK_LIMITS.header);
}

/** The same with the counts of the signal it names, for where no row shows them. */
export function describeListFinding(listed: Listed): string {
  const { query, rows } = listed;
  const finding = listFinding(listed);
  const { mentionsLastWindow: last = null, mentionsPrevWindow: previous = null } = rows[0] ?? {};
  const isAboutWeek = query.days === undefined && finding.includes(' this week');
  const names = nameOf(listed);
  if (!isAboutWeek || names === null || !finding.includes(names) || last === null || previous === null) return finding;
  return `${finding} (${plural(last, 'mention')}, ${previous === 0 ? 'none' : formatCount(previous)} last week)`;
}

/** Null where nothing more is known than what the list is. */
function findingOf(listed: Listed): string | null {
  const { query } = listed;
  switch (query.show) {
    case 'trending':
      return describeRise(listed, 'signal');
    case 'emerging':
      return sayNoneNew(listed, describeRise(listed, 'small signal'));
    case 'top':
      return describeFirst(listed, query.metric);
    case 'search':
      return describeFound({ ...listed, query });
  }
}

/** `7 signals rose significantly this week, led by “…”`: other signals have a ▲ too, which could be chance. */
function describeRise(listed: Listed, one: string, where = ''): string | null {
  const { query, total } = listed;
  const name = leaderOf(listed, listed.since === undefined ? 'growth' : 'volume');
  if (query.days !== undefined) {
    const leads = listed.since === undefined ? 'rose fastest' : 'has the most mentions';
    return name === null ? null : `${ofCounted(listed)}${name} ${leads}${amongThem(listed)} ${inPeriod(query.days)}`;
  }
  if (total === query.limit)
    return name === null ? null : `At least ${plural(total, one)}${where} rose significantly this week, led by ${name}`;
  const rose = `${total === 1 ? `One ${one}` : plural(total, one)}${where} rose significantly this week`;
  if (name === null) return rose;
  return total === 1 ? `${rose}: ${name}` : `${rose}, led by ${name}`;
}

/** Before what rose, where all of it is known and none is new: what emerges is asked for as what is new. */
function sayNoneNew({ query, rows, total }: Listed, rose: string | null): string | null {
  if (rose === null || query.days !== undefined || rows.length < total || rows.some(isNewThisWeek)) return rose;
  return `Nothing new stands out this week; ${rose.replace(' this week', '').replace(/^One /, 'one ')}`;
}

/** `5 signals are cooling off, “…” the most`. Without a tie: the biggest loss of mentions comes first. */
function describeFall(listed: Listed<SearchQuery>, one: string, where: string): string | null {
  const { query, total } = listed;
  const name = leaderOf(listed, 'loss');
  const when = query.days === undefined ? '' : ` ${inPeriod(query.days)}`;
  const cools = `${total === 1 ? `One ${one}${where} is` : `${plural(total, one)}${where} are`} cooling off${when}`;
  // As many as were asked for: more may be cooling off.
  if (total === query.limit) return name === null ? null : `${name} is cooling off the most${when}`;
  if (name === null) return cools;
  return total === 1 ? `${cools}: ${name}` : `${cools}, ${name} the most`;
}

/** ` in Auth & identity`, ` among small signals`, ` among bugs about “oauth” (score 40 or more)`: what a list is filtered by. */
function amongThem({ query, counted }: Listed): string {
  if (counted) return '';
  if (query.show !== 'search') return query.show === 'emerging' ? ' among small signals' : '';
  const { words, type, owner } = query;
  const { one, where } = searchSubject(query);
  const others = unescapeMrkdwn(untitledFilters(query).join(', '));
  const isOfAll = [words, type, owner].every((filter) => filter === undefined) && others === '';
  return isOfAll ? where : ` among ${one}s${where}${others === '' ? '' : ` (${others})`}`;
}

/** `Of the 15 most mentioned bugs in Auth & identity, `: the others weren't counted. Empty where all were. */
function ofCounted({ query, counted }: Listed): string {
  if (!counted) return '';
  const small = query.show === 'emerging' ? 'small ' : '';
  const { one, where } = searchSubject(asSearch(query));
  return `Of the ${plural(counted, `most mentioned ${small}${one}`)}${where}, `;
}

type Measure = SearchQuery['sort'];

/** `“…” scores highest` */
function describeFirst(listed: Listed, measure: Measure): string | null {
  const { query, rows } = listed;
  const when = query.days === undefined ? '' : ` ${inPeriod(query.days)}`;
  const isUncompared = measure === 'growth' && when !== '' && listed.since !== undefined;
  const name = isUncompared ? leaderOf(listed, 'volume') : measure in SHOWN ? leaderOf(listed, measure as Shown) : null;
  if (name === null) return measure === 'score' ? describeTie(listed) : null;
  switch (measure) {
    case 'score':
      return query.show === 'top'
        ? `${name} scores highest (${formatCount(SHOWN.score(rows[0] as FoundSignal))})`
        : `${name} scores highest`;
    case 'volume':
      return `${ofCounted(listed)}${name} has the most mentions${when === '' ? ` in total (${formatCount(rows[0]?.volume ?? 0)})` : when}`;
    case 'growth':
      if (when !== '')
        return `${ofCounted(listed)}${name} ${isUncompared ? 'has the most mentions' : 'grew fastest'}${when}`;
      return rows[0] && isGrowing(rows[0]) ? `${name} is growing fastest` : null;
    default:
      return null;
  }
}

/** `“…” and “…” score highest (96)`: two signals on top; null where a third has as much. */
function describeTie(listed: Listed): string | null {
  const { rows, firstRank, total } = listed;
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || firstRank !== 1 || (third === undefined && total > 2)) return null;
  if (third !== undefined && SHOWN.score(third) === SHOWN.score(first)) return null;
  const names = [first, second].map(({ topic }) => `“${escapePlainText(topic, TOPIC) || 'Untitled signal'}”`);
  const says = `${names.join(' and ')} score highest (${formatCount(SHOWN.score(first))})`;
  return says.length > BLOCK_LIMITS.header ? null : says;
}

/** `23 bugs in Auth & identity; “…” scores highest` */
function describeFound(listed: Listed<SearchQuery>): string | null {
  const { query, total } = listed;
  const { words, sort, direction, days, limit } = query;
  const { one, where } = searchSubject(query);
  if (sort === 'rising') return describeRise(listed, one, where);
  if (sort === 'fading') return describeFall(listed, one, where);
  // As many as were counted: there are more.
  if (total === limit || total === listed.counted) return null;
  const found = `${total === 1 ? `One ${one}` : plural(total, one)}${where}${days === undefined ? '' : ` mentioned ${inPeriod(days)}`}`;
  const measure = sort === 'relevance' && words === undefined ? 'score' : sort;
  const isByScore = measure === 'score';
  const first =
    direction === 'asc' || total === 1 || (days !== undefined && !isByScore) ? null : describeFirst(listed, measure);
  if (measure === 'lastSeenAt' && days === undefined) return `${found}${describeNew(listed)}`;
  const both = `${found}; ${first}`;
  return first === null || both.length > BLOCK_LIMITS.header ? found : both;
}

/** `, none new this week`, of the most recently mentioned signals first. Empty where further pages may have new ones. */
function describeNew({ query, rows, firstRank, total }: Listed<SearchQuery>): string {
  const hasAll = rows.length === total || (query.direction === 'desc' && rows.at(-1)?.mentionsLastWindow === 0);
  if (firstRank !== 1 || !hasAll) return '';
  const count = rows.filter(isNewThisWeek).length;
  return `, ${count === 0 ? 'none' : formatCount(count)} new this week`;
}

const inPeriod = (days: number): string => `in the ${periodLabel(days).toLowerCase()}`;

/** As rows show them. */
const SHOWN = {
  score: ({ score }: FoundSignal) => Math.round(score),
  volume: ({ volume }: FoundSignal) => volume,
  growth: ({ growth }: FoundSignal) => Math.round(growth * 100),
  loss: (signal: FoundSignal) => mentionLoss(signal),
};
type Shown = keyof typeof SHOWN;

/** Of a list over a period, rows show that period's mentions, or those of this week. */
function shownOf(row: FoundSignal, measure: Shown, { query: { days }, counts }: Listed): number {
  const { mentions, before } = counts?.get(row.id) ?? { mentions: row.mentionsLastWindow, before: null };
  if (days === undefined || measure === 'score' || mentions === null) return SHOWN[measure](row);
  if (measure === 'volume') return mentions;
  if (before === null) return SHOWN[measure](row);
  return measure === 'loss' ? before - mentions : Math.round(((mentions - before) / Math.max(before, 1)) * 100);
}

/** The first signal; null where the second one has as much. */
function leaderOf(listed: Listed, measure: Shown): string | null {
  const [first, second = listed.runnerUp] = listed.rows;
  const isTie = first && second && shownOf(first, measure, listed) === shownOf(second, measure, listed);
  return isTie ? null : nameOf(listed);
}

/** The first signal of the list; null on its other pages. */
function nameOf({ rows: [first], firstRank }: Listed): string | null {
  if (first === undefined || firstRank !== 1) return null;
  return `“${escapePlainText(first.topic, TOPIC) || 'Untitled signal'}”`;
}
