import { type Changes, createChanges } from './changes.ts';
import { type Conversations, createConversations } from './conversations.ts';
import { type Channels, createChannels } from './directory.ts';
import { createFiles, type Files } from './files.ts';
import { createInstalls, type Installs } from './installs.ts';
import { createMessages, type Messages } from './messages.ts';
import { createResponseUrls, type ResponseUrls } from './response-urls.ts';
import { createSteps, type Steps } from './steps.ts';
import { createTimestamps } from './timestamps.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { createTriggers, type Triggers } from './triggers.ts';
import { createViews, type Views } from './views.ts';

/** Everything the workspace remembers, in memory: it is gone when the process ends. */
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
