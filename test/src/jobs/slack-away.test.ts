import { afterEach, expect, it } from 'vitest';
import type { Store } from '#src/store/open-store.ts';
import { type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { type RecordingSlack, startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { createDigestProgram, subscribe } from '../../support/worlds/digest-program.ts';

const MINUTE = 60_000;
const DUE = Date.parse('2026-03-16T08:00:00Z');
const CHANNELS = Array.from({ length: 6 }, (_, at) => `C${at}`);

let service: FakeService;
let slack: RecordingSlack;
let store: Store;
afterEach(async () => {
  await store.close();
  await Promise.all([service.close(), slack.close()]);
});

/** Every method fails from the due time on, and after `awayMs` all is well. */
async function passMonday(failure: Exclude<ReturnType<RecordingSlack['plan']>, null>, awayMs: number) {
  let now = DUE - MINUTE;
  service = await startFakeService();
  slack = await startRecordingSlack(() => now);
  // While Slack doesn't say who reads the channel, nothing is posted.
  const works = ['auth.test', 'conversations.info'];
  slack.plan = ({ method }) => (now >= DUE && now < DUE + awayMs && !works.includes(method) ? failure : null);
  store = await openTemporaryStore(() => now);
  await subscribe(store, 'T1', CHANNELS);
  const program = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
  for (; now < DUE + awayMs + 61 * MINUTE; now += awayMs > MINUTE ? 5 * MINUTE : 15_000) await program.runDueNow();
  await program.stop();
  const parents = slack.posts.filter(({ threadTs, channel }) => threadTs === null && CHANNELS.includes(channel));
  return { posted: parents.map(({ channel }) => channel).toSorted(), told: slack.told().map(({ text }) => text) };
}

it.each([
  ['10 seconds', 10_000],
  ['10 minutes', 10 * MINUTE],
  ['3 hours', 180 * MINUTE],
])('a digest that Slack certainly did not take is posted once when Slack is back after %s', async (_, awayMs) => {
  const { posted, told } = await passMonday({ error: 'ratelimited', status: 429, retryAfter: 5 }, awayMs);
  expect(posted).toEqual(CHANNELS);
  expect(told).toEqual([]);
});

it.each([
  ['10 seconds', 10_000],
  ['10 minutes', 10 * MINUTE],
  ['3 hours', 180 * MINUTE],
])(
  'a digest that Slack may have taken is told to its owner when Slack is back after %s, and not repeated',
  async (_, awayMs) => {
    const { posted, told } = await passMonday({ error: 'internal_error', status: 503 }, awayMs);
    const unposted = CHANNELS.filter((channel) => !posted.includes(channel));
    expect(posted).toEqual([...new Set(posted)]);
    expect(told).toHaveLength(unposted.length);
    for (const channel of unposted) expect(told.filter((text) => text.includes(`<#${channel}>`))).toHaveLength(1);
  },
);

it('a digest whose response can’t be read is told to its owner, and not repeated', async () => {
  const { posted, told } = await passMonday('garbled', 10 * MINUTE);
  expect(posted).toEqual(CHANNELS);
  for (const channel of CHANNELS) expect(told.filter((text) => text.includes(`<#${channel}>`))).toHaveLength(1);
});
