import type { Answer, CallOptions, ServiceCalls } from '@pain-signals/client';
import { DASHBOARD_LIMIT, type FoundSignal, LONGEST_PAGE } from '@pain-signals/contract';
import { DAY_MS, fingerprintsOf } from '@pain-signals/domain';
import type { Deps } from '#handlers/ports.ts';

type Client = Deps['client'];
type Ids = ReadonlySet<string>;

/** The same answer without the signals that a workspace has hidden. */
export function withoutHidden<Data>(answer: Answer<Data>, hidden: Ids): Answer<Data> {
  if (hidden.size === 0) return answer;
  const data = withoutHiddenRows(answer.data, hidden);
  if (data === answer.data) return answer;
  return { ...answer, data: data as Data, hidden: signalsOf(answer.data).filter(({ id }) => hidden.has(id)) };
}

/** Of a list of briefs, none. */
const signalsOf = (data: unknown): readonly FoundSignal[] =>
  Array.isArray(data) ? data : ((data as { items?: readonly FoundSignal[] }).items ?? []);

function withoutHiddenRows(data: unknown, hidden: Ids): unknown {
  if (Array.isArray(data)) return leftOf(data, hidden);
  if (typeof data !== 'object' || data === null || !('items' in data) || !Array.isArray(data.items)) return data;
  const items = leftOf(data.items, hidden);
  if (items === data.items) return data;
  const left = 'totalItems' in data ? { totalItems: Number(data.totalItems) - (data.items.length - items.length) } : {};
  return { ...data, items, ...left };
}

/** The array itself when nothing in it is hidden: cards are cached by it. */
function leftOf(rows: readonly { id?: string; painSignalId?: string }[], hidden: Ids): readonly unknown[] {
  const left = rows.filter(({ id, painSignalId }) => !hidden.has(painSignalId ?? id ?? ''));
  return left.length === rows.length ? rows : left;
}

type Found = Awaited<ReturnType<ServiceCalls['search']>>;

/** A search's answer without what a workspace has hidden: signals, sentences of posts, and what a model says from one of either. */
function withoutHiddenMatches(all: Found, signals: Ids, posts: Ids): Found {
  const found = withoutHidden(all, signals);
  const isHidden = (source: Parameters<typeof fingerprintsOf>[0]) => fingerprintsOf(source).some((id) => posts.has(id));
  const items = found.data.items.map((row) =>
    row.match && isHidden(row.match)
      ? { ...row, match: { ...row.match, chunkId: null, sentence: null, url: null, author: null } }
      : row,
  );
  const { answer, ...data } = found.data;
  const isTold = answer !== undefined && found === all && !answer.evidence.some(isHidden);
  if (found === all && isTold === (answer !== undefined) && items.every((row, at) => row === found.data.items[at]))
    return found;
  return { ...found, data: { ...data, items, ...(isTold && { answer }) } };
}

/** Reads what a workspace has hidden. */
export interface HiddenIds {
  signals: () => Promise<Ids>;
  posts: () => Promise<Ids>;
}

/** A client whose lists leave out what the workspace has hidden. A hidden signal itself can still be asked for. */
export function hideSignals(client: Client, hiddenIds: HiddenIds): Client {
  const { signals: ids } = hiddenIds;
  const own: Partial<Client> = {
    ...listsWithout(client, hiddenIds),
    pipeline: async (...given) => {
      const [answer, hidden] = await Promise.all([client.pipeline(...given), ids()]);
      const { totalActiveSignals: all } = answer.data;
      // At least one: none at all means that there are no posts.
      const totalActiveSignals = Math.max(Math.min(all, 1), all - hidden.size);
      return hidden.size === 0 ? answer : { ...answer, data: { ...answer.data, totalActiveSignals } };
    },
    together: (count, work) => client.together(count, (calls) => work({ ...calls, ...listsWithout(calls, hiddenIds) })),
  };
  // The client is composed when it is called, so its methods can't be copied.
  return new Proxy(client, { get: (all, name) => Reflect.get(own, name) ?? Reflect.get(all, name) });
}

