import {
  type Answer,
  type PainClient,
  PainClientError,
  ProRequiredError,
  UnauthorizedError,
} from '@pain-signals/client';
import {
  DASHBOARD_LIMIT,
  EMERGING_MAX_VOLUME,
  EMERGING_MIN_GROWTH,
  LONGEST_PAGE,
  type OpportunityListItem,
  type PainSignalDetail,
  type PainSignalListItem,
  type PainType,
  type PipelineFreshness,
  risesBeyond,
  type Timeline,
} from '@pain-signals/contract';
import { type DigestPlan, type Freshness, fingerprintOf } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { freshnessOf } from '../reply/service-responses.ts';

type DigestClientDeps = Pick<Deps, 'client' | 'digests' | 'hiddenEvidence' | 'hiddenSignals' | 'logger'>;
export type ExcerptPage = Awaited<ReturnType<Deps['client']['evidenceExcerpts']>>['data'];

/** The service's data of a week, before signals are chosen for a channel. */
export interface WeekData {
  trending: readonly PainSignalListItem[];
  emerging: readonly PainSignalListItem[];
  /** In the plan's areas, the fastest growing first. */
  inAreas: readonly PainSignalListItem[];
  /** The fastest shrinking first. Many small signals can crowd out larger ones. */
  falling: readonly PainSignalListItem[];
  briefs: readonly OpportunityListItem[];
  /** What rose significantly and is hidden in the workspace. */
  hidden: readonly PainSignalListItem[];
  pipeline: PipelineFreshness | null;
  freshness: Freshness;
}

/** Everything a digest needs about one signal. */
export interface SignalData {
  timeline: Timeline | null;
  evidence: ExcerptPage | null;
  /** The evidence the workspace has not hidden. */
  quotable: ExcerptPage['items'];
  detail: PainSignalDetail | null;
  /** Unreadable rows that were left out. */
  dropped: number;
}

/** Calls the service at background priority. */
export interface DigestClient {
  week(plan: DigestPlan): Promise<WeekData>;
  signalData(signalId: string): Promise<SignalData>;
  /** Null when it no longer exists, or was merged into one that the workspace has hidden. */
  signal(signalId: string): Promise<PainSignalDetail | null>;
}

const BACKGROUND = { priority: 'background' } as const;
const LIST_SIZE = 20;
/** A month of seven-day means. */
const DAYS = 36;

export function createDigestClient(deps: DigestClientDeps): DigestClient {
  const { digests, hiddenEvidence, hiddenSignals } = deps;
  const once = <T>(key: string, ask: (client: PainClient) => Promise<Answer<T>>): Promise<Answer<T>> => {
    return digests.fetchOnce(key, ask);
  };
  const optionalOnce = <T>(key: string, ask: (client: PainClient) => Promise<Answer<T>>) =>
    optionalPart(deps, once(key, ask));
  const byGrowth = (
    direction: 'asc' | 'desc',
    size: number,
    filter: { macroArea?: string; painType?: PainType } = {},
  ) => {
    const key = `growth ${direction} ${size} ${JSON.stringify(filter)}`;
    const query = { sort: 'growth', direction, size, ...filter } as const;
    return optionalOnce(key, (client) => client.signals(query, BACKGROUND));
  };

  return {
    async week({ areas, types }) {
      // First: a new snapshot invalidates the answers cached for other digests.
      const pipeline = await optionalPart(deps, deps.client.pipeline(BACKGROUND));
      const [trending, emerging, opportunities, falling] = await Promise.all([
        once('trending', (client) => client.trending({ limit: DASHBOARD_LIMIT.max }, BACKGROUND)),
        once('emerging', (client) => client.emerging({ limit: DASHBOARD_LIMIT.max }, BACKGROUND)),
        optionalOnce('opportunities', (client) => client.opportunities(BACKGROUND)),
        // Many small signals fall as fast as the few large ones.
        byGrowth('asc', LONGEST_PAGE),
      ]);
      // The service's ten fastest can all be about something else.
      const isFull = [trending, emerging].some(({ data }) => data.length >= DASHBOARD_LIMIT.max);
      const size = isFull ? LONGEST_PAGE : LIST_SIZE;
      const [inAreas, ofTypes] = await Promise.all([
        Promise.all(areas.map((macroArea) => byGrowth('desc', size, { macroArea }))),
        Promise.all(
          (isFull && areas.length === 0 ? types : []).map((painType) => byGrowth('desc', size, { painType })),
        ),
      ]);
      const rows = [...inAreas, ...ofTypes].flatMap((answer) => answer?.data.items ?? []);
      const small = rows.filter(({ volume, growth }) => volume <= EMERGING_MAX_VOLUME && growth >= EMERGING_MIN_GROWTH);
      return {
        trending: [...trending.data, ...risesBeyond(trending.data, rows)],
        emerging: [...emerging.data, ...risesBeyond(emerging.data, small)],
        inAreas: inAreas.flatMap((answer) => answer?.data.items ?? []),
        falling: falling?.data.items ?? [],
        briefs: opportunities?.data ?? [],
        hidden: [...(trending.hidden ?? []), ...(emerging.hidden ?? [])],
        pipeline: pipeline?.data ?? null,
        freshness: freshnessOf(pipeline, [trending, emerging, opportunities, falling, ...inAreas, ...ofTypes]),
      };
    },
    async signal(id) {
      const found = dataOf(await optionalOnce(`detail ${id}`, (client) => client.signal(id, BACKGROUND)));
      return found === null || (await hiddenSignals.ids()).has(found.id) ? null : found;
    },
    async signalData(id) {
      const [hidden, timeline, evidence, detail] = await Promise.all([
        hiddenEvidence.ids(),
        optionalOnce(`timeline ${id}`, (client) => client.timeline(id, { days: DAYS }, BACKGROUND)),
        optionalOnce(`evidence ${id}`, (client) =>
          client.evidenceExcerpts(id, { mode: 'summary', size: LONGEST_PAGE }, BACKGROUND),
        ),
        optionalOnce(`detail ${id}`, (client) => client.signal(id, BACKGROUND)),
      ]);
      // Filtered here, because all workspaces with the same key share the answers.
      const quotable = evidence?.data.items.filter((item) => !hidden.has(fingerprintOf(item))) ?? [];
      const { dropped } = freshnessOf(null, [timeline, evidence, detail]);
      return { timeline: dataOf(timeline), evidence: dataOf(evidence), quotable, detail: dataOf(detail), dropped };
    },
  };
}

const dataOf = <T>(answer: Answer<T> | null): T | null => answer?.data ?? null;

/** Returns null on errors of optional parts. Throws when the key was refused. */
async function optionalPart<T>({ logger }: DigestClientDeps, request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof PainClientError)) throw error;
    if (error instanceof UnauthorizedError || error instanceof ProRequiredError) throw error;
    logger.warn({ err: error }, 'digest part missing');
    return null;
  }
}
