import { hasFaded, mentionLoss, type PainSignalListItem } from '@pain-signals/contract';
import {
  DAY_MS,
  type Digest,
  type DigestItem,
  type DigestLead,
  type DigestMovement,
  type DigestPlan,
  explainingSentence,
  fingerprintOf,
  peopleOf,
  type Weights,
} from '@pain-signals/domain';
import type { ExcerptPage, SignalData, WeekData } from './digest-data.ts';

type Signal = PainSignalListItem;

const [MOST_FADED, MOST_GONE] = [3, 5];

export interface ChosenSignals extends Record<'risers' | 'newcomers' | 'others' | 'faded', readonly Signal[]> {
  gone: Digest['gone'];
  briefs: Digest['briefs'];
  /** How many rose and are hidden in the workspace. */
  hidden: number;
}

/** The week's signals for one channel, in order. No significant riser is left out, however low its weight. */
export function chooseSignals(
  week: WeekData,
  plan: DigestPlan,
  weights: Weights,
  posted: readonly Digest[],
): ChosenSignals {
  const fits = ({ macroArea, painType }: Signal) =>
    (plan.areas.length === 0 || (macroArea !== null && plan.areas.includes(macroArea))) &&
    (plan.types.length === 0 || (painType !== null && plan.types.includes(painType)));
  const last = posted[0] ?? null;

  const risers = byWeight(week.trending.filter(fits), weights);
  const newcomers = byWeight(without(week.emerging.filter(fits), risers), weights);
  const significant = [...risers, ...newcomers];
  const growing = without(week.inAreas.filter(fits), significant).filter(({ growth }) => growth > 0);
  const others = byWeight(growing, weights).slice(0, Math.max(0, plan.length - significant.length));
  const faded = fadedOf(week.falling.filter(fits), last);
  const rising = [...significant, ...others];
  const shown = new Set([...rising, ...faded].map(({ id }) => id));
  return {
    ...{ risers, newcomers, others, faded },
    gone: itemsShownIn(last)
      .filter(({ signal }) => !shown.has(signal.id))
      .map(({ signal: { id, topic } }) => ({ id, topic }))
      .slice(0, MOST_GONE),
    hidden: new Set(week.hidden.filter(fits).map(({ id }) => id)).size,
    briefs: newBriefs(week, rising.slice(0, plan.length), posted),
  };
}

const byId = (signals: readonly Signal[]) => new Map(signals.map((signal) => [signal.id, signal]));

const without = (signals: readonly Signal[], others: readonly Signal[]): Signal[] => {
  const known = byId(others);
  return [...byId(signals).values()].filter(({ id }) => !known.has(id));
};

const byWeight = (signals: readonly Signal[], weights: Weights): Signal[] =>
  signals.toSorted((a, b) => b.growth * weights.of(b) - a.growth * weights.of(a));

/** Signals of the last digest first, then by how many mentions they lost. */
function fadedOf(falling: readonly Signal[], last: Digest | null): Signal[] {
  const known = new Set(itemsShownIn(last).map(({ signal }) => signal.id));
  return falling
    .filter(hasFaded)
    .toSorted((a, b) => Number(known.has(b.id)) - Number(known.has(a.id)) || mentionLoss(b) - mentionLoss(a))
    .slice(0, MOST_FADED);
}

export const itemsShownIn = (digest: Digest | null): readonly DigestItem[] =>
  digest === null ? [] : [...digest.risers, ...digest.newcomers, ...digest.others];

/** Of the signals shown, in the digest's order. Briefs are renewed every few days: one is new when no earlier digest had its signal's. */
function newBriefs({ briefs }: WeekData, rising: readonly Signal[], posted: readonly Digest[]): Digest['briefs'] {
  const known = new Set(posted.flatMap((digest) => digest.briefs.map(({ painSignalId }) => painSignalId)));
  return rising
    .filter(({ id }) => !known.has(id))
    .flatMap(({ id }) => briefs.find(({ painSignalId }) => painSignalId === id) ?? []);
}

/** A signal's data for the digest, compared with the last digest. */
export function digestItemOf(signal: Signal, about: SignalData | null, last: Digest | null, now: number): DigestItem {
  return {
    signal,
    movement: movementOf(signal, last),
    people: about === null || about.evidence === null ? null : countPeople(about.evidence, now),
    parts: about?.detail?.scoreParts ?? null,
    quote: quoteOf(ofThisWeek(about?.quotable ?? [], now), `${signal.topic} ${about?.detail?.summary ?? ''}`),
  };
}

function movementOf({ id, score }: Signal, last: Digest | null): DigestMovement {
  if (last === null) return null;
  const before = itemsShownIn(last).find(({ signal }) => signal.id === id)?.signal.score;
  if (before === undefined) return 'new';
  const change = Math.round(score) - Math.round(before);
  return change === 0 ? 'same' : change > 0 ? 'up' : 'down';
}

/** Counts a post without an author as one person. Null when the page doesn't reach back two weeks. */
function countPeople({ items, totalItems, excerpts }: ExcerptPage, now: number): DigestItem['people'] {
  if (excerpts === 'unavailable') return null;
  const posts = items.map(({ postedAt, author, documentId }) => ({
    age: postedAt === null ? Number.NaN : now - Date.parse(postedAt),
    who: author ?? documentId,
  }));
  const reachesBack = items.length >= totalItems || posts.some(({ age }) => age > 14 * DAY_MS);
  if (!reachesBack || posts.some(({ age }) => Number.isNaN(age))) return null;
  const between = (from: number, to: number) =>
    new Set(posts.filter(({ age }) => age >= from * DAY_MS && age < to * DAY_MS).map(({ who }) => who)).size;
  return { last: between(-1, 7), previous: between(7, 14) };
}

/** An older post proves nothing about the week. Without one of this week, all. */
function ofThisWeek(items: ExcerptPage['items'], now: number): ExcerptPage['items'] {
  const recent = items.filter(({ postedAt }) => postedAt !== null && now - Date.parse(postedAt) < 7 * DAY_MS);
  return recent.length > 0 ? recent : items;
}

/** Of the newest posts that say what it is about; the newest as it is where none does. */
const POSTS_READ = 10;

function quoteOf(items: ExcerptPage['items'], about: string): DigestItem['quote'] {
  const telling = items.slice(0, POSTS_READ).flatMap((each) => {
    const sentence = explainingSentence({ ...each, title: each.postTitle }, about);
    return sentence === null ? [] : [{ ...each, excerpt: sentence }];
  });
  const item = telling[0] ?? items.find(({ excerpt }) => excerpt !== null && excerpt.trim() !== '') ?? items[0];
  if (item === undefined) return null;
  const { provider, postTitle, excerpt, author, url, licence, postedAt, createdAt } = item;
  const quoteId = fingerprintOf(items.find(({ chunkId }) => chunkId === item.chunkId) ?? item);
  return { quoteId, provider, title: postTitle, excerpt, author, url, licence, postedAt, foundAt: createdAt };
}

/** The significant riser that most people wrote about and that led none of the earlier digests. */
export function leadOf(significant: readonly DigestItem[], posted: readonly Digest[]): DigestLead | null {
  const led = new Set(posted.map(({ lead }) => lead?.signalId));
  const [first] = significant
    .filter(({ signal }) => !led.has(signal.id))
    .toSorted((a, b) => peopleOf(b) - peopleOf(a) || b.signal.growth - a.signal.growth);
  return first === undefined ? null : { signalId: first.signal.id };
}
