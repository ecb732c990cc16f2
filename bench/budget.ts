import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createPainClient } from '../packages/client/src/index.ts';
import { startStrictService } from '../packages/client/test/support/strict-window.ts';
import { printFigure } from './support/figure.ts';

/**
 * 200 calls in a row against a service that refuses the 61st in any 60 seconds, by the real minute: `node bench/budget.ts`. Takes
 * a little over three minutes. With REDIS_URL set, two processes beside make 200 together with another key.
 */

const WINDOW_MS = 60_000;
const CALLS = 200;
/** Three whole windows before the last calls: 60, 60, 60 and 20. */
const IDEAL_MS = (Math.ceil(CALLS / 60) - 1) * WINDOW_MS;
const CALLER = fileURLToPath(new URL('../packages/client/test/support/caller-process.ts', import.meta.url));
const redisUrl = process.env.REDIS_URL ?? '';

async function askAlone(apiUrl: string): Promise<void> {
  const client = createPainClient({ apiUrl, apiKey: 'pain_bench_alone' });
  const questions = Array.from({ length: CALLS }, (_, minScore) =>
    client.signals({ minScore }, { priority: 'background' }),
  );
  await Promise.all(questions);
  await client.close();
}

async function askFromTwoProcesses(apiUrl: string): Promise<void> {
  const key = `pain_bench_${randomUUID().replaceAll('-', '')}`;
  const args = [CALLER, apiUrl, redisUrl, String(WINDOW_MS), String(CALLS / 2), key];
  const callers = [1, 2].map(() => spawn(process.execPath, args, { stdio: 'ignore' }));
  await Promise.all(callers.map((caller) => once(caller, 'exit')));
}

async function measure(what: string, ask: (apiUrl: string) => Promise<void>): Promise<void> {
  const service = await startStrictService({ calls: 60, windowMs: WINDOW_MS });
  await ask(service.url);
  const { times, refusals } = service;
  const ratio = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / IDEAL_MS;
  printFigure(`${CALLS} queued calls, ${what}: refused`, `${refusals} x 429`, '0');
  printFigure(`${CALLS} queued calls, ${what}: time against the ideal`, `x ${ratio.toFixed(3)}`, '1.05 at most');
  await service.close();
}

const measured = [measure('one process', askAlone)];
if (redisUrl === '') console.log('Two processes are not measured: set REDIS_URL, e.g. redis://127.0.0.1:6379.');
else measured.push(measure('two processes over Redis', askFromTwoProcesses));
await Promise.all(measured);
