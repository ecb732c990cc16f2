import { type Answer, PainClientError, ProRequiredError, UnauthorizedError } from '@pain-signals/client';
import type {
  OpportunityListItem,
  PainSignalDetail,
  PainSignalListItem,
  PipelineFreshness,
  Timeline,
} from '@pain-signals/contract';
import { type DigestPlan, type Freshness, fingerprintOf } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { freshnessOf } from '../reply/service-responses.ts';

type DigestClientDeps = Pick<Deps, 'client' | 'digests' | 'hiddenEvidence' | 'logger'>;
export type ExcerptPage = Awaited<ReturnType<Deps['client']['evidenceExcerpts']>>['data'];

/** What the service says of a week, before anybody chose from it. */
export interface WeekData {
  trending: readonly PainSignalListItem[];
  emerging: readonly PainSignalListItem[];
  /** Of the chosen areas, the fastest growing first. */
  inAreas: readonly PainSignalListItem[];
  /** The fastest shrinking first; where many small ones have fallen silent, larger ones can be missing. */
  falling: readonly PainSignalListItem[];
  briefs: readonly OpportunityListItem[];
  pipeline: PipelineFreshness | null;
  freshness: Freshness;
}

/** All that is asked about one signal. */
export interface SignalData {
  timeline: Timeline | null;
  evidence: ExcerptPage | null;
  /** Of the evidence, what the workspace has not hidden. */
  quotable: ExcerptPage['items'];
  detail: PainSignalDetail | null;
}

/** Asks in the background, and counts how many questions it takes. */
export interface DigestClient {
  week(plan: DigestPlan): Promise<WeekData>;
  signalData(signalId: string): Promise<SignalData>;
  /** As it is now; null where it is no longer there. */
  signal(signalId: string): Promise<PainSignalDetail | null>;
  readonly calls: number;
}

const BACKGROUND = { priority: 'background' } as const;
const LIST_SIZE = 20;
/** The longest page: many small ones fall as fast as the few that are worth a word. */
const MAX_PAGE_SIZE = 100;
/** The longest page: distinct people are counted from it. */
const EVIDENCE_SIZE = 100;
/** A month of means of seven days. */
const DAYS = 36;

export function createDigestClient(deps: DigestClientDeps): DigestClient {
  const { client, digests, hiddenEvidence: quotes } = deps;
  const asked = new Set<string>();
  const once = <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    asked.add(question);
    return digests.fetchOnce(question, ask);
  };
  const spare = <T>(question: string, ask: () => Promise<T>) => optionalPart(deps, once(question, ask));
  const byGrowth = (direction: 'asc' | 'desc', size: number, macroArea?: string) => {
    const query = { sort: 'growth', direction, size, ...(macroArea === undefined ? {} : { macroArea }) } as const;
    return spare(`growth ${direction} ${macroArea ?? ''}`, () => client.signals(query, BACKGROUND));
  };

  return {
    get calls() {
      return asked.size;
    },
    async week({ areas }) {
      // First, since it tells whether the answers that other digests had still hold.
      asked.add('pipeline');
      const pipeline = await optionalPart(deps, client.pipeline(BACKGROUND));
      const [trending, emerging, opportunities, falling, ...inAreas] = await Promise.all([
        once('trending', () => client.trending({ limit: 10 }, BACKGROUND)),
        once('emerging', () => client.emerging({ limit: 10 }, BACKGROUND)),
        spare('opportunities', () => client.opportunities(BACKGROUND)),
        byGrowth('asc', MAX_PAGE_SIZE),
        ...areas.map((area) => byGrowth('desc', LIST_SIZE, area)),
      ]);
      return {
        trending: trending.data,
        emerging: emerging.data,
        inAreas: inAreas.flatMap((answer) => answer?.data.items ?? []),
        falling: falling?.data.items ?? [],
        briefs: opportunities?.data ?? [],
        pipeline: pipeline?.data ?? null,
        freshness: freshnessOf(pipeline, [trending, emerging, opportunities, falling, ...inAreas]),
      };
    },
    signal: async (id) => dataOf(await spare(`detail ${id}`, () => client.signal(id, BACKGROUND))),
    async signalData(id) {
      const [hidden, timeline, evidence, detail] = await Promise.all([
        quotes.ids(),
        spare(`timeline ${id}`, () => client.timeline(id, { days: DAYS }, BACKGROUND)),
        spare(`evidence ${id}`, () =>
          client.evidenceExcerpts(id, { mode: 'summary', size: EVIDENCE_SIZE }, BACKGROUND),
        ),
        spare(`detail ${id}`, () => client.signal(id, BACKGROUND)),
      ]);
      // Only now, for the answers serve all workspaces of the key.
      const quotable = evidence?.data.items.filter((item) => !hidden.has(fingerprintOf(item))) ?? [];
      return { timeline: dataOf(timeline), evidence: dataOf(evidence), quotable, detail: dataOf(detail) };
    },
  };
}

const dataOf = <T>(answer: Answer<T> | null): T | null => answer?.data ?? null;

/** A digest can do without some of its parts, but not without a key. */
async function optionalPart<T>({ logger }: DigestClientDeps, asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof PainClientError)) throw error;
    if (error instanceof UnauthorizedError || error instanceof ProRequiredError) throw error;
    logger.warn({ err: error }, 'A part of a digest is missing');
    return null;
  }
}
