import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUninstall } from '#src/install/uninstall.ts';
import { sweepJob } from '#src/jobs/schedule.ts';
import type { Store } from '#src/store/open-store.ts';
import { type RecordingSlack, startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { subscribe } from '../../support/worlds/digest-program.ts';

const MINUTE_MS = 60_000;

let now: number;
let store: Store;
let slack: RecordingSlack;
beforeEach(async () => {
  now = Date.now();
  store = await openTemporaryStore(() => now);
  slack = await startRecordingSlack();
  slack.plan = () => ({ error: 'account_inactive' });
});
afterEach(async () => {
  await store.close();
  await slack.close();
});

const revoked: string[] = [];
const logger = pino({ level: 'silent' });
const revokeKey = async (workspaceId: string) => void revoked.push(workspaceId);
const uninstall = (workspaceId: string) => {
  const forget = createUninstall({
    ...{ store, logger, ownToken: null, revokeKey },
    clientOptions: { slackApiUrl: `${slack.url}/api/`, retryConfig: { retries: 0 } },
    onForgotten: () => undefined,
  });
  return forget({ workspaceIds: [workspaceId], organizationIds: [], at: now });
};
/** As any process does, also one that was started since. */
const sweep = () => sweepJob({ store, revokeKey, logger }).run(now, new AbortController().signal);
const choose = (workspaceId = 'T1') => store.settings.change(workspaceId, 'U1', { defaultArea: 'AUTH_IDENTITY' });
const kept = async (workspaceId = 'T1') => (await store.settings.changes(workspaceId)).length;

it('deletes what a request of another process writes just after an uninstall, and revokes the key that it got', async () => {
  await subscribe(store, 'T1', []);
  await choose();
  await uninstall('T1');
  expect(await kept()).toBe(0);
  await choose();
  revoked.length = 0;
  now += 4 * MINUTE_MS;
  await sweep();
  expect(await kept()).toBe(1);
  now += MINUTE_MS;
  await sweep();
  expect(await kept()).toBe(0);
  expect(revoked).toEqual(['T1']);
});

it('sweeps once, and no workspace that was not removed', async () => {
  for (const workspaceId of ['T1', 'T2']) await subscribe(store, workspaceId, []);
  await uninstall('T1');
  // As with SLACK_BOT_TOKEN: it has the app, and no row of its own.
  for (const workspaceId of ['T2', 'T3']) await choose(workspaceId);
  now += 5 * MINUTE_MS;
  await sweep();
  expect([await kept('T2'), await kept('T3')]).toEqual([1, 1]);
  await choose();
  now += 60 * MINUTE_MS;
  await sweep();
  expect(await kept()).toBe(1);
});

it('leaves what a workspace has since it installed the app again', async () => {
  await subscribe(store, 'T1', []);
  await uninstall('T1');
  await subscribe(store, 'T1', []);
  await choose();
  revoked.length = 0;
  now += 5 * MINUTE_MS;
  await sweep();
  expect(await kept()).toBe(1);
  expect(revoked).toEqual([]);
});

it('sweeps a workspace whose removal was noted by a clock that ran ahead', async () => {
  await subscribe(store, 'T1', []);
  now += 365 * 24 * 60 * MINUTE_MS;
  await uninstall('T1');
  now -= 365 * 24 * 60 * MINUTE_MS;
  await choose();
  await sweep();
  expect(await kept()).toBe(0);
});
