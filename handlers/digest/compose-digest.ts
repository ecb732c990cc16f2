import {
  type Digest,
  type DigestItem,
  type DigestPlan,
  isQuietWeek,
  type Vote,
  weighVotes,
} from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Deps } from '../ports.ts';
import { chooseSignals, digestItemOf, itemsShownIn, leadOf } from './choose-signals.ts';
import { createDigestClient, type DigestClient, type SignalData, type WeekData } from './digest-data.ts';

export interface Composed {
  digest: Digest;
  /** Null in a week of which there is nothing to show. */
  chart: ChartDescription | null;
  /** Distinct questions it took. */
  calls: number;
}

interface DigestRequest {
  plan: DigestPlan;
  /** The day it is for. */
  date: string;
  /** What the channel was told in the last four weeks, newest first. */
  posted: readonly Digest[];
  votes: readonly Vote[];
}

/** Asks what there is to tell a channel about a week. Throws what the client throws. */
export async function composeDigest(
  deps: Pick<Deps, 'client' | 'digests' | 'hiddenEvidence' | 'logger' | 'now'>,
  wanted: DigestRequest,
) {
  const { plan, date, posted, votes } = wanted;
  const asker = createDigestClient(deps);
  const week = await withPreviouslyShown(await asker.week(plan), posted[0] ?? null, asker);
  const chosen = chooseSignals(week, plan, weighVotes(votes, deps.now()), posted);
  const shown = [...chosen.risers, ...chosen.newcomers, ...chosen.others];
  const abouts = new Map<string, SignalData>();
  await Promise.all(shown.map(async ({ id }) => abouts.set(id, await asker.signalData(id))));

  const last = posted[0] ?? null;
  const figuresAt = Date.parse(week.pipeline?.latestSnapshotAt ?? '') || deps.now();
  const items = (signals: readonly DigestItem['signal'][]) =>
    signals.map((signal) => digestItemOf(signal, abouts.get(signal.id) ?? null, last, figuresAt));
  const [risers, newcomers] = [items(chosen.risers), items(chosen.newcomers)];
  const digest: Digest = {
    version: 1,
    date,
    ...{ risers, newcomers },
    others: items(chosen.others),
    // What the channel hears of for the first time because it fades is no news by that.
    faded: items(chosen.faded).map((item) => (item.movement === 'new' ? { ...item, movement: null } : item)),
    gone: chosen.gone,
    lead: leadOf([...risers, ...newcomers], abouts, posted),
    briefs: chosen.briefs,
    freshness: week.freshness,
  };
  return { digest, chart: chartOf(digest, plan, abouts), calls: asker.calls } satisfies Composed;
}

/** What the channel was told of last and what is in no list now may have fallen, however many others fell faster. */
async function withPreviouslyShown(week: WeekData, last: Digest | null, asker: DigestClient): Promise<WeekData> {
  const listed = new Set(
    [week.trending, week.emerging, week.inAreas, week.falling].flatMap((list) => list.map(({ id }) => id)),
  );
  const missing = itemsShownIn(last).filter(({ signal }) => !listed.has(signal.id));
  const found = await Promise.all(missing.map(({ signal }) => asker.signal(signal.id)));
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
  return { kind: 'summary', heading: 'This week', firstRank: 1, signals, isSample: digest.freshness.isSample };
}
