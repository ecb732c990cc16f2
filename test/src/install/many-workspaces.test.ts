import { expect, it } from 'vitest';
import { createManyWorkspaces } from '#src/install/many-workspaces.ts';
import { accessFrom } from '#src/slack/identity.ts';
import { createInFlight } from '#src/slack/request-tracking.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';

/** An organization that has the app, with a workspace that has it by itself and one that hasn't. */
async function holding() {
  const store = await openTemporaryStore(Date.now);
  for (const workspaceId of ['E1', 'T1'])
    await store.installations.save({
      ...{
        workspaceId,
        teamId: workspaceId === 'E1' ? null : workspaceId,
        enterpriseId: 'E1',
        name: null,
        appId: 'A1',
      },
      ...{ installedBy: 'U1', bot: { id: 'B1', userId: `UBOT${workspaceId}`, scopes: ['commands'] } },
      token: { token: `xoxb-${workspaceId}`, rotation: null },
    });
  const rotation = { isDue: () => false, isExpired: () => false, renew: async () => expect.unreachable() };
  const many = createManyWorkspaces({
    store,
    rotation,
    inFlight: createInFlight(),
    storeTimeoutMs: 60_000,
    now: Date.now,
  });
  const tenantOf = async (teamId: string, isEnterpriseInstall: boolean, body?: object) =>
    accessFrom(
      await many.authorize(
        { teamId, enterpriseId: 'E1', isEnterpriseInstall },
        body as Parameters<typeof many.authorize>[1],
      ),
    )?.workspaceId();
  return { store, many, tenantOf };
}

it('takes a workspace’s request to its own installation, whichever of its organisation was used just before', async () => {
  const { store, tenantOf } = await holding();
  expect(await tenantOf('T2', true)).toBe('E1');
  expect(await tenantOf('T1', false)).toBe('T1');
  expect(await tenantOf('T1', true)).toBe('E1');
  await store.close();
});

it('takes a request to the organisation’s installation where the workspace has none', async () => {
  const { store, many, tenantOf } = await holding();
  expect(await tenantOf('T2', false)).toBe('E1');
  const own = await store.installations.find('T1');
  if (own !== null) await store.installations.remove(own);
  many.forget('T1');
  expect(await tenantOf('T1', false)).toBe('E1');
  await store.close();
});

it.each([
  ['the sender’s workspace', { team: 'T1', text: '<@UBOTE1> hi' }, 'T1'],
  ['the bot mentioned, where the sender’s workspace is unknown', { text: 'Ada, ask <@UADA> or <@UBOTT1>' }, 'T1'],
  ['the bot mentioned, where the sender’s workspace has no app', { user_team: 'T9', text: '<@UBOTT1|pain> hi' }, 'T1'],
  ['what Slack names, where neither is known', { user_team: 'T9', text: 'hi' }, 'E1'],
])('takes what was said in a channel of several organizations to %s', async (_, event, tenant) => {
  const { store, tenantOf } = await holding();
  const body = { type: 'event_callback', event: { type: 'app_mention', ...event } };
  expect(await tenantOf('E1', true, { ...body, is_ext_shared_channel: true })).toBe(tenant);
  expect(await tenantOf('E1', true, { ...body, is_ext_shared_channel: false })).toBe('E1');
  await store.close();
});
