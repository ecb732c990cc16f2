import { createChanges } from './changes.ts';
import { createConversations, createMessages } from './conversations.ts';
import { createChannels } from './directory.ts';
import { createFiles } from './files.ts';
import { createTimestamps } from './ids.ts';
import { createInstalls } from './installs.ts';
import { createResponseUrls, createTriggers } from './interactivity.ts';
import { SlackApiError } from './slack-api-error.ts';
import { createViews } from './views.ts';
import { createSteps } from './workflow-steps.ts';
import type { PlannedFailure, RecordedCall, TokenError } from './workspace.ts';

// https://docs.slack.dev/apis/web-api/rate-limits: one message a second and channel
const MESSAGE_INTERVAL_MS = 1_000;
const MAX_CALLS_KEPT = 10_000;

/** What came in from the app, and what is planned to go wrong. */
function createTraffic(now: () => number) {
  const planned = new Map<string, PlannedFailure[]>();
  const lastMessageAt = new Map<string, number>();
  return {
    calls: [] as RecordedCall[],
    tokenError: null as TokenError | null,
    /** What an admin did not let the app do. */
    refusedScopes: new Set<string>(),
    /** Methods that this workspace does not have yet. */
    refusedMethods: new Set<string>(),
    /** Types of blocks that this workspace does not take yet. */
    refusedBlocks: new Set<string>(),
    isRateLimited: false,
    record(call: Omit<RecordedCall, 'at'>): void {
      this.calls.push({ ...call, at: now() });
      if (this.calls.length > MAX_CALLS_KEPT) this.calls.shift();
    },
    plan(method: string, failure: PlannedFailure): void {
      planned.set(method, [...(planned.get(method) ?? []), failure]);
    },
    /** The failure planned for this call, used up by asking. */
    takePlanned: (method: string): PlannedFailure | undefined => planned.get(method)?.shift(),
    /** Refuses a second message to a channel within a second, when the limit is on. */
    countMessage(channelId: string): void {
      const since = now() - (lastMessageAt.get(channelId) ?? Number.NEGATIVE_INFINITY);
      if (this.isRateLimited && since < MESSAGE_INTERVAL_MS) {
        throw new SlackApiError('ratelimited', { status: 429, retryAfter: 1 });
      }
      lastMessageAt.set(channelId, now());
    },
  };
}

export function createState(now: () => number, triggersLastMs?: number) {
  const changes = createChanges(now);
  return {
    now,
    changes,
    channels: createChannels(),
    messages: createMessages(changes, createTimestamps(now)),
    files: createFiles(),
    views: createViews(changes),
    triggers: createTriggers(now, triggersLastMs),
    responseUrls: createResponseUrls(now),
    traffic: createTraffic(now),
    conversations: createConversations(changes),
    installs: createInstalls(now),
    steps: createSteps(),
  };
}

/** The workspace's state, in memory only. */
export type State = ReturnType<typeof createState>;
