import type { Deps, People } from '#handlers/deps.ts';
import type { Access } from './workspaces/access.ts';

/**
 * Whoever is a guest or belongs to another organisation: by what they sent, and by what Slack says of them when it says anything.
 * As long as Slack has not said which workspace is ours, nobody is turned away.
 */
export function createOutsiderCheck(access: Access, people: People): Deps['isOutsider'] {
  return async ({ userId, userTeamId }) => {
    if (await isOtherWorkspace(access, userTeamId)) return true;
    const person = userId === null ? null : await people.find(userId);
    return person !== null && (person.isGuest || person.isExternal);
  };
}

/** Of an organisation's other workspaces only Slack knows that they are ours. */
async function isOtherWorkspace(access: Access, teamId: string | null): Promise<boolean> {
  if (teamId === null || access.enterpriseId !== null) return false;
  const home = await access.workspaceId();
  return home !== null && teamId !== home;
}
