import { expect, it } from 'vitest';
import { createSlackClients } from '#src/slack/clients.ts';

it('keep one client for each installation until its token changes', () => {
  const clients = createSlackClients({});
  const first = clients.clientFor({ name: 'T1', botToken: 'xoxb-1' });
  expect(clients.clientFor({ name: 'T1', botToken: 'xoxb-1' })).toBe(first);
  expect(clients.clientFor({ name: 'T2', botToken: 'xoxb-1' })).not.toBe(first);
  expect(clients.clientFor({ name: 'T1', botToken: 'xoxb-2' }).token).toBe('xoxb-2');
});

it('keep nothing of an installation that is gone', () => {
  const clients = createSlackClients({});
  const first = clients.clientFor({ name: 'T1', botToken: 'xoxb-1' });
  clients.forget('T1');
  expect(clients.clientFor({ name: 'T1', botToken: 'xoxb-1' })).not.toBe(first);
});
