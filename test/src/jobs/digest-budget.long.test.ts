import { expect, it } from 'vitest';
import { startFakeService } from '../../support/service/fake-service.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { createDigestProgram, subscribe } from '../../support/worlds/digest-program.ts';
import { newTrigger, sendSigned } from '../../support/worlds/signed-request.ts';

const MONDAY = Date.parse('2026-03-16T08:00:00Z');
const [KEYS, CHANNELS] = [100, 10];
/** Sixty calls a minute, in small: digests of one key ask more than this allows at once. */
const [CALLS, WINDOW_MS] = [12, 3_000];
/** People of so many workspaces ask one question after the other, each another one, so that no answer is known already. */
const [ASKING, QUESTIONS] = [20, 20];
const question = (at: number) => `top ${1 + (at % 10)} by ${at < 10 ? 'growth' : 'volume'}`;
const SIGNED = { secret: '0123456789abcdef0123456789abcdef' };

it('never spends more than the budget of a key while 1,000 digests for 100 keys go out and people keep asking', async () => {
  let now = MONDAY - 3_600_000;
  const spent = new Map<string, number[]>();
  let fullest = 0;
  const service = await startFakeService({
    refuse(key) {
      const at = performance.now();
      const calls = (spent.get(key) ?? []).filter((each) => each > at - WINDOW_MS);
      calls.push(at);
      spent.set(key, calls);
      fullest = Math.max(fullest, calls.length);
      return null;
    },
  });
  const slack = await startRecordingSlack(() => now);
  let answered = 0;
  slack.plan = ({ method }) => {
    if (method === 'respond') answered += 1;
    return null;
  };
  const store = await openTemporaryStore(() => now);
  const program = createDigestProgram({
    ...{ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now },
    world: { service: { pacing: { calls: CALLS, windowMs: WINDOW_MS } } },
  });
  for (let at = 0; at < KEYS; at += 1) {
    const channels = Array.from({ length: CHANNELS }, (_, nth) => `C${at}-${nth}`);
    await subscribe(store, `T${at}`, channels, { hasThread: false });
    await store.apiKeys.set(`T${at}`, `pain_budget${at}_0123456789abcdef0123456789abcdef`, 'U0');
  }
  const { port } = await program.start();
  const ask = (workspaceId: string, text: string) =>
    sendSigned(`http://127.0.0.1:${port}`, command(workspaceId, text, `${slack.url}/api/respond`), SIGNED);

  now = MONDAY;
  const delivering = program.runDueNow();
  let askedBeforeTheLast = 0;
  for (let nth = 0; nth < QUESTIONS; nth += 1) {
    for (let at = 0; at < ASKING; at += 1) {
      expect((await ask(`T${at}`, question(nth))).status).toBe(200);
      if (slack.posts.length < KEYS * CHANNELS) askedBeforeTheLast += 1;
    }
  }
  await delivering;
  await program.idle();
  console.log({ fullest, calls: service.asked.length, digests: slack.posts.length, answered, askedBeforeTheLast });
  expect(fullest).toBeLessThanOrEqual(CALLS);
  // More than digests may spend by themselves.
  expect(fullest).toBeGreaterThan((CALLS * 5) / 6);
  expect(new Set(slack.posts.map(({ channel }) => channel)).size).toBe(KEYS * CHANNELS);
  expect(slack.posts).toHaveLength(KEYS * CHANNELS);
  expect(answered).toBe(ASKING * QUESTIONS);
  expect(askedBeforeTheLast).toBeGreaterThan(0);
  await program.stop();
  await store.close();
  await Promise.all([service.close(), slack.close()]);
});

const command = (teamId: string, text: string, responseUrl: string) =>
  new URLSearchParams({
    ...{ command: '/pain', text, response_url: responseUrl, trigger_id: newTrigger() },
    ...{ team_id: teamId, team_domain: 'team', channel_id: 'C0', channel_name: 'general' },
    ...{ user_id: 'U0OWNER', user_name: 'owner', api_app_id: 'A1', is_enterprise_install: 'false' },
  }).toString();
