import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSlackPreview, type Message, type View } from '@pain-signals/slack-preview';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { SETTINGS_INPUT } from '#blocks/settings/settings-dialog.ts';
import { TRENDING_STEP } from '#handlers/workflow/workflow-steps.ts';
import type { AppConfig } from '#src/config.ts';
import { seededRandom } from '../../../packages/service/test/support/seeded-random.ts';
import { API_KEY, type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { isFilled, viewText } from '../../support/slack/card-text.ts';
import type { Planned } from '../../support/slack/recording-slack.ts';
import { createDatabase } from '../../support/store/postgres.ts';
import { GENEROUS_SLACK, GENEROUS_TIMEOUT_MS } from '../../support/worlds/generous-timeouts.ts';
import { someFailures } from '../../support/worlds/kill-loop.ts';
import { eventBody, sendSigned } from '../../support/worlds/signed-request.ts';
import { BOT_TOKEN, isPrivate, SIGNING_SECRET } from '../../support/worlds/slack-world.ts';

/** Fewer for a quick look. */
const ROUNDS = Number(process.env.KILLS ?? 100);
const SEED = Number(process.env.SEED ?? 14);
const CHANNEL = 'C0DEVPAIN1';
const BOT = 'U0PAINSIGNL';
const ADMIN = 'U0GRACEHOP';
const PROCESS = fileURLToPath(new URL('../../support/worlds/share-process.ts', import.meta.url));
/** Longer than a claim's lease. */
const LATER_MS = 120_000;

/** A call of the app to Slack: `preHandler`: nothing is done yet; `onSend`: it is done, and not said; `onResponse`: it is said. */
type Moment = { call: RegExp; stage: 'preHandler' | 'onSend' | 'onResponse' };
/** When the app is killed after a press, and what must have come of it then; null: either. */
type Kill = { at: Moment | 'any time' | 'never'; posts: number | null; isInDoubt: boolean | null };

const KILLS: readonly Kill[] = [
  { at: 'never', posts: 1, isInDoubt: false },
  { at: 'any time', posts: null, isInDoubt: null },
  { at: { call: /chat\.postMessage/, stage: 'preHandler' }, posts: 0, isInDoubt: true },
  { at: { call: /chat\.postMessage/, stage: 'onSend' }, posts: 1, isInDoubt: true },
  { at: { call: /chat\.postMessage/, stage: 'onResponse' }, posts: 1, isInDoubt: null },
  { at: 'any time', posts: null, isInDoubt: null },
  { at: { call: /chat\.getPermalink/, stage: 'preHandler' }, posts: 1, isInDoubt: false },
  { at: { call: /response/, stage: 'preHandler' }, posts: 1, isInDoubt: false },
];

let dataDir: string;
let service: FakeService;
let apps: ChildProcess[] = [];
let addresses: string[] = [];
let turn = 0;
let database: { databaseUrl: string | null };
/** How Slack fails, call by call; null: it works. */
let failures: (() => Planned) | null = null;
let deadly: Moment | null = null;
let preview: ReturnType<typeof createSlackPreview>;
let config: AppConfig;
const encryptionKey = randomBytes(32).toString('base64');

beforeEach(async () => {
  database = { databaseUrl: null };
  dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-share-kills-'));
  service = await startFakeService();
  preview = createSlackPreview({
    appUrl: () => `${addresses[turn++ % addresses.length]}/slack/events`,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    ...GENEROUS_SLACK,
  });
  const killAt = async (stage: Moment['stage'], url: string): Promise<void> => {
    if (deadly?.stage !== stage || !deadly.call.test(url)) return;
    deadly = null;
    for (const app of apps) app.kill('SIGKILL');
    // The process that asked is dead: nothing more is done.
    await new Promise(() => undefined);
  };
  preview.server.addHook('preHandler', ({ url }) => killAt('preHandler', url));
  preview.server.addHook('onSend', ({ url }) => killAt('onSend', url));
  preview.server.addHook('onResponse', ({ url }) => killAt('onResponse', url));
  failSometimes(preview.server);
  const slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
  config = {
    ...{ host: '127.0.0.1', port: 0, publicUrl: null, redisUrl: null, logLevel: 'silent' },
    ...{ painApiUrl: service.url, painMcpUrl: null, painApiKey: API_KEY, signalUrl: null },
    ...{ signingSecret: SIGNING_SECRET, botToken: BOT_TOKEN, oauth: null, appToken: null },
    slackApiUrl: `${slackUrl}/api/`,
    metricsToken: null,
  };
});
afterEach(async () => {
  await kill();
  failures = null;
  await preview.server.close();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Fails calls of the app as `failures` says: before Slack has done anything, or after. */
function failSometimes(server: FastifyInstance): void {
  const answers = new WeakMap<FastifyRequest, 'lost' | 'late'>();
  server.addHook('preHandler', async (request, reply) => {
    const planned = /^\/(api|response)\//.test(request.url) ? (failures?.() ?? null) : null;
    if (planned === 'lost' || planned === 'late') return void answers.set(request, planned);
    if (planned === null || typeof planned === 'number') return;
    if (typeof planned === 'object') {
      if (planned.retryAfter !== undefined) reply.header('retry-after', String(planned.retryAfter));
      return reply.code(planned.status ?? 200).send({ ok: false, error: planned.error });
    }
    reply.hijack();
    if (planned === 'cut') request.raw.destroy();
  });
  server.addHook('onSend', async (request) => {
    const planned = answers.get(request);
    if (planned === undefined) return;
    if (planned === 'lost') request.raw.destroy();
    await new Promise(() => undefined);
  });
}

async function start(
  clockAheadMs: number,
  { processes = 1, slackTimeoutMs = GENEROUS_TIMEOUT_MS } = {},
): Promise<void> {
  const options = JSON.stringify({ ...database, dataDir, encryptionKey, config, clockAheadMs, slackTimeoutMs });
  apps = Array.from({ length: processes }, () =>
    fork(PROCESS, [options], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  const started = await Promise.all(apps.map((app) => once(app, 'message')));
  addresses = started.map(([{ port }]) => `http://127.0.0.1:${port}`);
}

/** Lets them answer what they acknowledged, and do what the clock asks for. */
async function untilIdle(): Promise<void> {
  const idle = Promise.all(apps.map((app) => once(app, 'message')));
  for (const app of apps) app.send('idle');
  await idle;
}

async function kill(): Promise<void> {
  const living = apps.filter(({ connected }) => connected);
  const dead = Promise.all(living.map((app) => once(app, 'exit')));
  for (const app of living) app.kill('SIGKILL');
  await dead;
}

/** Lets somebody do something, and the app die of it at its moment. */
async function dieOf(doing: () => Promise<unknown>, moment: Moment): Promise<void> {
  const dead = Promise.all(apps.map((app) => once(app, 'exit')));
  deadly = moment;
  await doing();
  await dead;
}

/** A run that the app knows nothing of yet, and the event that Slack sends until it is acknowledged. */
async function beginStep(round: number): Promise<string> {
  const living = addresses;
  addresses = ['http://127.0.0.1:1'];
  await preview.workspace.runStep({ callbackId: TRENDING_STEP });
  addresses = living;
  const run = preview.workspace.stepRuns.at(-1);
  const of = { function: { callback_id: TRENDING_STEP }, inputs: { count: 2 } };
  const event = { ...of, function_execution_id: run?.id, bot_access_token: run?.token };
  return eventBody({ type: 'function_executed', ...event }, `EvStep${round}`);
}

/** True when the app acknowledged it. */
const sendEvent = (body: string): Promise<boolean> =>
  sendSigned(addresses[turn++ % addresses.length] ?? '', body, { contentType: 'application/json' }).then(
    ({ status }) => status === 200,
    () => false,
  );

const messages = () => preview.workspace.messages(CHANNEL);
const countPosts = () => messages().filter(({ user, ephemeralFor }) => user === BOT && !ephemeralFor).length;
const says = (message: Message, words: string) => isPrivate(message) && JSON.stringify(message).includes(words);
const count = (words: string) => messages().filter((message) => says(message, words)).length;
const canShare = ({ ts }: Message) => messages().some((each) => each.ts === ts && says(each, `"${ACTION.share}"`));
const pressShare = (list: Message) => preview.workspace.press({ message: list, actionId: ACTION.share });

it(`posts each share once or asks the sharer to look, killed ${ROUNDS} times on the way`, async () => {
  const tally = { posted: 0, doubted: 0, postedInDoubt: 0 };
  let shareMs = 0;

  for (let round = 0; round < ROUNDS; round += 1) {
    const { at, posts, isInDoubt } = KILLS[round % KILLS.length] as Kill;
    const ahead = round * 2 * LATER_MS;
    await start(ahead);
    await preview.workspace.runCommand({ text: 'top 3' });
    await untilIdle();
    const list = messages().findLast(isPrivate);
    if (list === undefined) throw new Error('There is nothing to share.');
    const before = { posts: countPosts(), doubts: count(ACTION.shareAgain), already: count('lready shared') };

    if (typeof at === 'object') await dieOf(() => pressShare(list), at);
    else {
      await pressShare(list);
      const startedAt = performance.now();
      if (at === 'any time') await sleep(Math.random() * shareMs);
      else {
        await untilIdle();
        shareMs = performance.now() - startedAt;
      }
      await kill();
    }

    await start(ahead + LATER_MS);
    await untilIdle();
    // Whoever is not told that it is shared has the button still, and may press it whatever else they were told.
    if (canShare(list)) await pressShare(list);
    await untilIdle();
    await kill();

    const what = `round ${round}, killed at ${JSON.stringify(at, (_, part) => (part instanceof RegExp ? part.source : part))}`;
    const posted = countPosts() - before.posts;
    const wasDoubted = count(ACTION.shareAgain) > before.doubts;
    expect(posted, what).toBeLessThanOrEqual(1);
    if (!wasDoubted) {
      expect(posted, what).toBe(1);
      expect(!canShare(list) || count('lready shared') > before.already, `${what}: the sharer knows`).toBe(true);
    }
    if (posts !== null) expect(posted, what).toBe(posts);
    if (isInDoubt !== null) expect(wasDoubted, what).toBe(isInDoubt);
    tally.posted += posted;
    if (wasDoubted) tally.doubted += 1;
    if (wasDoubted && posted === 1) tally.postedInDoubt += 1;
    if ((round + 1) % 10 === 0) console.log(`${round + 1} of ${ROUNDS} rounds`, tally);
  }
  expect(tally.posted).toBeGreaterThan(0);
  expect(tally.doubted).toBeGreaterThan(0);
});

describe.each([
  ['on SQLite', 1, null],
  ['with two processes on PostgreSQL', 2, process.env.DATABASE_URL],
] as const)('%s', (_, processes, server) => {
  const seed = SEED + processes;
  const fail = someFailures(seed);
  const startAt = (round: number) => start(round * 2 * LATER_MS, { processes, slackTimeoutMs: 1_500 });

  beforeEach(async () => {
    if (!server) return;
    const { databaseUrl, drop } = await createDatabase(server);
    onTestFinished(drop);
    database = { databaseUrl };
  });

  it.skipIf(server === undefined)(
    `the same, killed ${ROUNDS} times at random while Slack fails now and then`,
    async () => {
      const random = seededRandom(seed);
      const tally = { posted: 0, doubted: 0, postedInDoubt: 0, pressedAgain: 0 };
      let shareMs = 1_000;
      await startAt(0);
      for (let round = 0; round < ROUNDS; round += 1) {
        await preview.workspace.runCommand({ text: 'top 3' });
        await untilIdle();
        const list = messages().findLast(isPrivate);
        if (list === undefined) throw new Error('There is nothing to share.');
        const before = { posts: countPosts(), doubts: count(ACTION.shareAgain), all: messages().length };

        failures = () => fail();
        const startedAt = performance.now();
        const pressing = pressShare(list).catch(() => undefined);
        if (round % 10 === 0) {
          await pressing;
          await untilIdle();
          shareMs = performance.now() - startedAt;
        } else await sleep(random() * 2 * shareMs);
        await kill();
        failures = null;
        await pressing;

        await startAt(round + 1);
        for (const _look of [1, 2]) await untilIdle();
        if (canShare(list)) {
          await pressShare(list);
          tally.pressedAgain += 1;
        }
        await untilIdle();
        const posted = countPosts() - before.posts;
        const wasDoubted = count(ACTION.shareAgain) > before.doubts;
        const what = `round ${round}, seed ${seed}`;
        expect(posted, what).toBeLessThanOrEqual(1);
        const wasTold = messages().slice(before.all).some(isPrivate);
        if (posted === 0) expect(wasTold, `${what} is not silent`).toBe(true);
        tally.posted += posted;
        if (wasDoubted) tally.doubted += 1;
        if (wasDoubted && posted === 1) tally.postedInDoubt += 1;
        if ((round + 1) % 10 === 0) console.log(`${round + 1} of ${ROUNDS} rounds of ${Math.round(shareMs)} ms`, tally);
      }
      expect(tally.posted).toBeGreaterThan(ROUNDS / 2);
    },
  );

  it.skipIf(server === undefined)(
    `completes each workflow step, killed ${ROUNDS} times at random while Slack fails now and then`,
    async () => {
      const random = seededRandom(seed);
      const tally = { notAcknowledged: 0, cutShort: 0, completed: 0, failed: 0 };
      let stepMs = 1_000;
      await startAt(0);
      for (let round = 0; round < ROUNDS; round += 1) {
        const body = await beginStep(round);
        const outcome = () => preview.workspace.stepRuns.at(-1)?.outcome ?? null;
        failures = () => fail();
        const startedAt = performance.now();
        const sending = sendEvent(body);
        if (round % 10 === 0) {
          await sending;
          await untilIdle();
          stepMs = performance.now() - startedAt;
        } else await sleep(random() * 1.5 * stepMs);
        await kill();
        failures = null;
        const isAcknowledged = await sending;
        if (!isAcknowledged) tally.notAcknowledged += 1;
        if (outcome() === null) tally.cutShort += 1;

        await startAt(round + 1);
        if (!isAcknowledged) await sendEvent(body);
        for (const _look of [1, 2]) await untilIdle();
        // Where Slack refuses the outputs for good, the workflow's editors read why, with a reference.
        const said = JSON.stringify(outcome());
        expect(said, `round ${round}, seed ${seed}`).toMatch(/^\{"outputs"|^\{"error".*Reference \w/);
        tally[said.startsWith('{"outputs"') ? 'completed' : 'failed'] += 1;
        if ((round + 1) % 10 === 0) console.log(`${round + 1} of ${ROUNDS} rounds of ${Math.round(stepMs)} ms`, tally);
      }
      expect(tally.cutShort).toBeGreaterThan(0);
      expect(tally.completed).toBeGreaterThan(ROUNDS / 2);
    },
  );
});

it(`keeps each setting that it says is saved, killed ${ROUNDS} times as it says so`, async () => {
  const { workspace: slack } = preview;
  const dialog = (matches: (view: View) => boolean) => slack.nextView((view) => isFilled(view) && matches(view));
  await start(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [area, name] = round % 2 === 0 ? ['AUTH_IDENTITY', 'Auth'] : ['DATABASE_STORAGE', 'Database'];
    await slack.runCommand({ userId: ADMIN, text: 'settings' });
    const { id } = await dialog(({ submit }) => submit !== undefined);
    const save = () =>
      slack.submitView(id, {
        [SETTINGS_INPUT.area]: { [SETTINGS_INPUT.area]: area ?? '' },
        [SETTINGS_INPUT.channel]: { [SETTINGS_INPUT.channel]: null },
        [SETTINGS_INPUT.managers]: { [SETTINGS_INPUT.managers]: [] },
      });
    await dieOf(save, { call: /views\.update/, stage: 'preHandler' });
    await start(0);
    await slack.openHome(ADMIN);
    const home = await slack.nextHome((view) => view.userId === ADMIN && isFilled(view));
    expect(viewText(home), `round ${round}`).toMatch(new RegExp(`\\*Default area:\\* ${name}`));
  }
});
