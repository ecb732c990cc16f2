import { truncate } from '../../kit/text.ts';

/** Every picture is as wide as this; its height may grow with its rows. */
export const SIZE = { width: 1200, height: 600 } as const;

export const MARGIN = 40;

/** The family the renderer registers the font's files under. */
export const FONT_FAMILY = 'ChartInter';

export interface TextStyle {
  size: number;
  weight: 400 | 600;
}

/**
 * On a phone Slack shows a picture 360 px wide, 0.3 of its size: 37 px are the smallest that are still read there as 11.
 */
export const TYPE = {
  title: { size: 42, weight: 600 },
  strong: { size: 37, weight: 600 },
  plain: { size: 37, weight: 400 },
} as const satisfies Record<string, TextStyle>;

/**
 * Blue and orange are told apart by every kind of colour blindness, and differ in lightness too. Text keeps 4.5:1 against
 * `ground` and `wash`, marks 3:1.
 */
export const COLOUR = {
  ground: '#ffffff',
  ink: '#1d2733',
  soft: '#566272',
  rule: '#e2e6eb',
  axis: '#b6bfc9',
  blue: '#1264a3',
  paleBlue: '#5595cb',
  orange: '#b4470f',
  paleOrange: '#dc7020',
  wash: '#fdf1e7',
  blueWash: '#e3eef8',
} as const;

/** How wide a text comes out in pixels. */
export type Measure = (text: string, style: TextStyle) => number;

interface TextRoom {
  width: number;
  style: TextStyle;
  measure: Measure;
}

/** As much of a text as the width holds, with a mark where it was cut. */
export function fitTextToWidth(text: string, { width, style, measure }: TextRoom): string {
  if (measure(text, style) <= width) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (measure(truncate(text, middle), style) <= width) fits = middle;
    else tooLong = middle;
  }
  return truncate(text, fits);
}

/** The same on two lines at most: lines alike in length when it fits, else the first as full as it gets. */
export function fitOnTwoLines(text: string, room: TextRoom): string[] {
  if (room.measure(text, room.style) <= room.width) return [text];
  const first = evenBreak(text, room) ?? fitTextToWidth(text, room).replace(/…$/, '');
  return [first, fitTextToWidth(text.slice(first.length).trim(), room)];
}

/** The words of the first line when the longer of both is as short as it can be; null when they do not fit. */
function evenBreak(text: string, { width, style, measure }: TextRoom): string | null {
  // Beyond this many words no line would hold them.
  const spaces = [...text.matchAll(/ /g)].slice(0, 40).map(({ index }) => index);
  const widest = (at: number) => Math.max(measure(text.slice(0, at), style), measure(text.slice(at + 1), style));
  const best = spaces.map((at) => ({ at, width: widest(at) })).sort((one, other) => one.width - other.width)[0];
  return best !== undefined && best.width <= width ? text.slice(0, best.at) : null;
}
