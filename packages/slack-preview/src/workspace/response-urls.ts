import { newSecret } from './ids.ts';
import { createExpiringStore } from './issued.ts';
import { SlackApiError } from './refusal.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
const RESPONSE_URL_LIFETIME_MS = 30 * 60 * 1_000;
const MAX_RESPONSE_URL_USES = 5;

/** Where an answer through a response_url goes. */
export interface ResponseTarget {
  readonly userId: string;
  readonly channelId: string;
  readonly threadTs?: string;
  /** The message whose element was pressed. A command has none, so its answers can replace nothing. */
  readonly originalTs?: string;
}

export interface ResponseUrls {
  issue(target: ResponseTarget): string;
  /** Where the answer goes. Refuses an address that is unknown, older than thirty minutes, or used five times. */
  find(id: string): ResponseTarget;
  countUse(id: string): void;
}

export function createResponseUrls(now: () => number): ResponseUrls {
  const issued = createExpiringStore<{ target: ResponseTarget; uses: number }>(now);
  return {
    issue(target) {
      const id = newSecret();
      issued.put(id, { target, uses: 0 });
      return id;
    },
    find(id) {
      const entry = issued.find(id);
      if (entry === undefined || now() - entry.at > RESPONSE_URL_LIFETIME_MS)
        throw new SlackApiError('expired_url', { status: 404 });
      if (entry.uses >= MAX_RESPONSE_URL_USES) throw new SlackApiError('used_url', { status: 404 });
      return entry.target;
    },
    countUse(id) {
      const entry = issued.find(id);
      if (entry !== undefined) entry.uses += 1;
    },
  };
}
