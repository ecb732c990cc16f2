import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '#src/store/open-store.ts';
import { startFakeService } from '../../support/service/fake-service.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { createDatabase } from '../../support/store/postgres.ts';
import { createDigestProgram, subscribe } from '../../support/worlds/digest-program.ts';

/** Fewer for a quick look. */
const ROUNDS = Number(process.env.KILLS ?? 100);
const WEEK_MS = 7 * 24 * 3_600_000;
const MONDAY = Date.parse('2026-03-16T08:00:00Z');
const CHANNELS = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'];
/** A digest, and three signals below it. */
const WITH_THREAD = 4;
const PROCESS = fileURLToPath(new URL('../../support/worlds/digest-process.ts', import.meta.url));
const server = process.env.DATABASE_URL;

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));
/** One that dies first says nothing any more. */
const said = (child: ChildProcess, word: string) =>
  new Promise<void>((resolve) => {
    child.on('message', (message) => message === word && resolve());
    child.once('exit', () => resolve());
  });

type Database = { databaseUrl: string | null; dataDir: string };

/** Kills delivering processes at random moments, lets another one finish, and looks at what Slack got. */
async function killAgainAndAgain(processes: number, database: Database, cut: (() => Promise<unknown>) | null = null) {
  let now = MONDAY - WEEK_MS;
  const key = randomBytes(32);
  const store = await openStore({ ...database, encryptionKeys: [key], now: () => now });
  const service = await startFakeService();
  // New briefs come in some weeks only.
  service.plan('/api/opportunities', { body: [] });
  const slack = await startRecordingSlack(() => now);
  await subscribe(store, 'T1', CHANNELS, { time: '08:00', zone: 'Etc/UTC' });
  const tally = { due: 0, posted: 0, told: 0, toldOfNone: 0, cutShort: 0, outlivedTheCut: 0 };
  // As long as a round takes here, so that kills fall all over it.
  let roundMs = 1_000;

  for (let round = 0; round < ROUNDS; round += 1) {
    now = MONDAY + round * WEEK_MS;
    const options = {
      ...database,
      encryptionKey: key.toString('base64'),
      slackUrl: slack.url,
      serviceUrl: service.url,
      now,
    };
    const children = Array.from({ length: processes }, () =>
      fork(PROCESS, [JSON.stringify(options)], {
        execArgv: ['--no-warnings'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    const done = Promise.all(children.map((child) => said(child, 'done')));
    await Promise.all(children.map((child) => said(child, 'ready')));
    const startedAt = performance.now();
    const isWhole = round % 10 === 0;
    const isCut = cut !== null && round % 2 === 1;
    await Promise.race([done, sleep(isWhole ? 60_000 : Math.random() * roundMs)]);
    if (isWhole) roundMs = performance.now() - startedAt;
    if (isCut) {
      await cut();
      // Who loses the connection goes on with another one, and is killed later, or not at all.
      await Promise.race([done, ...children.map(ended), sleep(Math.random() * roundMs)]);
      if (children.every(({ exitCode }) => exitCode === null)) tally.outlivedTheCut += 1;
    }
    const exits = children.filter(({ exitCode }) => exitCode === null).map(ended);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(exits);
    const before = slack.posts.length;

    const finisher = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
    // With the clock standing still a channel's pace lets only so many messages through at once.
    for (const _ of [1, 2, 3]) {
      now += 3_600_000;
      await finisher.runDueNow();
    }
    await finisher.stop();
    if (slack.posts.length > before) tally.cutShort += 1;

    const date = new Date(MONDAY + round * WEEK_MS).toISOString().slice(0, 10);
    for (const channel of CHANNELS) {
      const what = `${channel} on ${date}`;
      const posts = slack.posts.filter((post) => post.channel === channel);
      const parents = posts.filter(({ threadTs }) => threadTs === null);
      const told = slack.told().filter(({ text }) => text.includes(`<#${channel}>`) && text.includes(date));
      expect(parents.length, what).toBeLessThanOrEqual(1);
      expect(new Set(posts.map(({ text }) => text)).size, what).toBe(posts.length);
      if (told.length === 0) expect(posts.length, what).toBe(WITH_THREAD);
      tally.due += 1;
      tally.posted += parents.length;
      if (parents.length === 0) tally.toldOfNone += 1;
      tally.told += told.length > 0 ? 1 : 0;
    }
    slack.posts.length = 0;
    if ((round + 1) % 10 === 0) console.log(`${round + 1} of ${ROUNDS} rounds of ${Math.round(roundMs)} ms`, tally);
  }
  await store.close();
  await Promise.all([service.close(), slack.close()]);
  return tally;
}

it(`posts each digest once or says that it is unknown, killed ${ROUNDS} times on SQLite`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-kills-'));
  const tally = await killAgainAndAgain(1, { databaseUrl: null, dataDir });
  expect(tally.cutShort).toBeGreaterThan(0);
  await rm(dataDir, { recursive: true, force: true });
});

it.skipIf(!server)(
  'the same with two processes on PostgreSQL, whose connections are cut every other time',
  async () => {
    const { databaseUrl, cutConnections, drop } = await createDatabase(server ?? '');
    onTestFinished(drop);
    const tally = await killAgainAndAgain(2, { databaseUrl, dataDir: '/nowhere' }, cutConnections);
    expect(tally.cutShort).toBeGreaterThan(0);
    expect(tally.outlivedTheCut).toBe(Math.floor(ROUNDS / 2));
  },
);
