import { type Changes, createChanges } from './changes.ts';
import { type Conversations, createConversations, createMessages, type Messages } from './conversations.ts';
import { type Channels, createChannels } from './directory.ts';
import { createFiles, type Files } from './files.ts';
import { createTimestamps } from './ids.ts';
import { createInstalls, type Installs } from './installs.ts';
import { createResponseUrls, createTriggers, type ResponseUrls, type Triggers } from './interactivity.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { createViews, type Views } from './views.ts';
import { createSteps, type Steps } from './workflow-steps.ts';

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
