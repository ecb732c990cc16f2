import {
  areaName,
  type Html,
  html,
  MACRO_AREAS,
  MacroArea,
  PAIN_TYPES,
  type Page,
  PainType,
  painTypeName,
  SEMANTIC_QUERY_LENGTH,
  SORT_FIELDS,
  type Timeline,
} from '@pain-signals/contract';
import { z } from 'zod';
import type { FoundItem, Freshness, SignalItem } from '../../../queries/responses.ts';
import {
  countOf,
  formatCount,
  formatGrowth,
  formatKind,
  formatSample,
  formatTime,
  formatWindows,
} from '../kit/format.ts';
import { drawPage } from '../kit/layout.ts';
import { drawSparkline } from './bar-chart.ts';

const MAX_PAGE = 10_000;

/** Page numbers in addresses start at one; invalid ones mean the first page. */
export const parsePageNumber = (given: unknown): number =>
  typeof given === 'string' && /^[1-9]\d{0,4}$/.test(given) ? Math.min(Number(given), MAX_PAGE) - 1 : 0;

/** Invalid filters count as not set: the form shows what applies. */
export const ListFilter = z.object({
  q: z
    .string()
    .catch('')
    .transform((text) => text.trim().slice(0, SEMANTIC_QUERY_LENGTH.max)),
  area: MacroArea.optional().catch(undefined),
  type: PainType.optional().catch(undefined),
  order: z.enum(SORT_FIELDS).catch('score'),
});
export type ListFilter = z.infer<typeof ListFilter>;

export interface SignalListPage {
  email: string;
  formToken: string;
  filter: ListFilter;
  signals: Page<SignalItem>;
  /** Found by meaning, where no signal has all the words. */
  similar: readonly FoundItem[];
  /** By signal. */
  timelines: ReadonlyMap<string, Timeline>;
  freshness: Freshness;
}

const ORDERS: Readonly<Record<ListFilter['order'], string>> = {
  score: 'Highest score',
  growth: 'Fastest growing',
  volume: 'Most mentioned',
  lastSeenAt: 'Latest',
};

export const drawSignalList = (page: SignalListPage): string =>
  drawPage({
    title: page.filter.q === '' ? 'Signals' : `“${page.filter.q}”`,
    email: page.email,
    formToken: page.formToken,
    section: 'signals',
    body: html`<h1>Signals</h1>
<p class="quiet">${formatSample(page.freshness)}${page.freshness.latestSnapshotAt === null ? null : html`Updated ${formatTime(page.freshness.latestSnapshotAt, true)}`}</p>
${drawFilterForm(page.filter)}
<section aria-label="Results">
${drawResults(page)}
</section>`,
  });

const drawFilterForm = ({
  q,
  area,
  type,
  order,
}: ListFilter): Html => html`<form method="get" action="/signals" class="card" role="search">
<div class="inline">
<p class="field"><label for="q">Search</label>
<input id="q" name="q" type="search" maxlength="${SEMANTIC_QUERY_LENGTH.max}" autocomplete="off" value="${q}" aria-describedby="q-hint"></p>
<button>Search</button>
</div>
<p id="q-hint" class="hint">Words, or a “phrase” in quotation marks</p>
<details${isFiltered({ q: '', area, type, order }) || order !== 'score' ? html` open` : null}><summary>Filters and sorting</summary>
<div class="inline">
${drawSelect('area', 'Area', [['', 'All areas'], ...MACRO_AREAS.map((each) => [each, areaName(each)] as const)], area)}
${drawSelect('type', 'Type', [['', 'All types'], ...PAIN_TYPES.map((each) => [each, painTypeName(each)] as const)], type)}
${drawSelect(
  'order',
  'Sort by',
  SORT_FIELDS.map((each) => [each, ORDERS[each]] as const),
  order,
)}
</div></details>
</form>`;

