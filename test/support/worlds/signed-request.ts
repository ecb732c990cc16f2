import { createHmac } from 'node:crypto';
import { SIGNING_SECRET } from './slack-world.ts';

interface Signing {
  secret?: string;
  /** Seconds since 1970. */
  at?: number;
  contentType?: string;
}

/** Sends a body to the app, signed as Slack signs. */
export function sendSigned(address: string, body: string, signing: Signing = {}): Promise<Response> {
  return fetch(`${address}/slack/events`, signedRequest(body, signing));
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signedRequest(body: string, signing: Signing = {}) {
  const { secret = SIGNING_SECRET, at = Math.floor(Date.now() / 1_000), contentType } = signing;
  const signature = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex');
  return {
    method: 'POST',
    headers: {
      'content-type': contentType ?? 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  };
}

let triggers = 0;

/** Slack gives every command and press its own trigger id. */
export const newTrigger = (): string => `1.${++triggers}`;

/** The form of a pressed button, with anything in it changed. */
export function pressForm(change: Record<string, unknown>): string {
  const payload = {
    type: 'block_actions',
    trigger_id: newTrigger(),
    team: { id: 'T0PREVIEW01', domain: 'pain-preview' },
    user: { id: 'U0ADALOVEL', username: 'ada', team_id: 'T0PREVIEW01' },
    channel: { id: 'C0DEVPAIN1', name: 'dev-pain' },
    container: { type: 'message', message_ts: '1.000001', channel_id: 'C0DEVPAIN1', is_ephemeral: true },
    actions: [{ type: 'button', action_id: 'refresh', block_id: 'b', value: '{"show":"help"}', action_ts: '1.0' }],
    ...change,
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}

/** The body of an event, as Slack sends it to an app. */
export function eventBody(event: Record<string, unknown>, eventId = `Ev${newTrigger()}`): string {
  return JSON.stringify({
    type: 'event_callback',
    team_id: 'T0PREVIEW01',
    api_app_id: 'A0PAINSIGNL',
    event_id: eventId,
    event_time: 0,
    event,
  });
}
