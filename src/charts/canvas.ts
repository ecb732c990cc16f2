import { fileURLToPath } from 'node:url';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { BarChart, LineChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, MarkAreaComponent } from 'echarts/components';
import { type ECharts, init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Drawing } from '#blocks/charts/drawing/frame.ts';
import { FONT_FAMILY, type Measure } from '#blocks/charts/drawing/theme.ts';

/** ECharts on a canvas without a browser. Loading and drawing block the processor, so it runs in its own thread. */

const FONT_FILES = [
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
];

use([BarChart, LineChart, GridComponent, GraphicComponent, MarkAreaComponent, CanvasRenderer]);
setPlatformAPI({ createCanvas: () => createCanvas(1, 1) });
for (const file of FONT_FILES) registerFont(fileURLToPath(file));

// Without its font a canvas silently leaves out the text.
function registerFont(path: string): void {
  if (GlobalFonts.registerFromPath(path, FONT_FAMILY) === null) throw new Error(`The font ${path} could not be read`);
}

const ruler = createCanvas(1, 1).getContext('2d');

export const measureText: Measure = (text, { size, weight }) => {
  ruler.font = `${weight} ${size}px ${FONT_FAMILY}`;
  return ruler.measureText(text).width;
};

// One for all charts: many would keep their memory until garbage collection.
const canvas = createCanvas(1, 1);

/** Draws on the shared canvas. The caller disposes of the chart. */
export function drawOnCanvas({ width, height, option }: Drawing): { canvas: Canvas; chart: ECharts } {
  // Setting the size clears the canvas.
  const chart = init(canvas, null, { width, height, devicePixelRatio: 1 });
  chart.setOption(option);
  chart.getZr().flush();
  return { canvas, chart };
}
