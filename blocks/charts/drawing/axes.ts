import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import { ENGLISH } from '../../kit/format.ts';
import { dateLabels, hasWideDays, labelledDays } from '../plots/days.ts';
import { COLOUR, FONT_FAMILY, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

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
    measure(ENGLISH.count(scale.max), TYPE.plain),
    measure(ENGLISH.count(scale.interval), TYPE.plain),
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
    axisLabel: { ...AXIS_TEXT, margin: LABEL_GAP, formatter: (count: number) => ENGLISH.count(count) },
  };
}
