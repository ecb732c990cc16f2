import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createUnansweredRequests } from '#src/jobs/unanswered.ts';
import { temporaryFolder } from '../../../packages/storage/test/support/temporary-folder.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';

it('a process that tells for long keeps the claim on what it is answering, and tells a few at once', async () => {
  let now = Date.now();
  const store = await openTemporaryStore(() => now);
  onTestFinished(() => store.close());
  const request = { responseUrl: null, channelId: null, userId: 'U1', threadTs: null, query: null };
  const claim = (key: string) => store.seenRequests.claim(key, { workspaceId: 'T1', request });
  for (let at = 0; at < 20; at += 1) await claim(`lost ${at}`);
  now += 61_000;
  await claim('trigger own');
  let underWay = 0;
  let most = 0;
  const requests = createUnansweredRequests({
    store,
    now: () => now,
    logger: pino({ level: 'silent' }),
    async depsOf() {
      underWay += 1;
      most = Math.max(most, underWay);
      now += 5_000;
      await setImmediate();
      underWay -= 1;
      return null;
    },
  });
  requests.begin({ body: { command: '/pain', trigger_id: 'own' }, context: {} }, { workspaceId: 'T1', request });
  await requests.job.run(now, new AbortController().signal);
  expect([most, await store.unansweredRequests.take()]).toEqual([8, []]);
});

it('somebody whose answer Slack did not take is told, even if the database was away just then', async () => {
  let now = Date.now();
  const store = await openTemporaryStore(() => now);
  onTestFinished(() => store.close());
  const { unansweredRequests } = store;
  const request = { responseUrl: null, channelId: null, userId: 'U1', threadTs: null, query: null };
  await store.seenRequests.claim('trigger own', { workspaceId: 'T1', request });
  const asked: string[] = [];
  let isAway = true;
  const requests = createUnansweredRequests({
    store: {
      unansweredRequests: {
        ...unansweredRequests,
        free: (...given) => (isAway ? Promise.reject(new Error('away')) : unansweredRequests.free(...given)),
      },
    },
    now: () => now,
    logger: pino({ level: 'silent' }),
    async depsOf(workspaceId) {
      asked.push(workspaceId);
      return null;
    },
  });
  const body = { command: '/pain', trigger_id: 'own' };
  requests.begin({ body, context: {} }, { workspaceId: 'T1', request });
  await requests.end(body, false);
  isAway = false;
  for (const ms of [15_000, 60_000]) {
    now += ms;
    await requests.job.run(now, new AbortController().signal);
  }
  expect(asked).toEqual(['T1']);
});

it('after a restore, those are told who wait by now, and nobody who waited when the backup was made', async () => {
  let now = Date.now();
  const store = await openTemporaryStore(() => now);
  onTestFinished(() => store.close());
  const request = { responseUrl: null, channelId: null, userId: 'U1', threadTs: null, query: null };
  const claim = (key: string) => store.seenRequests.claim(key, { workspaceId: 'T1', request });
  await claim('trigger before');
  const path = join(temporaryFolder(), 'app.backup');
  await store.backUp(path);
  await store.unansweredRequests.remove('trigger before');
  await claim('trigger since');
  await store.restore(path);
  now += 61_000;
  expect((await store.unansweredRequests.take()).map(({ key }) => key)).toEqual(['trigger since']);
});
