import { areaName, MACRO_AREAS, type PainSignalListItem } from '@pain-signals/contract';
import { areaKeyword, COMMAND, type Freshness } from '@pain-signals/domain';
import { type Card, card } from '../kit/card.ts';
import { describeActive, describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { context, header, joinParts, section } from '../kit/elements.ts';
import { formatCount, plural } from '../kit/format.ts';
import { describeCounts } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { areaPicker } from '../signals/list-controls.ts';

/** What the areas are ranked by: the most mentioned signals, and how many there are besides. */
export interface RankedSignals {
  signals: readonly PainSignalListItem[];
  total: number;
  /** How many of them are active; null when unknown. */
  active: number | null;
  freshness: Freshness;
}

interface Area {
  id: string;
  signals: number;
  thisWeek: number;
  lastWeek: number;
}

/** Every area with the word for it, most mentioned this week first; in a fixed order where nothing is known. */
export function areasCard(ranked: RankedSignals | null): Card {
  const areas = countAreas(ranked?.signals ?? []);
  const isKnown = areas.some(({ signals }) => signals > 0);
  const withoutArea = (ranked?.signals ?? []).filter(({ macroArea }) => macroArea === null);
  const finding = isKnown ? findingOf(areas) : null;
  const left = (ranked?.total ?? 0) - (ranked?.signals.length ?? 0);
  const lines = areas.map((area) => (isKnown ? describeArea(area) : areaName(area.id)));
  const rows = areas.map((area) => formatArea(area, isKnown));
  return card(
    `${finding === null ? '' : `${escapeMrkdwn(finding, 150)}. `}Areas: ${lines.join('; ')}.${isKnown && ranked ? describeFreshness(ranked.freshness) : ''}`,
    [
      header(finding ?? 'Areas'),
      isKnown
        ? context([
            'Mentions of all signals in each area',
            typeof ranked?.active === 'number'
              ? `${plural(ranked.total, 'signal')}, ${describeActive(ranked.active).replace(/ signals?/, '')}`
              : null,
            left > 0 ? `counted from the ${formatCount(ranked?.signals.length ?? 0)} most mentioned signals` : null,
          ])
        : null,
      section([...rows, formatWithoutArea(withoutArea)].filter((row) => row !== null).join('\n')),
      areaPicker(),
      context([
        `To see one area only, for example: \`${COMMAND} trending area:${areaKeyword(areas[0]?.id ?? MACRO_AREAS[0])}\``,
      ]),
      isKnown && ranked ? context(formatFreshness(ranked.freshness)) : null,
    ],
  );
}

/** Signals whose posts fit no area; no filter lists them. */
function formatWithoutArea(signals: readonly PainSignalListItem[]): string | null {
  if (signals.length === 0) return null;
  const sum = (counts: readonly (number | null)[]) =>
    formatCount(counts.reduce<number>((all, each) => all + (each ?? 0), 0));
  const thisWeek = sum(signals.map(({ mentionsLastWindow }) => mentionsLastWindow));
  const lastWeek = sum(signals.map(({ mentionsPrevWindow }) => mentionsPrevWindow));
  return joinParts([`*No clear area*: ${thisWeek} this week, ${lastWeek} last week`, plural(signals.length, 'signal')]);
}

function countAreas(signals: readonly PainSignalListItem[]): Area[] {
  const areas = new Map<string, Area>(MACRO_AREAS.map((id) => [id, { id, signals: 0, thisWeek: 0, lastWeek: 0 }]));
  for (const { macroArea, mentionsLastWindow, mentionsPrevWindow } of signals) {
    const area = macroArea === null ? undefined : areas.get(macroArea);
    if (area === undefined) continue;
    area.signals += 1;
    area.thisWeek += mentionsLastWindow ?? 0;
    area.lastWeek += mentionsPrevWindow ?? 0;
  }
  return [...areas.values()].sort((a, b) => b.thisWeek - a.thisWeek || b.signals - a.signals);
}

/** `Testing & quality has the most mentions this week`; null without a leader. */
function findingOf([first, second]: readonly Area[]): string | null {
  const isLed = first !== undefined && first.thisWeek > (second?.thisWeek ?? 0);
  return isLed ? escapePlainText(`${areaName(first.id)} has the most mentions this week`, 150) : null;
}

const describeArea = ({ id, thisWeek, lastWeek }: Area) => `${areaName(id)} (${describeCounts(thisWeek, lastWeek)})`;

function formatArea({ id, signals, thisWeek, lastWeek }: Area, isKnown: boolean): string {
  const word = `\`area:${areaKeyword(id)}\``;
  if (!isKnown) return `${escapeMrkdwn(areaName(id), 60)}: ${word}`;
  const counts =
    signals === 0 ? 'no signals' : `${formatCount(thisWeek)} this week, ${formatCount(lastWeek)} last week`;
  return joinParts([
    `*${escapeMrkdwn(areaName(id), 60)}*: ${counts}`,
    signals === 0 ? null : plural(signals, 'signal'),
    word,
  ]);
}
