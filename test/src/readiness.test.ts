import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createReadiness, type ReadinessChecks } from '#src/http-server.ts';
import { createProgram } from '#src/program.ts';
import { openStore } from '#src/store/open-store.ts';
import { smallDisk } from '../../packages/storage/test/support/small-disk.ts';
import { openTemporaryStore } from '../support/store/temporary-store.ts';
import { BOT_TOKEN, SIGNING_SECRET } from '../support/worlds/slack-world.ts';

const CONFIG = {
  ...{ host: '127.0.0.1', port: 0, publicUrl: null, redisUrl: null, metricsToken: null, logLevel: 'silent' },
  ...{ painApiUrl: 'http://127.0.0.1:1', painMcpUrl: null, painApiKey: 'pain_a_b', signalUrl: null },
  ...{ signingSecret: SIGNING_SECRET, botToken: BOT_TOKEN, oauth: null, appToken: null },
  slackApiUrl: 'http://127.0.0.1:1/api/',
};

const works = async () => true;

function start(checks: ReadinessChecks) {
  const waited: number[] = [];
  const clock = { now: 0 };
  const wait = async (ms: number) => void waited.push(ms);
  return { readiness: createReadiness({ checks, now: () => clock.now, wait }), waited, clock };
}

it('names what is missing: what fails, what answers no, and what never answers', async () => {
  const fails = async () => {
    throw new Error('the database is away');
  };
  const { readiness } = start({ works, fails, no: async () => false, hangs: () => new Promise(() => undefined) });
  expect(await readiness.missing()).toEqual(['starting']);
  readiness.start();
  expect(await readiness.missing()).toEqual(['fails', 'no', 'hangs']);
});

it('is not ready as soon as it stops, and gives whoever asked lately time to hear of it', async () => {
  const { readiness, waited } = start({ works });
  readiness.start();
  expect(await readiness.missing()).toEqual([]);
  const stopped = readiness.stop();
  expect(await readiness.missing()).toEqual(['stopping']);
  await stopped;
  expect(waited).toEqual([5_000]);
});

it('stops at once when nobody asks', async () => {
  const { readiness, waited, clock } = start({ works });
  readiness.start();
  await readiness.missing();
  clock.now += 60_000;
  await readiness.stop();
  expect(waited).toEqual([]);
});

it('takes requests until load balancers have heard that it stops', async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
  const store = await openTemporaryStore();
  onTestFinished(() => store.close());
  const program = createProgram(CONFIG, { logger: pino({ level: 'silent' }), store, wait: () => heard });
  const address = `http://127.0.0.1:${(await program.start()).port}`;
  const ask = () => fetch(`${address}/readyz`, { headers: { connection: 'close' } });
  expect((await ask()).status).toBe(200);
  const stopped = program.stop();
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', missing: ['stopping'] }]);
  hear();
  await stopped;
  await expect(ask()).rejects.toThrow('fetch failed');
});

it('is not ready while its disk is full: what people set up would be lost', async (context) => {
  const disk = smallDisk('4m');
  if (disk === null) return context.skip('a small disk takes the right to mount one');
  const store = await openStore({ databaseUrl: null, dataDir: disk.folder, encryptionKeys: null });
  onTestFinished(() => store.close());
  const program = createProgram(CONFIG, { logger: pino({ level: 'silent' }), store, wait: async () => {} });
  const address = `http://127.0.0.1:${(await program.start()).port}`;
  onTestFinished(() => program.stop());
  disk.fill();
  const answer = await fetch(`${address}/readyz`, { headers: { connection: 'close' } });
  const missing = ['a database that takes writes'];
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', missing }]);
});
