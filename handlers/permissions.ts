import type { DigestSubscription } from '@pain-signals/domain';
import { ActionRejectedError } from './errors.ts';
import type { Deps } from './ports.ts';
import type { RequestContext } from './request-context.ts';

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

/** Who may change things now; that may have been another matter when the dialog was opened. */
export async function requireManager(deps: Deps, context: RequestContext): Promise<string> {
  if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
  if (context.userId === null || !(await deps.settings.mayChange(context.userId)))
    throw new ActionRejectedError('not-manager');
  return context.userId;
}

/** Whoever saved it, and those who may change settings; never a person from outside. */
export async function mayManageDigest(
  deps: Deps,
  { ownerId }: DigestSubscription,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return false;
  return (
    (userId === ownerId && !(await deps.isOutsider({ userId, userTeamId: null }))) || deps.settings.mayChange(userId)
  );
}
