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
