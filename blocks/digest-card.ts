import { type Card, type CardBlock, card } from './card.ts';
import { type Digest, type DigestItem, isQuietWeek } from './digest.ts';
import type { DigestPlan } from './digest-plan.ts';
import { describeWeek, explainLead, formatCounts, formatMovement, formatMovements } from './digest-words.ts';
import { context, header, section } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import { describeGrowth, formatGrowth } from './growth.ts';
import { areaName, painTypeName } from './names.ts';
import { picturePlaceholder } from './picture.ts';
import { formatTopic, formatTopicLink } from './signal-row.ts';
import { sparkline } from './sparkline.ts';
import { escapeMrkdwn } from './text.ts';

const TITLE = 'Developer pain of the week';

interface DigestCardOptions {
  plan: DigestPlan;
  linkTo: (signalId: string) => string | null;
}

/** What a channel sees of a week: one screen. The rest is in its thread. */
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
    list('▲ Rose beyond chance', risers, plan.length, linkTo),
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
  const says = `A quiet week (${describeWeek(date)}): nothing rises beyond chance.`;
  return card(`${TITLE}. ${says}${describeFreshness(freshness)}`, [
    section(says),
    context([describePlan(plan), ...formatFreshness(freshness)]),
  ]);
}

function describeDigest({ risers, newcomers, faded, freshness, date }: Digest, first: DigestItem | undefined): string {
  const name = ({ signal }: DigestItem) => `${formatTopic(signal)} (${describeGrowth(signal)})`;
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
function list(
  title: string,
  items: readonly DigestItem[],
  most: number,
  linkTo: DigestCardOptions['linkTo'],
): CardBlock | null {
  if (items.length === 0) return null;
  const lines = items.slice(0, most).map((item) => `• ${formatItem(item, linkTo)}`);
  const rest = items.slice(most).map(({ signal }) => formatTopic(signal));
  return section([`*${title}*`, ...lines, ...(rest.length > 0 ? [`and ${rest.join('; ')}`] : [])].join('\n'));
}

function formatItem(item: DigestItem, linkTo: DigestCardOptions['linkTo']): string {
  const parts = [
    formatTopicLink(item.signal, linkTo),
    formatGrowth(item.signal),
    formatCounts(item),
    formatMovement(item.movement),
  ];
  return parts.filter((part) => part !== null).join('  ·  ');
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