type Lists = Pick<ServiceCalls, 'trending' | 'emerging' | 'top' | 'signals' | 'search' | 'opportunities'>;

function listsWithout(calls: Lists, { signals: ids, posts }: HiddenIds): Lists {
  /** The first N that are left: the next ones take the places of hidden ones. */
  const filling =
    <Asked extends { limit?: unknown }, Options extends unknown[], Row>(
      ask: (query: Asked, ...options: Options) => Promise<Answer<Row[]>>,
      askMore = ask,
    ) =>
    async (query: Asked = {} as Asked, ...options: Options): Promise<Answer<Row[]>> => {
      const hidden = await ids();
      if (hidden.size === 0) return ask(query, ...options);
      const all = await askMore({ ...query, limit: DASHBOARD_LIMIT.max }, ...options);
      const limit = Number(query.limit ?? DASHBOARD_LIMIT.default);
      const left = withoutHidden(all, hidden);
      const first = withoutHidden({ ...all, data: all.data.slice(0, limit) }, hidden);
      return { ...first, data: left.data.length <= limit ? left.data : left.data.slice(0, limit) };
    };
  return {
    trending: filling((...given) => calls.trending(...given)),
    emerging: filling((...given) => calls.emerging(...given)),
    top: filling(
      (...given) => calls.top(...given),
      (query, ...options) => topBeyond(calls, query, options),
    ),
    signals: async (query = {}, ...options) => pageWithout(await ids(), query, (all) => calls.signals(all, ...options)),
    async search(...given) {
      const [found, hidden, hiddenPosts] = await Promise.all([calls.search(...given), ids(), posts()]);
      return withoutHiddenMatches(found, hidden, hiddenPosts);
    },
    async opportunities(...given) {
      const [answer, hidden] = await Promise.all([calls.opportunities(...given), ids()]);
      const hiddenBriefs = answer.data.filter(({ painSignalId }) => hidden.has(painSignalId));
      return hiddenBriefs.length === 0 ? answer : { ...withoutHidden(answer, hidden), hiddenBriefs };
    },
  };
}

const ACTIVE_DAYS = 30;

/** The service's ten, followed by the active ones that it ranks behind them: those seen within 30 days of the latest. */
async function topBeyond(
  calls: Lists,
  query: NonNullable<Parameters<Lists['top']>[0]>,
  options: [(CallOptions | undefined)?],
): ReturnType<Lists['top']> {
  const top = await calls.top(query, ...options);
  if (top.data.length < DASHBOARD_LIMIT.max) return top;
  const listed = await calls.signals({ sortBy: query.metric, direction: 'desc', size: LONGEST_PAGE }, ...options);
  const seenAt = listed.data.items.map(({ lastSeenAt }) => Date.parse(lastSeenAt));
  const since = Math.max(...seenAt) - ACTIVE_DAYS * DAY_MS;
  const ids = new Set(top.data.map(({ id }) => id));
  const others = listed.data.items.filter(({ id }, at) => !ids.has(id) && (seenAt[at] ?? 0) >= since);
  return { ...top, data: [...top.data, ...others] };
}

type Signals = ServiceCalls['signals'];

/** Pages are cut after the hidden signals are gone, so none has gaps and all have one total. */
async function pageWithout(
  hidden: Ids,
  query: NonNullable<Parameters<Signals>[0]>,
  ask: (query: NonNullable<Parameters<Signals>[0]>) => ReturnType<Signals>,
): ReturnType<Signals> {
  const [page, size] = [Number(query.page ?? 0), Number(query.size ?? LONGEST_PAGE)];
  if (hidden.size === 0 || (page + 1) * size > LONGEST_PAGE) return withoutHidden(await ask(query), hidden);
  const answer = withoutHidden(await ask({ ...query, page: 0, size: LONGEST_PAGE }), hidden);
  const items = answer.data.items.slice(page * size, (page + 1) * size);
  const totalPages = Math.ceil(answer.data.totalItems / size);
  return { ...answer, data: { ...answer.data, page, size, totalPages, items } };
}
