import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../../support/store/postgres.ts';
import { alerts, digests, killAgainAndAgain, someFailures } from '../../support/worlds/kill-loop.ts';

/** Fewer for a quick look. */
const KILLS = Number(process.env.KILLS ?? 100);
const SEED = Number(process.env.SEED ?? 14);
const server = process.env.DATABASE_URL;
if (!server) console.warn('Skipped: kills of processes on PostgreSQL. Set DATABASE_URL to run them.');

async function aFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-kills-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { databaseUrl: null, dataDir };
}

async function aDatabase() {
  const { databaseUrl, cutConnections, drop } = await createDatabase(server ?? '');
  onTestFinished(drop);
  return { database: { databaseUrl, dataDir: '/nowhere' }, cut: cutConnections };
}

const CHANNELS = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'];

describe.each([
  ['each digest', digests(CHANNELS)],
  ['each alert', alerts(CHANNELS, ['U1', 'U2', 'U3'])],
])('%s is posted once, or its owner told that it is unconfirmed,', (_, promised) => {
  it(`killed ${KILLS} times on SQLite while Slack fails now and then`, async () => {
    const options = { promised, kills: KILLS, processes: 1, seed: SEED, failures: someFailures(SEED) };
    const tally = await killAgainAndAgain({ ...options, database: await aFolder() });
    expect(tally.cutShort).toBeGreaterThan(0);
    expect(tally.posted).toBeGreaterThan(tally.promised / 2);
  });

  it.skipIf(!server)(
    `with two processes on PostgreSQL, whose connections are cut every other time, killed ${KILLS} times while Slack fails`,
    async () => {
      const options = { promised, kills: KILLS, processes: 2, seed: SEED + 1, failures: someFailures(SEED + 1) };
      const tally = await killAgainAndAgain({ ...options, ...(await aDatabase()) });
      expect(tally.cutShort).toBeGreaterThan(0);
      expect(tally.outlivedTheCut).toBe(Math.floor(KILLS / 2));
    },
  );
});

it('of 96 digests under 30 kills at most five end unconfirmed', async () => {
  const options = { promised: digests(['C1', 'C2', 'C3']), kills: 32, processes: 1, seed: SEED };
  // In the world Slack takes its time, and so does the app between the messages of a thread.
  const tally = await killAgainAndAgain({ ...options, failures: () => 50, isPaced: true, database: await aFolder() });
  console.log(tally);
  expect(tally.promised).toBe(96);
  // Of a digest that is there, one message below it may be unconfirmed too.
  expect(tally.told - tally.toldOfThread).toBeLessThanOrEqual(5);
});
