import type { Deps, People, WorkspaceSettings } from '#handlers/ports.ts';
import { type Access, isOtherTeam } from '../slack/access.ts';

/** By the request, and by what Slack says about them. Whoever Slack doesn't describe, or compare with our workspace, is unknown. */
export function createStandingCheck(access: Access, people: People): Deps['standingOf'] {
  return async ({ userId, userTeamId }) => {
    const home = await access.workspaceId();
    if (home === null || userId === null) return 'unknown';
    // Only Slack knows the other workspaces of an organization.
    if (access.enterpriseId === null && isOtherTeam(userTeamId, home)) return 'outsider';
    const person = await people.find(userId);
    if (person === null) return 'unknown';
    return person.isGuest || person.isExternal ? 'outsider' : 'member';
  };
}

/** Whether somebody may change settings: admins, managers that the workspace named, and who installed the app. */
export function createManagerCheck(
  access: Access,
  people: People,
  settings: Pick<WorkspaceSettings, 'get'>,
): WorkspaceSettings['mayChange'] {
  return async (userId) => {
    const person = await people.find(userId);
    // A manager who has become a guest is an outsider.
    if (person === null || person.isGuest || person.isExternal) return false;
    return person.isAdmin || access.installedBy === userId || (await settings.get()).managerIds.includes(userId);
  };
}
