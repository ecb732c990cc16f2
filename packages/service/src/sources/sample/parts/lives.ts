/**
 * How often a pain is written about, as a periodic function of the day. Periodic, because the stream has no first day:
 * whatever day it is, some pains rise, some fade and each has been heard of lately.
 */
type LifeKind = 'steady' | 'surging' | 'growing' | 'bursting' | 'emerging' | 'fading' | 'dead' | 'returning';

/** `perWeek`: mean posts a week over the whole cycle; `phase`: weeks by which the life is ahead of the others of its kind. */
export interface Life {
  kind: LifeKind;
  perWeek: number;
  phase: number;
}

/** Below the 150 days of the stream, so that a window shows every life at least once in whole. */
const CYCLE_DAYS = 126;

/** Long enough that a dead pain is missing from whole windows. */
const DEAD_CYCLE_DAYS = 308;

/** Nine weeks: a rise is judged against the seven weeks before it, in which another outbreak would make it nothing new. */
const OUTBREAK_EVERY_DAYS = 63;

/** The days of an outbreak: most of it within three days, so that a week stands out against the week before. */
const OUTBREAK = [0.44, 0.27, 0.12, 0.06, 0.04, 0.03, 0.02, 0.02];

const outbreakOn = (day: number): number => OUTBREAK[day % OUTBREAK_EVERY_DAYS] ?? 0;

const isWithin = (weeks: number, day: number): boolean => day % OUTBREAK_EVERY_DAYS < weeks * 7;

/** A surge week by week: talk builds up, quadruples within a week, and ebbs away. */
const SURGE = [3, 7, 30, 9, 3, 2, 2, 2, 2];

/** Relative frequency on a day of the cycle; the scale does not matter. */
const SHAPES: Record<LifeKind, (day: number) => number> = {
  steady: () => 1,
  surging: (day) => SURGE[Math.floor((day % OUTBREAK_EVERY_DAYS) / 7)] ?? 0,
  growing: (day) => 0.15 + day / CYCLE_DAYS,
  fading: (day) => 1.15 - day / CYCLE_DAYS,
  bursting: (day) => 0.009 + outbreakOn(day),
  emerging: outbreakOn,
  returning: (day) => outbreakOn(day) + (isWithin(4, day) ? 0.015 : isWithin(8, day) ? 0 : 0.012),
  dead: (day) => (day < 56 ? 1 : 0),
};

/** Running totals over one cycle, scaled to a mean of one a day: element d is what came before day d. */
function totalsOf(kind: LifeKind): number[] {
  const days = kind === 'dead' ? DEAD_CYCLE_DAYS : CYCLE_DAYS;
  const shape = Array.from({ length: days }, (_, day) => SHAPES[kind](day));
  const sum = shape.reduce((total, weight) => total + weight, 0);
  const totals = [0];
  for (const weight of shape) totals.push((totals.at(-1) ?? 0) + (weight * days) / sum);
  return totals;
}

const TOTALS: Record<LifeKind, number[]> = {
  steady: totalsOf('steady'),
  surging: totalsOf('surging'),
  growing: totalsOf('growing'),
  bursting: totalsOf('bursting'),
  emerging: totalsOf('emerging'),
  fading: totalsOf('fading'),
  dead: totalsOf('dead'),
  returning: totalsOf('returning'),
};

/** How many posts a life has brought forth, in expectation, before a day counted from 1970-01-01. */
export function postsBefore(life: Life, day: number): number {
  const totals = TOTALS[life.kind];
  const days = totals.length - 1;
  const shifted = day + Math.round(life.phase * 7);
  const cycle = Math.floor(shifted / days);
  const withinCycle = totals[shifted - cycle * days] ?? 0;
  return (life.perWeek / 7) * (cycle * days + withinCycle);
}

/** Expected posts of a life in the days from `from` up to, not including, `to`. */
export function expectedPosts(life: Life, from: number, to: number): number {
  return postsBefore(life, to) - postsBefore(life, from);
}
