import { randomBytes } from 'node:crypto';
import { openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createUninstall } from '#src/install/uninstall.ts';
import { openStore } from '#src/store/open-store.ts';
import { temporaryFolder } from '../../../packages/storage/test/support/temporary-folder.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { encryptionKey, expectBothHalves } from '../../support/store/both-halves.ts';
import { dataOf01, expectDataOf01 } from '../../support/store/data-of-0.1.ts';
import { createDatabase } from '../../support/store/postgres.ts';
import { testRecent } from '../../support/store/recent-tests.ts';
import { testStore } from '../../support/store/store-tests.ts';
import { testWatchChecks } from '../../support/store/watch-check-tests.ts';
import { testWrongClock } from '../../support/store/wrong-clock-tests.ts';
import { subscribe } from '../../support/worlds/digest-program.ts';

const server = process.env.DATABASE_URL;
if (!server) console.warn('Skipped: the store of the Slack app on PostgreSQL. Set DATABASE_URL to run it.');

describe.skipIf(!server)('the store, on PostgreSQL, shared by two processes', () => {
  const openTwo = async (now: () => number) => {
    const { databaseUrl, drop } = await createDatabase(server ?? '');
    const encryptionKeys = [randomBytes(32)];
    const open = () => openStore({ databaseUrl, dataDir: '/nowhere', encryptionKeys, now });
    const [one, other] = await Promise.all([open(), open()]);
    return [one, { ...other, close: () => other.close().then(drop) }] as const;
  };
  testStore(openTwo);
  testRecent(openTwo);
  testWatchChecks(openTwo);
  testWrongClock(openTwo);

  it('moves the service and the app from SQLite to PostgreSQL and back by backup and restore', async () => {
    const { databaseUrl, drop } = await createDatabase(server ?? '');
    const [ENCRYPTION_KEYS, onPostgres] = [encryptionKey(), { DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder() }];
    const inFolder = () => ({ DATA_DIR: temporaryFolder(), ENCRYPTION_KEYS });
    await expectBothHalves(inFolder(), { ...onPostgres, ENCRYPTION_KEYS });
    await drop();
    const again = await createDatabase(server ?? '');
    await expectBothHalves({ ...onPostgres, DATABASE_URL: again.databaseUrl, ENCRYPTION_KEYS }, inFolder());
    await again.drop();
  });

  it('leaves nothing of a workspace that removed the app in what the planner knows', async () => {
    const { databaseUrl, drop } = await createDatabase(server ?? '');
    const place = { databaseUrl, dataDir: '/nowhere' };
    const store = await openStore({ ...place, encryptionKeys: [randomBytes(32)] });
    const { kysely, analyze, close } = await openDatabase({ ...place, name: 'slack_app' });
    const slack = await startRecordingSlack();
    slack.plan = () => ({ error: 'account_inactive' });
    for (const [workspaceId, topic] of [
      ['T1', 'Zanzibar is down'],
      ['T1', 'Zanzibar is up'],
      ['T2', 'Something else'],
      ['T2', 'Another thing'],
    ] as const) {
      await subscribe(store, workspaceId, []);
      await store.forWorkspace(workspaceId).hiddenSignals.hide('U1', { id: topic, topic, reason: 'none' });
    }
    await analyze();
    const known = async () =>
      JSON.stringify(
        await sql`select histogram_bounds::text, most_common_vals::text from pg_stats where schemaname = 'slack_app'`.execute(
          kysely,
        ),
      );
    expect(await known()).toMatch(/Zanzibar/);
    const forget = createUninstall({
      ...{ store, logger: pino({ level: 'silent' }), ownToken: null },
      clientOptions: { slackApiUrl: `${slack.url}/api/`, retryConfig: { retries: 0 } },
      revokeKey: async () => undefined,
      onForgotten: () => undefined,
    });
    await forget({ workspaceIds: ['T1'], organizationIds: [], at: Date.now() });
    await expect.poll(known).not.toMatch(/Zanzibar/);
    await Promise.all([store.close(), close(), slack.close()]);
    await drop();
  });

  it('opens a database of 0.1 with its installation, settings, watches, shares, digests and alerts', async () => {
    const { databaseUrl, drop } = await createDatabase(server ?? '', String(dataOf01('sql')));
    await expectDataOf01({ databaseUrl, dataDir: '/nowhere' });
    await drop();
  });
});
