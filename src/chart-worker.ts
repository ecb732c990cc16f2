import { constants, getPriority, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawChart } from '#blocks/charts/draw-chart.ts';
import type { ChartPlot } from '#blocks/charts/plan-chart.ts';
import { measureText, paint } from './chart-canvas.ts';

/** A thread that says when it is ready, and then answers each plot with a picture. */

export type FromChartWorker = { ready: true } | { png: Uint8Array } | { fault: string };

/** Of 19 steps down: it gets a third of what others get while they want it. */
const LESS_URGENT = 5;

const tell = (message: FromChartWorker): void => parentPort?.postMessage(message);

function toPng(plot: ChartPlot): Uint8Array {
  const { canvas, chart } = paint(drawChart(plot, measureText));
  try {
    return canvas.encodeSync('png');
  } finally {
    chart.dispose();
  }
}

// Whoever types a command goes before whoever waits for a picture. Linux takes 0 for this thread, others for the whole process.
if (platform() === 'linux') setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + LESS_URGENT));

parentPort?.on('message', (plot: ChartPlot) => {
  try {
    tell({ png: toPng(plot) });
  } catch (error) {
    // One plot that cannot be drawn is no reason to load everything anew for the next.
    tell({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
tell({ ready: true });
