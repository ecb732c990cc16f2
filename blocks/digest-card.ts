import { type Card, type CardBlock, card } from './card.ts';
import { type Digest, type DigestItem, isQuiet } from './digest.ts';
import type { DigestPlan } from './digest-plan.ts';
import { explainLead, sayWeek, showCounts, showMovement, showMovements } from './digest-words.ts';
import { context, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { sayGrowth, showGrowth } from './growth.ts';
import { nameArea, namePainType } from './names.ts';
import { standIn } from './picture.ts';
import { sayTopic, showTopic } from './signal-row.ts';
import { sparkline } from './sparkline.ts';
import { quoteData } from './text.ts';

const TITLE = 'Developer pain of the week';

interface Setting {
  plan: DigestPlan;
  linkTo: (signalId: string) => string | null;
}

/** What a channel sees of a week: one screen. The rest is in its thread. */
export function digestCard(digest: Digest, { plan, linkTo }: Setting): Card {
  if (isQuiet(digest)) return quietCard(digest, plan);
  const { risers, newcomers, others, faded, gone, lead, freshness, date } = digest;
  const all = [...risers, ...newcomers];
  const first = all.find(({ signal }) => signal.id === lead?.signalId);
  return card(sayDigest(digest, first), [
    header(`${TITLE}: ${sayWeek(date)}`),
    context([describePlan(plan), showMovements(digest)]),
    lead && first
      ? section(`*Read this one:* ${showTopic(first.signal, linkTo)}\nWhy: ${explainLead(lead, first)}`)
      : null,
    list('▲ Rose beyond chance', risers, plan.length, linkTo),
    list('✦ Emerging: small and rising', newcomers, plan.length, linkTo),
    list('Also growing in these areas, perhaps by chance', others, plan.length, linkTo),
    list('▼ Faded', faded, plan.length, linkTo),
    gone.length === 0 ? null : context([`Gone since the last digest: ${gone.map(sayTopic).join('; ')}`]),
    standIn(sparklines([...all, ...others].slice(0, plan.length))),
    context([...showFreshness(freshness), plan.hasThread ? 'Quotes and briefs are in the thread' : null]),
  ]);
}

/** A week in which nothing rises, in one line. */
function quietCard({ date, freshness }: Digest, plan: DigestPlan): Card {
  const says = `A quiet week (${sayWeek(date)}): nothing rises beyond chance.`;
  return card(`${TITLE}. ${says}${sayFreshness(freshness)}`, [
    section(says),
    context([describePlan(plan), ...showFreshness(freshness)]),
  ]);
}

function sayDigest({ risers, newcomers, faded, freshness, date }: Digest, first: DigestItem | undefined): string {
  const name = ({ signal }: DigestItem) => `${sayTopic(signal)} (${sayGrowth(signal)})`;
  return [
    `${TITLE}, ${sayWeek(date)}.`,
    first ? ` Read first: ${sayTopic(first.signal)}${counted(first)}.` : '',
    risers.length > 0 ? ` Rose: ${risers.map(name).join('; ')}.` : '',
    newcomers.length > 0 ? ` Emerging: ${newcomers.map(name).join('; ')}.` : '',
    faded.length > 0 ? ` Faded: ${faded.map(name).join('; ')}.` : '',
    sayFreshness(freshness),
  ].join('');
}

const counted = (item: DigestItem) => {
  const counts = showCounts(item);
  return counts === null ? '' : `, ${counts}`;
};

/** As many as the channel wants in lines of their own; the others by name, so that none is hidden. */
function list(title: string, items: readonly DigestItem[], most: number, linkTo: Setting['linkTo']): CardBlock | null {
  if (items.length === 0) return null;
  const lines = items.slice(0, most).map((item) => `• ${showItem(item, linkTo)}`);
  const rest = items.slice(most).map(({ signal }) => sayTopic(signal));
  return section([`*${title}*`, ...lines, ...(rest.length > 0 ? [`and ${rest.join('; ')}`] : [])].join('\n'));
}

function showItem(item: DigestItem, linkTo: Setting['linkTo']): string {
  const parts = [
    showTopic(item.signal, linkTo),
    showGrowth(item.signal),
    showCounts(item),
    showMovement(item.movement),
  ];
  return parts.filter((part) => part !== null).join('  ·  ');
}

/** Stands where the picture comes. */
function sparklines(items: readonly DigestItem[]): string {
  const rows = items.map(({ signal }) => {
    const weeks = [signal.mentionsPrevWindow ?? 0, signal.mentionsLastWindow ?? 0];
    return `${sparkline(weeks)} ${sayTopic(signal)}`;
  });
  return [`*The week before and this one*`, ...rows].join('\n');
}

/** Which signals this digest is about. */
export function describePlan({ areas, types }: Pick<DigestPlan, 'areas' | 'types'>): string {
  const inAreas = areas.length === 0 ? 'All areas' : areas.map((area) => quoteData(nameArea(area), 40)).join(', ');
  const ofTypes = types.length === 0 ? 'all types' : types.map((type) => namePainType(type).toLowerCase()).join(', ');
  return `${inAreas}; ${ofTypes}`;
}
