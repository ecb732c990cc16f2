import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { ECharts } from 'echarts/core';

export interface TextBox {
  text: string;
  /** Pixels of the font. */
  size: number;
  fill: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What ECharts keeps of one line of text it has drawn. */
interface DrawnLine {
  type: string;
  transform: number[] | null;
  style: {
    text: string;
    font: string;
    fill: string;
    x?: number;
    y?: number;
    textAlign: CanvasTextAlign;
    textBaseline: CanvasTextBaseline;
  };
}
type CanvasTextAlign = 'left' | 'center' | 'right';
type CanvasTextBaseline = 'top' | 'middle' | 'bottom' | 'alphabetic';

const ruler = createCanvas(1, 1).getContext('2d');

/** The ink of every line of text of a drawn chart, from the list of what the renderer put on the canvas. */
export function textBoxesOf(chart: ECharts): TextBox[] {
  const drawn = chart.getZr().storage.getDisplayList(true) as unknown as DrawnLine[];
  return drawn.filter(({ type, style }) => type === 'tspan' && style.text !== '').map(boxOf);
}

function boxOf({ transform, style }: DrawnLine): TextBox {
  const [moveX = 0, moveY = 0] = transform?.slice(4) ?? [];
  if (!isUpright(transform ?? UPRIGHT)) throw new Error(`${style.text} is turned or stretched`);
  ruler.font = style.font;
  ruler.textAlign = style.textAlign;
  ruler.textBaseline = style.textBaseline;
  const ink = ruler.measureText(style.text);
  const [x, y] = [(style.x ?? 0) + moveX, (style.y ?? 0) + moveY];
  return {
    text: style.text,
    size: Number(/(\d+(?:\.\d+)?)px/.exec(style.font)?.[1]),
    fill: style.fill,
    left: x - ink.actualBoundingBoxLeft,
    right: x + ink.actualBoundingBoxRight,
    top: y - ink.actualBoundingBoxAscent,
    bottom: y + ink.actualBoundingBoxDescent,
  };
}

const UPRIGHT = [1, 0, 0, 1];

const isUpright = (transform: readonly number[]) =>
  UPRIGHT.every((wanted, at) => Math.abs((transform[at] ?? 0) - wanted) < 1e-6);

/** Pixels that must lie between two texts. */
const APART = 4;

export function collide(one: TextBox, other: TextBox): boolean {
  const [above, below] = one.top < other.top ? [one, other] : [other, one];
  const [left, right] = one.left < other.left ? [one, other] : [other, one];
  return below.top - above.bottom < APART && right.left - left.right < APART;
}

type Rgb = readonly [number, number, number];

/** The background of a text, and whether the text is visible on it. */
export function lookBehind(canvas: Canvas, box: TextBox): { ground: Rgb; isPainted: boolean } {
  const colours = coloursOf(canvas, box);
  const [most = 0] = [...colours].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  const ground = rgbOf(most);
  return { ground, isPainted: [...colours.keys()].some((colour) => contrast(rgbOf(colour), ground) > 3) };
}

/** How many pixels of a box have which colour, with a little of what is around it: an I fills its own. */
function coloursOf(canvas: Canvas, { left, top, right, bottom }: TextBox): Map<number, number> {
  const [x, y] = [Math.max(0, Math.floor(left) - APART), Math.max(0, Math.floor(top) - APART)];
  const [width, height] = [Math.ceil(right) + APART - x, Math.ceil(bottom) + APART - y];
  const { data } = canvas.getContext('2d').getImageData(x, y, width, height);
  const colours = new Map<number, number>();
  const colourAt = (at: number) => ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  // Most pixels have the colour of the one before.
  for (let start = 0; start < data.length; ) {
    const colour = colourAt(start);
    let end = start + 4;
    while (end < data.length && colourAt(end) === colour) end += 4;
    colours.set(colour, (colours.get(colour) ?? 0) + (end - start) / 4);
    start = end;
  }
  return colours;
}

export const rgbOf = (colour: number): Rgb => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
