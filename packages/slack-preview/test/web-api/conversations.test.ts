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

  it('lists the public channels, with archived ones if asked for', async () => {
    const { client } = await startPreview();
    const listed = async (excluded: boolean) => {
      const { channels } = await client.conversations.list({ exclude_archived: excluded, limit: 200 });
      return channels?.map(({ name }) => name);
    };
    expect(await listed(true)).toEqual(['general', 'product', 'dev-pain', 'random', 'partners-acme']);
    expect(await listed(false)).toContain('launch-2024');
  });

  it('lists the channels of a person: private ones only with the app in them', async () => {
    const { client, workspace } = await startPreview();
    const listed = async (types: string) => {
      const { channels } = await client.users.conversations({ user: 'U0GRACEHOP', types });
      return channels?.map(({ name }) => name);
    };
    expect(await listed('public_channel')).toContain('random');
    expect(await listed('private_channel')).toEqual([]);
    workspace.invite('C0SECRET01');
    expect(await listed('private_channel')).toEqual(['leadership']);
  });

  it('opens the conversation with one person', async () => {
    const { client } = await startPreview();
    expect(await client.conversations.open({ users: 'U0KENTHOMP' })).toMatchObject({ channel: { id: 'D0KENTHOMP' } });
    expect(await errorOf(client.conversations.open({ users: 'U0NOBODY00' }))).toEqual({ error: 'user_not_found' });
  });
});

describe('users.info', () => {
  it('tells a person’s time zone and role', async () => {
    const { client } = await startPreview();
    const { user: admin } = await client.users.info({ user: 'U0GRACEHOP' });
    expect(admin).toMatchObject({ tz: 'America/New_York', is_admin: true, is_restricted: false });
    const { user: guest } = await client.users.info({ user: 'U0GUESTGAB' });
    expect(guest).toMatchObject({ is_admin: false, is_restricted: true });
    expect(await errorOf(client.users.info({ user: 'U0NOBODY00' }))).toEqual({ error: 'user_not_found' });
  });
});
