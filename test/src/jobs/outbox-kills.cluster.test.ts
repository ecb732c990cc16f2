import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../support/store/postgres.ts';
import { alerts, digests, killAgainAndAgain, someFailures } from '../../support/worlds/kill-loop.ts';

const server = process.env.DATABASE_URL;
if (!server) console.warn('Skipped: kills of processes on PostgreSQL. Set DATABASE_URL to run them.');
const SEED = 50;

/** The long edition is outbox-kills.long.test.ts. */
describe.skipIf(!server)('two processes on PostgreSQL, killed six times while Slack fails now and then,', () => {
  it.each([
    ['digest', digests(['C1', 'C2', 'C3'])],
    ['alert', alerts(['C1', 'C2'], ['U1'])],
  ])('lose no %s, double none, and are silent about none', async (_, promised) => {
    const { databaseUrl, cutConnections, drop } = await createDatabase(server ?? '');
    const options = { promised, kills: 6, processes: 2, seed: SEED, failures: someFailures(SEED), cut: cutConnections };
    const tally = await killAgainAndAgain({ ...options, database: { databaseUrl, dataDir: '/nowhere' } });
    expect(tally.cutShort).toBeGreaterThan(0);
    await drop();
  });
});
