import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { initialMemory, type WatchRule } from '@pain-signals/domain';
import { expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { openStore, type Store } from '#src/store/open-store.ts';
import { seededRandom } from '../../../packages/service/test/support/seeded-random.ts';
import { startCuttableProxy } from '../../../packages/storage/test/support/cuttable-proxy.ts';
import { startFakeService } from '../../support/service/fake-service.ts';
import { aDetail, idOf } from '../../support/service/sample-signals.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { createDatabase } from '../../support/store/postgres.ts';
import { OWNER, subscribe } from '../../support/worlds/digest-program.ts';
import { someFailures } from '../../support/worlds/kill-loop.ts';
import { pressForm, sendSigned } from '../../support/worlds/signed-request.ts';

const { DATABASE_URL: server, REDIS_URL: redis } = process.env;
if (!server || !redis) console.warn('Skipped: a week of two processes. Set DATABASE_URL and REDIS_URL to run it.');

const SEED = Number(process.env.SEED ?? 7);
const HOUR_MS = 3_600_000;
const STEP_MS = HOUR_MS;
const FROM = Date.parse('2026-03-16T00:00:00Z');
const STEPS = 7 * 24;
/** Time to make up for what happened in the last hours. */
const SETTLING_STEPS = 30;
const CHANNELS = Array.from({ length: 28 }, (_, at) => `C${at}`);
const WATCHES = 10;
/** Figures change every other day. */
const PERIOD_STEPS = 48;
const RULE: WatchRule = { when: 'growth', above: 0.5 };
const SECRET = '0123456789abcdef0123456789abcdef';
const PROCESS = fileURLToPath(new URL('../../support/worlds/week-process.ts', import.meta.url));

const signalAt = (at: number, period: number, growth: number) =>
  aDetail({ id: idOf(at + 1), topic: `Matter ${at} of period ${period}.`, growth });

const hourOf = (at: number) => String((at * 5) % 24).padStart(2, '0');
const dueAt = (at: number) => FROM + (at % 7) * 24 * HOUR_MS + Number(hourOf(at)) * HOUR_MS + HOUR_MS / 2;

async function setUp(store: Store): Promise<void> {
  for (const [at, channel] of CHANNELS.entries())
    await subscribe(store, 'T1', [channel], { weekday: 1 + (at % 7), time: `${hourOf(at)}:30`, zone: 'Etc/UTC' });
  for (let at = 0; at < WATCHES; at += 1) {
    const subject = { of: 'signal' as const, id: idOf(at + 1), topic: `Matter ${at}` };
    const memory = initialMemory(RULE, [signalAt(at, 0, 0.1)]);
    const options = {
      rule: RULE,
      channelId: at % 2 === 0 ? `A${at}` : null,
      mayReachOthers: false,
      quiet: null,
      mostADay: 3,
    };
    await store.watches.create('T1', {
      ...options,
      ownerId: `U${at}`,
      subject,
      timeZone: null,
      memory,
      snapshot: null,
    });
  }
}

/** Whatever is away comes back after some steps. */
function createTroubles(
  random: () => number,
  troubles: readonly { chance: number; begin(): unknown; end(): unknown }[],
) {
  const lasts = new Map<number, number>();
  const endAll = async () => {
    for (const at of lasts.keys()) await troubles[at]?.end();
    lasts.clear();
  };
  const step = async () => {
    for (const [at, { chance, begin, end }] of troubles.entries()) {
      const left = lasts.get(at);
      if (left === undefined && random() < chance) {
        lasts.set(at, Math.floor(random() * 4));
        await begin();
      } else if (left === 0) {
        lasts.delete(at);
        await end();
      } else if (left !== undefined) lasts.set(at, left - 1);
    }
  };
  return { step, endAll };
}

it.skipIf(!server || !redis)(
  'a week of two processes, killed and restarted, with PostgreSQL, Redis, Slack and the service away now and then: nothing lost, doubled or silent',
  async () => {
    const random = seededRandom(SEED);
    const { databaseUrl, drop } = await createDatabase(server ?? '');
    const encryptionKey = randomBytes(32);
    let now = FROM - HOUR_MS;
    const store = await openStore({
      databaseUrl,
      dataDir: '/nowhere',
      encryptionKeys: [encryptionKey],
      now: () => now,
    });
    await setUp(store);
    const [postgres, redisServer] = [await startCuttableProxy(databaseUrl), await startCuttableProxy(redis ?? '')];
    const service = await startFakeService({ refuse: () => (isServiceDown ? { status: 503, body: {} } : null) });
    const slack = await startRecordingSlack(() => now);
    let isServiceDown = false;
    const answered = new Set<string>();
    const fail = someFailures(SEED, 0.3);
    let isSlackIll = false;
    slack.plan = ({ method, body }) => {
      const planned = isSlackIll ? fail() : null;
      const works = planned === null || planned === 'lost' || planned === 'late' || typeof planned === 'number';
      if (works && method.startsWith('respond-')) answered.add(method.replace('respond-', ''));
      if (works && method === 'chat.postEphemeral') answered.add(body.get('channel') ?? '');
      return planned;
    };

    const start = async () => {
      const options = {
        databaseUrl: postgres.url,
        redisUrl: redisServer.url,
        slackUrl: slack.url,
        serviceUrl: service.url,
      };
      const given = { ...options, encryptionKey: encryptionKey.toString('base64'), startAt: now };
      const child = fork(PROCESS, [JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const [message] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])]);
      return { child, address: message === null ? null : `http://127.0.0.1:${message.port}` };
    };
    let processes: { child: ChildProcess; address: string | null }[] = [await start(), await start()];
    const tally = {
      killed: 0,
      stopped: 0,
      diedByThemselves: 0,
      presses: 0,
      postgresAway: 0,
      redisAway: 0,
      slackIll: 0,
    };
    const isAlive = ({ child }: { child: ChildProcess }) => child.exitCode === null && child.signalCode === null;
    /** As a supervisor does it. */
    const restartDead = async () => {
      processes = await Promise.all(
        processes.map((each) => {
          if (isAlive(each)) return each;
          if (each.child.exitCode !== null && each.child.exitCode !== 0) tally.diedByThemselves += 1;
          return start();
        }),
      );
    };
    const troubles = createTroubles(random, [
      {
        chance: 0.05,
        begin() {
          tally.postgresAway += 1;
          return postgres.goAway();
        },
        end: postgres.comeBack,
      },
      {
        chance: 0.06,
        begin() {
          tally.redisAway += 1;
          return redisServer.goAway();
        },
        end: redisServer.comeBack,
      },
      {
        chance: 0.08,
        begin() {
          tally.slackIll += 1;
          isSlackIll = true;
        },
        end() {
          isSlackIll = false;
        },
      },
      {
        chance: 0.05,
        begin() {
          isServiceDown = true;
        },
        end() {
          isServiceDown = false;
        },
      },
    ]);

    const press = async (at: number) => {
      const channel = `S${at}`;
      const body = pressForm({
        team: { id: 'T1', domain: 'team' },
        user: { id: 'U1', username: 'ada', team_id: 'T1' },
        channel: { id: channel, name: 'shares' },
        container: { type: 'message', message_ts: `${at}.000001`, channel_id: channel, is_ephemeral: true },
        response_url: `${slack.url}/api/respond-${channel}`,
        actions: [
          {
            type: 'button',
            action_id: ACTION.share,
            block_id: 'b',
            value: JSON.stringify({ subject: { show: 'top' }, attempt: 1 }),
            action_ts: '1.0',
          },
        ],
      });
      const { address } = processes[(at / 2) % 2] ?? { address: null };
      const sent = address === null ? null : await sendSigned(address, body, { secret: SECRET }).catch(() => null);
      // Slack tells people itself when an app doesn't acknowledge.
      if (sent?.status !== 200) answered.add(channel);
      tally.presses += 1;
    };

    const tick = async () => {
      const dones = processes.filter(isAlive).map(({ child }) => {
        const over = new AbortController();
        const done = Promise.race([once(child, 'message', over), once(child, 'exit', over)]).finally(() =>
          over.abort(),
        );
        child.send(now, () => undefined);
        return done;
      });
      await Promise.all(dones);
    };
    const sharePosts = (at: number) => slack.posts.filter(({ channel }) => channel === `S${at}`).length;
    const silentShares = () =>
      Array.from({ length: STEPS / 2 }, (_, at) => at * 2).filter(
        (at) => sharePosts(at) === 0 && !answered.has(`S${at}`),
      );
    const begunPeriods = new Set<number>();
    for (let step = 0; step < STEPS + SETTLING_STEPS; step += 1) {
      now = FROM + step * STEP_MS;
      const isSettling = step >= STEPS;
      const period = Math.min(Math.floor(step / PERIOD_STEPS), 3);
      if (!begunPeriods.has(period) && period < 3 + Number(isSettling)) {
        begunPeriods.add(period);
        for (let at = 0; at < WATCHES; at += 1)
          service.plan(`/api/pain-signals/${idOf(at + 1)}`, {
            body: signalAt(at, period, period % 2 === 0 ? 0.9 : 0.1),
          });
        const latestSnapshotAt = new Date(now).toISOString();
        service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120, sample: true } });
      }
      if (isSettling) await troubles.endAll();
      else await troubles.step();
      await restartDead();
      if (!isSettling && step % 2 === 0) await press(step);
      // Killed before it had kept the share: the person sees no answer, and presses the same button again.
      if (step === STEPS + 4) for (const at of silentShares()) await press(at);
      const ticking = tick();
      if (!isSettling && random() < 0.15) {
        const { child } = processes[Math.floor(random() * 2)] ?? {};
        await new Promise((resolve) => setTimeout(resolve, random() * 150));
        const isKilled = random() < 0.6;
        child?.kill(isKilled ? 'SIGKILL' : 'SIGTERM');
        tally[isKilled ? 'killed' : 'stopped'] += 1;
      }
      await ticking;
      if (step % 24 === 23) console.log(`day ${(step + 1) / 24}`, tally);
    }
    for (const { child } of processes) child.kill('SIGKILL');

    const posted = (channel: string, words = '') =>
      slack.posts.filter((post) => post.channel === channel && post.threadTs === null && post.text.includes(words));
    const outcome = { digests: 0, digestsTold: 0, alerts: 0, alertsTold: 0, shares: 0, sharesAnswered: 0 };
    for (const [at, channel] of CHANNELS.entries()) {
      const told = slack.told().filter(({ channel: to, text }) => to === `D${OWNER}` && text.includes(`<#${channel}>`));
      const posts = posted(channel).length;
      const due = [0, 7].filter((days) => dueAt(at) + days * 24 * HOUR_MS <= now).length;
      expect(posts, `digest in ${channel}`).toBeLessThanOrEqual(due);
      expect(posts + told.length, `digest in ${channel}`).toBeGreaterThanOrEqual(due);
      outcome.digests += posts;
      outcome.digestsTold += told.length > 0 ? 1 : 0;
    }
    for (let at = 0; at < WATCHES; at += 1) {
      for (const period of [0, 1, 2]) {
        const topic = `Matter ${at} of period ${period}.`;
        // What follows names the watch by the topic it had before.
        const about = slack.posts.filter(({ text }) => text.split(/ From (?:your|<@)/)[0]?.includes(topic));
        const told = about.filter(({ text }) => text.includes('Slack didn’t confirm'));
        const alerts = about.length - told.length;
        expect(alerts, JSON.stringify(about.map(({ at, text }) => [at, text]))).toBeLessThanOrEqual(1);
        expect(about.length, topic).toBeGreaterThan(0);
        outcome.alerts += alerts;
        outcome.alertsTold += told.length > 0 ? 1 : 0;
      }
    }
    for (let step = 0; step < STEPS; step += 2) {
      expect(sharePosts(step), `share of step ${step}`).toBeLessThanOrEqual(1);
      outcome.shares += sharePosts(step);
      if (sharePosts(step) === 0) outcome.sharesAnswered += 1;
    }
    expect(silentShares()).toEqual([]);
    console.log(tally, outcome);
    expect(tally.diedByThemselves, 'processes that ended because something was away').toBe(0);
    await store.close();
    await Promise.all([service.close(), slack.close()]);
    await drop();
  },
);
