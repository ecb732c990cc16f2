import { SAMPLE_HOST } from '@pain-signals/contract';
import { composePost } from './compose.ts';
import { composeHostile } from './hostile.ts';
import { composeNoise } from './noise/index.ts';
import { PAINS } from './pains/index.ts';
import { addDays, dayNumber } from './parts/calendar.ts';
import { type Life, postsBefore } from './parts/lives.ts';
import { type Random, randomFrom } from './parts/random.ts';
import type { Draft, LabelledPost, SamplePost } from './parts/sample-post.ts';

interface LabelledDraft {
  draft: Draft;
  painId: string | null;
}

const NOISE_LIFE: Life = { kind: 'steady', perWeek: 5, phase: 0 };
const HOSTILE_LIFE: Life = { kind: 'steady', perWeek: 1, phase: 0 };

/** Most people write at work, in Europe and America. */
const POSTS_BY_HOUR = [2, 1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 8, 9, 10, 10, 9, 8, 6, 5, 4, 4, 3, 3];
const HOURS = POSTS_BY_HOUR.flatMap((weight, hour) => Array<number>(weight).fill(hour));

/**
 * The running numbers of a topic's posts that fall on a day. Post k comes when k + jitter(k) posts are due, so every
 * window holds what the life promises, give or take one.
 */
function ordinalsOn(topic: string, life: Life, day: number): number[] {
  const from = postsBefore(life, day);
  const to = postsBefore(life, day + 1);
  const ordinals: number[] = [];
  for (let ordinal = Math.max(0, Math.floor(from) - 1); ordinal < to; ordinal += 1) {
    const due = ordinal + randomFrom(`${topic} ${ordinal} is due`).fraction();
    if (due >= from && due < to) ordinals.push(ordinal);
  }
  return ordinals;
}

function draftsOf(day: number): LabelledDraft[] {
  const told = PAINS.flatMap((pain) =>
    ordinalsOn(pain.id, pain.life, day).map((ordinal) => ({ draft: composePost(pain, ordinal), painId: pain.id })),
  );
  const noise = ordinalsOn('noise', NOISE_LIFE, day).map((ordinal) => ({ draft: composeNoise(ordinal), painId: null }));
  const hostile = ordinalsOn('hostile', HOSTILE_LIFE, day).map((ordinal) => ({
    draft: composeHostile(ordinal),
    painId: null,
  }));
  return [...told, ...noise, ...hostile];
}

/** Seconds after midnight. */
function drawTimeOfDay(random: Random): number {
  return random.pick(HOURS) * 3600 + random.below(3600);
}

function publish(draft: Draft, day: string, second: number, rank: number): SamplePost {
  const number = dayNumber(day) * 1000 + rank;
  const { provider, title, body, ...rest } = draft;
  return {
    provider,
    externalId: draft.repository === undefined ? `sample-${number}` : `${draft.repository}#${number}`,
    title,
    body,
    createdAt: new Date(dayNumber(day) * 86_400_000 + second * 1000).toISOString(),
    // A reserved name: invented posts must never link to somebody's real page.
    url: `https://${SAMPLE_HOST}/${provider}/${number}`,
    ...rest,
  };
}

/** The posts of one UTC day ('2026-03-01') in the order of their time, with the truth about each. */
export function labelledPostsOfDay(day: string): LabelledPost[] {
  const random = randomFrom(`times of ${day}`);
  return draftsOf(dayNumber(day))
    .map((labelled) => ({ ...labelled, second: drawTimeOfDay(random) }))
    .sort((one, other) => one.second - other.second)
    .map(({ draft, painId, second }, rank) => ({ post: publish(draft, day, second, rank), painId }));
}

/** The posts of one UTC day: a pure function of the day, the same on every machine. */
export function postsOfDay(day: string): SamplePost[] {
  return labelledPostsOfDay(day).map(({ post }) => post);
}

/** Every day from the first to the last, both included. */
function* daysBetween(fromDay: string, toDay: string): Generator<string> {
  const days = dayNumber(toDay) - dayNumber(fromDay);
  for (let offset = 0; offset <= days; offset += 1) yield addDays(fromDay, offset);
}

/** The posts of the days from `fromDay` to `toDay`, both included, in the order of their time. */
export function* samplePosts(fromDay: string, toDay: string): Generator<SamplePost> {
  for (const day of daysBetween(fromDay, toDay)) yield* postsOfDay(day);
}

/** As samplePosts, with the truth; for measuring, never for the product. */
export function* labelledPosts(fromDay: string, toDay: string): Generator<LabelledPost> {
  for (const day of daysBetween(fromDay, toDay)) yield* labelledPostsOfDay(day);
}
