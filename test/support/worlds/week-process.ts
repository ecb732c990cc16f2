import { openStore } from '#src/store/open-store.ts';
import { createDigestProgram } from './digest-program.ts';
import { fastClock } from './slack-world.ts';

/** The app in a process whose clock its parent sets, as often as it says what time it is. */
const { databaseUrl, redisUrl, encryptionKey, slackUrl, serviceUrl, startAt } = JSON.parse(process.argv[2] ?? '');
let now: number = startAt;
const clock = fastClock();
const store = await openStore({
  ...{ databaseUrl, dataDir: '/nowhere', now: () => now },
  encryptionKeys: [Buffer.from(encryptionKey, 'base64')],
});
const program = createDigestProgram({
  ...{ store, slackUrl, serviceUrl, redisUrl, now: () => now },
  world: {
    slackTimeoutMs: 2_000,
    // What is cached ages with the week.
    service: {
      clock: { ...clock, now: () => clock.now() + now - startAt },
      pacing: { calls: 1_000_000 },
      random: () => 0.4,
    },
  },
});
process.on('message', async (time: number) => {
  now = time;
  await program.runDueNow();
  await program.idle();
  process.send?.('done');
});
process.on('SIGTERM', async () => {
  await program.stop();
  await store.close();
  process.exit(0);
});
process.send?.(await program.start());
