import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TESTS = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'];
const CLUSTER = ['test/**/*.cluster.test.ts', 'packages/*/test/**/*.cluster.test.ts'];
const BROWSER = ['test/**/*.browser.test.ts', 'packages/*/test/**/*.browser.test.ts'];
const CONFORMANCE = ['packages/*/test/**/*.conformance.test.ts'];
const LONG = ['test/**/*.long.test.ts', 'packages/*/test/**/*.long.test.ts'];

const COMMON = {
  // For what hangs. What only waits for its turn on a busy machine comes long before.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A poll ends as soon as it holds. The default of one second is short on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  // A machine that others use too stalls now and then; a test with a fault of its own fails each time.
  retry: process.env.CI ? 2 : 0,
  globalSetup: ['packages/service/test/support/run-folder.ts'],
};

/** These take 10 seconds and more. */
const LONGEST =
  /\/(every-button|failure-matrix|launcher|first-card|who-may|operator|sample-search|digest-deliveries)\.test\.ts$/;

/** Without times of an earlier run vitest goes by size, and a long test in a small file is what everybody waits for at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONGEST.test(b.moduleId)) - Number(LONGEST.test(a.moduleId)));
  }
}

const MEMORY_DISK = '/dev/shm';
const ROOM_BYTES = 2 ** 30;

/** Databases wait for the disk at every commit, a fifth of the tests' time. What a kill -9 spares is there in memory too. */
function temporaryFolder(): Record<string, string> {
  if (!existsSync(MEMORY_DISK)) return {};
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize > ROOM_BYTES ? { TMPDIR: MEMORY_DISK } : {};
}

export default defineConfig({
  test: {
    // Left to itself vitest keeps a core free. Many of these tests wait for programs and for answers, for which two workers more fill the time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...COMMON,
          name: 'unit',
          include: TESTS,
          exclude: [...CLUSTER, ...BROWSER, ...CONFORMANCE, ...LONG],
          // A process of its own for each file is half of the run's work, and keeps nothing apart: modules hold no state but
          // caches of pure functions and counters of names.
          isolate: false,
          env: temporaryFolder(),
        },
      },
      { test: { ...COMMON, name: 'cluster', include: CLUSTER } },
      // Journeys with two processes on one database behind a load balancer without stickiness.
      {
        test: {
          ...COMMON,
          name: 'processes',
          include: ['test/journeys/two-processes.test.ts'],
          isolate: false,
          env: { ...temporaryFolder(), APP_PROCESSES: '2' },
        },
      },
      { test: { ...COMMON, name: 'browser', include: BROWSER } },
      { test: { ...COMMON, name: 'conformance', include: CONFORMANCE } },
      { test: { ...COMMON, name: 'long', include: LONG, testTimeout: 3_600_000 } },
    ],
  },
});
