import { SAMPLE_MARK } from '@pain-signals/contract';
import type { EChartsOption, XAXisComponentOption, YAXisComponentOption } from 'echarts';
import { formatCount } from '../../kit/format.ts';
import { dateLabels, hasWideDays, labelledDays } from '../plots/days.ts';
import { box, type Graphic, label } from './graphics.ts';
import { COLOUR, FONT_FAMILY, fitOnTwoLines, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

/** A picture in ECharts' terms. */
export interface Drawing {
  width: number;
  height: number;
  option: EChartsOption;
}

export interface Heading {
  /** In characters that the font has. */
  title: string;
  isSample: boolean;
}

export interface Frame {
  graphics: Graphic[];
  /** Where the heading ends. */
  bottom: number;
}

const TOP = 32;
const TITLE_LINE = 50;
const BELOW = 8;
const MARK = { height: 54, padding: 20, gap: 24 };

/** The title at the top, and the mark of sample data in the corner. */
export function drawHeading({ title, isSample }: Heading, measure: Measure): Frame {
  const width = SIZE.width - 2 * MARGIN;
  const mark = isSample ? drawSampleMark(measure) : { graphics: [], width: 0 };
  const lines = fitOnTwoLines(title, { width: width - mark.width, style: TYPE.title, measure });
  const titles = lines.map((line, at) =>
    label(line, { x: MARGIN, y: TOP + TITLE_LINE * (at + 0.5), style: TYPE.title }),
  );
  return { graphics: [...titles, ...mark.graphics], bottom: TOP + TITLE_LINE * lines.length + BELOW };
}

function drawSampleMark(measure: Measure) {
  const width = measure(SAMPLE_MARK, TYPE.plain) + 2 * MARK.padding;
  const x = SIZE.width - MARGIN - width;
  return {
    graphics: [
      box({ x, y: TOP - 2, width, height: MARK.height, radius: MARK.height / 2 }, COLOUR.blueWash),
      label(SAMPLE_MARK, { x: x + MARK.padding, y: TOP - 2 + MARK.height / 2 }),
    ],
    width: width + MARK.gap,
  };
}

/** Says in place of a plot that there is nothing to plot. */
export function drawEmptyState(words: string, top: number): Graphic[] {
  const height = SIZE.height - MARGIN - top;
  const place = { x: MARGIN, y: top, width: SIZE.width - 2 * MARGIN, height, radius: 16 };
  return [box(place, COLOUR.blueWash), label(words, { x: SIZE.width / 2, y: top + height / 2, align: 'center' })];
}

/** The whole picture: its ground, its parts at fixed places, and what ECharts plots. */
export function composeDrawing(graphics: Graphic[], plot: EChartsOption, height: number = SIZE.height): Drawing {
  const option: EChartsOption = {
    animation: false,
    backgroundColor: COLOUR.ground,
    textStyle: { fontFamily: FONT_FAMILY },
    ...plot,
    graphic: graphics,
  };
  return { width: SIZE.width, height, option };
}

/** A scale from 0 with its middle and its end on round numbers, and nothing between: three labels are read at a glance. */
export interface CountScale {
  max: number;
  interval: number;
}

const ROUND = [1, 2, 3, 4, 5, 6, 8, 10];

export function countScale(values: readonly (number | null)[]): CountScale {
  const top = values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0);
  if (top <= 1) return { max: 1, interval: 1 };
  const power = 10 ** Math.floor(Math.log10(top / 2));
  const interval = power * (ROUND.find((step) => step * power >= top / 2) ?? 10);
  // Half a mention is nobody's.
  const whole = Math.ceil(interval);
  return { max: 2 * whole, interval: whole };
}

const AXIS_TEXT = {
  color: COLOUR.soft,
  fontFamily: FONT_FAMILY,
  fontSize: TYPE.plain.size,
  fontWeight: TYPE.plain.weight,
  lineHeight: TYPE.plain.size,
} as const;
const LABEL_GAP = 16;
const DATES_HEIGHT = 88;

/** Where the data is drawn: below `top`, right of the counts, above the dates. */
export function plotArea(top: number, scale: CountScale, measure: Measure) {
  const widest = Math.max(
    measure(formatCount(scale.max), TYPE.plain),
    measure(formatCount(scale.interval), TYPE.plain),
  );
  const left = Math.ceil(MARGIN + widest + LABEL_GAP);
  return { left, right: MARGIN, top, bottom: DATES_HEIGHT, width: SIZE.width - MARGIN - left };
}

/** Days by their number from 0, each as wide as the others. Where they are narrow the outer labels stay inside the plot. */
export function dayAxis(dates: readonly string[]): XAXisComponentOption {
  const labelled = labelledDays(dates.length);
  const words = dateLabels(labelled.map((day) => dates[day] ?? ''));
  return {
    type: 'value',
    min: -0.5,
    max: Math.max(0.5, dates.length - 0.5),
    // The half days at both ends already hold the bars.
    containShape: false,
    splitLine: { show: false },
    axisTick: { show: false },
    axisLine: { onZero: false, lineStyle: { color: COLOUR.axis, width: 3 } },
    axisLabel: {
      ...AXIS_TEXT,
      margin: 14,
      customValues: labelled,
      formatter: (day: number) => words[labelled.indexOf(day)] ?? '',
      ...(!hasWideDays(dates.length) && { alignMinLabel: 'left', alignMaxLabel: 'right' }),
    },
  };
}

export function countAxis({ max, interval }: CountScale): YAXisComponentOption {
  return {
    type: 'value',
    min: 0,
    max,
    interval,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: COLOUR.rule, width: 2 } },
    axisLabel: { ...AXIS_TEXT, margin: LABEL_GAP, formatter: (count: number) => formatCount(count) },
  };
}
