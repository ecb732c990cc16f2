import { pino } from 'pino';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { createChartRenderer } from '#src/charts/renderer.ts';

/**
 * What a 90-day timeline costs in the chart thread, and whether memory stays flat: `node bench/charts.ts [COUNT]`. Prints the
 * median and 95th percentile of the time from asking to having the picture, one at a time, and the process's memory on the way.
 */

const DAY_MS = 24 * 60 * 60 * 1_000;
const WARM_UP = 200;
const count = Number(process.argv[2] ?? 1_000);

function timelineOf(number: number): ChartDescription {
  const counts = Array.from({ length: 90 }, (_, day) => (day * 7 + number * 13) % (5 + Math.floor(day / 8)));
  const buckets = counts.map((mentions, day) => ({
    date: new Date(Date.parse('2026-01-01') + day * DAY_MS).toISOString().slice(0, 10),
    count: mentions,
  }));
  return {
    kind: 'timeline',
    isSample: true,
    signal: {
      topic: `Pain number ${number}`,
      growth: 1.4,
      mentionsLastWindow: 24,
      mentionsPrevWindow: 10,
      volume: 412,
    },
    timeline: { painSignalId: '8b8a4a52-2f7e-4c0e-9a55-000000000001', buckets, totalMentions: number },
  };
}

const memoryMiB = () => Math.round(process.memoryUsage.rss() / 2 ** 20);

const renderer = createChartRenderer({ logger: pino({ level: 'warn' }) });
const startedAt = performance.now();
await renderer.renderChart(timelineOf(0));
console.log(`first picture, loading included: ${Math.round(performance.now() - startedAt)} ms`);
for (let number = 0; number < WARM_UP; number += 1) await renderer.renderChart(timelineOf(number));

const times: number[] = [];
const memory = [memoryMiB()];
let bytes = 0;
for (let number = 1; number <= count; number += 1) {
  const askedAt = performance.now();
  const { png } = await renderer.renderChart(timelineOf(number));
  times.push(performance.now() - askedAt);
  bytes += png.length;
  if (number % Math.ceil(count / 10) === 0) memory.push(memoryMiB());
}
await renderer.stop();

const sorted = times.toSorted((one, other) => one - other);
const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
console.log(`${count} timelines of 90 days: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`);
console.log(`picture: ${Math.round(bytes / count / 1_024)} KiB on average`);
console.log(`memory of the process after every tenth, MiB: ${memory.join(' ')}`);
