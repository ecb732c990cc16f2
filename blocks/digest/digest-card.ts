import type { ScoreParts } from '@pain-signals/contract';
import { areaName, painTypeName } from '@pain-signals/contract';
import {
  DAY_MS,
  type Digest,
  type DigestItem,
  type DigestLead,
  type DigestMovement,
  type DigestPlan,
  isQuietWeek,
} from '@pain-signals/domain';
import { picturePlaceholder } from '../charts/picture.ts';
import { type Card, type CardBlock, card } from '../kit/card.ts';
import { context, header, joinParts, section } from '../kit/elements.ts';
import { ENGLISH, sparkline } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import {
  describeGrowth,
  formatGrowth,
  formatTopic,
  formatTopicLink,
  type LinkTo,
  SCORE_PART_TEXTS,
} from '../kit/signal-text.ts';
import { escapeMrkdwn } from '../kit/text.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The seven days that end on a date: `14 March – 20 March 2026, week 12`. */
export function describeWeek(date: string): string {
  const end = Date.parse(date);
  const first = new Date(end - 6 * DAY_MS);
  return `${day.format(first)} – ${day.format(end)} ${date.slice(0, 4)}, week ${weekNumber(date)}`;
}

/** ISO 8601: a week belongs to the year of its Thursday. */
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

/** Compared with the last digest; null for the first one. */
function formatMovements({ risers, newcomers, others, gone }: Digest): string | null {
  const movements = [...risers, ...newcomers, ...others].map(({ movement }) => movement);
  if (movements.every((movement) => movement === null) && gone.length === 0) return null;
  const count = (wanted: DigestMovement) => movements.filter((movement) => movement === wanted).length;
  return `Since the last digest: ${count('new')} new, ${count('up')} up, ${count('down')} down, ${gone.length} gone`;
}

const points = (value: number) => Math.round(value * 100);

/** `12 → 31 mentions, 9 → 22 people`, as far as that is known. */
export function formatCounts(item: DigestItem): string | null {
  const { mentionsPrevWindow: before, mentionsLastWindow: after } = item.signal;
  const counts = [
    before === null || after === null ? null : `${ENGLISH.count(before)} → ${ENGLISH.plural(after, 'mention')}`,
    formatPeople(item),
  ].filter((count) => count !== null);
  return counts.length === 0 ? null : counts.join(', ');
}

export const formatPeople = ({ people }: DigestItem): string | null =>
  people && `${ENGLISH.count(people.previous)} → ${ENGLISH.plural(people.last, 'person', 'people')}`;

/** Counts, and what changed in the score. */
function explainLead({ changes }: DigestLead, item: DigestItem): string {
  const isCompared = changes.some(({ from }) => from !== null);
  const parts = changes
    .map(({ part, from, to }) => `${SCORE_PART_TEXTS[part]} (${describePoints(from, to)})`)
    .join(' and ');
  const score = parts === '' ? null : `in its score ${isCompared ? 'these changed' : 'these count'} most: ${parts}`;
  return [formatCounts(item), score].filter((words) => words !== null).join('; ');
}

const describePoints = (from: number | null, to: ScoreParts[keyof ScoreParts]) =>
  from === null ? `${points(to)} of 100` : `${points(from)} → ${points(to)} of 100`;

const TITLE = 'Developer pain of the week';

interface DigestCardOptions {
  plan: DigestPlan;
  linkTo: LinkTo;
}

