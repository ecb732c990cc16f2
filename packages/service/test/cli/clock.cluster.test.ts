import { afterEach, expect, test, vi } from 'vitest';
import { runCli } from '../support/cli.ts';
import { onPostgres } from '../support/test-pipeline.ts';

afterEach(() => void vi.useRealTimers());

test.each([
  [-300, [/^FIX clock: (?:29|30)\d seconds behind the database's\./]],
  [300, [/^FIX clock: (?:29|30)\d seconds ahead of the database's\./]],
  [2, []],
])("doctor finds a clock that is %i seconds off the database's, where that matters", async (seconds, found) => {
  const { databaseUrl = '', dataDir } = await onPostgres();
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  await runCli(environment, 'migrate');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
  const { printed } = await runCli(environment, 'doctor');
  expect(printed.join()).toContain('database: connected');
  const said = printed.filter((line) => line.includes('clock:'));
  expect(said).toEqual(found.map((wording) => expect.stringMatching(wording)));
});
