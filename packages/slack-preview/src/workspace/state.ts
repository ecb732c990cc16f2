import { type Changes, createChanges } from './changes.ts';
import { type Conversations, createConversations, createMessages, type Messages } from './conversations.ts';
import { type Channels, createChannels } from './directory.ts';
import { createFiles, type Files } from './files.ts';
import { createTimestamps } from './ids.ts';
import { createInstalls, type Installs } from './installs.ts';
import { createResponseUrls, createTriggers, type ResponseUrls, type Triggers } from './interactivity.ts';
import { SlackApiError } from './slack-api-error.ts';
import { createViews, type Views } from './views.ts';
import { createSteps, type Steps } from './workflow-steps.ts';
import type { PlannedFailure, RecordedCall } from './workspace.ts';

// https://docs.slack.dev/apis/web-api/rate-limits: one message a second and channel
const MESSAGE_INTERVAL_MS = 1_000;
const MAX_CALLS_KEPT = 10_000;

type TokenError = 'invalid_auth' | 'token_revoked' | 'account_inactive';

/** What came in from the app, and what is planned to go wrong. */
export interface Traffic {
  readonly calls: RecordedCall[];
  record(call: Omit<RecordedCall, 'at'>): void;
  plan(method: string, failure: PlannedFailure): void;
  /** The failure planned for this call, used up by asking. */
  takePlanned(method: string): PlannedFailure | undefined;
  tokenError: TokenError | null;
  /** What an admin did not let the app do. */
  readonly refusedScopes: Set<string>;
  /** Methods that this workspace does not have yet. */
  readonly refusedMethods: Set<string>;
  /** Types of blocks that this workspace does not take yet. */
  readonly refusedBlocks: Set<string>;
  isRateLimited: boolean;
  /** Refuses a second message to a channel within a second, when the limit is on. */
  countMessage(channelId: string): void;
}

function createTraffic(now: () => number): Traffic {
  const planned = new Map<string, PlannedFailure[]>();
  const lastMessageAt = new Map<string, number>();
  return {
    calls: [],
    tokenError: null,
    refusedScopes: new Set(),
    refusedMethods: new Set(),
    refusedBlocks: new Set(),
    isRateLimited: false,
    record(call) {
      this.calls.push({ ...call, at: now() });
      if (this.calls.length > MAX_CALLS_KEPT) this.calls.shift();
    },
    plan(method, failure) {
      planned.set(method, [...(planned.get(method) ?? []), failure]);
    },
    takePlanned: (method) => planned.get(method)?.shift(),
    countMessage(channelId) {
      const since = now() - (lastMessageAt.get(channelId) ?? Number.NEGATIVE_INFINITY);
      if (this.isRateLimited && since < MESSAGE_INTERVAL_MS) {
        throw new SlackApiError('ratelimited', { status: 429, retryAfter: 1 });
      }
      lastMessageAt.set(channelId, now());
    },
  };
}

/** The workspace's state, in memory only. */
export interface State {
  readonly now: () => number;
  readonly changes: Changes;
  readonly channels: Channels;
  readonly messages: Messages;
  readonly files: Files;
  readonly views: Views;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly traffic: Traffic;
  readonly conversations: Conversations;
  readonly installs: Installs;
  readonly steps: Steps;
}

export function createState(now: () => number, triggersLastMs?: number): State {
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
