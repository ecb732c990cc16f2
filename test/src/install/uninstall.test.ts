import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUninstall } from '#src/install/uninstall.ts';
import type { Store } from '#src/store/open-store.ts';
import { type RecordingSlack, startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { subscribe } from '../../support/worlds/digest-program.ts';

let store: Store;
let slack: RecordingSlack;
beforeEach(async () => {
  store = await openTemporaryStore();
  slack = await startRecordingSlack();
  slack.plan = () => ({ error: 'account_inactive' });
});
afterEach(async () => {
  await store.close();
  await slack.close();
});

const uninstallAt = (at: number, wait: () => Promise<void>) => {
  const forget = createUninstall({
    ...{ store, logger: pino({ level: 'silent' }), ownToken: null, wait },
    clientOptions: { slackApiUrl: `${slack.url}/api/`, retryConfig: { retries: 0 } },
    revokeKey: async () => undefined,
    onForgotten: () => undefined,
  });
  return forget({ workspaceIds: ['T1'], organizationIds: [], at });
};
const choose = () => store.settings.change('T1', 'U1', { defaultArea: 'AUTH_IDENTITY' });
const kept = async () => (await store.settings.changes('T1')).length;

it('deletes what a request of another process writes just after an uninstall', async () => {
  await subscribe(store, 'T1', []);
  await choose();
  const { promise: later, resolve: pass } = Promise.withResolvers<void>();
  await uninstallAt(Date.now(), () => later);
  expect(await kept()).toBe(0);
  await choose();
  expect(await kept()).toBe(1);
  pass();
  await expect.poll(kept).toBe(0);
});

it('leaves what a workspace has since it installed the app again', async () => {
  await subscribe(store, 'T1', []);
  const { promise: later, resolve: pass } = Promise.withResolvers<void>();
  let isLooking = false;
  await uninstallAt(Date.now(), () => later);
  await subscribe(store, 'T1', []);
  await choose();
  const { transaction } = store;
  store.transaction = async (work) => {
    const result = await transaction(work);
    isLooking = true;
    return result;
  };
  pass();
  await expect.poll(() => isLooking).toBe(true);
  expect(await kept()).toBe(1);
});
