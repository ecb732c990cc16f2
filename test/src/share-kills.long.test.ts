import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSlackPreview, type Message } from '@pain-signals/slack-preview';
import { expect, it, vi } from 'vitest';
import { ACTION } from '#blocks/action-ids.ts';
import type { AppConfig } from '#src/config.ts';
import { API_KEY, startFakeService } from '../support/fake-service.ts';
import { BOT_TOKEN, isPrivate, SIGNING_SECRET } from '../support/slack-world.ts';

const ROUNDS = 100;
const CHANNEL = 'C0DEVPAIN1';
const BOT = 'U0PAINSIGNL';
const PROCESS = fileURLToPath(new URL('../support/share-process.ts', import.meta.url));
/** Longer than a claim's lease. */
const LATER_MS = 120_000;

it(`posts each share once or asks the sharer to look, killed ${ROUNDS} times on the way`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-share-kills-'));
  const encryptionKey = randomBytes(32).toString('base64');
  const service = await startFakeService();
  let address = '';
  const preview = createSlackPreview({
    appUrl: () => `${address}/slack/events`,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    acknowledgeWithinMs: 60_000,
  });
  const slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
  const { workspace: slack } = preview;
  const config: AppConfig = {
    ...{ host: '127.0.0.1', port: 0, publicUrl: null, redisUrl: null, logLevel: 'silent' },
    ...{ painApiUrl: service.url, painMcpUrl: null, painApiKey: API_KEY, signalUrl: null },
    ...{ signingSecret: SIGNING_SECRET, botToken: BOT_TOKEN, oauth: null, appToken: null },
    slackApiUrl: `${slackUrl}/api/`,
  };
  const start = async (clockAheadMs: number): Promise<ChildProcess> => {
    const options = JSON.stringify({ dataDir, encryptionKey, config, clockAheadMs });
    const child = fork(PROCESS, [options], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [{ port }] = await once(child, 'message');
    address = `http://127.0.0.1:${port}`;
    return child;
  };
  const untilIdle = async (child: ChildProcess) => {
    child.send('idle');
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  };
  const kill = async (child: ChildProcess) => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const posts = () => slack.messages(CHANNEL).filter(({ user, ephemeralFor }) => user === BOT && !ephemeralFor);
  const countDoubts = () =>
    slack
      .messages(CHANNEL)
      .filter((message) => isPrivate(message) && JSON.stringify(message).includes(ACTION.shareAgain)).length;
  const canShare = ({ ts }: Message) =>
    JSON.stringify(slack.messages(CHANNEL).find((each) => each.ts === ts)).includes(`"${ACTION.share}"`);
  const tally = { posted: 0, doubted: 0 };

  for (let round = 0; round < ROUNDS; round += 1) {
    const ahead = round * 2 * LATER_MS;
    const before = posts().length;
    const first = await start(ahead);
    await slack.runCommand({ text: 'top 3' });
    await untilIdle(first);
    const list = slack.messages(CHANNEL).findLast(isPrivate);
    if (list === undefined) throw new Error('There is nothing to share.');
    // Calls to Slack until the kill: it falls before, at and after the post by turns.
    const callsLeft = slack.calls.length + (round % 8);
    void slack.press({ message: list, actionId: ACTION.share });
    await Promise.race([
      untilIdle(first),
      vi.waitUntil(() => slack.calls.length >= callsLeft, { timeout: 60_000, interval: 1 }),
    ]);
    await kill(first);

    const doubts = countDoubts();
    const second = await start(ahead + LATER_MS);
    // Once the person was told that it is shared, there is no button any more.
    if (canShare(list)) await slack.press({ message: list, actionId: ACTION.share });
    await untilIdle(second);
    await kill(second);

    const posted = posts().length - before;
    const doubted = countDoubts() - doubts;
    expect(posted, `round ${round}`).toBeLessThanOrEqual(1);
    // Posted, or the sharer was asked to look: never lost in silence.
    expect(posted + doubted, `round ${round}`).toBeGreaterThanOrEqual(1);
    tally.posted += posted;
    tally.doubted += doubted > 0 ? 1 : 0;
  }
  console.log(tally);
  expect(tally.doubted).toBeGreaterThan(0);
  expect(tally.posted).toBeGreaterThan(0);
  await preview.server.close();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});
