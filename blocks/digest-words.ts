import type { ScoreParts } from '@pain-signals/contract';
import type { Digest, DigestItem, DigestLead, DigestMovement } from './digest.ts';
import { formatCount, plural } from './numbers.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The seven days that end on a date: `14 March – 20 March 2026, week 12`. */
export function describeWeek(date: string): string {
  const end = Date.parse(date);
  const first = new Date(end - 6 * DAY_MS);
  return `${day.format(first)} – ${day.format(end)} ${date.slice(0, 4)}, week ${weekNumber(date)}`;
}

/** By ISO 8601: a week belongs to the year that its Thursday is in. */
export function weekNumber(date: string): number {
  const at = Date.parse(date);
  const weekday = new Date(at).getUTCDay() || 7;
  const thursday = at + (4 - weekday) * DAY_MS;
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - newYear) / (7 * DAY_MS)) + 1;
}

const MOVEMENTS: Record<Exclude<DigestMovement, null>, string> = {
  new: '✦ new here',
  up: '↑ higher than in the last digest',
  down: '↓ lower than in the last digest',
  same: '= as in the last digest',
};

export const formatMovement = (movement: DigestMovement): string | null =>
  movement === null ? null : MOVEMENTS[movement];

/** Against the last digest in one line; null for a first one. */
export function formatMovements({ risers, newcomers, others, gone }: Digest): string | null {
  const movements = [...risers, ...newcomers, ...others].map(({ movement }) => movement);
  if (movements.every((movement) => movement === null) && gone.length === 0) return null;
  const count = (wanted: DigestMovement) => movements.filter((movement) => movement === wanted).length;
  return `Since the last digest: ${count('new')} new, ${count('up')} up, ${count('down')} down, ${gone.length} gone`;
}

type Part = DigestLead['changes'][number]['part'];

const PARTS: Record<Part, string> = {
  volume: 'how many report it',
  growth: 'how fast it grows',
  breadth: 'how many projects it hits',
  severity: 'how badly it hurts',
  recency: 'how recent it is',
  confidence: 'how sure it is',
  cap: 'how far it may count',
};

const points = (value: number) => Math.round(value * 100);

/** `12 → 31 mentions, 9 → 22 people`, as far as that is known. */
export function formatCounts(item: DigestItem): string | null {
  const { mentionsPrevWindow: before, mentionsLastWindow: after } = item.signal;
  const counts = [
    before === null || after === null ? null : `${formatCount(before)} → ${plural(after, 'mention')}`,
    formatPeople(item),
  ].filter((count) => count !== null);
  return counts.length === 0 ? null : counts.join(', ');
}

export const formatPeople = ({ people }: DigestItem): string | null =>
  people && `${formatCount(people.previous)} → ${plural(people.last, 'person', 'people')}`;

/** Why it is the one thing to read: the counts, and what changed in its score. */
export function explainLead({ changes }: DigestLead, item: DigestItem): string {
  const isCompared = changes.some(({ from }) => from !== null);
  const parts = changes.map(({ part, from, to }) => `${PARTS[part]} (${describePoints(from, to)})`).join(' and ');
  const score = parts === '' ? null : `in its score ${isCompared ? 'these changed' : 'these count'} most: ${parts}`;
  return [formatCounts(item), score].filter((words) => words !== null).join('; ');
}

const describePoints = (from: number | null, to: ScoreParts[keyof ScoreParts]) =>
  from === null ? `${points(to)} of 100` : `${points(from)} → ${points(to)} of 100`;
