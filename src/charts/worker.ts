import { constants, getPriority, platform, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { BarChart, LineChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, MarkAreaComponent } from 'echarts/components';
import { type ECharts, init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { drawChart } from '#blocks/charts/drawing/draw-chart.ts';
import type { Drawing } from '#blocks/charts/drawing/frame.ts';
import { FONT_FAMILY, type Measure } from '#blocks/charts/drawing/theme.ts';
import type { ChartPlot } from '#blocks/charts/plots/plan-chart.ts';

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

/** A worker thread that reports when it is ready, and then returns a picture for each plot. */

export type ChartWorkerMessage = { ready: true } | { png: Uint8Array } | { error: string };

/** Nice value: under load the thread gets a third of the processor time of others. */
const PRIORITY_STEPS_DOWN = 5;

const post = (message: ChartWorkerMessage): void => parentPort?.postMessage(message);

function toPng(plot: ChartPlot): Uint8Array {
  const { canvas, chart } = drawOnCanvas(drawChart(plot, measureText));
  try {
    return canvas.encodeSync('png');
  } finally {
    chart.dispose();
  }
}

// Commands come before charts. On Linux, 0 means this thread; elsewhere it would be the whole process.
if (platform() === 'linux')
  setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + PRIORITY_STEPS_DOWN));

parentPort?.on('message', (plot: ChartPlot) => {
  try {
    post({ png: toPng(plot) });
  } catch (error) {
    // The thread goes on after a plot that can't be drawn.
    post({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
post({ ready: true });
