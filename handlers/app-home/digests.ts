import { type DigestOnHome, digestsSection } from '#blocks/app-home/digests-section.ts';
import { deliveryProblem } from '#blocks/digest-hindrance.ts';
import type { Deps } from '../deps.ts';
import { maySetUpAlerts } from '../may-set-up.ts';
import type { HomeSection } from './section.ts';

/** Slack is asked of each channel among these. */
const MAX_DIGESTS = 15;

export const digestsHomeSection: HomeSection = {
  title: 'Weekly digests',
  async load(deps, { userId }) {
    const isAllowed = await maySetUpAlerts(deps, { userId, userTeamId: null });
    const digests = await digestsFor(deps, userId);
    return () => digestsSection(digests, isAllowed);
  },
};

/** Those that come next: of others what public channels get, and everybody their own. */
async function digestsFor({ digests, slack }: Deps, userId: string): Promise<DigestOnHome[]> {
  const next = (await digests.list()).slice(0, MAX_DIGESTS);
  const known = await Promise.all(
    next.map(async (subscription) => ({ subscription, channel: await slack.channel(subscription.channelId) })),
  );
  return known
    .filter(({ subscription, channel }) => subscription.ownerId === userId || channel?.isPublic)
    .map(({ subscription, channel }) => ({ subscription, hindrance: deliveryProblem(channel) }));
}
