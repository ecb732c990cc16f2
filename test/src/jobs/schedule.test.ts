import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createWatchChecker } from '#handlers/watches/check-watches.ts';
import { cleanupJob, createClockCheck, createSchedule, type Job, pullBackJob } from '#src/jobs/schedule.ts';
import { createInFlight, type WithReference } from '#src/slack/request-tracking.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { aWatch } from '../../support/store/watch-check-tests.ts';

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

it('warns of a clock that differs from the database’s, as processes then take each other’s work for abandoned', async () => {
  const warned: unknown[] = [];
  const pullBack = async () => ({ digests: [], watches: [], messages: [], tokens: [] });
  for (const aheadMs of [null, 9_000, -180_000.4]) {
    const store = { pullBack, clockAhead: async () => aheadMs };
    const job = pullBackJob(store, { warn: (...given: unknown[]) => void warned.push(given) });
    await job.run(0, new AbortController().signal);
  }
  expect(warned).toEqual([[{ databaseAheadMs: -180_000 }, expect.stringContaining('Keep all machines in step')]]);
});

it('deletes what its time is over, though nobody uses the app any more', async () => {
  let now = Date.parse('2026-03-16T08:00:00Z');
  const store = await openTemporaryStore(() => now);
  await store.feedback.give('T1', { userId: 'U1', about: 'answer', subject: 'why?', isUseful: true });
  await store.chartFiles.set('T1', 'hash', 'F1');
  const left = async () => [(await store.feedback.counts('T1')).useful, await store.chartFiles.find('T1', 'hash')];
  const { run } = cleanupJob(store);
  for (const [days, expected] of [
    [29, [1, 'F1']],
    [31, [1, null]],
    [366, [0, null]],
  ] as const) {
    now = Date.parse('2026-03-16T08:00:00Z') + days * 24 * HOUR_MS;
    await run(now, new AbortController().signal);
    expect(await left(), `after ${days} days`).toEqual(expected);
  }
  await store.close();
});

it('checks the watches of others while those of one workspace wait for its service', async () => {
  let now = Date.now();
  const store = await openTemporaryStore(() => now);
  const asked: string[] = [];
  let answer = () => {};
  const waiting = new Promise<null>((resolve) => {
    answer = () => resolve(null);
  });
  const inFlight = createInFlight();
  const patienceMs = 1;
  const check = createWatchChecker(
    {
      checks: store.watchChecks,
      depsOf: (workspaceId) => {
        asked.push(workspaceId);
        return workspaceId === 'T1' ? waiting : Promise.resolve(null);
      },
      pace: async () => undefined,
      track: inFlight.track,
      logger,
    },
    patienceMs,
  );
  const { signal } = new AbortController();
  await store.forWorkspace('T1').watches.create(aWatch(1));
  now += HOUR_MS;
  await check(signal);
  for (const workspace of ['T1', 'T2']) await store.forWorkspace(workspace).watches.create(aWatch(2));
  now += HOUR_MS;
  await check(signal);
  expect(asked).toEqual(['T1', 'T2']);

  answer();
  await inFlight.idle();
  await check(signal);
  expect(asked).toEqual(['T1', 'T2', 'T1']);
  await store.close();
});

it.each([
  ['whose clock was right goes on doing what is due', 0, true],
  ['whose clock was days off still leaves what is due to others', 4 * 24 * HOUR_MS, false],
])('a process %s while the database doesn’t say what time it is', async (_, aheadMs, isRight) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers = [Promise.resolve(aheadMs)];
  const clockAhead = () => answers.shift() ?? new Promise<number>(() => {});
  const isClockRight = createClockCheck({ clockAhead }, { now: Date.now, logger });
  expect(await isClockRight()).toBe(isRight);
  await vi.advanceTimersByTimeAsync(11_000);
  const asked = isClockRight();
  await vi.advanceTimersByTimeAsync(6_000);
  await expect(Promise.race([asked, Promise.resolve('still asking')])).resolves.toBe(isRight);
});
