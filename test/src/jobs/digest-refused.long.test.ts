import { expect, it } from 'vitest';
import { startFakeService } from '../../support/service/fake-service.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { createDigestProgram, subscribe } from '../../support/worlds/digest-program.ts';

const MONDAY = Date.parse('2026-03-16T08:00:00Z');
const [WORKSPACES, CHANNELS, PAUSE_S] = [10, 20, 30];
const AT_ONCE_IN_A_WORKSPACE = 8;
/** A digest, three signals and the briefs below it. */
const WITH_THREAD = 5;
const ALL = WORKSPACES * CHANNELS * WITH_THREAD;

it('delivers all of 200 digests, none twice, though Slack asks for 30 seconds of silence in the middle', async () => {
  let now = MONDAY - 3_600_000;
  const service = await startFakeService();
  const slack = await startRecordingSlack(() => now);
  const store = await openTemporaryStore(() => now);
  const program = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
  for (let workspace = 0; workspace < WORKSPACES; workspace += 1) {
    const channels = Array.from({ length: CHANNELS }, (_, at) => `C${workspace}-${at}`);
    await subscribe(store, `T${workspace}`, channels);
  }
  let silentUntil = Number.POSITIVE_INFINITY;
  let refused = 0;
  slack.plan = ({ method }) => {
    if (method !== 'chat.postMessage' || slack.posts.length < ALL / 3 || now >= silentUntil) return null;
    silentUntil = Math.min(silentUntil, now + PAUSE_S * 1_000);
    refused += 1;
    return { error: 'ratelimited', status: 429, retryAfter: PAUSE_S };
  };

  now = MONDAY;
  for (let look = 0; look < 20 && slack.posts.length < ALL; look += 1) {
    await program.runDueNow();
    now += 15_000;
  }
  expect(refused).toBeGreaterThan(0);
  // What is under way when a workspace is asked for silence, and nothing of it after that.
  expect(refused).toBeLessThanOrEqual(WORKSPACES * AT_ONCE_IN_A_WORKSPACE);
  expect(slack.posts).toHaveLength(ALL);
  expect(new Set(slack.posts.map(({ channel, text }) => `${channel} ${text}`)).size).toBe(ALL);
  await program.stop();
  await store.close();
  await Promise.all([service.close(), slack.close()]);
});