/** One screen; details are in the thread. */
export function digestCard(digest: Digest, { plan, linkTo }: DigestCardOptions): Card {
  if (isQuietWeek(digest)) return quietCard(digest, plan);
  const { risers, newcomers, others, faded, gone, lead, freshness, date } = digest;
  const all = [...risers, ...newcomers];
  const first = all.find(({ signal }) => signal.id === lead?.signalId);
  return card(describeDigest(digest, first), [
    header(`${TITLE}: ${describeWeek(date)}`),
    context([describePlan(plan), formatMovements(digest)]),
    lead && first
      ? section(`*Read this one:* ${formatTopicLink(first.signal, linkTo)}\nWhy: ${explainLead(lead, first)}`)
      : null,
    list('▲ Significant increases', risers, plan.length, linkTo),
    list('✦ Emerging: small and rising', newcomers, plan.length, linkTo),
    list('Also growing in these areas, perhaps by chance', others, plan.length, linkTo),
    list('▼ Faded', faded, plan.length, linkTo),
    gone.length === 0 ? null : context([`Gone since the last digest: ${gone.map(formatTopic).join('; ')}`]),
    picturePlaceholder(sparklines([...all, ...others].slice(0, plan.length))),
    context([...formatFreshness(freshness), plan.hasThread ? 'Quotes and briefs are in the thread' : null]),
  ]);
}

/** A week in which nothing rises, in one line. */
function quietCard({ date, freshness }: Digest, plan: DigestPlan): Card {
  const says = `A quiet week (${describeWeek(date)}): no significant increases.`;
  return card(`${TITLE}. ${says}${describeFreshness(freshness)}`, [
    section(says),
    context([describePlan(plan), ...formatFreshness(freshness)]),
  ]);
}

function describeDigest({ risers, newcomers, faded, freshness, date }: Digest, first: DigestItem | undefined): string {
  const name = ({ signal }: DigestItem) => `${formatTopic(signal)} (${describeGrowth(signal, ENGLISH)})`;
  return [
    `${TITLE}, ${describeWeek(date)}.`,
    first ? ` Read first: ${formatTopic(first.signal)}${counted(first)}.` : '',
    risers.length > 0 ? ` Rose: ${risers.map(name).join('; ')}.` : '',
    newcomers.length > 0 ? ` Emerging: ${newcomers.map(name).join('; ')}.` : '',
    faded.length > 0 ? ` Faded: ${faded.map(name).join('; ')}.` : '',
    describeFreshness(freshness),
  ].join('');
}

const counted = (item: DigestItem) => {
  const counts = formatCounts(item);
  return counts === null ? '' : `, ${counts}`;
};

/** As many as the channel wants in lines of their own; the others by name, so that none is hidden. */
function list(title: string, items: readonly DigestItem[], most: number, linkTo: LinkTo): CardBlock | null {
  if (items.length === 0) return null;
  const lines = items.slice(0, most).map((item) => `• ${formatItem(item, linkTo)}`);
  const rest = items.slice(most).map(({ signal }) => formatTopic(signal));
  return section([`*${title}*`, ...lines, ...(rest.length > 0 ? [`and ${rest.join('; ')}`] : [])].join('\n'));
}

function formatItem(item: DigestItem, linkTo: LinkTo): string {
  return joinParts([
    formatTopicLink(item.signal, linkTo),
    formatGrowth(item.signal, ENGLISH),
    formatCounts(item),
    formatMovement(item.movement),
  ]);
}

/** Stands where the picture comes. */
function sparklines(items: readonly DigestItem[]): string {
  const rows = items.map(({ signal }) => {
    const weeks = [signal.mentionsPrevWindow ?? 0, signal.mentionsLastWindow ?? 0];
    return `${sparkline(weeks)} ${formatTopic(signal)}`;
  });
  return [`*The week before and this one*`, ...rows].join('\n');
}

/** Which signals this digest is about. */
export function describePlan({ areas, types }: Pick<DigestPlan, 'areas' | 'types'>): string {
  const inAreas = areas.length === 0 ? 'All areas' : areas.map((area) => escapeMrkdwn(areaName(area), 40)).join(', ');
  const ofTypes = types.length === 0 ? 'all types' : types.map((type) => painTypeName(type).toLowerCase()).join(', ');
  return `${inAreas}; ${ofTypes}`;
}
