import type { Timeline } from '@pain-signals/contract';
import type { ChartQuery } from '@pain-signals/domain';
import type { ImageBlock, SectionBlock } from '@slack/types';
import { type Card, type CardPart, card, partsOf } from '../kit/card.ts';
import { context, section } from '../kit/elements.ts';
import { formatCount, formatDay, plural, sparkline } from '../kit/format.ts';
import { mentionsLabel } from './chart-menus.ts';
import { chartedDays, dailyCounts, perSpan, type Spans, spansOf, sumOf } from './plots/days.ts';

/** Id of the block that a picture replaces. */
const PLACEHOLDER_ID = 'chart';

/** A Slack file, or an address that Slack can fetch. */
export interface Picture {
  altText: string;
  at: { fileId: string } | { address: string };
}

/** Text that a picture replaces where one can be shown. */
export function picturePlaceholder(text: string): SectionBlock {
  return { ...section(text), block_id: PLACEHOLDER_ID };
}

/** Puts the picture in place of the placeholder, else after the heading. */
export function insertPicture(illustrated: Card, { altText, at }: Picture): Card {
  const { text } = illustrated;
  const parts = partsOf(illustrated);
  const source = 'fileId' in at ? { slack_file: { id: at.fileId } } : { image_url: at.address };
  const image: ImageBlock = { type: 'image', alt_text: altText, ...source };
  const place = parts.findIndex(isPlaceholder);
  if (place >= 0) return card(text, parts.with(place, image));
  const heading = parts.findIndex(({ type }) => type === 'header');
  const behind = parts.findIndex(({ type }, at) => at > heading && type !== 'context');
  return card(text, parts.toSpliced(behind < 0 ? parts.length : behind, 0, image));
}

/** Says what will be there, where the picture can't be shown yet. */
export const announcePicture = (illustrated: Card, note: string): Card =>
  card(
    illustrated.text,
    partsOf(illustrated).map((part) => (isPlaceholder(part) ? context([note]) : part)),
  );

/** The placeholder, or Slack's own chart that stands for it. */
const isPlaceholder = (part: CardPart): boolean =>
  part.type === 'native' ? part.instead.some(isPlaceholder) : part.block_id === PLACEHOLDER_ID;

/** More than this wraps on a phone. */
const MAX_MARKS = 45;

/** One character a day, or several days for long time spans, below what they are. */
export function dailySparkline(timeline: Timeline, days: ChartQuery['days']): string {
  const drawn = spansOf(dailyCounts(timeline).slice(-chartedDays(days)), MAX_MARKS);
  const heading = `*${mentionsLabel(perSpan(drawn), timeline, days)}*`;
  return `${heading}\n${sumOf(drawn.spans) === 0 ? 'No mentions' : formatMarks(drawn)}`;
}

/** The day is in parentheses because Slack may write "yesterday", which takes no "on". */
function formatMarks({ step, firstDays, spans: marks }: Spans): string {
  const line = sparkline(marks.map(({ count }) => count));
  const most = Math.max(...marks.map(({ count }) => count));
  const [peak, tied] = marks.filter(({ count }) => count === most);
  const when = step === 1 ? '' : `${plural(peak === marks[0] ? firstDays : step, 'day')} from `;
  const on = peak === undefined || tied !== undefined ? '' : ` (${when}${formatDay(peak.date)})`;
  return `${line}  peak ${formatCount(most)}${on}`;
}
