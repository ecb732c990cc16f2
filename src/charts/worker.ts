import { constants, getPriority, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawChart } from '#blocks/charts/drawing/draw-chart.ts';
import type { ChartPlot } from '#blocks/charts/plots/plan-chart.ts';
import { drawOnCanvas, measureText } from './canvas.ts';

/** A thread that says when it is ready, and then answers each plot with a picture. */

export type ChartWorkerMessage = { ready: true } | { png: Uint8Array } | { fault: string };

/** Of 19 steps down: it gets a third of what others get while they want it. */
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

// Whoever types a command goes before whoever waits for a picture. Linux takes 0 for this thread, others for the whole process.
if (platform() === 'linux')
  setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + PRIORITY_STEPS_DOWN));

parentPort?.on('message', (plot: ChartPlot) => {
  try {
    post({ png: toPng(plot) });
  } catch (error) {
    // One plot that cannot be drawn is no reason to load everything anew for the next.
    post({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
post({ ready: true });
