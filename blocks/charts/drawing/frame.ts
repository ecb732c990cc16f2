import type { EChartsOption } from 'echarts';
import { SAMPLE_MARK } from '../../kit/freshness.ts';
import { box, type Graphic, label } from './graphics.ts';
import { COLOUR, FONT_FAMILY, fitOnTwoLines, fitTextToWidth, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

/** A picture in ECharts' terms. */
export interface Drawing {
  width: number;
  height: number;
  option: EChartsOption;
}

export interface Heading {
  /** What it is about, already drawable. */
  title: string;
  /** What is to be seen in it. */
  finding: string;
  /** Of the finding; orange unless that stands for something else in the picture. */
  colour?: string;
  isSample: boolean;
}

export interface Frame {
  graphics: Graphic[];
  /** Where the heading ends. */
  bottom: number;
}

const TOP = 32;
const TITLE_LINE = 50;
const FINDING_LINE = 56;
const MARK = { height: 54, padding: 20, gap: 24 };

/** Title and finding at the top, and the mark of sample data in the corner. */
export function drawHeading({ title, finding, colour = COLOUR.orange, isSample }: Heading, measure: Measure): Frame {
  const width = SIZE.width - 2 * MARGIN;
  const mark = isSample ? drawSampleMark(measure) : { graphics: [], width: 0 };
  const lines = fitOnTwoLines(title, { width: width - mark.width, style: TYPE.title, measure });
  const titles = lines.map((line, at) =>
    label(line, { x: MARGIN, y: TOP + TITLE_LINE * (at + 0.5), style: TYPE.title }),
  );
  const bottom = TOP + TITLE_LINE * lines.length;
  if (finding === '') return { graphics: [...titles, ...mark.graphics], bottom };
  const said = fitTextToWidth(finding, { width, style: TYPE.strong, measure });
  const place = { x: MARGIN, y: bottom + FINDING_LINE / 2, style: TYPE.strong, colour };
  return { graphics: [...titles, ...mark.graphics, label(said, place)], bottom: bottom + FINDING_LINE };
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
