import type { InstallationStore, Installation as SlackInstallation } from '@slack/oauth';
import type { Installation } from '../store/installations.ts';
import type { Store } from '../store/open-store.ts';

/** Maps Slack's installations to our tables. User tokens are neither requested nor stored. */
export function slackInstallationStore({ installations }: Pick<Store, 'installations'>): InstallationStore {
  const idOf = (query: { isEnterpriseInstall: boolean; teamId?: unknown; enterpriseId?: unknown }): string => {
    const id = query.isEnterpriseInstall ? query.enterpriseId : query.teamId;
    if (typeof id !== 'string') throw new Error('An installation belongs to a team or an organisation');
    return id;
  };
  return {
    storeInstallation: (installation) => installations.save(fromSlackInstallation(installation as SlackInstallation)),
    async fetchInstallation(query) {
      const found = await installations.find(idOf(query));
      if (found === null) throw new Error('The app is not installed there');
      return toSlackInstallation(found);
    },
    async deleteInstallation(query) {
      const found = await installations.find(idOf(query));
      if (found !== null) await installations.remove(found);
    },
  };
}

function fromSlackInstallation({
  team,
  enterprise,
  bot,
  user,
  appId,
  isEnterpriseInstall,
}: SlackInstallation): Omit<Installation, 'installedAt'> {
  const workspaceId = isEnterpriseInstall ? enterprise?.id : team?.id;
  if (workspaceId === undefined || bot === undefined) throw new Error('Slack gave no bot token for a workspace');
  const { token, refreshToken, expiresAt } = bot;
  const rotates = refreshToken !== undefined && expiresAt !== undefined;
  return {
    workspaceId,
    teamId: team?.id ?? null,
    enterpriseId: enterprise?.id ?? null,
    name: (isEnterpriseInstall ? enterprise?.name : team?.name) ?? null,
    appId: appId ?? null,
    bot: { id: bot.id, userId: bot.userId, scopes: bot.scopes },
    token: { token, rotation: rotates ? { refreshToken, expiresAt: expiresAt * 1_000 } : null },
    installedBy: user.id,
  };
}

function toSlackInstallation({
  teamId,
  enterpriseId,
  name,
  appId,
  bot,
  token,
  installedBy,
  workspaceId,
}: Installation): SlackInstallation {
  const isEnterpriseInstall = workspaceId === enterpriseId;
  const named = name === null ? {} : { name };
  const rotation =
    token.rotation === null
      ? {}
      : { refreshToken: token.rotation.refreshToken, expiresAt: Math.floor(token.rotation.expiresAt / 1_000) };
  return {
    team: teamId === null ? undefined : { id: teamId, ...(isEnterpriseInstall ? {} : named) },
    enterprise: enterpriseId === null ? undefined : { id: enterpriseId, ...(isEnterpriseInstall ? named : {}) },
    user: { token: undefined, scopes: undefined, id: installedBy },
    bot: { token: token.token, scopes: [...bot.scopes], id: bot.id, userId: bot.userId, ...rotation },
    ...(appId === null ? {} : { appId }),
    tokenType: 'bot',
    isEnterpriseInstall,
    authVersion: 'v2',
  };
}