const drawSelect = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen = '',
): Html => html`<p class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`)}</select></p>`;

/** Of one signal, of all, or of some. */
function describeActive(active: number, of: number): string {
  const which = active !== of ? `${formatCount(active)} of them` : of === 2 ? 'both' : of === 1 ? '' : 'all';
  return `, ${which} active in the last 30 days`.replace('  ', ' ');
}

function drawResults(page: SignalListPage): Html {
  const { signals, similar, filter } = page;
  if (signals.items.length > 0)
    return html`<p role="status" class="quiet">${countOf(signals.totalItems, nounOf(filter))}${isFiltered(filter) ? describeFilter(filter) : describeActive(page.freshness.totalActiveSignals, signals.totalItems)}${signals.totalItems > 1 ? `, ${ORDERS[filter.order].toLowerCase()} first` : ''}. Bars show mentions per day (UTC) in the last 30 days, each signal on its own scale.</p>
${drawRows(signals.items, page)}
${drawPager(filter, signals)}`;
  if (signals.totalItems > 0)
    return html`<p role="status">There are only ${countOf(signals.totalPages, 'page')}. <a href="${listPath(filter)}">Go to the first page</a></p>`;
  if (similar.length > 0)
    return html`<p role="status">No signal has all of these words. Showing the closest matches. <a href="/signals">Show all signals</a></p>
${drawRows(similar, page)}`;
  return isFiltered(filter)
    ? html`<p role="status">No ${nounOf(filter)}s${describeFilter(filter)}. Try other words${filter.area === undefined && filter.type === undefined ? '' : ' or fewer filters'}. <a href="/signals">Show all signals</a></p>`
    : html`<p role="status">No signals yet. The person who runs this service can import posts or follow sources; signals show up here once several people report the same problem.</p>`;
}

const isFiltered = ({ q, area, type }: ListFilter): boolean => q !== '' || area !== undefined || type !== undefined;

/** "bug" where only bugs are listed. */
const nounOf = ({ type }: ListFilter): string => (type === undefined ? 'signal' : painTypeName(type).toLowerCase());

/** " about “docker” in Testing & quality" */
const describeFilter = ({ q, area }: ListFilter): string =>
  `${q === '' ? '' : ` about “${q}”`}${area === undefined ? '' : ` in ${areaName(area)}`}`;

const drawRows = (signals: readonly (SignalItem | FoundItem)[], { timelines }: SignalListPage): Html =>
  html`<ol class="signals">${signals.map((signal) => drawRow(signal, timelines.get(signal.id)))}</ol>`;

const drawRow = (signal: SignalItem | FoundItem, timeline: Timeline | undefined): Html => html`<li>
<div>
<h2><a href="/signals/${signal.id}">${signal.topic}</a></h2>
${'match' in signal && signal.match.sentence !== null ? html`<blockquote>${signal.match.sentence}</blockquote>` : null}
<p class="quiet">${formatMentions(signal)}</p>
<p class="quiet">Score ${formatCount(signal.score)} · ${[formatKind(signal.macroArea, signal.painType), ' · last mentioned '].slice(signal.macroArea || signal.painType ? 0 : 1)}${formatTime(signal.lastSeenAt)}</p>
</div>
${timeline === undefined ? null : drawSparkline(timeline)}
</li>`;

function listPath({ q, area, type, order }: ListFilter, page = 1): string {
  const query = new URLSearchParams({ q, area: area ?? '', type: type ?? '', order, page: String(page) });
  return `/signals?${query}`;
}

function drawPager(filter: ListFilter, { page, totalPages }: Page<SignalItem>): Html | null {
  if (totalPages < 2) return null;
  return html`<nav class="pager" aria-label="Pages of signals">
${page > 0 ? html`<a rel="prev" href="${listPath(filter, page)}">‹ Previous</a>` : null}
<span class="quiet">Page ${page + 1} of ${formatCount(totalPages)}</span>
${page + 1 < totalPages ? html`<a rel="next" href="${listPath(filter, page + 2)}">Next ›</a>` : null}
</nav>`;
}

/** `▲ up 500%: 6 mentions this week, 1 last week · 36 total` */
function formatMentions(signal: SignalItem): string {
  const trend = [formatGrowth(signal), formatWindows(signal)].filter((part) => part !== null).join(': ');
  const total = trend.includes('mention') ? formatCount(signal.volume) : countOf(signal.volume, 'mention');
  return `${trend} · ${total} total`;
}
