import { createHmac } from 'node:crypto';
import { APP, type Channel, findTeam, type Person, TEAM, teamPayload } from '../workspace/directory.ts';
import type { ResponseTarget } from '../workspace/interactivity.ts';
import type { State } from '../workspace/state.ts';
import type { Delivery } from '../workspace/workspace.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response
const ACKNOWLEDGE_TIMEOUT_MS = 3_000;

export interface AppAddress {
  /** The app's request URL. A function, because the app may start after the workspace. */
  readonly appUrl: () => string;
  readonly signingSecret: string;
  readonly acknowledgeWithinMs?: number;
}

export type Send = (body: string, contentType: 'form' | 'json') => Promise<Delivery>;

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const;

/** Sends to the app as Slack does: signed, with a timeout of three seconds. */
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

/** Slack's signature headers. `at` is in milliseconds. */
function signRequest(signingSecret: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}

/** Slack still sends this token in every payload; apps check the signature instead. */
export const LEGACY_TOKEN = 'preview-verification-token';

/** Sends what a person did: the payload with its origin, as JSON in a form. */
export function sendInteraction(send: Send, person: Person, payload: Record<string, unknown>): Promise<Delivery> {
  const origin = {
    token: LEGACY_TOKEN,
    api_app_id: APP.id,
    team: teamPayload(workspaceOf(person)),
    enterprise: null,
    is_enterprise_install: false,
    user: { id: person.id, username: person.name, name: person.name, team_id: person.team.id },
  };
  return send(new URLSearchParams({ payload: JSON.stringify({ ...origin, ...payload }) }).toString(), 'form');
}

/** A new address where the app can answer. */
export function issueResponseUrl({ state, publicUrl }: PreviewContext, target: ResponseTarget): string {
  return `${publicUrl()}/response/${state.responseUrls.issue(target)}`;
}

/** The current time as payloads have it: seconds, a dot, six digits. */
export const currentTs = ({ now }: State): string => (now() / 1_000).toFixed(6);

/** A person of another workspace clicks in a shared channel, or in their own workspace. */
const workspaceOf = ({ team }: Person) => findTeam(team.id) ?? TEAM;

/** What payloads call a channel: private channels and direct messages have placeholder names. */
export function channelPayloadName(channel: Channel): string {
  if (channel.kind === 'direct') return 'directmessage';
  return channel.kind === 'private' ? 'privategroup' : channel.name;
}

export interface PreviewContext {
  readonly state: State;
  readonly send: Send;
  readonly publicUrl: () => string;
}
