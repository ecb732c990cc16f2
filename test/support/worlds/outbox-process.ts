import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#src/store/open-store.ts';
import { createDigestProgram } from './digest-program.ts';

/** A process that posts what is due until its parent kills it. Otherwise it says when it is done. */
const { databaseUrl, dataDir, encryptionKey, slackUrl, serviceUrl, now, slackTimeoutMs, isPaced } = JSON.parse(
  process.argv[2] ?? '',
);
const store = await openStore({
  ...{ databaseUrl, dataDir, now: () => now },
  encryptionKeys: [Buffer.from(encryptionKey, 'base64')],
});
const startedAt = performance.now();
const paced = { wait: async (ms: number) => void (await sleep(ms)), now: () => now + performance.now() - startedAt };
const world = { slackTimeoutMs, ...(isPaced ? paced : {}) };
const program = createDigestProgram({ store, slackUrl, serviceUrl, now: () => now, world });
process.send?.('ready');
await program.runDueNow();
process.send?.('done');
// The parent decides when it ends.
await sleep(60_000);
