import type { DigestSubscription } from '@pain-signals/domain';
import { ActionRejectedError } from './errors.ts';
import type { Deps } from './ports.ts';
import type { RequestContext } from './request-context.ts';

type PersonRef = Pick<RequestContext, 'userId' | 'userTeamId'>;

/** Throws for everybody who is not known to be a full member: they must not spend the workspace's key. */
export async function refuseOutsiders({ standingOf }: Pick<Deps, 'standingOf'>, person: PersonRef): Promise<void> {
  const standing = await standingOf(person);
  if (standing === 'outsider') throw new ActionRejectedError('outsider');
  if (standing === 'unknown') throw new ActionRejectedError('unknown-person');
}

/** Whether this person may set up digests and watches that post in a channel: every full member, unless the settings say managers only. */
export async function maySetUpAlerts(
  { standingOf, settings }: Pick<Deps, 'standingOf' | 'settings'>,
  { userId, userTeamId }: PersonRef,
): Promise<boolean> {
  if (userId === null || (await standingOf({ userId, userTeamId })) !== 'member') return false;
  return (await settings.get()).setUpBy === 'members' || settings.mayChange(userId);
}

/** Returns the manager's user id. Checked again on submit: permissions can change while a dialog is open. */
export async function requireManager(deps: Deps, context: RequestContext): Promise<string> {
  await refuseOutsiders(deps, context);
  if (context.userId === null || !(await deps.settings.mayChange(context.userId)))
    throw new ActionRejectedError('not-manager');
  return context.userId;
}

/** The digest's owner and managers; never an outsider. */
export async function mayManageDigest(
  deps: Deps,
  { ownerId }: DigestSubscription,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return false;
  const isOwner = userId === ownerId && (await deps.standingOf({ userId, userTeamId: null })) === 'member';
  return isOwner || deps.settings.mayChange(userId);
}
