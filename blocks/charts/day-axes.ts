import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import { formatCount } from '../numbers.ts';
import type { CountScale } from './count-scale.ts';
import { dateLabels, hasWideDays, labelledDays } from './date-labels.ts';
import { COLOUR, FONT_FAMILY, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

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
