import { COLOUR, FONT_FAMILY, type TextStyle, TYPE } from './theme.ts';

/** The parts of a picture that stand at a fixed place; ECharts draws them over the plot. */
export type Graphic = TextGraphic | ShapeGraphic;

interface TextGraphic {
  type: 'text';
  x: number;
  y: number;
  z: number;
  silent: true;
  style: {
    text: string;
    fill: string;
    fontFamily: string;
    fontSize: number;
    fontWeight: number;
    lineHeight: number;
    align: 'left' | 'center' | 'right';
    verticalAlign: 'middle';
  };
}

interface ShapeGraphic {
  type: 'rect' | 'line' | 'circle';
  z: number;
  silent: true;
  shape: Record<string, number>;
  style: { fill?: string; stroke?: string; lineWidth?: number; lineDash?: number[]; lineCap?: 'round' | 'butt' };
}

interface LabelPlace {
  x: number;
  y: number;
  style?: TextStyle;
  colour?: string;
  align?: 'left' | 'center' | 'right';
}

// Above what ECharts draws of the data, below nothing.
const OVER = 10;
const UNDER = -10;

/** ECharts keeps widths in a plain object by text: `__proto__` would be looked up in, and written to, the prototype of all objects. */
const notAKey = (text: string): string => (text in Object.prototype ? `${text} ` : text);

export function label(text: string, { x, y, style = TYPE.plain, colour = COLOUR.ink, align = 'left' }: LabelPlace) {
  return {
    type: 'text',
    x,
    y,
    z: OVER,
    silent: true,
    style: {
      text: notAKey(text),
      fill: colour,
      fontFamily: FONT_FAMILY,
      fontSize: style.size,
      fontWeight: style.weight,
      lineHeight: style.size,
      align,
      verticalAlign: 'middle',
    },
  } as const satisfies TextGraphic;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  radius?: number;
}

export function box({ x, y, width, height, radius = 0 }: Box, fill: string): Graphic {
  return { type: 'rect', z: UNDER, silent: true, shape: { x, y, width, height, r: radius }, style: { fill } };
}

export interface Stroke {
  colour: string;
  width: number;
  /** Lengths of dash and gap in pixels; none for a solid line. */
  dash?: readonly number[];
}

export function horizontalLine({ x, y, width }: { x: number; y: number; width: number }, stroke: Stroke): Graphic {
  const { colour, dash = [] } = stroke;
  const style = { stroke: colour, lineWidth: stroke.width, lineDash: [...dash] };
  return { type: 'line', z: UNDER, silent: true, shape: { x1: x, y1: y, x2: x + width, y2: y }, style };
}

export function dot({ x, y }: { x: number; y: number }, radius: number, fill: string): Graphic {
  return { type: 'circle', z: OVER, silent: true, shape: { cx: x, cy: y, r: radius }, style: { fill } };
}
