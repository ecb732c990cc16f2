import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { initialMemory, type WatchRule } from '@pain-signals/domain';
import { expect } from 'vitest';
import { openStore, type Store } from '#src/store/open-store.ts';
import { seededRandom } from '../../../packages/service/test/support/seeded-random.ts';
import { type FakeService, startFakeService } from '../service/fake-service.ts';
import { aDetail, idOf } from '../service/sample-signals.ts';
import { type Planned, type RecordingSlack, startRecordingSlack } from '../slack/recording-slack.ts';
import { createDigestProgram, OWNER, subscribe } from './digest-program.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** When the first message is due. */
const MONDAY = Date.parse('2026-03-16T08:00:00Z');
const PROCESS = fileURLToPath(new URL('./outbox-process.ts', import.meta.url));
/** A call that Slack takes no notice of must fail before a round is over. */
const IMPATIENT_MS = 400;
/** With the clock standing still a channel's pace lets only so many messages through at once. */
const FINISHING_TURNS = 4;

/** What became of one message that was promised. */
interface Fate {
  what: string;
  posts: number;
  /** Nothing is missing below it. */
  isWhole: boolean;
  /** Its owner was told that it, or something below it, is unconfirmed. */
  wasTold: boolean;
  /** What it was told of is below it, and it is there. */
  isOnlyBelow?: boolean;
}

/** What is promised every week, and what came of it. */
interface Promised {
  prepare(store: Store): Promise<void>;
  beginWeek(week: number, service: FakeService): void;
  fates(slack: RecordingSlack, date: string): Fate[];
}

export interface KillOptions {
  promised: Promised;
  kills: number;
  processes: number;
  database: { databaseUrl: string | null; dataDir: string };
  /** Slack fails like this while the processes live; null: it works. */
  failures?: (() => Planned) | null;
  seed: number;
  /** The app waits between the messages of a thread as it does in the world. */
  isPaced?: boolean;
  /** Cuts all connections to the database; called in every other round, before the kill. */
  cut?: () => Promise<unknown>;
}

export interface KillTally {
  kills: number;
  promised: number;
  posted: number;
  /** Unconfirmed, and its owner told. */
  told: number;
  /** Of these, only something below the message is unconfirmed. */
  toldOfThread: number;
  /** Unconfirmed, told, and Slack never got it. */
  toldOfNone: number;
  /** Kills that left something to do. */
  cutShort: number;
  /** Rounds in which no process ended by losing its connection. */
  outlivedTheCut: number;
}

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));
/** One that dies first says nothing any more. */
const said = (child: ChildProcess, word: string) =>
  new Promise<void>((resolve) => {
    child.on('message', (message) => message === word && resolve());
    child.once('exit', () => resolve());
  });

