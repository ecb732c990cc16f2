import { describe, expect, it } from 'vitest';
import { errorOf, startPreview } from '../support/start-preview.ts';

describe('conversations', () => {
  it('tells what kind of channel it is', async () => {
    const { client } = await startPreview();
    const { channel } = await client.conversations.info({ channel: 'C0PARTNERS' });
    expect(channel).toMatchObject({ name: 'partners-acme', is_ext_shared: true, is_member: true, is_archived: false });
    expect(await errorOf(client.conversations.info({ channel: 'C0SECRET01' }))).toEqual({
      error: 'channel_not_found',
    });
  });

  it('lists page by page, without private channels the app is not in', async () => {
    const { client } = await startPreview();
    const types = 'public_channel,private_channel';
    const first = await client.conversations.list({ types, limit: 4, exclude_archived: true });
    const cursor = String(first.response_metadata?.next_cursor);
    const second = await client.conversations.list({ types, limit: 4, exclude_archived: true, cursor });
    const names = [...(first.channels ?? []), ...(second.channels ?? [])].map(({ name }) => name);
    expect(names).toEqual(['general', 'product', 'dev-pain', 'random', 'partners-acme']);
    expect(second.response_metadata?.next_cursor).toBe('');
  });

  it('joins a public channel, and can then write there', async () => {
    const { client } = await startPreview();
    await client.conversations.join({ channel: 'C0RANDOM01' });
    expect(await client.chat.postMessage({ channel: 'C0RANDOM01', text: 'hello' })).toMatchObject({ ok: true });
    expect(await errorOf(client.conversations.join({ channel: 'C0OLDTIMES' }))).toEqual({ error: 'is_archived' });
  });

  it('opens the conversation with one person', async () => {
    const { client } = await startPreview();
    expect(await client.conversations.open({ users: 'U0KENTHOMP' })).toMatchObject({ channel: { id: 'D0KENTHOMP' } });
    expect(await errorOf(client.conversations.open({ users: 'U0NOBODY00' }))).toEqual({ error: 'user_not_found' });
  });
});

describe('users.info', () => {
  it('tells a person’s time zone and role', async () => {
    const winter = Date.parse('2026-01-15T12:00:00Z');
    const { client } = await startPreview({ now: () => winter });
    const { user: admin } = await client.users.info({ user: 'U0GRACEHOP' });
    expect(admin).toMatchObject({ tz: 'America/New_York', tz_offset: -18_000, is_admin: true, is_restricted: false });
    const { user: guest } = await client.users.info({ user: 'U0GUESTGAB' });
    expect(guest).toMatchObject({ is_admin: false, is_restricted: true });
    expect(await errorOf(client.users.info({ user: 'U0NOBODY00' }))).toEqual({ error: 'user_not_found' });
  });
});
