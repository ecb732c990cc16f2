import { pino } from 'pino';
import { createProgram } from '#src/program.ts';
import { openStore } from '#src/store/open-store.ts';
import { createBlankCharts } from '../charts/blank-charts.ts';
import { GENEROUS_TIMEOUT_MS } from './generous-timeouts.ts';

/** The app in a process that its parent kills. */
const {
  databaseUrl,
  dataDir,
  encryptionKey,
  config,
  clockAheadMs,
  slackTimeoutMs = GENEROUS_TIMEOUT_MS,
} = JSON.parse(process.argv[2] ?? '');
const now = () => Date.now() + clockAheadMs;
const store = await openStore({
  ...{ databaseUrl, dataDir, now },
  encryptionKeys: [Buffer.from(encryptionKey, 'base64')],
});
const logger = pino({ level: 'silent' });
const program = createProgram(config, {
  logger,
  store,
  now,
  renderer: createBlankCharts(),
  slackTimeoutMs,
  storeTimeoutMs: GENEROUS_TIMEOUT_MS,
});
process.on('message', async () => {
  await program.runDueNow();
  await program.idle();
  process.send?.('idle');
});
process.send?.(await program.start());
