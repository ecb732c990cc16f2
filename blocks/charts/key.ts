import { fitTextToWidth } from './fit-text.ts';
import { box, type Graphic, horizontalLine, label, type Stroke } from './graphics.ts';
import { COLOUR, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

/** What a mark of the plot stands for. */
export interface LegendEntry {
  mark: { bar: string } | { band: string } | { line: Stroke };
  words: string;
}

const MARK = { width: 44, gap: 14 };
const ENTRY_GAP = 44;

/** The marks side by side around the height `y`, each with its words. */
export function drawLegend(entries: readonly LegendEntry[], y: number, measure: Measure): Graphic[] {
  let x = MARGIN;
  return entries.flatMap(({ mark, words }) => {
    const textX = x + MARK.width + MARK.gap;
    const fitting = fitTextToWidth(words, { width: SIZE.width - MARGIN - textX, style: TYPE.plain, measure });
    const drawn = [...drawMark(mark, x, y), label(fitting, { x: textX, y, colour: COLOUR.soft })];
    x = textX + measure(fitting, TYPE.plain) + ENTRY_GAP;
    return drawn;
  });
}

function drawMark(mark: LegendEntry['mark'], x: number, y: number): Graphic[] {
  if ('line' in mark) return [horizontalLine({ x, y, width: MARK.width }, mark.line)];
  if ('band' in mark) return [box({ x, y: y - 17, width: MARK.width, height: 34, radius: 4 }, mark.band)];
  const heights = [18, 32, 24];
  return heights.map((height, at) => box({ x: x + at * 15, y: y + 16 - height, width: 11, height }, mark.bar));
}
