import { truncate } from '../text.ts';
import type { Measure, TextStyle } from './theme.ts';

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
