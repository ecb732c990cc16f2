import { startFakeService } from '../../test/support/service/fake-service.ts';
import { startRecordingSlack } from '../../test/support/slack/recording-slack.ts';

/** What stands around the app while digests go out: a Slack that keeps what it gets, and a service that counts each key's calls. */

const WINDOW_MS = 60_000;
const MOST_CALLS = 60;

export interface Seen {
  digests: number;
  doubled: number;
  /** When the first one and the last one came, epoch milliseconds. */
  first: number;
  last: number;
  messages: number;
  /** Between two messages of the same channel. */
  leastGapMs: number;
  /** Calls beyond 60 in any 60 seconds of one key. */
  overBudget: number;
  calls: number;
}

const calls = new Map<string, number[]>();
let overBudget = 0;
const service = await startFakeService({
  refuse(key) {
    const now = performance.now();
    const window = (calls.get(key) ?? []).filter((at) => at > now - WINDOW_MS);
    calls.set(key, window);
    if (window.length < MOST_CALLS) {
      window.push(now);
      return null;
    }
    overBudget += 1;
    return { status: 429, body: { code: 'RATE_LIMITED', message: 'no', path: '/' } };
  },
});
const slack = await startRecordingSlack();
/** One workspace whose Slack never answers. */
slack.plan = ({ workspaceId, method }) => (workspaceId === 'T0' && method === 'chat.postMessage' ? 'silent' : null);

function seen(): Seen {
  const lastIn = new Map<string, number>();
  let leastGapMs = Number.POSITIVE_INFINITY;
  for (const { workspaceId, channel, at } of slack.posts) {
    const where = `${workspaceId} ${channel}`;
    leastGapMs = Math.min(leastGapMs, at - (lastIn.get(where) ?? Number.NEGATIVE_INFINITY));
    lastIn.set(where, at);
  }
  const told = new Set(slack.told());
  const parents = slack.posts.filter((post) => post.threadTs === null && !told.has(post));
  return {
    digests: new Set(parents.map(({ channel }) => channel)).size,
    doubled:
      slack.posts.length -
      new Set(slack.posts.map(({ workspaceId, channel, text }) => `${workspaceId} ${channel} ${text}`)).size,
    first: parents[0]?.at ?? Number.NaN,
    last: slack.posts.at(-1)?.at ?? Number.NaN,
    messages: slack.posts.length,
    leastGapMs,
    overBudget,
    calls: service.asked.length,
  };
}

process.on('message', () => process.send?.(seen()));
process.send?.({ slackUrl: slack.url, serviceUrl: service.url });