/** Kills posting processes at random moments, lets another one finish, and compares what was promised with what Slack got. */
export async function killAgainAndAgain(options: KillOptions): Promise<KillTally> {
  const { promised, kills, processes, database, failures = null, seed, cut = null, isPaced } = options;
  const random = seededRandom(seed);
  let now = MONDAY - WEEK_MS;
  const key = randomBytes(32);
  const store = await openStore({ ...database, encryptionKeys: [key], now: () => now });
  const service = await startFakeService();
  const slack = await startRecordingSlack(() => now);
  await promised.prepare(store);
  const tally: KillTally = {
    kills: 0,
    promised: 0,
    posted: 0,
    told: 0,
    toldOfThread: 0,
    toldOfNone: 0,
    cutShort: 0,
    outlivedTheCut: 0,
  };
  // As long as a round takes here, so that kills fall all over it.
  let roundMs = 1_000;

  const runAndKill = async (isWhole: boolean, isCut: boolean) => {
    const given = {
      ...database,
      encryptionKey: key.toString('base64'),
      ...{ slackUrl: slack.url, serviceUrl: service.url, now, isPaced },
      slackTimeoutMs: failures === null ? 60_000 : IMPATIENT_MS,
    };
    slack.plan = failures ?? (() => null);
    const children = Array.from({ length: processes }, () =>
      fork(PROCESS, [JSON.stringify(given)], {
        execArgv: ['--no-warnings'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    const done = Promise.all(children.map((child) => said(child, 'done')));
    await Promise.all(children.map((child) => said(child, 'ready')));
    const startedAt = performance.now();
    await Promise.race([done, sleep(isWhole ? 60_000 : random() * roundMs)]);
    if (isWhole) roundMs = performance.now() - startedAt;
    if (isCut) {
      await cut?.();
      // A process that loses the connection goes on with another one, and is killed later, or not at all.
      await Promise.race([done, ...children.map(ended), sleep(random() * roundMs)]);
      if (children.every(({ exitCode }) => exitCode === null)) tally.outlivedTheCut += 1;
    }
    const exits = children.filter(({ exitCode }) => exitCode === null).map(ended);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(exits);
    tally.kills += 1;
  };

  for (let week = 0; week < kills; week += 1) {
    now = MONDAY + week * WEEK_MS;
    promised.beginWeek(week, service);
    await runAndKill(week % 10 === 0, cut !== null && week % 2 === 1);
    // Longer than a claim.
    now += HOUR_MS;
    const before = slack.posts.length;
    slack.plan = () => null;
    const finisher = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
    for (let turn = 0; turn < FINISHING_TURNS; turn += 1) {
      await finisher.runDueNow();
      now += HOUR_MS;
    }
    await finisher.stop();
    if (slack.posts.length > before) tally.cutShort += 1;

    const date = new Date(MONDAY + week * WEEK_MS).toISOString().slice(0, 10);
    for (const { what, posts, isWhole, wasTold, isOnlyBelow = false } of promised.fates(slack, date)) {
      const where = `${what} on ${date}, seed ${seed}`;
      expect(posts, `${where} is posted at most once`).toBeLessThanOrEqual(1);
      if (!wasTold)
        expect({ posts, isWhole }, `${where} is neither lost nor silent`).toEqual({ posts: 1, isWhole: true });
      tally.promised += 1;
      tally.posted += posts;
      tally.told += wasTold ? 1 : 0;
      tally.toldOfThread += wasTold && isOnlyBelow ? 1 : 0;
      tally.toldOfNone += posts === 0 ? 1 : 0;
    }
    slack.posts.length = 0;
    if ((week + 1) % 10 === 0)
      console.log(`${tally.kills} kills, rounds of ${Math.round(roundMs)} ms`, JSON.stringify(tally));
  }
  await store.close();
  await Promise.all([service.close(), slack.close()]);
  return tally;
}

/** A digest with three signals below it in each channel, every Monday at eight. */
export const digests = (channels: readonly string[]): Promised => ({
  prepare: async (store) => void (await subscribe(store, 'T1', channels, { time: '08:00', zone: 'Etc/UTC' })),
  // New briefs come in some weeks only.
  beginWeek: (_week, service) => service.plan('/api/opportunities', { body: [] }),
  fates: (slack, date) =>
    channels.map((channel) => {
      const posts = slack.posts.filter((post) => post.channel === channel);
      const told = slack.told().filter(({ text }) => text.includes(`<#${channel}>`) && text.includes(date));
      expect(new Set(posts.map(({ text }) => text)).size, `${channel} on ${date}, nothing twice`).toBe(posts.length);
      return {
        what: `the digest in ${channel}`,
        posts: posts.filter(({ threadTs }) => threadTs === null).length,
        isWhole: posts.length === 4,
        wasTold: told.length > 0,
        isOnlyBelow: told.every(({ text }) => text.includes('didn’t confirm all of its thread')),
      };
    }),
});

const RULE: WatchRule = { when: 'growth', above: 0.5 };
const topicOf = (at: number) => `Matter ${at} breaks`;

/** An alert in each channel and for each person every week, when what they watch goes above the level or falls back. */
export const alerts = (channels: readonly string[], people: readonly string[]): Promised => {
  const targets = [
    ...channels.map((channelId) => ({ ownerId: OWNER, channelId, inbox: channelId })),
    ...people.map((ownerId) => ({ ownerId, channelId: null, inbox: `D${ownerId}` })),
  ];
  const signalAt = (at: number, growth: number) => aDetail({ id: idOf(at + 1), topic: topicOf(at), growth });
  return {
    async prepare(store) {
      await subscribe(store, 'T1', []);
      for (const [at, { ownerId, channelId }] of targets.entries()) {
        const subject = { of: 'signal' as const, id: idOf(at + 1), topic: topicOf(at) };
        const memory = initialMemory(RULE, [signalAt(at, 0.1)]);
        const options = { rule: RULE, channelId, mayReachOthers: false, quiet: null, mostADay: 3 };
        const watch = { ...options, ownerId, subject, timeZone: null, memory, snapshot: null };
        expect(await store.watches.create('T1', watch)).toHaveProperty('watch');
      }
    },
    beginWeek(week, service) {
      for (const at of targets.keys())
        service.plan(`/api/pain-signals/${idOf(at + 1)}`, { body: signalAt(at, week % 2 === 0 ? 0.9 : 0.1) });
      const latestSnapshotAt = new Date(MONDAY + week * WEEK_MS).toISOString();
      service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120, sample: true } });
    },
    fates: (slack) =>
      targets.map(({ ownerId, inbox }, at) => {
        const about = slack.posts.filter(({ text }) => text.includes(topicOf(at)));
        const told = about.filter(({ text }) => text.includes('Slack didn’t confirm'));
        expect(told.every(({ channel }) => channel === `D${ownerId}`)).toBe(true);
        return {
          what: `the alert in ${inbox}`,
          posts: about.filter((post) => post.channel === inbox && !told.includes(post)).length,
          isWhole: true,
          wasTold: told.length > 0,
        };
      }),
  };
};

/** Every failure that Slack and the network between know, for a share of all calls. */
export function someFailures(seed: number, share = 0.12): () => Planned {
  const random = seededRandom(seed);
  const kinds: readonly Planned[] = [
    { error: 'ratelimited', status: 429, retryAfter: 30 },
    { error: 'internal_error' },
    { error: 'service_unavailable', status: 503 },
    { error: 'message_limit_exceeded' },
    ...(['lost', 'late', 'cut', 'silent'] as const),
  ];
  return () => (random() < share ? (kinds[Math.floor(random() * kinds.length)] ?? null) : null);
}
