import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { operatorCommand } from './support/operator-command.ts';
import { LAST_DAY, writeSampleFile } from './support/sample-file.ts';

/**
 * Speed and memory of one import as it grows: `node bench/import-curve.ts [POSTS]`, a million when not said. Posts per second of
 * processor time too: on a machine that is shared, that is what can be compared. Reads /proc, so Linux only.
 */

const POSTS = Number(process.argv[2] ?? 1_000_000);
const STEPS = [10_000, 30_000, 100_000, 300_000, 1_000_000];
const DAY_MS = 86_400_000;
/** A million posts in some four years. */
const SPEED = 40;
/** Of /proc/PID/stat on Linux, whatever the kernel's own. */
const TICKS_A_SECOND = 100;

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

const peakMiB = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

const folder = await mkdtemp(join(tmpdir(), 'pain-signals-bench-'));
const file = join(folder, 'posts.ndjson');
await writeSampleFile(file, POSTS, SPEED);

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString()}\n`,
);
console.log('| posts | posts/s | posts/s of processor time | peak memory |\n| --- | --- | --- | --- |');
const began = performance.now();
const child = spawn(process.execPath, operatorCommand('import', file), {
  env: { ...process.env, DATA_DIR: join(folder, 'data'), AS_OF: new Date(LAST_DAY + DAY_MS).toISOString() },
  stdio: ['ignore', 'ignore', 'pipe'],
});
const ended = once(child, 'exit');
const pid = child.pid ?? 0;
let used = { cpu: 0, peak: 0 };
const look = () => {
  try {
    const peak = peakMiB(pid);
    if (peak > 0) used = { cpu: cpuSeconds(pid), peak };
  } catch {
    // It ended a moment ago; the look before stands.
  }
};
// A process that has ended has no memory left to ask for, so the last look before is what counts.
const looking = setInterval(look, 1_000);
const row = (posts: number | string, count: number) => {
  const speed = Math.round(count / ((performance.now() - began) / 1000));
  console.log(`| ${posts} | ${speed} | ${Math.round(count / used.cpu)} | ${used.peak} MiB |`);
};
for await (const line of createInterface({ input: child.stderr })) {
  const read = Number(/^(\d+) posts read, \d+ new$/.exec(line)?.[1]);
  if (!STEPS.includes(read)) continue;
  look();
  row(read, read);
}
await ended;
clearInterval(looking);
row(`${POSTS}, signals and snapshot made`, POSTS);
console.log(`\nExit status ${child.exitCode} after ${Math.round((performance.now() - began) / 1000)} s.`);
await rm(folder, { recursive: true, force: true });
