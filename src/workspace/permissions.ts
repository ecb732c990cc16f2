import type { Deps, People, WorkspaceSettings } from '#handlers/ports.ts';
import { type Access, isOtherTeam } from '../slack/access.ts';

/**
 * Whether somebody is a guest or belongs to another organization: by the request, and by what Slack says about them, if it does.
 * Until Slack has said which workspace is ours, nobody is turned away.
 */
export function createOutsiderCheck(access: Access, people: People): Deps['isOutsider'] {
  return async ({ userId, userTeamId }) => {
    // Only Slack knows the other workspaces of an organization.
    const canTell = userTeamId !== null && access.enterpriseId === null;
    if (canTell && isOtherTeam(userTeamId, await access.workspaceId())) return true;
    const person = userId === null ? null : await people.find(userId);
    return person !== null && (person.isGuest || person.isExternal);
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
    if (person !== null && (person.isGuest || person.isExternal)) return false;
    if (person?.isAdmin || access.installedBy === userId) return true;
    return (await settings.get()).managerIds.includes(userId);
  };
}
