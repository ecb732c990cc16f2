import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createSchedule, type Job } from '#src/jobs/schedule.ts';
import { createInFlight, type WithReference } from '#src/slack/request-tracking.ts';

const logger = pino({ level: 'silent' });
const withReference: WithReference = (work) => work('a reference');
const HOUR_MS = 3_600_000;

function aJob(name: string, run: Job['run']): Job {
  return { name, everyMs: HOUR_MS, run };
}

it('runs each job with the time it was handed, also when another one fails', async () => {
  const ran: string[] = [];
  const jobs = [
    aJob('bad', async () => Promise.reject(new Error('no'))),
    aJob('good', async (now) => void ran.push(`good at ${now}`)),
  ];
  const schedule = createSchedule(jobs, { now: () => 42, inFlight: createInFlight(), withReference, logger });
  await schedule.runNow();
  await schedule.runNow();
  expect(ran).toEqual(['good at 42', 'good at 42']);
});

it('never runs a job twice at the same time, and tells it when the program stops', async () => {
  let runs = 0;
  let finish = () => {};
  const slow = aJob('slow', (_now, stopping) => {
    runs += 1;
    return new Promise((resolve) => {
      finish = resolve;
      stopping.addEventListener('abort', () => resolve());
    });
  });
  const inFlight = createInFlight();
  const schedule = createSchedule([slow], { now: () => 0, inFlight, withReference, logger });
  const both = Promise.all([schedule.runNow(), schedule.runNow()]);
  expect(runs).toBe(1);
  finish();
  await both;
  schedule.start();
  expect(runs).toBe(2);
  schedule.stop();
  expect(await inFlight.drain(60_000)).toBe(0);
});
