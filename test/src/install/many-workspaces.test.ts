import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createManyWorkspaces } from '#src/install/many-workspaces.ts';
import { createWorkspaces } from '#src/install/workspaces.ts';
import { type Access, accessFrom } from '#src/slack/identity.ts';
import { createInFlight } from '#src/slack/request-tracking.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';

/** An organization that has the app, with a workspace that has it by itself and one that hasn't. */
async function holding({ enterpriseId = 'E1', organization = 'E1' }: Record<string, string | null> = {}) {
  const store = await openTemporaryStore(Date.now);
  for (const workspaceId of ['E1', 'T1'])
    await store.installations.save({
      ...{
        workspaceId,
        teamId: workspaceId === 'E1' ? null : workspaceId,
        enterpriseId: workspaceId === 'E1' ? 'E1' : enterpriseId,
        name: null,
        appId: 'A1',
      },
      ...{ installedBy: 'U1', bot: { id: 'B1', userId: `UBOT${workspaceId}`, scopes: ['commands'] } },
      token: { token: `xoxb-${workspaceId}`, rotation: null },
    });
  const rotation = { isDue: () => false, isExpired: () => false, renew: async () => expect.unreachable() };
  const asked: string[] = [];
  const many = createManyWorkspaces({
    askOrganization: async (token) => {
      asked.push(token);
      return organization;
    },
    logger: pino({ level: 'silent' }),
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
  return { store, many, tenantOf, asked };
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

describe('the people of an organization are colleagues in its workspace', () => {
  const organizationOf = async (access: Access | null) =>
    (await access?.workspaceId()) && (await access?.enterpriseId());

  it('that joined it after it installed the app, which Slack is asked once', async () => {
    const { store, many, asked } = await holding({ enterpriseId: null });
    for (let time = 0; time < 2; time += 1) expect(await organizationOf(await many.find('T1'))).toBe('E1');
    expect(asked).toEqual(['xoxb-T1']);
    await store.close();
  });

  it('whose installation names it, without asking Slack', async () => {
    const { store, many, asked } = await holding();
    expect(await organizationOf(await many.find('T1'))).toBe('E1');
    expect(asked).toEqual([]);
    await store.close();
  });

  it.each(['E1', undefined])('of SLACK_BOT_TOKEN, for which Slack says %s', async (enterpriseId) => {
    const store = await openTemporaryStore(Date.now);
    const said = { ok: true, team_id: 'T1', ...(enterpriseId && { enterprise_id: enterpriseId }) };
    const workspaces = createWorkspaces(
      { botToken: 'xoxb-1', oauth: null, publicUrl: null },
      {
        ...{ store, inFlight: createInFlight(), storeTimeoutMs: 60_000, onInstalled: () => undefined, now: Date.now },
        clientOptions: { fetch: async () => Response.json(said) },
        logger: pino({ level: 'silent' }),
      },
    );
    expect(await organizationOf(await workspaces.find('T1'))).toBe(enterpriseId ?? null);
    await store.close();
  });
});
