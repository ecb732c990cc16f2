import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openStore } from '#src/store/open-store.ts';
import { startFakeService } from '../../support/service/fake-service.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { createDatabase } from '../../support/store/postgres.ts';
import { createDigestProgram, subscribe } from '../../support/worlds/digest-program.ts';

const server = process.env.DATABASE_URL;
if (!server) console.warn('Skipped: digests of several processes on PostgreSQL. Set DATABASE_URL to run it.');

const MONDAY = Date.parse('2026-03-16T08:00:00Z');
const CHANNELS = Array.from({ length: 40 }, (_, at) => `C${at}`);

describe.skipIf(!server)('digests, on PostgreSQL, delivered by three processes', () => {
  it('come once each, whoever delivers them', async () => {
    let now = MONDAY - 3_600_000;
    const { databaseUrl, drop } = await createDatabase(server ?? '');
    const encryptionKeys = [randomBytes(32)];
    const stores = await Promise.all(
      [1, 2, 3].map(() => openStore({ databaseUrl, dataDir: '/nowhere', encryptionKeys, now: () => now })),
    );
    const service = await startFakeService();
    const slack = await startRecordingSlack(() => now);
    const programs = stores.map((store) =>
      createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now }),
    );
    for (const [at, store] of stores.entries()) await subscribe(store, `T${at}`, CHANNELS);

    for (let week = 0; week < 2; week += 1) {
      now = MONDAY + week * 7 * 24 * 3_600_000;
      await Promise.all(programs.map((program) => program.runDueNow()));
      await Promise.all(programs.map((program) => program.runDueNow()));
    }
    const parents = slack.posts.filter(({ threadTs }) => threadTs === null);
    expect(parents).toHaveLength(2 * 3 * CHANNELS.length);
    expect(
      new Set(
        slack.posts.map(({ workspaceId, ...post }) => `${workspaceId} ${post.channel} ${post.threadTs} ${post.text}`),
      ).size,
    ).toBe(slack.posts.length);
    expect(slack.told()).toEqual([]);

    await Promise.all(programs.map((program) => program.stop()));
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all([service.close(), slack.close()]);
    await drop();
  });
});
