import { expect, it } from 'vitest';
import { createReadiness, type ReadinessChecks } from '#src/http-server.ts';

const works = async () => true;

function start(checks: ReadinessChecks) {
  const waited: number[] = [];
  const clock = { now: 0 };
  const wait = async (ms: number) => void waited.push(ms);
  return { readiness: createReadiness({ checks, now: () => clock.now, wait }), waited, clock };
}

it('names what is missing: what fails, what answers no, and what never answers', async () => {
  const fails = async () => {
    throw new Error('the database is away');
  };
  const { readiness } = start({ works, fails, no: async () => false, hangs: () => new Promise(() => undefined) });
  expect(await readiness.missing()).toEqual(['starting']);
  readiness.start();
  expect(await readiness.missing()).toEqual(['fails', 'no', 'hangs']);
});

it('is not ready as soon as it stops, and gives whoever asked lately time to hear of it', async () => {
  const { readiness, waited } = start({ works });
  readiness.start();
  expect(await readiness.missing()).toEqual([]);
  const stopped = readiness.stop();
  expect(await readiness.missing()).toEqual(['stopping']);
  await stopped;
  expect(waited).toEqual([5_000]);
});

it('stops at once when nobody asks', async () => {
  const { readiness, waited, clock } = start({ works });
  readiness.start();
  await readiness.missing();
  clock.now += 60_000;
  await readiness.stop();
  expect(waited).toEqual([]);
});
