import { constants, getPriority, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawChart } from '#blocks/charts/drawing/draw-chart.ts';
import type { ChartPlot } from '#blocks/charts/plots/plan-chart.ts';
import { drawOnCanvas, measureText } from './canvas.ts';

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
