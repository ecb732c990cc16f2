import { randomBytes } from 'node:crypto';
import { openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '#src/store/open-store.ts';
import { startFakeService } from '../../support/service/fake-service.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { createDatabase } from '../../support/store/postgres.ts';
import { createDigestProgram, OWNER, subscribe } from '../../support/worlds/digest-program.ts';

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

  describe('saved by somebody while a process takes it as due', () => {
    const FRIDAY = { weekday: 5, time: '15:00' };
    /** What the owner saves in another process once this one has read which digests are due. */
    const saveDuringTake = async (
      prepare: (databaseUrl: string, id: string) => Promise<void> = async () => undefined,
    ) => {
      let now = MONDAY - 3_600_000;
      const { databaseUrl, drop } = await createDatabase(server ?? '');
      const encryptionKeys = [randomBytes(32)];
      const open = () => openStore({ databaseUrl, dataDir: '/nowhere', encryptionKeys, now: () => now });
      const [store, other] = [await open(), await open()];
      const [service, slack] = [await startFakeService(), await startRecordingSlack(() => now)];
      const [{ id, channelId, plan } = expect.fail()] = await subscribe(store, 'T1', ['C1']);
      await prepare(databaseUrl, id);
      let isSaved = false;
      const save = async () => {
        if (isSaved) return;
        isSaved = true;
        const wanted = { channelId, userId: OWNER, plan: { ...plan, ...FRIDAY }, mayReachOthers: false };
        await other.subscriptions.saveOver('T1', wanted, () => true);
      };
      const transaction: Store['transaction'] = (work) =>
        store.transaction((stores) => {
          const due = async (limit: number) => {
            const found = await stores.subscriptions.due(limit);
            if (found.length > 0) await save();
            return found;
          };
          return work({ ...stores, subscriptions: { ...stores.subscriptions, due } });
        });
      const program = createDigestProgram({
        ...{ store: { ...store, transaction }, slackUrl: slack.url, serviceUrl: service.url },
        now: () => now,
      });
      now = MONDAY;
      await program.runDueNow();
      const kept = await other.subscriptions.ofChannel('T1', 'C1');
      await program.stop();
      await Promise.all([store.close(), other.close(), service.close(), slack.close()]);
      await drop();
      return { kept, told: slack.told() };
    };

    it('comes next as it was saved', async () => {
      const { kept } = await saveDuringTake();
      expect(kept).toMatchObject({ plan: FRIDAY, nextDueAt: Date.parse('2026-03-20T14:00:00Z') });
    });

    it('is not paused as damaged', async () => {
      const { kept, told } = await saveDuringTake(async (databaseUrl, id) => {
        const { kysely, close } = await openDatabase({ databaseUrl, dataDir: '/nowhere', name: 'slack_app' });
        await sql`update digest_subscriptions set plan_json = '{' where id = ${id}`.execute(kysely);
        await close();
      });
      expect(kept).toMatchObject({ plan: FRIDAY, pausedBecause: null });
      expect(told).toEqual([]);
    });
  });
});
