import type { Exposure, Mention } from '../../packages/service/src/model/signal.ts';
import { countFigures } from '../../packages/service/src/scoring/figures.ts';
import { judgeRises } from '../../packages/service/src/scoring/significance.ts';
import type { Store } from '../../packages/service/src/store/index.ts';
import type { EvalRow } from './index.ts';

const WEEK_MS = 7 * 86_400_000;
const REPLAYS = 8;
/** Rises put into each week: from none to six authors, and to five times as many as the week before. */
const INJECTED = 6;

interface Signal {
  id: string;
  topic: string;
  mentions: readonly Mention[];
}

async function readSignals(store: Store): Promise<Signal[]> {
  const { rows } = await store.signals.list({ sortBy: 'volume', direction: 'desc', page: 0, size: 10_000 });
  return Promise.all(rows.map(async ({ id, topic }) => ({ id, topic, mentions: await store.mentions.ofSignal(id) })));
}

const within = ({ createdAt }: Mention, at: number, weeks: number) =>
  createdAt <= at && createdAt > at - weeks * WEEK_MS;

/** New authors in the last week; null when the signal's past doesn't fit the kind of rise. */
function raise(mentions: readonly Mention[], at: number, kind: 'new' | 'fivefold'): Mention[] | null {
  const model = mentions.find((mention) => mention.createdAt <= at);
  const last = new Set(mentions.filter((it) => within(it, at, 1)).map((it) => it.authorKey)).size;
  const prev = new Set(mentions.filter((it) => within(it, at - WEEK_MS, 1)).map((it) => it.authorKey)).size;
  const isFit = kind === 'new' ? last + prev === 0 : prev >= 2 && last <= prev;
  if (model === undefined || !isFit) return null;
  const more = kind === 'new' ? 6 : 5 * prev - last;
  const authors = Array.from({ length: more }, (_, at) => `injected ${at}`);
  return [
    ...mentions,
    ...authors.map((authorKey, day) => ({ ...model, authorKey, createdAt: at - (day % 7) * 86_400_000 })),
  ];
}

/** Puts rises into real weeks and counts which are found; prints what real weeks name when `print` is set. */
export async function evaluateBursts(store: Store, end: number, set: string, print: boolean): Promise<EvalRow[]> {
  const signals = await readSignals(store);
  const tally = { injected: 0, trending: 0, emerging: 0, otherTrending: 0, otherEmerging: 0 };
  for (let week = 0; week < REPLAYS; week++) {
    const at = end - week * WEEK_MS;
    const exposure: Exposure = await store.mentions.exposure(at);
    const real = signals.flatMap((signal) => countFigures(signal.id, signal.mentions, at) ?? []);
    const realRises = judgeRises(real, exposure);
    const named = new Set(real.filter((_, place) => realRises[place]?.emerging).map(({ signalId }) => signalId));
    for (const [place, figures] of real.entries())
      if (print && realRises[place]?.emerging)
        console.log(
          `${new Date(at).toISOString().slice(0, 10)} ${realRises[place]?.trending ? 'trending' : 'emerging'}: ${signals.find(({ id }) => id === figures.signalId)?.topic}: authors a week ${figures.weeklyAuthors.join(' ')}, p ${realRises[place]?.p.toExponential(1)}`,
        );
    const wanted = new Set<string>();
    const changed = signals.map((signal, place) => {
      const kind = place % 2 === 0 ? 'new' : 'fivefold';
      // Every seventh signal from another place each week, so that the same few are not raised again.
      const isChosen = (place + week) % 7 === 0 && wanted.size < INJECTED && !named.has(signal.id);
      const mentions = isChosen ? raise(signal.mentions, at, kind) : null;
      if (mentions !== null) wanted.add(signal.id);
      return countFigures(signal.id, mentions ?? signal.mentions, at);
    });
    const figures = changed.filter((it) => it !== null);
    const rises = judgeRises(figures, exposure);
    for (const [place, { signalId }] of figures.entries()) {
      const { trending, emerging } = rises[place] ?? { trending: false, emerging: false };
      const isWanted = wanted.has(signalId);
      if (isWanted) tally.injected += 1;
      if (isWanted && trending) tally.trending += 1;
      if (isWanted && emerging) tally.emerging += 1;
      if (!isWanted && !named.has(signalId) && trending) tally.otherTrending += 1;
      if (!isWanted && !named.has(signalId) && emerging) tally.otherEmerging += 1;
    }
  }
  const share = (part: number, of: number) => `${part} of ${of} (${Math.round((100 * part) / Math.max(1, of))}%)`;
  return [
    { set, figure: 'injected rises that trend', value: share(tally.trending, tally.injected) },
    { set, figure: 'injected rises that emerge', value: share(tally.emerging, tally.injected) },
    {
      set,
      figure: 'trending that did not rise',
      value: share(tally.otherTrending, tally.trending + tally.otherTrending),
    },
    {
      set,
      figure: 'emerging that did not rise',
      value: share(tally.otherEmerging, tally.emerging + tally.otherEmerging),
    },
  ];
}
