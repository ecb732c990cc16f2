import type { Deps, RequestContext } from './deps.ts';

/**
 * Whether somebody may have the app speak in a channel by itself, by a digest or a watch: every full member, unless the settings
 * leave it to those who look after the workspace. Slack lets people type and choose only where they can read.
 */
export async function maySetUpAlerts(
  { isOutsider, settings }: Pick<Deps, 'isOutsider' | 'settings'>,
  { userId, userTeamId }: Pick<RequestContext, 'userId' | 'userTeamId'>,
): Promise<boolean> {
  if (userId === null || (await isOutsider({ userId, userTeamId }))) return false;
  return (await settings.get()).setUpBy === 'members' || settings.mayChange(userId);
}
