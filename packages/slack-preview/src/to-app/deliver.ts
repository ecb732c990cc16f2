import type { Delivery } from '../workspace/workspace.ts';
import { signRequest } from './sign.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response
const ACKNOWLEDGE_TIMEOUT_MS = 3_000;

export interface AppAddress {
  /** Where the app takes what Slack sends. Asked each time, since the app may start after the workspace. */
  readonly appUrl: () => string;
  readonly signingSecret: string;
  readonly acknowledgeWithinMs?: number;
}

export type Send = (body: string, contentType: 'form' | 'json') => Promise<Delivery>;

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const;

/** Sends to the app as Slack does: signed, and given up when it is not acknowledged in three seconds. */
export function createSend({ appUrl, signingSecret, acknowledgeWithinMs = ACKNOWLEDGE_TIMEOUT_MS }: AppAddress): Send {
  return async (body, contentType) => {
    // The app compares the timestamp with the real clock, so this is the one place that reads it.
    const headers = { ...signRequest(signingSecret, Date.now(), body), 'content-type': CONTENT_TYPES[contentType] };
    try {
      const response = await fetch(appUrl(), {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(acknowledgeWithinMs),
      });
      const delivery = { status: response.status, body: await response.text() };
      return response.ok ? delivery : { ...delivery, failure: 'dispatch_failed' };
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return { status: 0, body: '', failure: isLate ? 'operation_timeout' : 'dispatch_failed' };
    }
  };
}

/** What Slack puts into every interaction's form: the payload as JSON. */
export function interactionForm(payload: Record<string, unknown>): string {
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}
