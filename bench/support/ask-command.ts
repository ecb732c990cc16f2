import { createHmac, randomUUID } from 'node:crypto';
import type { Pool } from 'undici';
import type { RecordingSlack } from '../../test/support/slack/recording-slack.ts';

export const SIGNING_SECRET = 'a-signing-secret-of-the-bench-000';

/** Sends `/pain …` as Slack does; returns when it is acknowledged. */
export async function askCommand(pool: Pool, slackUrl: string, text: string): Promise<void> {
  const body = new URLSearchParams({
    ...{ command: '/pain', text, team_id: 'T1', user_id: 'U1', channel_id: 'C1', trigger_id: randomUUID() },
    response_url: `${slackUrl}/response/${randomUUID()}`,
  }).toString();
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${at}:${body}`).digest('hex');
  const answer = await pool.request({
    ...{ method: 'POST', path: '/slack/events', body },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${signature}`,
    },
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
}

/** Tells how many answers have come by now. */
export function countAnswers(slack: RecordingSlack): () => number {
  let answered = 0;
  slack.plan = ({ method }) => {
    if (method.startsWith('/response')) answered += 1;
    return null;
  };
  return () => answered;
}
