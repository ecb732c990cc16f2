import { formatCount } from '../../kit/format.ts';
import type { SourceRow, SourcesPlot } from '../plots/sources-plot.ts';
import { composeDrawing, type Drawing, drawEmptyState, drawHeading } from './frame.ts';
import { box, type Graphic, label } from './graphics.ts';
import { COLOUR, fitTextToWidth, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

const WIDEST_NAME = 340;
const TALLEST_ROW = 112;
const COLUMN_GAP = 24;
const BAR_SHARE = 0.58;

/** A bar for each source, its name before and its figures behind it. */
export function drawSources(plot: SourcesPlot, measure: Measure): Drawing {
  const heading = drawHeading(plot, measure);
  const top = heading.bottom + 24;
  if (plot.rows.length === 0)
    return composeDrawing([...heading.graphics, ...drawEmptyState('No mentions yet', top)], {});
  const room = SIZE.height - MARGIN - top;
  const height = Math.min(TALLEST_ROW, room / plot.rows.length);
  const rows = drawRows(plot.rows, { top: top + (room - height * plot.rows.length) / 2, height }, measure);
  return composeDrawing([...heading.graphics, ...rows], {});
}

function drawRows(rows: readonly SourceRow[], { top, height }: { top: number; height: number }, measure: Measure) {
  const names = rows.map(({ name }) => fitTextToWidth(name, { width: WIDEST_NAME, style: TYPE.plain, measure }));
  const figures = rows.map(({ mentions, percent }) => `${formatCount(mentions)}  (${percent}%)`);
  const left = MARGIN + Math.max(...names.map((name) => measure(name, TYPE.plain))) + COLUMN_GAP;
  const widestFigure = Math.max(...figures.map((figure) => measure(figure, TYPE.strong)));
  const widest = SIZE.width - MARGIN - widestFigure - COLUMN_GAP - left;
  const most = Math.max(...rows.map(({ mentions }) => mentions));
  return rows.flatMap(({ mentions }, at): Graphic[] => {
    const y = top + height * (at + 0.5);
    const bar = { x: left, y: y - (height * BAR_SHARE) / 2, height: height * BAR_SHARE, radius: 4 };
    const width = Math.max(6, (widest * mentions) / most);
    return [
      label(names[at] ?? '', { x: MARGIN, y }),
      box({ ...bar, width }, at === 0 ? COLOUR.blue : COLOUR.paleBlue),
      label(figures[at] ?? '', { x: left + width + COLUMN_GAP, y, style: TYPE.strong }),
    ];
  });
}
