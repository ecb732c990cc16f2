import type { DigestSubscription } from '@pain-signals/domain';
import { ActionRejectedError } from './errors.ts';
import type { Deps } from './ports.ts';
import type { RequestContext } from './request-context.ts';
import { type ChannelAnswer, type ChannelInfo, isPassing, type SendFailure } from './slack-port.ts';

type PersonRef = Pick<RequestContext, 'userId' | 'userTeamId'>;
type ChannelDeps = Pick<Deps, 'slack' | 'people'>;

/** Throws for everybody who is not known to be a full member: they must not spend the workspace's key. */
export async function refuseOutsiders({ standingOf }: Pick<Deps, 'standingOf'>, person: PersonRef): Promise<void> {
  const standing = await standingOf(person);
  if (standing === 'outsider') throw new ActionRejectedError('outsider');
  if (standing === 'unknown') throw new ActionRejectedError('unknown-person');
}

/** Whether this person may set up digests and watches that post in a channel: every full member, unless the settings say managers only. */
export async function maySetUpChannelPosts(
  { standingOf, settings }: Pick<Deps, 'standingOf' | 'settings'>,
  { userId, userTeamId }: PersonRef,
): Promise<boolean> {
  if (userId === null || (await standingOf({ userId, userTeamId })) !== 'member') return false;
  return (await settings.get()).setUpBy === 'members' || settings.mayChange(userId);
}

/**
 * Slack's menus offer people their own channels, but a request can name any. Throws for private channels the person isn't in. One
 * that the app can't see it can't post in either, but for a response_url that Slack gave the person; what was posted there may be
 * secret all the same, so `reads` throws.
 */
export async function requireReach(
  deps: ChannelDeps,
  { userId, channelId: here }: Pick<RequestContext, 'userId' | 'channelId'>,
  channelId: string,
  { reads = false } = {},
): Promise<void> {
  if (channelId === here) return;
  const isReached = userId !== null && (await isReachable(deps, userId, channelId, reads));
  if (isReached === true) return;
  throw new ActionRejectedError(isReached === false ? 'not-in-channel' : 'unknown-members');
}

async function isReachable(
  deps: ChannelDeps,
  userId: string,
  channelId: string,
  reads: boolean,
): Promise<boolean | SendFailure> {
  const { slack } = deps;
  if (!/^[CG]/.test(channelId)) {
    const own = await slack.openDm(userId);
    if (!own.ok) return isPassing(own) ? own : false;
    return own.channelId === channelId;
  }
  const channel = await channelNow(slack, channelId);
  return channel === null ? !reads : mayRead(deps, userId, channelId, channel);
}

/** In Enterprise Grid the app also reads public channels of workspaces that a person isn't in. */
async function mayRead(
  { slack, people }: ChannelDeps,
  userId: string,
  channelId: string,
  { isPublic }: ChannelInfo,
  { isOneOfMany = false } = {},
): Promise<boolean | SendFailure> {
  if (isPublic && (await people.find(userId))?.isElsewhere === false) return true;
  return slack.isInChannel({ channelId, userId, isPublic, isOneOfMany });
}

/** Whether it is public, and this person can read it, for Home, which asks about many. A failure while Slack doesn't say. */
export async function isPublicTo(
  deps: ChannelDeps,
  userId: string,
  channelId: string,
  channel: ChannelAnswer,
): Promise<boolean | SendFailure> {
  if (channel === null || 'error' in channel) return channel ?? false;
  return channel.isPublic && mayRead(deps, userId, channelId, channel, { isOneOfMany: true });
}

/** Throws while Slack doesn't say: nothing is posted or changed on a guess. */
async function channelNow(slack: Deps['slack'], channelId: string): Promise<ChannelInfo | null> {
  const found = await slack.askChannel(channelId);
  if (found !== null && 'error' in found) throw new ActionRejectedError('unknown-channel');
  return found;
}

/** People of another organization read it; false where the app may not ask. */
export const isExternallyShared = async (slack: Deps['slack'], channelId: string): Promise<boolean> =>
  (await channelNow(slack, channelId))?.isShared ?? false;

/** Another organization reads it, and nobody has agreed to that; false where the app may not ask, a failure while Slack doesn't say. */
export const isNewlyShared = async (
  { slack }: Pick<Deps, 'slack'>,
  { channelId, mayReachOthers }: { channelId: string; mayReachOthers: boolean },
): Promise<boolean | SendFailure> => (mayReachOthers ? false : ((await slack.isShared(channelId)) ?? false));

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
