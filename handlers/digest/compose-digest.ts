import {
  type Digest,
  type DigestItem,
  type DigestPlan,
  isQuietWeek,
  type Vote,
  weighVotes,
  withoutSignals,
} from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Deps } from '../ports.ts';
import { chooseSignals, digestItemOf, itemsShownIn, leadOf } from './choose-signals.ts';
import { createDigestClient, type DigestClient, type SignalData, type WeekData } from './digest-data.ts';

export interface Composed {
  digest: Digest;
  /** Null in a week with nothing to show. */
  chart: ChartDescription | null;
}

interface DigestRequest {
  plan: DigestPlan;
  date: string;
  /** The channel's digests of the last four weeks, newest first. */
  posted: readonly Digest[];
  votes: readonly Vote[];
}

/** Composes one channel's digest. Throws what the client throws. */
export async function composeDigest(
  deps: Pick<Deps, 'client' | 'digests' | 'hiddenEvidence' | 'hiddenSignals' | 'logger' | 'now'>,
  request: DigestRequest,
) {
  const { plan, date, posted, votes } = request;
  const client = createDigestClient(deps);
  const week = await withPreviouslyShown(await client.week(plan), posted[0] ?? null, client);
  const chosen = chooseSignals(week, plan, weighVotes(votes, deps.now()), posted);
  const shown = [...chosen.risers, ...chosen.newcomers, ...chosen.others];
  const abouts = new Map<string, SignalData>();
  await Promise.all(shown.map(async ({ id }) => abouts.set(id, await client.signalData(id))));

  const last = posted[0] ?? null;
  const figuresAt = Date.parse(week.pipeline?.latestSnapshotAt ?? '') || deps.now();
  const items = (signals: readonly DigestItem['signal'][]) =>
    signals.map((signal) => digestItemOf(signal, abouts.get(signal.id) ?? null, last, figuresAt));
  const [risers, newcomers] = [items(chosen.risers), items(chosen.newcomers)];
  const composed: Digest = {
    version: 1,
    date,
    length: plan.length,
    ...{ risers, newcomers },
    others: items(chosen.others),
    // Fading doesn't make a signal new to the channel.
    faded: items(chosen.faded).map((item) => (item.movement === 'new' ? { ...item, movement: null } : item)),
    gone: chosen.gone,
    lead: leadOf([...risers, ...newcomers], posted),
    briefs: chosen.briefs,
    ...(chosen.hidden === 0 ? {} : { hidden: chosen.hidden }),
    freshness: { ...week.freshness, dropped: week.freshness.dropped + droppedIn(abouts) },
  };
  const digest = withoutSignals(composed, await deps.hiddenSignals.ids());
  return { digest, chart: chartOf(digest, plan, abouts) } satisfies Composed;
}

const droppedIn = (abouts: ReadonlyMap<string, SignalData>): number =>
  [...abouts.values()].reduce((sum, { dropped }) => sum + dropped, 0);

/** Adds the last digest's signals that are in no list now: they may have fallen too. */
async function withPreviouslyShown(week: WeekData, last: Digest | null, client: DigestClient): Promise<WeekData> {
  const listed = new Set(
    [week.trending, week.emerging, week.inAreas, week.falling].flatMap((list) => list.map(({ id }) => id)),
  );
  const missing = itemsShownIn(last).filter(({ signal }) => !listed.has(signal.id));
  const found = await Promise.all(missing.map(({ signal }) => client.signal(signal.id)));
  return { ...week, falling: [...week.falling, ...found.filter((signal) => signal !== null)] };
}

function chartOf(
  digest: Digest,
  { length }: DigestPlan,
  abouts: ReadonlyMap<string, SignalData>,
): ChartDescription | null {
  const shown = [...digest.risers, ...digest.newcomers, ...digest.others].slice(0, length);
  const signals = shown.map(({ signal }) => ({ signal, timeline: abouts.get(signal.id)?.timeline ?? null }));
  if (isQuietWeek(digest) || signals.every(({ timeline }) => timeline === null)) return null;
  return {
    kind: 'summary',
    heading: 'Signals of the week',
    firstRank: null,
    ...{ signals, total: signals.length },
    isSample: digest.freshness.isSample,
  };
}
