import { expect, it } from 'vitest';
import { createSlackClients } from '#src/slack/clients.ts';

it('keep one client for each installation until its token changes', () => {
  const clients = createSlackClients({ fetch }, () => 0);
  const first = clients.clientFor({ name: 'T1', botToken: 'xoxb-1' });
  expect(clients.clientFor({ name: 'T1', botToken: 'xoxb-1' })).toBe(first);
  expect(clients.clientFor({ name: 'T2', botToken: 'xoxb-1' })).not.toBe(first);
  expect(clients.clientFor({ name: 'T1', botToken: 'xoxb-2' }).token).toBe('xoxb-2');
});

it('call Slack no more with the token of an installation that is gone, until it is installed again', async () => {
  let calls = 0;
  const answer = async () => {
    calls += 1;
    return Response.json({ ok: true });
  };
  const clients = createSlackClients({ fetch: answer, retryConfig: { retries: 0 } }, () => 0);
  const first = clients.clientFor({ name: 'T1', botToken: 'xoxb-1' });
  clients.close('T1', 'xoxb-1');

  await expect(first.users.info({ user: 'U1' })).rejects.toMatchObject({ data: { error: 'account_inactive' } });
  const late = clients.clientFor({ name: 'T1', botToken: 'xoxb-1' });
  await expect(late.users.info({ user: 'U1' })).rejects.toThrow('account_inactive');
  expect([late === first, calls]).toEqual([false, 0]);
  await clients.clientFor({ name: 'T2', botToken: 'xoxb-2' }).users.info({ user: 'U1' });

  clients.open('xoxb-1');
  await late.users.info({ user: 'U1' });
  expect(calls).toBe(2);
});
