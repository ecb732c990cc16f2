import { DAY_MS, WEEK_MS } from '../model/day.ts';
import type { CountedFigures, Mention, WindowFigures } from '../model/signal.ts';

/** Weeks of which authors are counted. */
export const WEEKS = 8;
const QUARTER_MS = 90 * DAY_MS;

/** Counts a signal's posts up to `at` (epoch ms, inclusive); null without posts. Windows are 7 days, start excluded. */
export function countFigures(signalId: string, mentions: readonly Mention[], at: number): CountedFigures | null {
  const past = mentions.filter((mention) => mention.createdAt <= at);
  if (past.length === 0) return null;
  const times = past.map((mention) => mention.createdAt);
  const weeks = authorsByWeek(past, at);
  const share = (of: (mention: Mention) => number) => past.reduce((sum, mention) => sum + of(mention), 0) / past.length;
  const windowOf = (week: number): WindowFigures => ({
    mentions: times.filter((time) => weekOf(time, at) === week).length,
    authors: weeks[week]?.size ?? 0,
  });
  return {
    signalId,
    volume: past.length,
    chunkCount: total(past, (mention) => mention.chunkCount),
    codeHostChunks: total(past, (mention) => (mention.codeHost ? mention.chunkCount : 0)),
    authors: new Set(past.map((mention) => mention.authorKey)).size,
    authors90d: new Set(past.filter((mention) => at - mention.createdAt < QUARTER_MS).map((it) => it.authorKey)).size,
    distinctDays: new Set(times.map((time) => Math.floor(time / DAY_MS))).size,
    firstSeenAt: times.reduce((first, time) => Math.min(first, time)),
    lastSeenAt: times.reduce((last, time) => Math.max(last, time)),
    lastWindow: windowOf(0),
    prevWindow: windowOf(1),
    weeklyAuthors: weeks.map((authors) => authors.size).reverse(),
    providers: ranked(past, (mention) => mention.provider).map(([provider, mentions]) => ({ provider, mentions })),
    repositories: ranked(past, (mention) => mention.place).map(([repository, mentions]) => ({ repository, mentions })),
    owners: ranked(
      past,
      (mention) => mention.owner,
      (mention) => mention.chunkCount,
    ).map(([owner, chunks]) => ({ owner, chunks })),
    severity: share((mention) => mention.severity),
    reactions: total(past, (mention) => mention.reactions),
    coherence: share((mention) => mention.similarity),
    sample: past.some((mention) => mention.sample),
  };
}

const weekOf = (time: number, at: number): number => Math.floor((at - time) / WEEK_MS);

const total = (mentions: readonly Mention[], of: (mention: Mention) => number): number =>
  mentions.reduce((sum, mention) => sum + of(mention), 0);

/** Authors of each of the last weeks, newest first. */
function authorsByWeek(mentions: readonly Mention[], at: number): Set<string>[] {
  const weeks = Array.from({ length: WEEKS }, () => new Set<string>());
  for (const mention of mentions) weeks[weekOf(mention.createdAt, at)]?.add(mention.authorKey);
  return weeks;
}

/** Total weight by name, heaviest first; mentions without a name are left out. */
function ranked(
  mentions: readonly Mention[],
  name: (mention: Mention) => string | null,
  weight: (mention: Mention) => number = () => 1,
): [name: string, weight: number][] {
  const weights = new Map<string, number>();
  for (const mention of mentions) {
    const key = name(mention);
    if (key !== null) weights.set(key, (weights.get(key) ?? 0) + weight(mention));
  }
  return [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}
