import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSlackPreview } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { openStore } from '#src/store/open-store.ts';
import { API_KEY, type FakeService, startFakeService } from '../support/service/fake-service.ts';
import { GENEROUS_SLACK } from '../support/worlds/generous-timeouts.ts';
import { BOT_TOKEN, isPrivate, SIGNING_SECRET } from '../support/worlds/slack-world.ts';

const ENTRY = fileURLToPath(new URL('../../start.mjs', import.meta.url));
const TEAM_ID = 'T0PREVIEW01';
const ADA = 'U0ADALOVEL';
const SHARED_IN = 'C0DEVPAIN1';
const DIGEST_IN = 'C0PRODUCT1';
/** The shared card, the digest, the answer to who sent it, the answer to the command. */
const POSTS_AND_ANSWERS = 4;

let dataDir: string;
let service: FakeService;
let preview: ReturnType<typeof createSlackPreview>;
let slackUrl: string;
let gate: Gate | null;
let app: App;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-stop-'));
  service = await startFakeService();
  preview = createSlackPreview({
    appUrl: () => `${app.address}/slack/events`,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    ...GENEROUS_SLACK,
  });
  gate = null;
  preview.server.addHook('preHandler', async ({ url }) => gate?.pass(url));
  slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  gate?.open();
  app.child.kill('SIGKILL');
  await preview.server.close();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Gate {
  pass(url: string): Promise<void>;
  /** So many calls stand before it. */
  reached(count: number): Promise<void>;
  open(): void;
}

/** Slack takes its time to answer what the app says. */
function createGate(): Gate {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let standing = 0;
  const look = () => {
    for (const { count, resolve } of waiting) if (standing >= count) resolve();
  };
  return {
    open,
    async pass(url) {
      if (!/chat\.postMessage|\/response\//.test(url)) return;
      standing += 1;
      look();
      await opened;
    },
    reached: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve });
        look();
      }),
  };
}

interface App {
  child: ChildProcess;
  address: string;
  /** Until it has logged this. */
  heard(words: RegExp): Promise<RegExpExecArray>;
}

/** The app as an operator runs it. */
async function start(): Promise<App> {
  const child = spawn(process.execPath, [ENTRY, 'slack'], {
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
      ...{ PAIN_API_URL: service.url, PAIN_API_KEY: API_KEY },
      ...{ SLACK_SIGNING_SECRET: SIGNING_SECRET, SLACK_BOT_TOKEN: BOT_TOKEN, SLACK_API_URL: `${slackUrl}/api/` },
    },
  });
  let said = '';
  const heard = (words: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = words.exec(said);
        if (found !== null) resolve(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
      child.once('close', () => reject(new Error(`It ended without that:\n${said}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part;
    });
  }
  const [, port] = await heard(/"port":(\d+)/);
  return { child, address: `http://127.0.0.1:${port}`, heard };
}

async function terminated({ child }: App): Promise<number | null> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  return (await ended)[0];
}

/** A digest that comes another day. */
async function subscribe(): Promise<void> {
  const store = await openStore({ databaseUrl: null, dataDir, encryptionKeys: null });
  const inTwoDays = 1 + ((new Date().getUTCDay() + 1) % 7);
  await store.subscriptions.save(TEAM_ID, DIGEST_IN, ADA, {
    ...{ weekday: inTwoDays, time: '12:00', zone: 'Etc/UTC', areas: [], types: [], length: 3 },
    ...{ quietWeeks: 'say', hasThread: false },
  });
  await store.close();
}

const shown = (channelId: string, isFor: 'all' | 'one') =>
  preview.workspace
    .messages(channelId)
    .filter((message) => message.user === 'U0PAINSIGNL' && isPrivate(message) === (isFor === 'one'));
const says = (words: string) => shown(SHARED_IN, 'one').filter((message) => JSON.stringify(message).includes(words));

it('a command, a share and a digest that are under way at SIGTERM are finished, and the next start finds them so', async () => {
  const { workspace: slack } = preview;
  await subscribe();
  app = await start();
  const { child, heard } = app;
  const ask = async (text: string, channelId: string) => {
    await slack.runCommand({ text, channelId });
    return slack.nextMessage(isPrivate);
  };
  const list = await ask('top 3', SHARED_IN);
  const digest = await ask('digest', DIGEST_IN);

  gate = createGate();
  await slack.press({ message: list, actionId: ACTION.share });
  await slack.press({ message: digest, actionId: ACTION.digestSendNow });
  await slack.runCommand({ text: 'trending' });
  await gate.reached(POSTS_AND_ANSWERS);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await heard(/Stopping/);
  expect((await slack.runCommand({ text: 'emerging' })).status).toBe(0);
  gate.open();
  await heard(/Stopped"/);
  expect((await ended)[0]).toBe(0);
  expect(says('Trending signals')).toHaveLength(1);
  expect(says(`"${ACTION.share}"`).map(({ ts }) => ts)).not.toContain(list.ts);
  expect([shown(SHARED_IN, 'all').length, shown(DIGEST_IN, 'all').length]).toEqual([1, 1]);

  gate = null;
  app = await start();
  await slack.openHome(ADA);
  await slack.nextHome((view) => JSON.stringify(view).includes(`in <#${SHARED_IN}> by <@${ADA}>`));
  expect(await terminated(app)).toBe(0);
  expect([shown(SHARED_IN, 'all').length, shown(DIGEST_IN, 'all').length]).toEqual([1, 1]);
  expect(says('may or may not')).toEqual([]);
});
