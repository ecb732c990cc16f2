import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { People, Person } from '#handlers/ports.ts';
import { createManagerCheck } from '#src/slack/identity.ts';
import type { Store } from '#src/store/open-store.ts';
import { workspaceConnection } from '#src/workspace/api-keys.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { GENEROUS_TIMEOUT_MS } from '../../support/worlds/generous-timeouts.ts';

let store: Store;
beforeEach(async () => {
  store = await openTemporaryStore();
});
afterEach(() => store.close());

const KEY = 'pain_abcdefgh_secretsecret';
const access = {
  botToken: 'x',
  workspaceId: async () => 'T1',
  enterpriseId: async () => null,
  installedBy: 'INSTALLER',
  name: 'T1',
};
const someone = (id: string, rest: Partial<Person>): Person => ({
  ...{ id, name: id, isAdmin: false, isGuest: false, isExternal: false, isElsewhere: false, timeZone: null },
  ...rest,
});
const KNOWN: Record<string, Person> = {
  ADMIN: someone('ADMIN', { isAdmin: true }),
  MEMBER: someone('MEMBER', {}),
  NAMED: someone('NAMED', {}),
  INSTALLER: someone('INSTALLER', {}),
  GUEST: someone('GUEST', { isGuest: true }),
};
const people: Pick<People, 'find'> = { find: async (userId) => KNOWN[userId] ?? null };
const settingsOf = (id: string) => {
  const { settings } = store.forWorkspace(id);
  return { ...settings, mayChange: createManagerCheck(access, people, settings) };
};
const connectionOf = (id: string, tryKey: (key: string) => Promise<void>) =>
  workspaceConnection({
    apiKeys: store.forWorkspace(id).apiKeys,
    forget: async () => undefined,
    hasSharedKey: false,
    givesKeys: false,
    tryKey,
  });

describe('the settings of a workspace', () => {
  it('may be changed by admins, named members and who installed the app, and by nobody else', async () => {
    const settings = settingsOf('T1');
    await settings.change('ADMIN', { managerIds: ['NAMED', 'GUEST'] });
    const asked = ['ADMIN', 'NAMED', 'INSTALLER', 'MEMBER', 'GUEST', 'UNKNOWN'];
    expect(await Promise.all(asked.map((id) => settings.mayChange(id)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('say who changed what, and nothing of what stayed', async () => {
    const settings = settingsOf('T1');
    await settings.change('ADMIN', { defaultArea: 'TESTING_QUALITY', defaultChannelId: null });
    await settings.change('NAMED', { defaultArea: 'TESTING_QUALITY' });
    const { defaultArea } = await settings.get();
    expect(defaultArea).toBe('TESTING_QUALITY');
    expect(await settings.changes()).toMatchObject([
      { userId: 'ADMIN', setting: 'defaultArea', from: null, to: 'TESTING_QUALITY' },
    ]);
    expect(await settingsOf('T2').changes()).toEqual([]);
  });
});

describe('the connection of a workspace', () => {
  it('is kept once the service took the key, told by its public part, and ended', async () => {
    const tried: string[] = [];
    const connection = connectionOf('T1', async (key) => void tried.push(key));
    await connection.connect('ADMIN', KEY, GENEROUS_TIMEOUT_MS);
    expect(tried).toEqual([KEY]);
    expect(await connection.state()).toMatchObject({ kind: 'own', prefix: 'pain_abcdefgh', connectedBy: 'ADMIN' });
    expect(await connectionOf('T2', async () => undefined).state()).toEqual({ kind: 'none' });
    await connection.disconnect('ADMIN');
    expect(await connection.state()).toEqual({ kind: 'none' });
    expect(JSON.stringify(await settingsOf('T1').changes())).not.toContain('secretsecret');
    expect(await settingsOf('T1').changes()).toHaveLength(2);
  });

  it('stays as it is when the service refuses the key', async () => {
    const connection = connectionOf('T1', async () => {
      throw new Error('refused');
    });
    await expect(connection.connect('ADMIN', KEY, GENEROUS_TIMEOUT_MS)).rejects.toThrow('refused');
    expect(await store.apiKeys.find('T1')).toBeNull();
  });
});
